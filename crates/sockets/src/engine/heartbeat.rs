//! The pings that detect dead clients.

use std::convert::Infallible;
use std::future::pending;
use std::time::Duration;

use tokio::time::{Instant, sleep_until, timeout_at};

use super::message::PING;
use super::session::EngineSession;
use crate::reason::DisconnectReason;

/// If a deadline is noticed this late, the server was suspended; the client is not at fault.
const A_PAUSE: Duration = Duration::from_secs(1);

/// Pings while the session is open, and closes it if a pong is missing.
pub(super) async fn beat(session: &EngineSession) -> Infallible {
    let config = &session.engine.config;
    let mut ping_at = session.opened + config.ping_interval;
    loop {
        sleep_until(ping_at).await;
        session.expect_pong(ping_at + config.ping_timeout);
        session.send([PING]).ok(); // a full queue closes the session
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

/// Whether the client has missed the pong due at `deadline`.
pub(super) fn is_missed(session: &EngineSession, deadline: Instant) -> bool {
    let now = Instant::now();
    // The pong may be behind events that we have not read yet: that is our delay, not the client's.
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
