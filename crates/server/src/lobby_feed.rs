//! The lobby for those who follow it: who is online and which games wait, told when it changes, at most once a second.

mod counts;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{Mode, lock};
use protocol::{GameName, LobbyList, Named, PlainEvent, WireRefusal};
use rooms::{Connection, Scope};
use sockets::EncodedEvent;
use store::StoreError;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};
use tracing::debug;

use self::counts::OnlineCounts;
use crate::clients::{Client, Clients};
use crate::context::Context;
use crate::engine::RoomEngine;
use crate::matchmaking::{Matchmaking, no_lobby};

/// The time between two looks at the lobby, and so between two messages to a follower.
const PAUSE: Duration = Duration::from_secs(1);
/// The minimum time between two messages of which only the counts are new.
const COUNTS_PAUSE: Duration = Duration::from_secs(5);

/// Tells the lobby to those who follow it.
pub(crate) struct LobbyFeed {
    context: Context,
    clients: Arc<Clients>,
    engine: Arc<RoomEngine>,
    matchmaking: Arc<Matchmaking>,
    followed: Mutex<HashMap<Scope, FollowedLobby>>,
    /// Somebody follows a lobby who was not told anything yet.
    has_new: Notify,
    online: OnlineCounts,
}

/// The lobby of one scope.
#[derive(Default)]
struct FollowedLobby {
    followers: HashMap<Connection, Follower>,
    told: Option<ToldLobby>,
    looked_at: Option<Instant>,
}

struct Follower {
    client: Arc<Client>,
    /// The number of the newest list they were told; 0 if none.
    knows: u64,
}

/// A list that followers were told.
struct ToldLobby {
    list: LobbyList,
    number: u64,
    at: Instant,
}

impl FollowedLobby {
    /// Takes what the lobby is like now; followers are told if it is worth it.
    fn note(&mut self, list: LobbyList, now: Instant) {
        let is_news = self.told.as_ref().is_none_or(|told| {
            let counts_are_due = now.saturating_duration_since(told.at) >= COUNTS_PAUSE;
            told.list.seeks != list.seeks || (counts_are_due && told.list != list)
        });
        if is_news {
            let number = self.told.as_ref().map_or(1, |told| told.number + 1);
            self.told = Some(ToldLobby { list, number, at: now });
        }
    }

    /// Tells those who do not know the newest list.
    fn tell(&mut self) {
        let Some(ToldLobby { list, number, .. }) = &self.told else { return };
        let (message, mut encoded) = (PlainEvent::LobbyState(list.clone()), HashMap::new());
        for follower in self.followers.values_mut().filter(|follower| follower.knows < *number) {
            follower.knows = *number;
            let game = follower.client.game;
            let encoded = encoded.entry(game.name()).or_insert_with(|| encode(game, &message));
            if let Some(encoded) = encoded {
                // The transport closes a client that is gone or does not read.
                follower.client.socket.emit_encoded(encoded).ok();
            }
        }
    }
}

impl LobbyFeed {
    pub(crate) fn new(
        context: Context,
        clients: Arc<Clients>,
        engine: Arc<RoomEngine>,
        matchmaking: Arc<Matchmaking>,
    ) -> LobbyFeed {
        LobbyFeed {
            context,
            clients,
            engine,
            matchmaking,
            followed: Mutex::default(),
            has_new: Notify::new(),
            online: OnlineCounts::default(),
        }
    }

    /// Tells a client the lobby of its scope from now on. One that asks again is told it again.
    pub(crate) fn follow(&self, client: &Arc<Client>) -> Result<(), WireRefusal> {
        let scope = client.identity.scope();
        if scope.mode == Mode::Training {
            return Err(no_lobby());
        }
        let follower = Follower { client: Arc::clone(client), knows: 0 };
        lock(&self.followed).entry(scope).or_default().followers.insert(client.connection.clone(), follower);
        if !self.clients.is_connected(&client.connection) {
            self.unfollow(client);
        }
        self.has_new.notify_one();
        Ok(())
    }

    /// Tells a client nothing any more.
    pub(crate) fn unfollow(&self, client: &Client) {
        let (scope, mut followed) = (client.identity.scope(), lock(&self.followed));
        let Some(lobby) = followed.get_mut(&scope) else { return };
        lobby.followers.remove(&client.connection);
        if lobby.followers.is_empty() {
            followed.remove(&scope);
        }
    }

