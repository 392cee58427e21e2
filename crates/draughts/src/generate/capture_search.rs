//! One piece captures on and on: every way to finish what a first jump begins.

use std::marker::PhantomData;

use super::captures::directions;
use super::rank::{Weights, weight};
use super::ray::{look, nearest};
use super::sink::{Counting, Jump, Sink};
use super::step::{crowned, each_direction, empty_squares, flood, flood_back, last_row, step, step_back};
use crate::board::{Move, Pieces};
use crate::mover::Mover;
use crate::rules::{Capturable, Landing, Promotion, Reach, Removal, TurningBack};
use crate::ruleset::RuleSet;
use crate::word::Word;

/// The search for captures in one position.
pub(super) struct CaptureSearch<'a, R: RuleSet, M, S> {
    pieces: Pieces<R::Word>,
    /// The squares that are free while the piece is lifted from `from`.
    empty: R::Word,
    from: R::Word,
    jumps: Vec<Jump<R::Word>>,
    best: u64,
    found: bool,
    sink: &'a mut S,
    mover: PhantomData<M>,
}

/// What a capturing piece has done so far.
#[derive(Clone, Copy)]
struct CapturePath<W> {
    captured: W,
    length: u32,
    rank: u64,
    king: bool,
}

impl<'a, R: RuleSet, M: Mover, S: Sink<R>> CaptureSearch<'a, R, M, S> {
    #[inline(always)]
    pub(super) fn new(pieces: Pieces<R::Word>, sink: &'a mut S) -> Self {
        let nothing = R::Word::EMPTY;
        CaptureSearch {
            pieces,
            empty: nothing,
            from: nothing,
            jumps: Vec::new(),
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
    pub(super) fn first_jump<const D: u8, const KING: bool>(&mut self, landing: R::Word) {
        let victim = step_back::<R, D>(landing);
        let path = self.lift(step_back::<R, D>(victim), KING);
        self.jump::<KING>(landing, victim, D, path);
    }

    /// Reports jumps over one man each that end where they land.
    #[inline(always)]
    pub(super) fn single_jumps<const D: u8, const KING: bool>(&mut self, landings: R::Word) {
        let weights = const { Weights::of(R::RULES.priority) };
        if self.accepts(weights.man + if KING { weights.by_king } else { 0 }) {
            self.sink.jumps::<M, D, KING>(landings);
        }
    }

    /// Follows every capture of flying kings.
    #[inline(never)]
    pub(super) fn slide_captures(&mut self, kings: R::Word) {
        each_direction!(R::RULES.king_captures, {
            for king in flyers::<R, D>(self.pieces, kings).each() {
                let path = self.lift(king, true);
                self.fly(king, D, path);
            }
        });
    }

    fn lift(&mut self, from: R::Word, king: bool) -> CapturePath<R::Word> {
        self.from = from;
        self.empty = empty_squares::<R>(self.pieces) | from;
        let rank = if king { const { Weights::of(R::RULES.priority).by_king } } else { 0 };
        CapturePath { captured: R::Word::EMPTY, length: 0, rank, king }
    }

    /// A man or a short king jumps over the victim.
    fn jump<const KING: bool>(
        &mut self,
        landing: R::Word,
        victim: R::Word,
        along: u8,
        path: CapturePath<R::Word>,
    ) {
        let path = self.capture(path, victim);
        self.touch(landing, victim);
        if KING || !(landing & last_row::<R, M>()).any() {
            self.jump_on::<KING>(landing, path);
        } else {
            match R::RULES.promotion {
                Promotion::EndsTheMove => self.rest(landing, path),
                Promotion::AtRest => self.jump_on::<KING>(landing, path),
                Promotion::InPassing => {
                    self.go_on_as_king(landing, along, CapturePath { king: true, ..path });
                }
            }
        }
        self.leave();
    }

    fn jump_on<const KING: bool>(&mut self, at: R::Word, path: CapturePath<R::Word>) {
        let capturable = match R::RULES.man_takes {
            Capturable::MenOnly if !KING => self.pieces.enemy & !self.pieces.kings,
            _ => self.pieces.enemy,
        } & !path.captured;
        let free = self.free(path);
        let mut goes_on = false;
        each_direction!(directions::<R, M, KING>(), {
            let victim = step::<R, D>(at) & capturable;
            let landing = step::<R, D>(victim) & free;
            if landing.any() {
                goes_on = true;
                self.jump::<KING>(landing, victim, D, path);
            }
        });
        if !goes_on {
            self.rest(at, path);
        }
    }

    /// A man that came in direction `along` has just been crowned.
    fn go_on_as_king(&mut self, at: R::Word, along: u8, path: CapturePath<R::Word>) {
        let goes_on = match R::RULES.king_reach {
            Reach::OneStep => return self.jump_on::<true>(at, path),
            Reach::AnyDistance => self.turn(at, along, path) | self.fly(at, along, path),
        };
        if !goes_on {
            self.rest(at, path);
        }
    }

    /// A flying king looks for a piece to capture in one direction.
    fn fly(&mut self, at: R::Word, along: u8, path: CapturePath<R::Word>) -> bool {
        let free = self.free(path);
        let victim = look::<R>(at, along, free).piece & self.pieces.enemy & !path.captured;
        if !victim.any() {
            return false;
        }
        let landings = look::<R>(victim, along, free).free;
        if landings.any() {
            let path = self.capture(path, victim);
            self.land(landings, along, victim, path);
        }
        landings.any()
    }

    /// A flying king has jumped over the victim and chooses where to land.
    fn land(&mut self, landings: R::Word, along: u8, victim: R::Word, path: CapturePath<R::Word>) {
        let anywhere = matches!(R::RULES.landing, Landing::Anywhere);
        let each_landing = anywhere || matches!(self.sink.counting(), Counting::Landings);
        let first = nearest(landings, along);
        let landings = if matches!(R::RULES.landing, Landing::DirectlyBehind) { first } else { landings };
        let mut goes_on = false;
        for landing in landings.each() {
            self.touch(landing, victim);
            let turned = self.turn(landing, along, path);
            let straight = each_landing && self.fly(landing, along, path);
            if anywhere && !turned && !straight {
                self.rest(landing, path);
            }
            self.leave();
            goes_on |= turned || straight;
        }
        if !each_landing {
            self.touch(first, victim);
            goes_on |= self.fly(first, along, path);
            self.leave();
        }
        if !anywhere && !goes_on {
            self.rest_behind(landings, first, victim, path);
        }
    }

    /// A flying king looks to the sides, and back where that is allowed.
    fn turn(&mut self, at: R::Word, along: u8, path: CapturePath<R::Word>) -> bool {
        let mut goes_on = false;
        each_direction!(R::RULES.king_captures, {
            if D != along && (D != (along + 4) % 8 || const { may_turn_back::<R>() }) {
                goes_on |= self.fly(at, D, path);
            }
        });
        goes_on
    }

    /// A flying king has captured its last piece.
    fn rest_behind(
        &mut self,
        landings: R::Word,
        first: R::Word,
        victim: R::Word,
        path: CapturePath<R::Word>,
    ) {
        let stops =
            matches!(R::RULES.landing, Landing::DirectlyBehindLastKing) && (victim & self.pieces.kings).any();
        for landing in if stops { first } else { landings }.each() {
            self.touch(landing, victim);
            self.rest(landing, path);
            self.leave();
        }
    }

    #[inline(always)]
    fn rest(&mut self, at: R::Word, path: CapturePath<R::Word>) {
        if !self.accepts(path.rank) {
            return;
        }
        let crowned = crowned::<R, M>(at, path.king);
        let one = Move { from: self.from, to: at, captured: path.captured, crowned };
        self.sink.chain(one, path.length, &self.jumps);
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
    fn capture(&self, path: CapturePath<R::Word>, victim: R::Word) -> CapturePath<R::Word> {
        CapturePath {
            captured: path.captured | victim,
            length: path.length + 1,
            rank: path.rank + weight::<R>(victim, self.pieces.kings, path.length),
            king: path.king,
        }
    }

    #[inline(always)]
    fn free(&self, path: CapturePath<R::Word>) -> R::Word {
        match R::RULES.removal {
            Removal::AfterTheMove => self.empty,
            Removal::AtOnce => self.empty | path.captured,
        }
    }

    #[inline(always)]
    fn touch(&mut self, landing: R::Word, victim: R::Word) {
        if S::PATHS {
            self.jumps.push(Jump { landing, victim });
        }
    }

    #[inline(always)]
    fn leave(&mut self) {
        if S::PATHS {
            self.jumps.pop();
        }
    }
}

/// The kings that can capture in direction `D`, looking from all of them at once and back again.
#[inline(always)]
pub(super) fn flyers<R: RuleSet, const D: u8>(pieces: Pieces<R::Word>, kings: R::Word) -> R::Word {
    let empty = empty_squares::<R>(pieces);
    let reached = kings | flood::<R, D>(kings, empty);
    let victims = step::<R, D>(reached) & pieces.enemy & step_back::<R, D>(empty);
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
