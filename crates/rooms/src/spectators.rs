//! Who may watch a game, and who is shown that it is played.

use common::SessionId;
use serde::{Deserialize, Serialize};

use crate::Scope;

/// Who may watch a game; of two wishes the narrower one counts, which is the lesser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spectators {
    /// Nobody but the players themselves.
    None,
    /// The players of the same tenant and mode.
    Tenant,
    /// Anybody who knows the id of the room.
    Link,
    /// Anybody, and everybody is shown the game.
    Public,
}

/// Somebody who wants to watch, or to know what can be watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// Where they belong; none for somebody without key and token.
    pub scope: Option<Scope>,
    /// The session whose token they hold.
    pub session: Option<SessionId>,
}

impl Spectators {
    /// Whether a viewer may watch a game of this scope if they know its room.
    #[must_use]
    pub fn admit(self, scope: &Scope, viewer: &Viewer) -> bool {
        match self {
            Spectators::None => false,
            Spectators::Tenant => viewer.scope.as_ref() == Some(scope),
            Spectators::Link | Spectators::Public => true,
        }
    }

    /// Whether a viewer is shown a game of this scope in lists.
    #[must_use]
    pub fn list(self, scope: &Scope, viewer: &Viewer) -> bool {
        match self {
            Spectators::None | Spectators::Link => false,
            Spectators::Tenant => viewer.scope.as_ref() == Some(scope),
            Spectators::Public => true,
        }
    }
}
