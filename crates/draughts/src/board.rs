//! The interface for search: a board of one rule set that the compiler knows, with moves that are cheap to copy.

use std::hash::{Hash, Hasher};

use game::{Play, Side, Square};

use crate::generate::{self, Counting};
use crate::layout::Layout;
use crate::mover::with_mover;
use crate::position::Position;
use crate::ruleset::RuleSet;
use crate::word::Word;

/// The pieces as the side to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pieces<W> {
    /// The pieces of the side to move.
    pub own: W,
    /// The pieces of the opponent.
    pub enemy: W,
    /// The kings of both.
    pub kings: W,
}

/// A position of the rule set `R`.
#[derive(Clone, Copy, Debug)]
pub struct Board<R: RuleSet> {
    /// The pieces.
    pub pieces: Pieces<R::Word>,
    /// Whose turn it is.
    pub side_to_move: Side,
}

/// A complete move; every field is a set of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move<W> {
    /// Where the piece comes from.
    pub from: W,
    /// Where it comes to rest.
    pub to: W,
    /// The pieces it captures.
    pub captured: W,
    /// Where it comes to rest, if it is a king after the move.
    pub crowned: W,
}

impl<W: Word> Pieces<W> {
    /// The pieces of a position.
    #[must_use]
    pub fn of(position: &Position) -> Pieces<W> {
        let [own, enemy] = [position.side_to_move, position.side_to_move.other()]
            .map(|side| W::of_bits(position.sides[side.index()]));
        Pieces { own, enemy, kings: W::of_bits(position.kings) }
    }

    /// What the opponent sees after a move.
    #[inline]
    #[must_use]
    pub fn after(self, chosen: Move<W>) -> Pieces<W> {
        let Move { from, to, captured, crowned } = chosen;
        Pieces {
            own: self.enemy & !captured,
            enemy: (self.own & !from) | to,
            kings: (self.kings & !(captured | from)) | crowned,
        }
    }

    /// The king of the side that has no other piece, and the pieces of its opponent; that of the side to move if both
    /// sides have a lone king.
    #[inline(always)]
    pub(crate) fn lone_king(&self) -> Option<[W; 2]> {
        let is_lone_king = |pieces: W| pieces.is_single() && (pieces & self.kings).any();
        if is_lone_king(self.own) {
            Some([self.own, self.enemy])
        } else if is_lone_king(self.enemy) {
            Some([self.enemy, self.own])
        } else {
            None
        }
    }
}

impl<W: Word> Move<W> {
    /// The move of a play that is legal with these pieces.
    pub(crate) fn of(play: &Play, pieces: &Pieces<W>, layout: &Layout) -> Move<W> {
        let bit = |square: Square| W::of_bits(1 << layout.bit(square));
        let (from, to) = (play.from.map_or(W::EMPTY, bit), bit(play.to));
        let captured = play.captures.iter().fold(W::EMPTY, |all, square| all | bit(*square));
        let is_king = play.promotes || (from & pieces.kings).any();
        Move { from, to, captured, crowned: if is_king { to } else { W::EMPTY } }
    }

    /// Whether a man moves, where these are the kings before the move.
    #[inline]
    pub(crate) fn moves_man(&self, kings: W) -> bool {
        !(self.from & kings).any()
    }

    /// Whether a man becomes a king, where these are the kings before the move.
    #[inline]
    pub(crate) fn promotes(&self, kings: W) -> bool {
        self.crowned.any() && self.moves_man(kings)
    }
}

impl<R: RuleSet> Board<R> {
    /// The position from which the game begins.
    #[must_use]
    pub fn start() -> Board<R> {
        let [own, enemy] = R::RULES.start_bits().map(R::Word::of_bits);
        Board { pieces: Pieces { own, enemy, kings: R::Word::EMPTY }, side_to_move: Side::First }
    }

    /// The same position, for code made for its rules.
    ///
    /// # Panics
    /// If the position belongs to another variant.
    #[must_use]
    pub fn of(position: &Position) -> Board<R> {
        assert_eq!(position.variant().name(), R::RULES.name, "a position of this variant");
        Board { pieces: Pieces::of(position), side_to_move: position.side_to_move }
    }

    /// Calls `visit` with every legal move once.
    #[inline]
    pub fn each_move(&self, visit: impl FnMut(Move<R::Word>)) {
        self.each_move_counted(Counting::Unique, visit);
    }

    /// Calls `visit` with every move, and with a capture as often as `counting` counts it.
    pub(crate) fn each_move_counted(&self, counting: Counting, mut visit: impl FnMut(Move<R::Word>)) {
        let (pieces, chains) = (self.pieces, &mut Vec::new());
        with_mover!(self.side_to_move, generate::walk::<R, M>(pieces, counting, chains, |one, _| visit(one)));
    }

    /// Every legal move, in a new list.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move<R::Word>> {
        let mut moves = Vec::new();
        self.each_move(|one| moves.push(one));
        moves
    }

    /// How many legal moves there are.
    #[inline]
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        with_mover!(self.side_to_move, generate::count_moves::<R, M>(self.pieces))
    }

    /// Whether the side to move can, and so must, capture.
    #[inline]
    #[must_use]
    pub fn must_capture(&self) -> bool {
        with_mover!(self.side_to_move, generate::must_capture::<R, M>(self.pieces))
    }

    /// The position after a legal move.
    #[inline]
    #[must_use]
    pub fn after(&self, chosen: Move<R::Word>) -> Board<R> {
        Board { pieces: self.pieces.after(chosen), side_to_move: self.side_to_move.other() }
    }

    /// The pieces of a side.
    #[inline]
    #[must_use]
    pub fn pieces(&self, side: Side) -> R::Word {
        if side == self.side_to_move { self.pieces.own } else { self.pieces.enemy }
    }

    /// The square of a single bit.
    #[must_use]
    pub fn square(bit: R::Word) -> Square {
        R::RULES.layout.square(bit.lowest())
    }
}

impl<R: RuleSet> PartialEq for Board<R> {
    fn eq(&self, other: &Board<R>) -> bool {
        (self.pieces, self.side_to_move) == (other.pieces, other.side_to_move)
    }
}

impl<R: RuleSet> Eq for Board<R> {}

impl<R: RuleSet> Hash for Board<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.pieces, self.side_to_move).hash(state);
    }
}
