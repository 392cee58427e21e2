//! Who may watch a game, and who sees it in lists.

use common::SessionId;
use serde::{Deserialize, Serialize};

use crate::Scope;

/// Who may watch a game, narrowest first: of two settings the lesser one applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spectators {
    /// No one but the players.
    None,
    /// The players of the same tenant and mode.
    Tenant,
    /// Anyone who knows the id of the room.
    Link,
    /// Anyone, and the game is listed for everyone.
    Public,
}

/// A client that wants to watch a game or list games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// Its tenant and mode; `None` without a key or token.
    pub scope: Option<Scope>,
    /// The session of its token.
    pub session: Option<SessionId>,
}

impl Viewer {
    /// A viewer without a key or token.
    pub const ANYONE: Viewer = Viewer { scope: None, session: None };
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

    /// Whether lists show a game of this scope to a viewer.
    #[must_use]
    pub fn list(self, scope: &Scope, viewer: &Viewer) -> bool {
        match self {
            Spectators::None | Spectators::Link => false,
            Spectators::Tenant => viewer.scope.as_ref() == Some(scope),
            Spectators::Public => true,
        }
    }
}
