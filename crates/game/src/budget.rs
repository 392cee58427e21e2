//! How much a bot may think: a number of positions, never a time, so that an answer can be repeated.

/// The bounds of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions it may look at.
    pub nodes: u64,
    /// Plies it may look ahead.
    pub depth: u32,
}

impl Budget {
    /// As many positions as this, however deep that leads.
    #[must_use]
    pub const fn of_nodes(nodes: u64) -> Budget {
        Budget { nodes, depth: u32::MAX }
    }

    /// The same, but no deeper than this.
    #[must_use]
    pub const fn to_depth(self, depth: u32) -> Budget {
        Budget { depth, ..self }
    }
}
