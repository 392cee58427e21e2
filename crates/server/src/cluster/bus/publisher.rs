//! The side of the bus that tells: all that waits is sent together, one message for each channel.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::lock;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, RedisError};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};

use super::{BusState, Channel, ChannelNames, PATIENCE, Publication, RETRY, TOGETHER, announcements, note};

/// How often a node publishes to all, itself included, that it is alive.
const CHECK: Duration = Duration::from_secs(1);

/// Tells the others.
pub(super) struct HintPublisher {
    pub(super) names: ChannelNames,
    pub(super) node: Arc<Mutex<String>>,
    pub(super) state: Arc<BusState>,
}

impl HintPublisher {
    /// Sends hints until the bus is dropped.
    pub(super) async fn publish(self, client: Client, mut hints: mpsc::Receiver<Publication>) {
        let HintPublisher { names, node, state } = self;
        let config = ConnectionManagerConfig::new()
            .set_response_timeout(Some(PATIENCE))
            .set_connection_timeout(Some(PATIENCE))
            .set_number_of_retries(0);
        let mut connection: Option<ConnectionManager> = None;
        let (mut waiting, mut alive_at) = (Vec::new(), None::<Instant>);
        loop {
            if connection.is_none() {
                connection = ConnectionManager::new_with_config(client.clone(), config.clone()).await.ok();
                if connection.is_some() {
                    // What was told meanwhile is lost.
                    let name = lock(&node).clone();
                    waiting.extend(announcements(&name, &mut lock(&state.followed)));
                }
            }
            if alive_at.is_none_or(|at| at.elapsed() >= CHECK) {
                // Nobody reads it, but everybody hears it.
                waiting.push(Publication::new(Channel::All, format!("{} alive", lock(&node))));
                alive_at = Some(Instant::now());
            }
            let mut pipeline = redis::pipe();
            let told: Vec<_> = waiting.iter_mut().flat_map(|hint| std::mem::take(&mut hint.sent)).collect();
            for (channel, text) in joined(waiting.drain(..)) {
                pipeline.publish(names.of(&channel), text).ignore();
            }
            let sent = match &mut connection {
                Some(connection) if !pipeline.is_empty() => pipeline.query_async::<()>(connection).await,
                Some(_) => Ok(()),
                None => Err(RedisError::from(std::io::Error::from(std::io::ErrorKind::NotConnected))),
            };
            note(&state, &state.publishes, sent.is_ok());
            *lock(&state.connection) = connection
                .clone()
                .filter(|_| sent.is_ok())
                .map(|connection| (connection, names.prefix.clone()));
            if sent.is_ok() {
                told.into_iter().for_each(|told| told.send(()).unwrap_or_default()); // they may have stopped waiting
            } else {
                drop(told);
                connection = None;
                sleep(RETRY).await;
            }
            let received = timeout(CHECK, hints.recv_many(&mut waiting, TOGETHER)).await;
            if received == Ok(0) {
                return;
            }
        }
    }
}

/// One message for each channel, with its hints in order, one in a line.
fn joined(hints: impl Iterator<Item = Publication>) -> BTreeMap<Channel, String> {
    let mut messages = BTreeMap::<Channel, String>::new();
    for Publication { channel, text, .. } in hints {
        let message = messages.entry(channel).or_default();
        if !message.is_empty() {
            message.push('\n');
        }
        message.push_str(&text);
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::{Channel, Publication, joined};

    #[test]
    fn the_hints_to_a_node_are_one_message_in_the_order_in_which_they_were_told() {
        let node = |name: &str| Channel::Node(name.into());
        let told =
            [(node("b"), "1"), (node("c"), "2"), (Channel::All, "3"), (node("b"), "4"), (node("b"), "5")];
        let hints = told.into_iter().map(|(channel, text)| Publication::new(channel, text.to_owned()));
        let messages = joined(hints).into_iter().collect::<Vec<_>>();
        let expected = [(Channel::All, "3"), (node("b"), "1\n4\n5"), (node("c"), "2")];
        assert_eq!(messages, expected.map(|(channel, text)| (channel, text.to_owned())));
    }
}
