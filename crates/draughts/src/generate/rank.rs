//! The capture priorities of a rule set, folded into one number: the larger goes first.

use crate::rules::Priority;
use crate::ruleset::RuleSet;
use crate::word::Word;

/// The numbers that a capture adds up to its rank.
#[derive(Clone, Copy)]
pub(super) struct Weights {
    /// For being made by a king.
    pub by_king: u64,
    /// For each man.
    pub man: u64,
    /// For each king.
    pub king: u64,
    /// For a king met first; half as much for one met second, and so on.
    pub earliest_king: u64,
}

impl Weights {
    /// The weights of a list of priorities, the most important in the highest bits.
    pub(super) const fn of(priorities: &[Priority]) -> Weights {
        let mut weights = Weights { by_king: 0, man: 0, king: 0, earliest_king: 0 };
        let mut index = priorities.len();
        let mut shift = 0;
        while index > 0 {
            index -= 1;
            match priorities[index] {
                Priority::MostPieces => {
                    weights.man += 1 << shift;
                    weights.king += 1 << shift;
                    shift += 8;
                }
                Priority::HighestValue { man, king } => {
                    weights.man += (man as u64) << shift;
                    weights.king += (king as u64) << shift;
                    shift += 16;
                }
                Priority::ByKing => {
                    weights.by_king += 1 << shift;
                    shift += 1;
                }
                Priority::MostKings => {
                    weights.king += 1 << shift;
                    shift += 8;
                }
                Priority::EarliestKing => {
                    weights.earliest_king += 1 << (shift + 31);
                    shift += 32;
                }
            }
        }
        weights
    }

    /// Whether captures differ in rank at all.
    pub(super) const fn rank_captures(self) -> bool {
        self.by_king | self.man | self.king != 0
    }

    /// Whether it matters what is captured.
    pub(super) const fn tell_kings_from_men(self) -> bool {
        self.man != self.king || self.earliest_king != 0
    }
}

/// What capturing the victim adds to the rank of a capture that has taken `length` pieces before.
#[inline(always)]
pub(super) fn weight<R: RuleSet>(victim: R::Word, kings: R::Word, length: u32) -> u64 {
    let weights = const { Weights::of(R::RULES.priority) };
    if weights.tell_kings_from_men() && (victim & kings).any() {
        weights.king + (weights.earliest_king >> length)
    } else {
        weights.man
    }
}
