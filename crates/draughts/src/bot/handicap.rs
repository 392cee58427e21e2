//! What a bot of a lower level does not see.

/// The errors of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Handicap {
    /// The most plies to follow captures beyond the depth of the search.
    pub(crate) captures: u32,
    /// Whether a forced move costs no depth.
    pub(crate) sees_through_forced: bool,
    /// The largest random error of the evaluation, in hundredths of a man.
    pub(crate) noise: u32,
    /// How many of a hundred quiet moves of the position are not thought of; one move always is.
    pub(crate) overlooked_in_hundred: u32,
    /// The seed of the random errors, and of the order of moves that are worth the same.
    pub(crate) seed: u64,
}

impl Handicap {
    /// A search that misses nothing within its limits.
    pub(crate) const NONE: Handicap = Handicap {
        captures: u32::MAX,
        sees_through_forced: true,
        noise: 0,
        overlooked_in_hundred: 0,
        seed: 0,
    };
}
