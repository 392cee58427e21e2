//! The pings that find out whether a client is still there.

use std::convert::Infallible;
use std::future::pending;
use std::time::Duration;

use tokio::time::{Instant, sleep_until, timeout_at};

use super::message::PING;
use super::session::EngineSession;
use crate::reason::DisconnectReason;

/// A deadline noticed so much later than it was set for says that the server slept, and not the client.
const A_PAUSE: Duration = Duration::from_secs(1);

/// Pings for as long as the session lives, and closes it when a pong stays out.
pub(super) async fn beat(session: &EngineSession) -> Infallible {
    let config = &session.engine.config;
    let mut ping_at = session.opened + config.ping_interval;
    loop {
        sleep_until(ping_at).await;
        session.expect_pong(ping_at + config.ping_timeout);
        session.send([PING]).ok(); // a session that takes no ping is closed by that
        if !answered(session, ping_at + config.ping_timeout).await {
            session.close(DisconnectReason::PingTimeout);
            return pending().await;
        }
        ping_at = Instant::now() + config.ping_interval;
    }
}

async fn answered(session: &EngineSession, mut deadline: Instant) -> bool {
    loop {
        if timeout_at(deadline, session.pong()).await.is_ok() {
            return true;
        }
        if is_missed(session, deadline) {
            return false;
        }
        deadline = Instant::now() + session.engine.config.ping_timeout;
        session.extend_pong(deadline);
    }
}

/// Whether it is the client's fault that a pong is not there by `deadline`.
pub(super) fn is_missed(session: &EngineSession, deadline: Instant) -> bool {
    let now = Instant::now();
    // A pong may lie behind events that we have not read yet: our slowness is not the client's.
    now >= deadline && now < deadline + A_PAUSE && !session.inbound.is_full()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::time::{advance, sleep};

    use super::*;
    use crate::config::Config;
    use crate::engine::EngineServer;
    use crate::engine::handshake::Handshake;
    use crate::engine::session::Transport;

    #[tokio::test(start_paused = true)]
    async fn a_server_that_slept_gives_its_clients_the_time_to_answer() {
        let engine = EngineServer::new(Config::default());
        let session = EngineSession::new(&engine, Handshake::default(), Transport::Websocket);
        let beating = Arc::clone(&session);
        tokio::spawn(async move { beat(&beating).await });
        tokio::task::yield_now().await;
        advance(Duration::from_secs(3600)).await;
        sleep(Duration::from_secs(19)).await;
        assert_eq!(session.outbound.take_all(), [PING]);
        assert_eq!(session.end(), None);
        sleep(Duration::from_secs(2)).await;
        assert_eq!(session.end(), Some(DisconnectReason::PingTimeout));
    }
}
