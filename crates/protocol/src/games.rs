//! What differs between the games on the wire: cells, sides, moves and endings.

pub mod checkers;
pub mod tictactoe;

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

use crate::named::named;
use crate::{Incoming, Named};

pub use checkers::Checkers;
pub use tictactoe::TicTacToe;

named! {
    /// A game, by its name in REST bodies and its Socket.IO namespace.
    pub enum GameName {
        /// Three in a row.
        TicTacToe = "tictactoe",
        /// The draughts family.
        Checkers = "checkers",
    }
}

impl GameName {
    /// The Socket.IO namespace of the game, such as `/checkers`.
    #[must_use]
    pub fn namespace(self) -> String {
        format!("/{self}")
    }
}

/// A message part that can be sent, received and described.
pub trait Message:
    Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync
{
}

impl<T> Message for T where
    T: Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync
{
}

/// The part of a move request that is the same in every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveHead<'a> {
    /// The room of the game.
    pub room_id: &'a str,
    /// The player who moves.
    pub player_id: &'a str,
    /// How many moves the client has seen.
    pub ply: Option<u32>,
}

/// How one game looks on the wire.
pub trait WireGame: Clone + std::fmt::Debug + PartialEq + JsonSchema + Send + Sync + 'static {
    /// The game's name.
    const NAME: GameName;
    /// The event that warns an idle player.
    const AFK_WARNING: &'static str;
    /// The event that takes the warning back.
    const AFK_WARNING_CLEARED: &'static str;
    /// Whether a piece is chosen first, so that clients ask where it may go.
    const LISTS_MOVES: bool;
    /// Whether the players may agree on a draw.
    const OFFERS_DRAWS: bool;

    /// What stands on a square; `null` where nothing does.
    type Cell: Message;
    /// The word for a side, such as `"X"` or `"red"`.
    type SideName: Message + Named;
    /// A player's side as a field of its own name.
    type Seat: Message;
    /// The payload of `game:move`.
    type Move: Message + Incoming;
    /// What the history keeps of a move.
    type Step: Message;
    /// A legal move in `legalMoves`: as `game:valid_moves` lists it, or the cell where a move is no more than that.
    type Legal: Message;
    /// What `game:move:made` says of the move.
    type Played: Message;
    /// What `game:over` and results say beyond winner and reason.
    type Ending: Message + Default;

    /// A square of the rules as the wire shows it.
    fn cell(piece: game::Piece) -> Self::Cell;

    /// The word for a side.
    fn side_name(side: game::Side) -> Self::SideName;

    /// The side as a field of a player or of `game:started`.
    fn seat(side: game::Side) -> Self::Seat;

    /// A move as the history keeps it.
    fn step(side: game::Side, play: &game::Play) -> Self::Step;

    /// A move as `legalMoves` lists it.
    fn legal(play: &game::Play) -> Self::Legal;

    /// A move as `game:move:made` tells it.
    fn played(side: game::Side, play: &game::Play) -> Self::Played;

    /// The end of a game as `game:over` tells it.
    fn ending(
        line: Option<&[game::Square]>,
        draw_rule: Option<&str>,
        transcript: Option<String>,
    ) -> Self::Ending;

    /// Whose move it is, and where.
    fn head(wanted: &Self::Move) -> MoveHead<'_>;

    /// What the player asks the rules for.
    fn wish(wanted: &Self::Move) -> game::Wish;

    /// A whole board, row by row from the top left.
    #[must_use]
    fn board(pieces: &[Option<game::Piece>]) -> Vec<Option<Self::Cell>> {
        pieces.iter().map(|piece| piece.map(Self::cell)).collect()
    }
}
