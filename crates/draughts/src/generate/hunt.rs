//! One piece captures on and on: every way to finish what a first jump begins.

use std::marker::PhantomData;

use super::captures::directions;
use super::rank::{Weights, weight};
use super::ray::{look, nearest};
use super::sink::{Counting, Leap, Sink};
use super::step::{all_squares, each_direction, flood, flood_back, last_row, step, step_back};
use crate::board::{Move, Stance};
use crate::mover::Mover;
use crate::rules::{Landing, Prey, Promotion, Reach, Removal, TurningBack};
use crate::ruleset::RuleSet;
use crate::word::Word;

/// The search for captures in one position.
pub(super) struct Hunt<'a, R: RuleSet, M, S> {
    stance: Stance<R::Word>,
    /// The squares that are free while the piece is lifted from `from`.
    empty: R::Word,
    from: R::Word,
    path: Vec<Leap<R::Word>>,
    best: u64,
    found: bool,
    sink: &'a mut S,
    mover: PhantomData<M>,
}

/// What a capturing piece has done so far.
#[derive(Clone, Copy)]
struct Trail<W> {
    captured: W,
    length: u32,
    rank: u64,
    king: bool,
}

impl<'a, R: RuleSet, M: Mover, S: Sink<R>> Hunt<'a, R, M, S> {
    #[inline(always)]
    pub(super) fn new(stance: Stance<R::Word>, sink: &'a mut S) -> Self {
        let nothing = R::Word::EMPTY;
        Hunt {
            stance,
            empty: nothing,
            from: nothing,
            path: Vec::new(),
            best: 0,
            found: false,
            sink,
            mover: PhantomData,
        }
    }

    #[inline(always)]
    pub(super) fn found(&self) -> bool {
        self.found
    }

    /// Follows the jump that landed here.
    pub(super) fn first_leap<const D: u8, const KING: bool>(&mut self, landing: R::Word) {
        let victim = step_back::<R, D>(landing);
        let trail = self.lift(step_back::<R, D>(victim), KING);
        self.leap::<KING>(landing, victim, D, trail);
    }

    /// Reports jumps over one man each that end where they land.
    #[inline(always)]
    pub(super) fn single_leaps<const D: u8, const KING: bool>(&mut self, landings: R::Word) {
        let weights = const { Weights::of(R::RULES.priority) };
        if self.accepts(weights.man + if KING { weights.by_king } else { 0 }) {
            self.sink.jumps::<M, D, KING>(landings);
        }
    }

    /// Follows every capture of flying kings.
    #[inline(never)]
    pub(super) fn flights(&mut self, kings: R::Word) {
        each_direction!(R::RULES.king_captures, {
            for king in flyers::<R, D>(self.stance, kings).each() {
                let trail = self.lift(king, true);
                self.fly(king, D, trail);
            }
        });
    }

    fn lift(&mut self, from: R::Word, king: bool) -> Trail<R::Word> {
        self.from = from;
        self.empty = (all_squares::<R>() & !(self.stance.own | self.stance.enemy)) | from;
        let rank = if king { const { Weights::of(R::RULES.priority).by_king } } else { 0 };
        Trail { captured: R::Word::EMPTY, length: 0, rank, king }
    }

    /// A man or a short king jumps over the victim.
    fn leap<const KING: bool>(
        &mut self,
        landing: R::Word,
        victim: R::Word,
        along: u8,
        trail: Trail<R::Word>,
    ) {
        let trail = self.capture(trail, victim);
        self.touch(landing, victim);
        if KING || !(landing & last_row::<R, M>()).any() {
            self.leap_on::<KING>(landing, trail);
        } else {
            match R::RULES.promotion {
                Promotion::EndsTheMove => self.rest(landing, trail),
                Promotion::AtRest => self.leap_on::<KING>(landing, trail),
                Promotion::InPassing => self.go_on_as_king(landing, along, Trail { king: true, ..trail }),
            }
        }
        self.leave();
    }

    fn leap_on<const KING: bool>(&mut self, at: R::Word, trail: Trail<R::Word>) {
        let prey = match R::RULES.man_takes {
            Prey::MenOnly if !KING => self.stance.enemy & !self.stance.kings,
            _ => self.stance.enemy,
        } & !trail.captured;
        let free = self.free(trail);
        let mut goes_on = false;
        each_direction!(directions::<R, M, KING>(), {
            let victim = step::<R, D>(at) & prey;
            let landing = step::<R, D>(victim) & free;
            if landing.any() {
                goes_on = true;
                self.leap::<KING>(landing, victim, D, trail);
            }
        });
        if !goes_on {
            self.rest(at, trail);
        }
    }

    /// A man that came in direction `along` has just been crowned.
    fn go_on_as_king(&mut self, at: R::Word, along: u8, trail: Trail<R::Word>) {
        let goes_on = match R::RULES.king_reach {
            Reach::OneStep => return self.leap_on::<true>(at, trail),
            Reach::AnyDistance => self.turn(at, along, trail) | self.fly(at, along, trail),
        };
        if !goes_on {
            self.rest(at, trail);
        }
    }

