//! A position of a game that bots played, with what the search thought of it and how the game ended.

use draughts::{Position, Variant};
use game::{Piece, Rank, Side};

/// The bytes of a sample in a file.
pub(crate) const BYTES: usize = 56;

/// A position to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    /// The bits of both sides' pieces, and of the kings, as the variant's layout numbers them.
    pub(crate) sides: [u128; 2],
    pub(crate) kings: u128,
    pub(crate) side_to_move: Side,
    /// The value that the search found for the side to move, in hundredths of a man.
    pub(crate) value: i16,
    /// How the game ended for the side that moves first.
    pub(crate) result: GameResult,
    /// Which game of the series it is from.
    pub(crate) game: u32,
}

/// The end of a game for the side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameResult {
    Lost,
    Drawn,
    Won,
}

impl Sample {
    pub(crate) fn of(position: &Position, value: i32, game: u32) -> Sample {
        let (mut sides, mut kings) = ([0; 2], 0);
        for (square, piece) in position.pieces() {
            let bit = 1 << position.layout().bit(square);
            sides[piece.side.index()] |= bit;
            if piece.rank == Rank::King {
                kings |= bit;
            }
        }
        let value = value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        let (side_to_move, result) = (position.side_to_move(), GameResult::Drawn);
        Sample { sides, kings, side_to_move, value, result, game }
    }

    /// The position of a sample.
    pub(crate) fn position(&self, variant: &'static Variant) -> Position {
        let mut position = Position::empty(variant, self.side_to_move);
        let layout = variant.rules().layout;
        for side in Side::BOTH {
            let mut bits = self.sides[side.index()];
            while bits != 0 {
                let bit = bits.trailing_zeros() as u8;
                let rank = if self.kings >> bit & 1 == 1 { Rank::King } else { Rank::Man };
                position.put(layout.square(bit), Some(Piece { side, rank }));
                bits &= bits - 1;
            }
        }
        position
    }

    pub(crate) fn to_bytes(self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        for (index, word) in [self.sides[0], self.sides[1], self.kings].into_iter().enumerate() {
            bytes[index * 16..][..16].copy_from_slice(&word.to_le_bytes());
        }
        bytes[48..50].copy_from_slice(&self.value.to_le_bytes());
        bytes[50] = self.result as u8;
        bytes[51] = self.side_to_move.index() as u8;
        bytes[52..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8; BYTES]) -> Sample {
        let word =
            |index: usize| u128::from_le_bytes(bytes[index * 16..][..16].try_into().expect("sixteen bytes"));
        Sample {
            sides: [word(0), word(1)],
            kings: word(2),
            side_to_move: if bytes[51] == 0 { Side::First } else { Side::Second },
            value: i16::from_le_bytes([bytes[48], bytes[49]]),
            result: match bytes[50] {
                0 => GameResult::Lost,
                1 => GameResult::Drawn,
                _ => GameResult::Won,
            },
            game: u32::from_le_bytes(bytes[52..].try_into().expect("four bytes")),
        }
    }
}
