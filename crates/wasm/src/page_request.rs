//! What a page asks for.

use draughts::wire::Piece;
use serde::Deserialize;
use serde_json::Value;

use crate::kept_game::KeptGame;

/// A request of a page, told apart by the field `request`.
#[derive(Debug, Deserialize)]
#[serde(tag = "request", rename_all = "camelCase")]
pub(crate) enum PageRequest {
    /// Every game and variant, as in `GET /v1/variants`.
    Variants,
    /// The position after the moves of a game.
    State {
        /// The game.
        game: KeptGame,
    },
    /// The position after one more move.
    Move {
        /// The game.
        game: KeptGame,
        /// The fields of `game:move` that have the move.
        wanted: Value,
    },
    /// The position after a move of the computer.
    Bot {
        /// The game.
        game: KeptGame,
        /// How strong the computer plays; 0 is the weakest.
        rung: usize,
        /// The most positions to search.
        nodes: u64,
        /// The same seed has the same move, unless the bot remembers another game.
        seed: u64,
    },
    /// A good move, and what speaks for it.
    Hint {
        /// The game.
        game: KeptGame,
    },
    /// Whether the computer accepts a draw.
    Draw {
        /// The game.
        game: KeptGame,
        /// The seat of the computer.
        seat: usize,
    },
    /// The board after each move, the start first.
    Boards {
        /// The game.
        game: KeptGame,
    },
    /// The game after a few random moves that leave it even.
    Opening {
        /// The game.
        game: KeptGame,
        /// How many moves.
        plies: usize,
        /// The same seed has the same moves.
        seed: u64,
    },
    /// A game in notation, as in `POST /v1/replay`.
    Replay {
        /// The text.
        pdn: String,
        /// The variant, if the text names none.
        variant: Option<String>,
    },
    /// The best lines of a position, as in `POST /v1/analysis`.
    Analysis {
        /// The variant.
        variant: String,
        /// The position in notation; the start if there is none.
        position: Option<String>,
        /// How many lines.
        lines: usize,
        /// The most positions to search.
        nodes: u64,
    },
    /// The best lines of a game's position, searched on from what earlier requests have found.
    Lines {
        /// The game.
        game: KeptGame,
        /// How many lines.
        lines: usize,
        /// The most positions to search.
        nodes: u64,
    },
    /// A position, or a game with its variations, from its text.
    Tree {
        /// The text.
        text: String,
        /// The variant, if the text names none.
        variant: String,
    },
    /// The notation of a position that was put together on the board.
    SetUp {
        /// The variant.
        variant: String,
        /// The board, row by row from the top left.
        board: Vec<Option<Piece>>,
        /// Who is to move: 0 is the side that begins a game of this variant.
        turn: u8,
    },
}
