//! The draughts family on the wire.

use game::{Play, Rank, Side, Square, Wish};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GameName, MoveHead, WireGame};
use crate::named::named;
use crate::{Fields, Incoming, MOST_MOVES, PayloadError};

/// Checkers, as a type: every variant of the draughts family.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
pub struct Checkers;

named! {
    /// A side, whatever its pieces look like.
    pub enum Color {
        /// The side that moves first and sits at the bottom.
        Red = "red",
        /// The side that answers.
        Black = "black",
    }
}

named! {
    /// What a piece may do.
    pub enum PieceType {
        /// A piece as it stands at the start.
        Man = "man",
        /// A promoted piece.
        King = "king",
    }
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    /// Whose piece it is.
    pub player: Color,
    /// Man or king.
    #[serde(rename = "type")]
    pub piece_type: PieceType,
}

/// The color of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ColorSeat {
    /// The player's color.
    pub color: Color,
}

/// A complete move. Squares are board indices, row by row from the top left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CheckersMove")]
pub struct Move {
    /// Where the piece comes from.
    pub from: u8,
    /// Where it comes to rest.
    pub to: u8,
    /// The captured pieces, in the order they were jumped.
    pub captures: Vec<u8>,
    /// Every square the piece touches after `from`, the last being `to`.
    pub path: Vec<u8>,
}

/// A move as a player asks for it; `from` and `to` are enough when only one legal move fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CheckersWish")]
pub struct WantedMove {
    /// Where the piece comes from.
    pub from: u8,
    /// Where it comes to rest.
    pub to: u8,
    /// The pieces to capture, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = crate::SQUARES))]
    pub captures: Option<Vec<u8>>,
    /// The squares to touch on the way, in order, the last being `to`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = crate::SQUARES))]
    pub path: Option<Vec<u8>>,
}

/// The wish to move a piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CheckersMoveRequest")]
pub struct MoveRequest {
    /// The room of the game.
    pub room_id: String,
    /// The player who moves.
    pub player_id: String,
    /// The move.
    #[serde(rename = "move")]
    pub wanted: WantedMove,
    /// How many moves the client has seen; makes a repeated request harmless.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// A move of the history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CheckersStep")]
pub struct Step {
    /// The move.
    #[serde(rename = "move")]
    pub made: Move,
}

/// A move that was just made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CheckersPlayed")]
pub struct Played {
    /// The move.
    #[serde(rename = "move")]
    pub made: Move,
    /// Whether a man became a king by it.
    pub became_king: bool,
}

/// What checkers adds to a result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CheckersEnding")]
pub struct Ending {
    /// The rule that made it a draw, such as `repetition`, `no_progress` or `agreement`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_rule: Option<String>,
    /// The game in Portable Draughts Notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdn: Option<String>,
}

impl From<&Play> for Move {
    fn from(play: &Play) -> Self {
        let from = play.from.unwrap_or(play.to);
        Self { from: from.0, to: play.to.0, captures: indices(&play.captures), path: indices(&play.path) }
    }
}

impl Incoming for WantedMove {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            from: fields.required("from", Fields::square)?,
            to: fields.required("to", Fields::square)?,
            captures: fields.squares("captures")?,
            path: fields.squares("path")?,
        })
    }
}

impl Incoming for MoveRequest {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            room_id: fields.required("roomId", Fields::id)?,
            player_id: fields.required("playerId", Fields::id)?,
            wanted: fields.required("move", Fields::object)?,
            ply: fields.number("ply", 0..=MOST_MOVES)?,
        })
    }
}

impl WireGame for Checkers {
    const NAME: GameName = GameName::Checkers;
    const AFK_WARNING: &'static str = "checkers:afk_warning";
    const AFK_WARNING_CLEARED: &'static str = "checkers:afk_warning_cleared";
    const LISTS_MOVES: bool = true;
    const OFFERS_DRAWS: bool = true;

    type Cell = Piece;
    type SideName = Color;
    type Seat = ColorSeat;
    type Move = MoveRequest;
    type Step = Step;
    type Legal = Move;
    type Played = Played;
    type Ending = Ending;

    fn cell(piece: game::Piece) -> Piece {
        let piece_type = match piece.rank {
            Rank::Man => PieceType::Man,
            Rank::King => PieceType::King,
        };
        Piece { player: Self::side_name(piece.side), piece_type }
    }

    fn side_name(side: Side) -> Color {
        match side {
            Side::First => Color::Red,
            Side::Second => Color::Black,
        }
    }

    fn seat(side: Side) -> ColorSeat {
        ColorSeat { color: Self::side_name(side) }
    }

    fn step(_: Side, play: &Play) -> Step {
        Step { made: play.into() }
    }

    fn legal(play: &Play) -> Move {
        play.into()
    }

    fn played(_: Side, play: &Play) -> Played {
        Played { made: play.into(), became_king: play.promotes }
    }

    fn ending(_: Option<&[Square]>, draw_rule: Option<&str>, transcript: Option<String>) -> Ending {
        Ending { draw_rule: draw_rule.map(str::to_owned), pdn: transcript }
    }

    fn head(wanted: &MoveRequest) -> MoveHead<'_> {
        MoveHead { room_id: &wanted.room_id, player_id: &wanted.player_id, ply: wanted.ply }
    }

    fn wish(wanted: &MoveRequest) -> Wish {
        let WantedMove { from, to, captures, path } = &wanted.wanted;
        let squares =
            |list: &Option<Vec<u8>>| list.as_ref().map(|list| list.iter().copied().map(Square).collect());
        Wish { captures: squares(captures), path: squares(path), ..Wish::go(Square(*from), Square(*to)) }
    }
}

fn indices(squares: &[Square]) -> Vec<u8> {
    squares.iter().map(|square| square.0).collect()
}
