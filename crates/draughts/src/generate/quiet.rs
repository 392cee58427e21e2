//! Moves without a capture.

use super::sink::Sink;
use super::step::{each_direction, empty_squares, seen_by, step};
use crate::board::Pieces;
use crate::mover::Mover;
use crate::rules::Reach;
use crate::ruleset::RuleSet;
use crate::word::Word;

#[inline(always)]
pub(super) fn quiet_moves<R: RuleSet, M: Mover, S: Sink<R>>(pieces: Pieces<R::Word>, sink: &mut S) {
    let empty = empty_squares::<R>(pieces);
    let men = pieces.own & !pieces.kings;
    each_direction!(seen_by::<M>(R::RULES.man_moves), {
        sink.steps::<M, D, false>(step::<R, D>(men) & empty);
    });
    let kings = pieces.own & pieces.kings;
    if kings.any() {
        match R::RULES.king_reach {
            Reach::OneStep => {
                each_direction!(R::RULES.king_moves, {
                    sink.steps::<M, D, true>(step::<R, D>(kings) & empty);
                });
            }
            Reach::AnyDistance => sink.slides(kings, empty),
        }
    }
}
