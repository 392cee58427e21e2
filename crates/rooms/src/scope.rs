//! Names that only rooms and their callers use: connections, and where a game belongs.

use common::{Mode, TenantId};
use serde::{Deserialize, Serialize};

common::ids! {
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
