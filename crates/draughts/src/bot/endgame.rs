//! What a search asks of endgame tables.

use game::Side;

use crate::board::Pieces;

/// The value of a position with few pieces for the side to move, with best play of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgameValue {
    /// It wins within this many plies.
    Win(u16),
    /// It loses after at most this many plies.
    Loss(u16),
    /// Neither side can win.
    Draw,
}

/// Endgame tables of one variant. The bits of the words are those of the variant's layout.
pub trait EndgameProbe: Send + Sync {
    /// The most pieces of both sides together that the tables know.
    fn most_pieces(&self) -> u32;

    /// The value of a position; `None` if no table has it. The moves before it do not count: the search looks for draws by
    /// repetition and by counted moves itself, and asks only if there is none.
    fn probe(&self, pieces: &Pieces<u128>, side_to_move: Side) -> Option<EndgameValue>;
}
