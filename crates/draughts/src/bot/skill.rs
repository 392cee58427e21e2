//! The three levels as rows of data.

use game::Level;

/// The limits of a bot of one level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// The most positions to search for one move.
    pub nodes: u64,
    /// The most plies to look ahead.
    pub depth: u32,
    /// The most plies to follow captures beyond that.
    pub captures: u32,
    /// Whether a forced move costs no depth.
    pub sees_through_forced: bool,
    /// The largest random error of its evaluation, in hundredths of a man.
    pub noise: u32,
    /// How much worse than the best its first moves may be, so that games differ.
    pub opening_leeway: i32,
    /// How many of a hundred moves it makes at random.
    pub blunders_in_hundred: u32,
}

impl Skill {
    /// The plies that count as the opening.
    pub const OPENING_PLIES: usize = 6;

    /// Easy blunders now and then, medium misses long chains, hard uses all its nodes.
    pub const ALL: [Skill; 3] = [
        Skill {
            nodes: 2_000,
            depth: 2,
            captures: 0,
            sees_through_forced: false,
            noise: 60,
            opening_leeway: 30,
            blunders_in_hundred: 15,
        },
        Skill {
            nodes: 20_000,
            depth: 5,
            captures: 2,
            sees_through_forced: false,
            noise: 20,
            opening_leeway: 20,
            blunders_in_hundred: 1,
        },
        Skill {
            nodes: 400_000,
            depth: 64,
            captures: u32::MAX,
            sees_through_forced: true,
            noise: 3,
            opening_leeway: 12,
            blunders_in_hundred: 0,
        },
    ];

    /// The skill of a level.
    #[must_use]
    pub const fn of(level: Level) -> Skill {
        Skill::ALL[level.index()]
    }
}
