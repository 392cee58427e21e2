//! Names that only rooms and their callers use: connections and scopes.

use common::{Mode, TenantId};
use serde::{Deserialize, Serialize};

common::ids! {
    /// One connection of one client, by its public id.
    Connection
}

/// The tenant and mode that a game belongs to. Players of different scopes are never paired.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Scope {
    /// The tenant whose players play.
    pub tenant: TenantId,
    /// Live, test or training.
    pub mode: Mode,
}
