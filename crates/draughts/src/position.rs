//! A position of any variant: what stands where, and whose turn it is.

use std::hash::{Hash, Hasher};

use game::{Piece, Play, Rank, Side, Square};

use crate::layout::Layout;
use crate::rules::Rules;
use crate::variant::Variant;

/// A position; the bits of its words are those of the variant's [`Layout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) variant: &'static Variant,
    pub(crate) sides: [u128; 2],
    pub(crate) kings: u128,
    pub(crate) side_to_move: Side,
}

impl Position {
    /// An empty board.
    #[must_use]
    pub fn empty(variant: &'static Variant, side_to_move: Side) -> Position {
        Position { variant, sides: [0; 2], kings: 0, side_to_move }
    }

    /// The position from which the game begins.
    #[must_use]
    pub fn start(variant: &'static Variant) -> Position {
        Position { sides: variant.rules().start_bits(), ..Position::empty(variant, Side::First) }
    }

    /// The variant it belongs to.
    #[must_use]
    pub const fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// The rules it is played by.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.variant.rules()
    }

    /// The shape of its board.
    #[must_use]
    pub const fn layout(&self) -> &'static Layout {
        &self.variant.rules().layout
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// The piece on a square; `None` if it is empty or not played on.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        if !self.layout().is_playable(square) {
            return None;
        }
        let bit = 1 << self.layout().bit(square);
        let side = Side::BOTH.into_iter().find(|side| self.sides[side.index()] & bit != 0)?;
        Some(Piece { side, rank: if self.kings & bit == 0 { Rank::Man } else { Rank::King } })
    }

    /// Puts a piece on a square of play, or clears it.
    ///
    /// # Panics
    /// If the square is not played on: ask [`Layout::is_playable`] first.
    pub fn put(&mut self, square: Square, piece: Option<Piece>) {
        assert!(self.layout().is_playable(square), "{square:?} is a square of play");
        let bit = 1 << self.layout().bit(square);
        self.sides = self.sides.map(|side| side & !bit);
        self.kings &= !bit;
        if let Some(piece) = piece {
            self.sides[piece.side.index()] |= bit;
            if piece.rank == Rank::King {
                self.kings |= bit;
            }
        }
    }

    /// Every piece with its square, row by row from the top left.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.layout().squares().filter_map(|square| Some((square, self.piece(square)?)))
    }

    /// What stands on each square of the board, row by row from the top left.
    #[must_use]
    pub fn board(&self) -> Vec<Option<Piece>> {
        (0..self.layout().rows * self.layout().columns).map(|square| self.piece(Square(square))).collect()
    }

    /// How many pieces stand on the board.
    pub(crate) fn piece_count(&self) -> u32 {
        (self.sides[0] | self.sides[1]).count_ones()
    }

    /// Every legal move once; captures are complete, with their way.
    #[must_use]
    pub fn legal_plays(&self) -> Vec<Play> {
        self.variant.engine().legal_plays(self)
    }

    /// Every way to make a legal move: each order of captured pieces and each landing square.
    #[must_use]
    pub fn every_way(&self) -> Vec<Play> {
        self.variant.engine().every_way(self)
    }

    /// Every capture, without the capture priorities of the rules.
    #[must_use]
    pub fn unranked_captures(&self) -> Vec<Play> {
        self.variant.engine().unranked_captures(self)
    }

    /// Whether the side to move can, and so must, capture.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        self.variant.engine().must_capture(self)
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, play: &Play) -> Position {
        let mut position = *self;
        let moved = play.from.and_then(|from| self.piece(from));
        let rank = if play.promotes { Some(Rank::King) } else { moved.map(|piece| piece.rank) };
        for square in play.from.iter().chain(&play.captures) {
            position.put(*square, None);
        }
        position.put(play.to, rank.map(|rank| Piece { side: self.side_to_move, rank }));
        position.side_to_move = self.side_to_move.other();
        position
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.sides, self.kings, self.side_to_move).hash(state);
    }
}