    /// Tells followers what is new; runs until shutdown.
    pub(crate) async fn run(self: Arc<Self>) {
        let mut next = Instant::now();
        loop {
            let is_followed = !lock(&self.followed).is_empty();
            tokio::select! {
                () = sleep_until(next), if is_followed || self.context.cluster.is_some() => {}
                () = self.has_new.notified() => {}
            }
            let now = Instant::now();
            if now >= next {
                next = now + PAUSE;
                self.tell_nodes(now);
            }
            self.look_at_all(now).await;
        }
    }

    /// Takes the number of clients of another node.
    pub(crate) fn hear_of_clients(&self, node: String, scope: Scope, count: usize) {
        self.online.note(node, scope, count);
    }

    /// Tells the other nodes how many clients this one has.
    fn tell_nodes(&self, now: Instant) {
        let Some(cluster) = &self.context.cluster else { return };
        let node = cluster.node();
        for (scope, count) in self.online.news(self.clients.by_scope(), now) {
            cluster.tell_all(&crate::cluster::Hint::Online { node: node.clone(), scope, count });
        }
    }

    async fn look_at_all(&self, now: Instant) {
        let scopes: Vec<(Scope, bool)> = {
            let followed = lock(&self.followed);
            let is_due = |lobby: &FollowedLobby| lobby.looked_at.is_none_or(|at| at + PAUSE <= now);
            followed.iter().map(|(scope, lobby)| (scope.clone(), is_due(lobby))).collect()
        };
        for (scope, is_due) in scopes {
            let list = if is_due { self.list(&scope).await.map(Some) } else { Ok(None) };
            let mut followed = lock(&self.followed);
            let Some(lobby) = followed.get_mut(&scope) else { continue };
            match list {
                Ok(None) => {}
                Ok(Some(list)) => {
                    lobby.looked_at = Some(now);
                    lobby.note(list, now);
                }
                // It is looked at again in a second.
                Err(error) => debug!(%error, "lobby not read"),
            }
            lobby.tell();
        }
    }

    async fn list(&self, scope: &Scope) -> Result<LobbyList, StoreError> {
        let here = self.clients.by_scope().get(scope).copied().unwrap_or_default();
        let elsewhere = match &self.context.cluster {
            Some(cluster) => self.online.elsewhere(scope, |node| cluster.has_node(node)),
            None => 0,
        };
        let (seeks, running) =
            (self.matchmaking.seeks(scope).await?, self.engine.running_games_of(scope).await?);
        Ok(LobbyList {
            players_online: u32::try_from(here + elsewhere).unwrap_or(u32::MAX),
            games_running: u32::try_from(running).unwrap_or(u32::MAX),
            seeks,
        })
    }
}

fn encode(game: GameName, message: &PlainEvent) -> Option<EncodedEvent> {
    EncodedEvent::new(&game.namespace(), message.name(), message).ok()
}

#[cfg(test)]
mod tests {
    use protocol::{GameName, LobbyList, Named, Seek, TimeControl};
    use tokio::time::Instant;

    use super::{COUNTS_PAUSE, FollowedLobby, PAUSE};

    fn list(players_online: u32, names: &[&str]) -> LobbyList {
        let seek = |name: &&str| Seek {
            seek_id: format!("seek_{name}"),
            game: GameName::ALL[0],
            variant: "classic".to_owned(),
            time_control: TimeControl::PerMove,
            username: (*name).to_owned(),
            rating: None,
            waiting_since: 0,
        };
        LobbyList { players_online, games_running: 0, seeks: names.iter().map(seek).collect() }
    }

    #[test]
    fn a_game_that_waits_is_told_at_once_and_a_count_alone_later() {
        let (mut lobby, start) = (FollowedLobby::default(), Instant::now());
        let mut number = |list, at| {
            lobby.note(list, at);
            lobby.told.as_ref().map(|told| told.number)
        };
        assert_eq!(number(list(1, &[]), start), Some(1));
        assert_eq!(number(list(1, &[]), start + PAUSE), Some(1), "nothing is new");
        assert_eq!(number(list(2, &[]), start + PAUSE), Some(1), "a count can wait");
        assert_eq!(number(list(2, &["ann"]), start + PAUSE), Some(2));
        assert_eq!(number(list(3, &["ann"]), start + PAUSE * 2), Some(2));
        assert_eq!(number(list(3, &["ann"]), start + PAUSE + COUNTS_PAUSE), Some(3));
        assert_eq!(number(list(3, &["ann"]), start + PAUSE + COUNTS_PAUSE * 2), Some(3));
    }
}
