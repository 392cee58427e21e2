//! Tic-tac-toe on the wire.

use game::{Piece, Play, Side, Square, Wish};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GameName, MoveHead, WireGame};
use crate::named::named;
use crate::{Fields, Incoming, MOST_MOVES, PayloadError};

/// Tic-tac-toe, as a type.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
pub struct TicTacToe;

named! {
    /// A mark on the board.
    pub enum Mark {
        /// The mark of the player who moves first.
        X = "X",
        /// The mark of the player who answers.
        O = "O",
    }
}

/// The mark of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MarkSeat {
    /// The player's mark.
    pub mark: Mark,
}

/// The wish to mark a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TicTacToeMoveRequest")]
pub struct MoveRequest {
    /// The room of the game.
    pub room_id: String,
    /// The player who moves.
    pub player_id: String,
    /// The cell, row by row from the top left, 0 to 8.
    pub position: u8,
    /// How many moves the client has seen; makes a repeated request harmless.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// A mark that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Marked {
    /// The cell that was marked.
    pub position: u8,
    /// The mark.
    pub mark: Mark,
}

/// What tic-tac-toe adds to a result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TicTacToeEnding")]
pub struct Ending {
    /// The three cells that won; `null` unless somebody has three in a row.
    pub winning_line: Option<[u8; 3]>,
}

impl Incoming for MoveRequest {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            room_id: fields.required("roomId", Fields::id)?,
            player_id: fields.required("playerId", Fields::id)?,
            position: fields.required("position", Fields::square)?,
            ply: fields.number("ply", 0..=MOST_MOVES)?,
        })
    }
}

impl WireGame for TicTacToe {
    const NAME: GameName = GameName::TicTacToe;
    const AFK_WARNING: &'static str = "tictactoe:afk_warning";
    const AFK_WARNING_CLEARED: &'static str = "tictactoe:afk_warning_cleared";
    const LISTS_MOVES: bool = false;
    const OFFERS_DRAWS: bool = false;

    type Cell = Mark;
    type SideName = Mark;
    type Seat = MarkSeat;
    type Move = MoveRequest;
    type Step = Marked;
    type Legal = u8;
    type Played = Marked;
    type Ending = Ending;

    fn cell(piece: Piece) -> Mark {
        Self::side_name(piece.side)
    }

    fn side_name(side: Side) -> Mark {
        match side {
            Side::First => Mark::X,
            Side::Second => Mark::O,
        }
    }

    fn seat(side: Side) -> MarkSeat {
        MarkSeat { mark: Self::side_name(side) }
    }

    fn step(side: Side, play: &Play) -> Marked {
        Marked { position: play.to.0, mark: Self::side_name(side) }
    }

    fn legal(play: &Play) -> u8 {
        play.to.0
    }

    fn played(side: Side, play: &Play) -> Marked {
        Self::step(side, play)
    }

    fn ending(line: Option<&[Square]>, _: Option<&str>, _: Option<String>) -> Ending {
        let line = line.and_then(|line| <[Square; 3]>::try_from(line).ok());
        Ending { winning_line: line.map(|cells| cells.map(|cell| cell.0)) }
    }

    fn head(wanted: &MoveRequest) -> MoveHead<'_> {
        MoveHead { room_id: &wanted.room_id, player_id: &wanted.player_id, ply: wanted.ply }
    }

    fn wish(wanted: &MoveRequest) -> Wish {
        Wish::place(Square(wanted.position))
    }
}
