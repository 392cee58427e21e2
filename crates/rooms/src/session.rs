//! The life of a session: pending, then active, then ended; or expired when nobody came.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// Where a session stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Created, nobody plays yet.
    Pending,
    /// A game is being played.
    Active,
    /// The game is over.
    Ended,
    /// Nobody joined in time.
    Expired,
}

/// The life of one session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionLife {
    status: Status,
    expires_at: Timestamp,
}

impl SessionLife {
    /// A new session that waits for its players this long.
    #[must_use]
    pub fn pending(now: Timestamp, patience: Duration) -> SessionLife {
        SessionLife { status: Status::Pending, expires_at: now + patience }
    }

    /// A session as it was written down.
    #[must_use]
    pub fn restored(status: Status, expires_at: Timestamp) -> SessionLife {
        SessionLife { status, expires_at }
    }

    /// Where the session stands at this time.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> Status {
        match self.status {
            Status::Pending if now >= self.expires_at => Status::Expired,
            status => status,
        }
    }

    /// A game begins; an active session may begin another (a rematch). Tells whether it could.
    pub fn begin(&mut self, now: Timestamp) -> bool {
        let possible = self.status(now) != Status::Expired;
        if possible {
            self.status = Status::Active;
        }
        possible
    }

    /// The game is over. Tells whether one was being played.
    pub fn end(&mut self) -> bool {
        let was_active = self.status == Status::Active;
        if was_active {
            self.status = Status::Ended;
        }
        was_active
    }

    /// When a pending session expires.
    #[must_use]
    pub fn expires_at(&self) -> Timestamp {
        self.expires_at
    }
}
