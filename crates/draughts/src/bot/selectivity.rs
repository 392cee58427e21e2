//! Where a search looks less deep, or deeper: numbers that were chosen by matches, see `docs/strength.md`.

/// How selective a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selectivity {
    /// From which depth on a shallow search may confirm that a position is beyond the window, where it seems to be; zero
    /// never.
    pub confirm_depth: i32,
    /// How far beyond the window the shallow search has to be for each ply, in quarters of a hundredth of a man.
    pub confirm_margin: i32,
    /// The depth of the shallow search, in hundredths of the full depth.
    pub confirm_share: i32,
    /// From which depth on the table is asked about all replies before one is searched; zero never.
    pub known_replies_depth: i32,
    /// How far from the value of the last iteration the next one is expected, in hundredths of a man; zero expects nothing.
    pub aspiration: i32,
    /// Up to which depth a quiet position that is far beyond the window is not searched; zero never.
    pub futility_depth: i32,
    /// How far that is for each ply, in hundredths of a man.
    pub futility_margin: i32,
    /// How far below the window, in hundredths of a man, a quiet position at the end of the search may be for offers of a
    /// piece to be tried; zero tries none.
    pub offer_margin: i32,
    /// From which depth on late quiet moves are searched less deep.
    pub reduction_depth: i32,
    /// How many iterations value and rank every move of the position in question.
    pub ranked_depth: i32,
}

impl Selectivity {
    /// The numbers that the bots use where the evaluation has a network.
    pub const DEFAULT: Selectivity = Selectivity {
        confirm_depth: 4,
        confirm_margin: 20,
        confirm_share: 40,
        known_replies_depth: 4,
        aspiration: 20,
        futility_depth: 3,
        futility_margin: 40,
        offer_margin: 150,
        reduction_depth: 2,
        ranked_depth: 3,
    };

    /// Those where the evaluation has no network: matches were lost with the other ones.
    pub(super) const WITHOUT_NETWORK: Selectivity =
        Selectivity { offer_margin: 0, reduction_depth: 3, ranked_depth: 0, ..Selectivity::DEFAULT };

    /// Those of lower levels, whose search is not cut short.
    pub(super) const LOWER: Selectivity =
        Selectivity { confirm_depth: 0, futility_depth: 0, ..Selectivity::WITHOUT_NETWORK };
}
