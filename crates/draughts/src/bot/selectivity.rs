//! Where a search looks less deep, or deeper: numbers that were chosen by matches, see `docs/strength.md`.

/// How selective a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selectivity {
    /// From which depth on a position that seems to be beyond the window is confirmed by a shallow search; zero never.
    pub confirm_depth: i32,
    /// How far beyond the window the shallow search has to be for each ply, in quarters of a hundredth of a man.
    pub confirm_margin: i32,
    /// The depth of the shallow search, in hundredths of the full depth.
    pub confirm_share: i32,
    /// From which depth on the table is asked about all replies before one is searched; zero never.
    pub known_replies_depth: i32,
    /// From which depth on a move that is much better than all others is searched one ply deeper; zero never.
    pub singular_depth: i32,
    /// How much better such a move is, in hundredths of a man.
    pub singular_margin: i32,
    /// Late moves are searched less deep by the product of the logarithms of depth and place, divided by this many tenths.
    pub late_divisor: i32,
    /// From which depth on a position without a known move is searched one ply less deep; zero never.
    pub unknown_depth: i32,
    /// How many plies threatened captures are searched beyond the depth.
    pub threats: i32,
    /// How far from the value of the last iteration the next one is expected, in hundredths of a man; zero expects nothing.
    pub aspiration: i32,
    /// Up to which depth a quiet position that is far beyond the window is not searched; zero never.
    pub futility_depth: i32,
    /// How far that is for each ply, in hundredths of a man.
    pub futility_margin: i32,
}

impl Selectivity {
    /// The numbers that the bots use.
    pub const DEFAULT: Selectivity = Selectivity {
        confirm_depth: 4,
        confirm_margin: 20,
        confirm_share: 40,
        known_replies_depth: 4,
        singular_depth: 0,
        singular_margin: 15,
        late_divisor: 0,
        unknown_depth: 0,
        threats: 0,
        aspiration: 20,
        futility_depth: 3,
        futility_margin: 40,
    };
}
