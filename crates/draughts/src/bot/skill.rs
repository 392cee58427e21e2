//! The ladder of skills as rows of data, from a first game to full strength; the three levels are rungs of it.

use game::Level;

/// The limits of a bot, and its errors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill {
    /// The most positions to search for one move, if no time is given.
    pub nodes: u64,
    /// The most plies to look ahead; in endings of few pieces more, see [`Skill::depth_with`].
    pub depth: u32,
    /// The most plies to follow captures beyond that.
    pub captures: u32,
    /// Whether a forced move costs no depth.
    pub sees_through_forced: bool,
    /// The largest random error of its evaluation, in hundredths of a man.
    pub noise: u32,
    /// How much worse than the best its first moves may be, so that games differ.
    pub opening_leeway: i32,
    /// How many of a hundred quiet moves it does not think of.
    pub overlooked_in_hundred: u32,
    /// Whether it plays its first moves by the opening book, if the variant has one.
    pub knows_book: bool,
}

impl Skill {
    /// The plies that count as the opening.
    pub const OPENING_PLIES: usize = 6;

    /// The rungs of the ladder, the weakest first. `docs/strength.md` has the steps between them.
    pub const RUNGS: [Skill; 16] = [
        rung(1, 1, 98, 85),
        rung(1, 1, 91, 72),
        rung(1, 1, 83, 58),
        rung(1, 2, 78, 49),
        rung(1, 2, 60, 36),
        rung(2, 2, 50, 30),
        rung(2, 2, 45, 14),
        rung(3, 2, 45, 20),
        rung(3, 4, 36, 8),
        rung(4, 6, 29, 7),
        rung(5, 8, 25, 5),
        rung(6, 16, 19, 3),
        rung(7, u32::MAX, 15, 1),
        Skill { sees_through_forced: true, knows_book: true, ..rung(8, u32::MAX, 13, 0) },
        Skill { nodes: 60_000, sees_through_forced: true, knows_book: true, ..rung(11, u32::MAX, 7, 0) },
        Skill { nodes: 400_000, sees_through_forced: true, knows_book: true, ..rung(64, u32::MAX, 1, 0) },
    ];

    /// The rung of each level.
    pub const LEVELS: [usize; 3] = [5, 10, 15];

    /// The skill of a level.
    #[must_use]
    pub const fn of(level: Level) -> Skill {
        Skill::RUNGS[Skill::LEVELS[level.index()]]
    }

    /// The skill at any place of the ladder, also between two rungs: 0 is the weakest, 15 the strongest.
    #[must_use]
    pub fn at(place: f64) -> Skill {
        let place = place.clamp(0.0, (Skill::RUNGS.len() - 1) as f64);
        let (lower, share) = (Skill::RUNGS[place as usize], place.fract());
        let upper = Skill::RUNGS[(place as usize + 1).min(Skill::RUNGS.len() - 1)];
        let between =
            |from: u32, to: u32| (f64::from(from) + (f64::from(to) - f64::from(from)) * share).round() as u32;
        let nearest = if share < 0.5 { lower } else { upper };
        let nodes = (lower.nodes as f64).ln() * (1.0 - share) + (upper.nodes as f64).ln() * share;
        Skill {
            nodes: nodes.exp().round() as u64,
            noise: between(lower.noise, upper.noise),
            overlooked_in_hundred: between(lower.overlooked_in_hundred, upper.overlooked_in_hundred),
            ..nearest
        }
    }

    /// The most plies to look ahead with this many pieces on the board: with few it is easy to see far.
    #[must_use]
    pub const fn depth_with(&self, pieces: usize) -> u32 {
        if self.depth >= Skill::SEES_ENDINGS && pieces <= Skill::FEW_PIECES {
            self.depth + 12
        } else {
            self.depth
        }
    }

    /// The depth from which on a bot knows how to win simple endings.
    const SEES_ENDINGS: u32 = 5;
    /// The most pieces of a simple ending.
    const FEW_PIECES: usize = 4;
}

const fn rung(depth: u32, captures: u32, noise: u32, overlooked_in_hundred: u32) -> Skill {
    Skill {
        nodes: 20_000,
        depth,
        captures,
        sees_through_forced: false,
        noise,
        opening_leeway: 12 + noise.cast_signed() / 3,
        overlooked_in_hundred,
        knows_book: false,
    }
}
