//! A position in a search: the board, its key and worth kept up to date, and what the rules remember.

use crate::board::{Board, Move};
use crate::word::Word;
use crate::{Position, RuleSet};
use game::{Play, Side, Square};

use super::memory::Memory;
use super::search::men_can_return;
use super::squares::{Squares, Worth};

/// A position of a search.
#[derive(Clone, Copy)]
pub(super) struct Node<R: RuleSet> {
    pub(super) board: Board<R>,
    /// The same for the same pieces with the same side to move.
    pub(super) key: u64,
    /// The sum of the pieces' worths, as the side that moves first sees it.
    pub(super) worth: Worth,
    pub(super) memory: Memory<R::Word>,
    /// How many plies ago the last move was made that nobody can take back.
    pub(super) reversible: u16,
}

impl<R: RuleSet> Node<R> {
    /// A position without a past.
    pub(super) fn of(position: &Position, squares: &Squares) -> Node<R> {
        let board = Board::<R>::of(position);
        let mut node = Node {
            board,
            key: if board.side_to_move == Side::First { 0 } else { squares.turn },
            worth: Worth::default(),
            memory: Memory::new(),
            reversible: 0,
        };
        for side in Side::BOTH {
            for piece in board.pieces(side).each() {
                node.put(side, piece, piece & board.pieces.kings, squares);
            }
        }
        node
    }

    /// The position after a legal move.
    #[inline]
    pub(super) fn after(&self, chosen: Move<R::Word>, squares: &Squares) -> Node<R> {
        let (kings, side) = (self.board.pieces.kings, self.board.side_to_move);
        let board = self.board.after(chosen);
        let memory = self.memory.after(&self.board, chosen, &board);
        let returns =
            !chosen.captured.any() && (const { men_can_return::<R>() } || (chosen.from & kings).any());
        let reversible = if returns { self.reversible + 1 } else { 0 };
        let mut node = Node { board, key: self.key ^ squares.turn, worth: self.worth, memory, reversible };
        node.lift(side, chosen.from, chosen.from & kings, squares);
        node.put(side, chosen.to, chosen.crowned, squares);
        for victim in chosen.captured.each() {
            node.lift(side.other(), victim, victim & kings, squares);
        }
        node
    }

    /// The key, told apart where the same pieces are worth something else.
    #[inline]
    pub(super) fn signature(&self) -> u64 {
        if self.board.pieces.kings.any() { self.key ^ self.memory.salt(&self.board) } else { self.key }
    }

    /// Whether the rules allow the move after what happened before.
    #[inline]
    pub(super) fn allows(&self, chosen: Move<R::Word>) -> bool {
        R::RULES.king_moves_in_a_row.is_none()
            || chosen.captured.any()
            || !(chosen.from & self.memory.tired_king(&self.board)).any()
    }

    /// The move of a play that is legal here.
    pub(super) fn read(&self, play: &Play) -> Move<R::Word> {
        let bit = |square: Square| R::Word::of_bits(1 << R::RULES.layout.bit(square));
        let (from, to) = (play.from.map_or(R::Word::EMPTY, bit), bit(play.to));
        let captured = play.captures.iter().fold(R::Word::EMPTY, |all, square| all | bit(*square));
        let is_king = play.promotes || (from & self.board.pieces.kings).any();
        Move { from, to, captured, crowned: if is_king { to } else { R::Word::EMPTY } }
    }

    #[inline]
    fn put(&mut self, side: Side, piece: R::Word, king: R::Word, squares: &Squares) {
        let share = squares.share(side, king.any(), piece.lowest());
        self.key ^= share.key;
        self.worth = self.worth.plus(share.worth);
    }

    #[inline]
    fn lift(&mut self, side: Side, piece: R::Word, king: R::Word, squares: &Squares) {
        let share = squares.share(side, king.any(), piece.lowest());
        self.key ^= share.key;
        self.worth = self.worth.minus(share.worth);
    }
}