    /// A flying king looks for a piece to capture in one direction.
    fn fly(&mut self, at: R::Word, along: u8, trail: Trail<R::Word>) -> bool {
        let free = self.free(trail);
        let victim = look::<R>(at, along, free).piece & self.stance.enemy & !trail.captured;
        if !victim.any() {
            return false;
        }
        let landings = look::<R>(victim, along, free).free;
        if landings.any() {
            let trail = self.capture(trail, victim);
            self.land(landings, along, victim, trail);
        }
        landings.any()
    }

    /// A flying king has jumped over the victim and chooses where to land.
    fn land(&mut self, landings: R::Word, along: u8, victim: R::Word, trail: Trail<R::Word>) {
        let anywhere = matches!(R::RULES.landing, Landing::Anywhere);
        let each_landing = anywhere || matches!(self.sink.counting(), Counting::Landings);
        let first = nearest(landings, along);
        let landings = if matches!(R::RULES.landing, Landing::DirectlyBehind) { first } else { landings };
        let mut goes_on = false;
        for landing in landings.each() {
            self.touch(landing, victim);
            let turned = self.turn(landing, along, trail);
            let straight = each_landing && self.fly(landing, along, trail);
            if anywhere && !turned && !straight {
                self.rest(landing, trail);
            }
            self.leave();
            goes_on |= turned || straight;
        }
        if !each_landing {
            self.touch(first, victim);
            goes_on |= self.fly(first, along, trail);
            self.leave();
        }
        if !anywhere && !goes_on {
            self.rest_behind(landings, first, victim, trail);
        }
    }

    /// A flying king looks to the sides, and back where that is allowed.
    fn turn(&mut self, at: R::Word, along: u8, trail: Trail<R::Word>) -> bool {
        let mut goes_on = false;
        each_direction!(R::RULES.king_captures, {
            if D != along && (D != (along + 4) % 8 || const { may_turn_back::<R>() }) {
                goes_on |= self.fly(at, D, trail);
            }
        });
        goes_on
    }

    /// A flying king has captured its last piece.
    fn rest_behind(&mut self, landings: R::Word, first: R::Word, victim: R::Word, trail: Trail<R::Word>) {
        let stops =
            matches!(R::RULES.landing, Landing::DirectlyBehindLastKing) && (victim & self.stance.kings).any();
        for landing in if stops { first } else { landings }.each() {
            self.touch(landing, victim);
            self.rest(landing, trail);
            self.leave();
        }
    }

    #[inline(always)]
    fn rest(&mut self, at: R::Word, trail: Trail<R::Word>) {
        if !self.accepts(trail.rank) {
            return;
        }
        let crowned = if trail.king { at } else { at & last_row::<R, M>() };
        let one = Move { from: self.from, to: at, captured: trail.captured, crowned };
        self.sink.chain(one, trail.length, &self.path);
    }

    /// Whether a capture of this rank belongs to the best so far; a better one makes the sink forget.
    #[inline(always)]
    fn accepts(&mut self, rank: u64) -> bool {
        if const { !Weights::of(R::RULES.priority).rank_captures() } || self.sink.every_rank() {
            self.found = true;
            return true;
        }
        if self.found && rank > self.best {
            self.sink.forget();
        }
        let accepted = !self.found || rank >= self.best;
        if accepted {
            self.best = rank;
        }
        self.found = true;
        accepted
    }

    #[inline(always)]
    fn capture(&self, trail: Trail<R::Word>, victim: R::Word) -> Trail<R::Word> {
        Trail {
            captured: trail.captured | victim,
            length: trail.length + 1,
            rank: trail.rank + weight::<R>(victim, self.stance.kings, trail.length),
            king: trail.king,
        }
    }

    #[inline(always)]
    fn free(&self, trail: Trail<R::Word>) -> R::Word {
        match R::RULES.removal {
            Removal::AfterTheMove => self.empty,
            Removal::AtOnce => self.empty | trail.captured,
        }
    }

    #[inline(always)]
    fn touch(&mut self, landing: R::Word, victim: R::Word) {
        if S::PATHS {
            self.path.push(Leap { landing, victim });
        }
    }

    #[inline(always)]
    fn leave(&mut self) {
        if S::PATHS {
            self.path.pop();
        }
    }
}

/// The kings that can capture in direction `D`, looking from all of them at once and back again.
#[inline(always)]
pub(super) fn flyers<R: RuleSet, const D: u8>(stance: Stance<R::Word>, kings: R::Word) -> R::Word {
    let empty = all_squares::<R>() & !(stance.own | stance.enemy);
    let reached = kings | flood::<R, D>(kings, empty);
    let victims = step::<R, D>(reached) & stance.enemy & step_back::<R, D>(empty);
    if victims.any() {
        kings & step_back::<R, D>(victims | flood_back::<R, D>(victims, empty))
    } else {
        R::Word::EMPTY
    }
}

/// Where captured pieces stay until the end of the move, the one just jumped bars the way back.
const fn may_turn_back<R: RuleSet>() -> bool {
    matches!(R::RULES.removal, Removal::AtOnce) && matches!(R::RULES.turning_back, TurningBack::Allowed)
}
