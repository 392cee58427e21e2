//! How far a search may go: positions, plies and time, which the caller measures.

use std::time::Duration;

/// The limits of a search; the first that is reached ends it.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The most positions to search.
    pub nodes: u64,
    /// The most plies to look ahead.
    pub depth: u32,
    /// How many of the best moves to value; at least one.
    pub lines: usize,
    /// The time, if it is limited.
    pub time: Option<TimeLimits<'a>>,
}

/// The limits of a search in time.
#[derive(Clone, Copy)]
pub struct TimeLimits<'a> {
    /// The time that the search has taken so far. It may be wall-clock or processor time; a caller that wants the search
    /// to end now returns `Duration::MAX`.
    pub elapsed: &'a dyn Fn() -> Duration,
    /// After this no deeper iteration begins.
    pub soft: Duration,
    /// After this the search ends, with the result so far.
    pub hard: Duration,
}

impl Limits<'static> {
    /// No limit at all: name at least one with `..`.
    pub const NONE: Limits<'static> = Limits { nodes: u64::MAX, depth: u32::MAX, lines: 1, time: None };

    /// At most this many positions.
    #[must_use]
    pub const fn of_nodes(nodes: u64) -> Limits<'static> {
        Limits { nodes, ..Limits::NONE }
    }
}

impl TimeLimits<'_> {
    /// Whether the search has to end now.
    pub(super) fn is_over(&self) -> bool {
        (self.elapsed)() >= self.hard
    }

    /// Whether a deeper iteration may begin.
    pub(super) fn allows_iteration(&self) -> bool {
        (self.elapsed)() < self.soft
    }
}
