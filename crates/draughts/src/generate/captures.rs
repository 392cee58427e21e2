//! Captures: single jumps of many pieces at once, everything longer one by one.

use super::hunt::{Hunt, flyers};
use super::rank::Weights;
use super::sink::Sink;
use super::step::{all_squares, each_direction, last_row, seen_by, step, step_back};
use crate::board::Stance;
use crate::mover::Mover;
use crate::rules::{Prey, Promotion, Reach};
use crate::ruleset::RuleSet;
use crate::word::Word;

/// Puts every legal capture into the sink and says whether there is one.
#[inline(always)]
pub(super) fn captures<R: RuleSet, M: Mover, S: Sink<R>>(stance: Stance<R::Word>, sink: &mut S) -> bool {
    let kings = stance.own & stance.kings;
    let men = Jumps::of_men::<R, M>(stance);
    if !men.any() && !kings.any() {
        return false;
    }
    let mut hunt = Hunt::<R, M, S>::new(stance, sink);
    if !kings.any() {
        men.chains::<R, M, S, false>(&mut hunt);
    } else if matches!(R::RULES.king_reach, Reach::AnyDistance) {
        hunt.flights(kings);
        men.chains::<R, M, S, false>(&mut hunt);
    } else {
        let jumps = Jumps::of_kings::<R>(stance);
        jumps.chains::<R, M, S, true>(&mut hunt);
        men.chains::<R, M, S, false>(&mut hunt);
        jumps.single::<R, M, S, true>(&mut hunt);
    }
    men.single::<R, M, S, false>(&mut hunt);
    hunt.found()
}

/// Whether there is a capture at all.
pub(super) fn possible<R: RuleSet, M: Mover>(stance: Stance<R::Word>) -> bool {
    let kings = stance.own & stance.kings;
    Jumps::of_men::<R, M>(stance).any()
        || kings.any()
            && match R::RULES.king_reach {
                Reach::OneStep => Jumps::of_kings::<R>(stance).any(),
                Reach::AnyDistance => can_fly::<R>(stance, kings),
            }
}

fn can_fly<R: RuleSet>(stance: Stance<R::Word>, kings: R::Word) -> bool {
    let mut found = false;
    each_direction!(R::RULES.king_captures, {
        found |= flyers::<R, D>(stance, kings).any();
    });
    found
}

/// The first jumps of all men, or of all short kings.
struct Jumps<W> {
    /// The landing squares in each direction.
    landings: [W; 8],
    /// The squares from which such a piece can jump on.
    springboard: W,
}

impl<W: Word> Jumps<W> {
    #[inline(always)]
    fn of_men<R: RuleSet<Word = W>, M: Mover>(stance: Stance<W>) -> Jumps<W> {
        let empty = all_squares::<R>() & !(stance.own | stance.enemy);
        let prey = match R::RULES.man_takes {
            Prey::MenAndKings => stance.enemy,
            Prey::MenOnly => stance.enemy & !stance.kings,
        };
        let men = stance.own & !stance.kings;
        let mut jumps = Jumps { landings: [W::EMPTY; 8], springboard: W::EMPTY };
        each_direction!(seen_by::<M>(R::RULES.man_captures), { jumps.add::<R, D>(men, prey, empty) });
        match R::RULES.promotion {
            Promotion::EndsTheMove => jumps.springboard &= !last_row::<R, M>(),
            Promotion::InPassing => jumps.springboard |= last_row::<R, M>(),
            Promotion::AtRest => {}
        }
        // Where it matters who is captured, no jump is as good as another until it is looked at.
        if const { Weights::of(R::RULES.priority).tell_kings_from_men() }
            && (stance.enemy & stance.kings).any()
        {
            jumps.springboard = all_squares::<R>();
        }
        jumps
    }

    #[inline(always)]
    fn of_kings<R: RuleSet<Word = W>>(stance: Stance<W>) -> Jumps<W> {
        let empty = all_squares::<R>() & !(stance.own | stance.enemy);
        let mut jumps = Jumps { landings: [W::EMPTY; 8], springboard: W::EMPTY };
        let kings = stance.own & stance.kings;
        each_direction!(R::RULES.king_captures, { jumps.add::<R, D>(kings, stance.enemy, empty) });
        if const { Weights::of(R::RULES.priority).tell_kings_from_men() }
            && (stance.enemy & stance.kings).any()
        {
            jumps.springboard = all_squares::<R>();
        }
        jumps
    }

    /// Looking from the empty squares back: the piece jumped and its own square cannot be mistaken for
    /// the next ones, so a landing square on the springboard is exactly one that goes on.
    #[inline(always)]
    fn add<R: RuleSet<Word = W>, const D: u8>(&mut self, pieces: W, prey: W, empty: W) {
        let jumpable = step_back::<R, D>(prey & step_back::<R, D>(empty));
        self.landings[D as usize] = step::<R, D>(step::<R, D>(pieces & jumpable));
        self.springboard |= jumpable;
    }

    #[inline(always)]
    fn any(&self) -> bool {
        self.landings.iter().fold(W::EMPTY, |all, landings| all | *landings).any()
    }

    /// The jumps that go on, or may.
    #[inline(always)]
    fn chains<R: RuleSet<Word = W>, M: Mover, S: Sink<R>, const KING: bool>(
        &self,
        hunt: &mut Hunt<'_, R, M, S>,
    ) {
        each_direction!(directions::<R, M, KING>(), {
            for landing in (self.landings[D as usize] & self.springboard).each() {
                hunt.first_leap::<D, KING>(landing);
            }
        });
    }

    /// The jumps that end where they land.
    #[inline(always)]
    fn single<R: RuleSet<Word = W>, M: Mover, S: Sink<R>, const KING: bool>(
        &self,
        hunt: &mut Hunt<'_, R, M, S>,
    ) {
        each_direction!(directions::<R, M, KING>(), {
            let landings = self.landings[D as usize] & !self.springboard;
            if landings.any() {
                hunt.single_leaps::<D, KING>(landings);
            }
        });
    }
}

pub(super) const fn directions<R: RuleSet, M: Mover, const KING: bool>() -> crate::direction::Directions {
    if KING { R::RULES.king_captures } else { seen_by::<M>(R::RULES.man_captures) }
}
