//! The budget of a search: a number of positions and not a time, so that the result is reproducible.

/// The bounds of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most positions to search.
    pub nodes: u64,
    /// The most plies to look ahead.
    pub depth: u32,
}

impl Budget {
    /// At most this many positions, to any depth.
    #[must_use]
    pub const fn of_nodes(nodes: u64) -> Budget {
        Budget { nodes, depth: u32::MAX }
    }

    /// The same with a depth of at most this many plies.
    #[must_use]
    pub const fn to_depth(self, depth: u32) -> Budget {
        Budget { depth, ..self }
    }
}
