//! The order in which moves are searched: a good move first saves most of the others.

use crate::board::Move;
use crate::word::Word;
use game::Side;

use super::table::MoveCode;

/// The deepest line that a search follows.
pub(super) const DEEPEST: usize = 128;
/// All codes of moves.
const CODES: usize = 1 << 14;
/// History stays within this, so that recent cuts outweigh old ones.
const MOST: i32 = 1 << 14;

/// A move and how promising it looks.
#[derive(Clone, Copy)]
pub(super) struct Candidate<W> {
    pub(super) chosen: Move<W>,
    pub(super) promise: i32,
}

/// The moves that caused cutoffs so far.
pub(super) struct Order {
    killers: [[MoveCode; 2]; DEEPEST + 1],
    history: [Vec<i16>; 2],
    /// The move that refuted each move of the opponent last.
    answers: [Vec<MoveCode>; 2],
    /// The moves that lead to the position looked at, since the root.
    line: [MoveCode; DEEPEST + 2],
}

impl Order {
    pub(super) fn new() -> Order {
        Order {
            killers: [[MoveCode::NONE; 2]; DEEPEST + 1],
            history: [vec![0; CODES], vec![0; CODES]],
            answers: [vec![MoveCode::NONE; CODES], vec![MoveCode::NONE; CODES]],
            line: [MoveCode::NONE; DEEPEST + 2],
        }
    }

    /// Forgets all cutoffs.
    pub(super) fn clear(&mut self) {
        *self = Order::new();
    }

    /// Prepares for the next search: killers belong to plies of the last one, and its history counts less.
    pub(super) fn begin_search(&mut self) {
        self.killers = [[MoveCode::NONE; 2]; DEEPEST + 1];
        self.history.iter_mut().flatten().for_each(|worth| *worth /= 4);
    }

    /// The move that is made in the position at this ply.
    #[inline]
    pub(super) fn follow(&mut self, ply: usize, code: MoveCode) {
        self.line[ply + 1] = code;
    }

    /// How promising a move is; `known` was best here before.
    #[inline]
    pub(super) fn promise<W: Word>(
        &self,
        chosen: Move<W>,
        kings: W,
        known: MoveCode,
        side: Side,
        ply: usize,
    ) -> i32 {
        let code = MoveCode::of(chosen);
        if code == known {
            return 8 * MOST;
        }
        if chosen.captured.any() {
            let (men, kings) = (chosen.captured.count(), (chosen.captured & kings).count());
            return MOST * 2 + (men + kings).cast_signed();
        }
        if chosen.promotes(kings) {
            return MOST * 4;
        }
        if self.killers[ply].contains(&code) {
            return MOST * 2;
        }
        if self.answers[side.index()][self.line[ply].index()] == code {
            return MOST + MOST / 2;
        }
        i32::from(self.history[side.index()][code.index()])
    }

    /// Records that a quiet move caused a cutoff and that those searched before it did not.
    pub(super) fn reward<W: Word>(
        &mut self,
        chosen: Move<W>,
        before: &[Candidate<W>],
        side: Side,
        ply: usize,
        depth: i32,
    ) {
        let code = MoveCode::of(chosen);
        if self.killers[ply][0] != code {
            self.killers[ply] = [code, self.killers[ply][0]];
        }
        self.answers[side.index()][self.line[ply].index()] = code;
        let gain = (depth * depth).min(400);
        let history = &mut self.history[side.index()];
        adjust(&mut history[code.index()], gain);
        for candidate in before {
            adjust(&mut history[MoveCode::of(candidate.chosen).index()], -gain);
        }
    }
}

fn adjust(history: &mut i16, gain: i32) {
    let worth = i32::from(*history);
    *history = (worth + gain - worth * gain.abs() / MOST) as i16;
}

/// Brings the most promising of the remaining candidates to the front.
#[inline]
pub(super) fn bring_best<W: Word>(candidates: &mut [Candidate<W>]) {
    let mut best = 0;
    for index in 1..candidates.len() {
        if candidates[index].promise > candidates[best].promise {
            best = index;
        }
    }
    if !candidates.is_empty() {
        candidates.swap(0, best);
    }
}
