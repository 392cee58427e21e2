//! Names of players, rooms, sessions and connections. Names are not secrets.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The name as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> $name {
                $name(text.to_owned())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    };
}

name! {
    /// A player, as the tenant calls them.
    PlayerId
}
name! {
    /// A room.
    RoomId
}
name! {
    /// A tenant of the server.
    TenantId
}
name! {
    /// A session a tenant has created.
    SessionId
}
name! {
    /// One connection of one client, by its public id.
    Connection
}

/// Where a game belongs: nothing of one scope is ever seen in another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Scope {
    /// Whose players play.
    pub tenant: TenantId,
    /// For real, for trying out, or for practice.
    pub mode: Mode,
}

/// What a game counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// For real: the tenant is told.
    Live,
    /// For trying out, kept apart.
    Test,
    /// For practice, matched across tenants, nobody is told.
    Training,
}
