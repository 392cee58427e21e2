//! Captures: single jumps of many pieces at once, everything longer one by one.

use super::capture_search::{CaptureSearch, flyers};
use super::rank::Weights;
use super::sink::Sink;
use super::step::{all_squares, each_direction, empty_squares, last_row, seen_by, step, step_back};
use crate::board::Pieces;
use crate::mover::Mover;
use crate::rules::{Capturable, Promotion, Reach};
use crate::ruleset::RuleSet;
use crate::word::Word;

/// Puts every legal capture into the sink and returns whether there is one.
#[inline(always)]
pub(super) fn captures<R: RuleSet, M: Mover, S: Sink<R>>(pieces: Pieces<R::Word>, sink: &mut S) -> bool {
    let kings = pieces.own & pieces.kings;
    let men = Jumps::of_men::<R, M>(pieces);
    if !men.any() && !kings.any() {
        return false;
    }
    let mut search = CaptureSearch::<R, M, S>::new(pieces, sink);
    if !kings.any() {
        men.chains::<R, M, S, false>(&mut search);
    } else if matches!(R::RULES.king_reach, Reach::AnyDistance) {
        search.slide_captures(kings);
        men.chains::<R, M, S, false>(&mut search);
    } else {
        let jumps = Jumps::of_kings::<R>(pieces);
        jumps.chains::<R, M, S, true>(&mut search);
        men.chains::<R, M, S, false>(&mut search);
        jumps.single::<R, M, S, true>(&mut search);
    }
    men.single::<R, M, S, false>(&mut search);
    search.found()
}

/// Whether there is a capture at all.
pub(super) fn possible<R: RuleSet, M: Mover>(pieces: Pieces<R::Word>) -> bool {
    let kings = pieces.own & pieces.kings;
    Jumps::of_men::<R, M>(pieces).any()
        || kings.any()
            && match R::RULES.king_reach {
                Reach::OneStep => Jumps::of_kings::<R>(pieces).any(),
                Reach::AnyDistance => can_fly::<R>(pieces, kings),
            }
}

fn can_fly<R: RuleSet>(pieces: Pieces<R::Word>, kings: R::Word) -> bool {
    let mut found = false;
    each_direction!(R::RULES.king_captures, {
        found |= flyers::<R, D>(pieces, kings).any();
    });
    found
}

/// The first jumps of all men, or of all short kings.
struct Jumps<W> {
    /// The landing squares in each direction.
    landings: [W; 8],
    /// The squares from which such a piece can jump on.
    can_continue: W,
}

impl<W: Word> Jumps<W> {
    #[inline(always)]
    fn of_men<R: RuleSet<Word = W>, M: Mover>(pieces: Pieces<W>) -> Jumps<W> {
        let empty = empty_squares::<R>(pieces);
        let capturable = match R::RULES.man_takes {
            Capturable::MenAndKings => pieces.enemy,
            Capturable::MenOnly => pieces.enemy & !pieces.kings,
        };
        let men = pieces.own & !pieces.kings;
        let mut jumps = Jumps { landings: [W::EMPTY; 8], can_continue: W::EMPTY };
        each_direction!(seen_by::<M>(R::RULES.man_captures), { jumps.add::<R, D>(men, capturable, empty) });
        match R::RULES.promotion {
            Promotion::EndsTheMove => jumps.can_continue &= !last_row::<R, M>(),
            Promotion::InPassing => jumps.can_continue |= last_row::<R, M>(),
            Promotion::AtRest => {}
        }
        jumps.follow_all_if_kings_count::<R>(pieces);
        jumps
    }

    #[inline(always)]
    fn of_kings<R: RuleSet<Word = W>>(pieces: Pieces<W>) -> Jumps<W> {
        let empty = empty_squares::<R>(pieces);
        let mut jumps = Jumps { landings: [W::EMPTY; 8], can_continue: W::EMPTY };
        let kings = pieces.own & pieces.kings;
        each_direction!(R::RULES.king_captures, { jumps.add::<R, D>(kings, pieces.enemy, empty) });
        jumps.follow_all_if_kings_count::<R>(pieces);
        jumps
    }

    /// Where it matters whether a man or a king is captured, every jump is followed on its own.
    #[inline(always)]
    fn follow_all_if_kings_count<R: RuleSet<Word = W>>(&mut self, pieces: Pieces<W>) {
        if const { Weights::of(R::RULES.priority).tell_kings_from_men() }
            && (pieces.enemy & pieces.kings).any()
        {
            self.can_continue = all_squares::<R>();
        }
    }

    /// Looking from the empty squares back: the piece jumped and its own square cannot be mistaken for
    /// the next ones, so a landing square in `can_continue` is exactly one that goes on.
    #[inline(always)]
    fn add<R: RuleSet<Word = W>, const D: u8>(&mut self, pieces: W, capturable: W, empty: W) {
        let jumpable = step_back::<R, D>(capturable & step_back::<R, D>(empty));
        self.landings[D as usize] = step::<R, D>(step::<R, D>(pieces & jumpable));
        self.can_continue |= jumpable;
    }

    #[inline(always)]
    fn any(&self) -> bool {
        self.landings.iter().fold(W::EMPTY, |all, landings| all | *landings).any()
    }

    /// The jumps that go on, or may.
    #[inline(always)]
    fn chains<R: RuleSet<Word = W>, M: Mover, S: Sink<R>, const KING: bool>(
        &self,
        search: &mut CaptureSearch<'_, R, M, S>,
    ) {
        each_direction!(directions::<R, M, KING>(), {
            for landing in (self.landings[D as usize] & self.can_continue).each() {
                search.first_jump::<D, KING>(landing);
            }
        });
    }

    /// The jumps that end where they land.
    #[inline(always)]
    fn single<R: RuleSet<Word = W>, M: Mover, S: Sink<R>, const KING: bool>(
        &self,
        search: &mut CaptureSearch<'_, R, M, S>,
    ) {
        each_direction!(directions::<R, M, KING>(), {
            let landings = self.landings[D as usize] & !self.can_continue;
            if landings.any() {
                search.single_jumps::<D, KING>(landings);
            }
        });
    }
}

pub(super) const fn directions<R: RuleSet, M: Mover, const KING: bool>() -> crate::direction::Directions {
    if KING { R::RULES.king_captures } else { seen_by::<M>(R::RULES.man_captures) }
}
