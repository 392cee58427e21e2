//! A position in a search: the board, its key and worth kept up to date, and the counters of the rules.

use crate::board::{Board, Move};
use crate::counters::{CountingRules, RuleCounters, Transition};
use crate::word::Word;
use crate::{Position, RuleSet};
use game::{Chance, Play, Side};

use super::endgame::EndgameValue;
use super::evaluator::{Evaluator, Worth};
use super::search::men_can_return;

/// A position of a search.
#[derive(Clone, Copy)]
pub(super) struct Node<R: RuleSet> {
    pub(super) board: Board<R>,
    /// The same for the same pieces with the same side to move.
    pub(super) key: u64,
    /// The sum of the pieces' worths, as the side that moves first sees it.
    pub(super) worth: Worth,
    counters: RuleCounters,
    /// How many plies have been made since the last capture or irreversible man move.
    pub(super) reversible: u16,
}

impl<R: RuleSet> Node<R> {
    /// A position without moves before it.
    pub(super) fn of(position: &Position, evaluator: &Evaluator) -> Node<R> {
        let board = Board::<R>::of(position);
        let mut node = Node {
            board,
            key: if board.side_to_move == Side::First { 0 } else { evaluator.turn },
            worth: Worth::default(),
            counters: RuleCounters::default(),
            reversible: 0,
        };
        for side in Side::BOTH {
            for piece in board.pieces(side).each() {
                node.put(side, piece, piece & board.pieces.kings, evaluator);
            }
        }
        node
    }

    /// The position after a legal move.
    #[inline]
    pub(super) fn after(&self, chosen: Move<R::Word>, evaluator: &Evaluator) -> Node<R> {
        let (kings, side) = (self.board.pieces.kings, self.board.side_to_move);
        let board = self.board.after(chosen);
        let change = Transition { mover: side, before: self.board.pieces, chosen, after: board.pieces };
        let counters = self.counters.after(CountingRules::of::<R>(), &change);
        let returns = !chosen.captured.any() && (const { men_can_return::<R>() } || !chosen.moves_man(kings));
        let reversible = if returns { self.reversible + 1 } else { 0 };
        let mut node = Node { board, key: self.key ^ evaluator.turn, counters, reversible, ..*self };
        node.lift(side, chosen.from, chosen.from & kings, evaluator);
        node.put(side, chosen.to, chosen.crowned, evaluator);
        for victim in chosen.captured.each() {
            node.lift(side.other(), victim, victim & kings, evaluator);
        }
        node
    }

    /// The key of the position and of the counters that change its value: those near a draw, and the resting king.
    #[inline]
    pub(super) fn signature(&self) -> u64 {
        if self.board.pieces.kings.any() { self.key ^ self.salt() } else { self.key }
    }

    /// Whether a draw rule other than repetition ends the game here.
    #[inline]
    pub(super) fn is_drawn(&self) -> bool {
        let must_capture = || self.board.must_capture();
        self.counters.draw(CountingRules::of::<R>(), &self.board.pieces, |_| false, must_capture).is_some()
    }

    /// Whether a win or a loss of an endgame table comes before a rule that counts moves draws the game.
    #[inline]
    pub(super) fn decides(&self, value: EndgameValue) -> bool {
        match value {
            EndgameValue::Draw => true,
            EndgameValue::Win(plies) | EndgameValue::Loss(plies) => {
                plies <= self.counters.plies_left(CountingRules::of::<R>(), &self.board.pieces)
            }
        }
    }

    /// Whether the counters allow the move: a resting king may only capture.
    #[inline]
    pub(super) fn allows(&self, chosen: Move<R::Word>) -> bool {
        R::RULES.king_moves_in_a_row.is_none()
            || chosen.captured.any()
            || self.resting_king() != Some(chosen.from.lowest())
    }

    /// The move of a play that is legal here.
    pub(super) fn read(&self, play: &Play) -> Move<R::Word> {
        Move::of(play, &self.board.pieces, const { &R::RULES.layout })
    }

    #[inline]
    fn resting_king(&self) -> Option<u8> {
        self.counters.resting_king(const { &R::RULES }, &self.board.pieces, self.board.side_to_move)
    }

    /// Zero unless a draw is near or a king has to rest; else a number that depends on those counters.
    #[inline]
    fn salt(&self) -> u64 {
        let mut salt = 0;
        for (index, (rule, count)) in self.counters.counts(const { &R::RULES }).enumerate() {
            if rule.limit.plies().is_some_and(|plies| u16::from(count) + NEAR_DRAW >= plies) {
                salt ^= scattered((index as u64) << 8 | u64::from(count));
            }
        }
        self.resting_king().map_or(salt, |place| salt ^ scattered(1 << 16 | u64::from(place)))
    }

    #[inline]
    fn put(&mut self, side: Side, piece: R::Word, king: R::Word, evaluator: &Evaluator) {
        let share = evaluator.share(side, king.any(), piece.lowest());
        self.key ^= share.key;
        self.worth = self.worth.plus(share.worth);
    }

    #[inline]
    fn lift(&mut self, side: Side, piece: R::Word, king: R::Word, evaluator: &Evaluator) {
        let share = evaluator.share(side, king.any(), piece.lowest());
        self.key ^= share.key;
        self.worth = self.worth.minus(share.worth);
    }
}

/// How many plies before a draw the counters begin to change the value of a position.
const NEAR_DRAW: u16 = 8;

/// A hash of the number.
fn scattered(number: u64) -> u64 {
    Chance::new(number).roll()
}
