//! The pings that find out whether a client is still there.

use std::convert::Infallible;
use std::future::pending;

use tokio::time::{Instant, sleep_until, timeout_at};

use super::message::PING;
use super::session::Session;
use crate::reason::DisconnectReason;

/// Pings for as long as the session lives, and closes it when a pong stays out.
pub(super) async fn beat(session: &Session) -> Infallible {
    let config = &session.engine.config;
    let mut ping_at = Instant::now() + config.ping_interval;
    loop {
        sleep_until(ping_at).await;
        session.forget_pongs();
        session.send([PING]).ok(); // a session that takes no ping is closed by that
        if !answered(session, ping_at + config.ping_timeout).await {
            session.close(DisconnectReason::PingTimeout);
            return pending().await;
        }
        ping_at = Instant::now() + config.ping_interval;
    }
}

async fn answered(session: &Session, mut deadline: Instant) -> bool {
    loop {
        if timeout_at(deadline, session.pong()).await.is_ok() {
            return true;
        }
        if !session.inbound.is_full() {
            return false;
        }
        // The pong may lie behind events that we have not read yet: our slowness is not the client's.
        deadline = Instant::now() + session.engine.config.ping_timeout;
    }
}
