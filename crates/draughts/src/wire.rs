//! The draughts family on the wire.

mod analysis;
mod picture;
mod replay;
mod study;

use game::{Highlight, Play, Rank, Side, Square, Wish};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{
    AfkForfeit, AfkNotice, End, Fields, Happening, Incoming, PayloadError, Picture, SQUARES, ShownPosition,
    Study, WireGame, named,
};

pub use self::analysis::{Analysis, AnalysisLine, AnalysisRequest};
pub use self::replay::{Replay, ReplayFault, ReplayPly, ReplayRequest, ReplayTag};
use self::study::DraughtsStudy;
use crate::variants;

/// The game `checkers`: every variant of the draughts family.
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
    #[schemars(length(max = SQUARES))]
    pub captures: Option<Vec<u8>>,
    /// The squares to touch on the way, in order, the last being `to`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = SQUARES))]
    pub path: Option<Vec<u8>>,
}

/// The wish to move a piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "CheckersMovePart")]
pub struct MovePart {
    /// The move.
    #[serde(rename = "move")]
    pub wanted: WantedMove,
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

/// What checkers adds to a result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CheckersResult")]
pub struct ResultPart {
    /// The game in Portable Draughts Notation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pdn: Option<String>,
}

/// The webhook events of checkers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", content = "data")]
#[schemars(rename = "CheckersWebhook")]
pub enum Webhook {
    /// A man became a king.
    #[serde(rename = "checkers.king")]
    King(Promotion),
    /// Pieces were captured; one event per chain.
    #[serde(rename = "checkers.capture")]
    Capture(Capture),
    /// The player to move has been idle for long.
    #[serde(rename = "checkers.afk_warning")]
    AfkWarning(AfkNotice),
    /// The idle player has lost; `game.ended` follows.
    #[serde(rename = "checkers.afk_timeout")]
    AfkTimeout(AfkForfeit),
}

/// A man became a king.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Promotion {
    /// Whose king it is.
    pub player_id: String,
    /// Where it stands.
    pub square: u8,
}

/// Pieces were captured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Capture {
    /// Who captured.
    pub player_id: String,
    /// Where the capturing piece came from.
    pub from: u8,
    /// Where it came to rest.
    pub to: u8,
    /// The captured pieces, in order.
    pub captures: Vec<u8>,
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

impl Incoming for MovePart {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { wanted: fields.required("move", Fields::object)? })
    }
}

impl WireGame for Checkers {
    const NAME: &'static str = "checkers";
    const TITLE: &'static str = "Checkers";
    const AFK_WARNING: &'static str = "checkers:afk_warning";
    const AFK_WARNING_CLEARED: &'static str = "checkers:afk_warning_cleared";
    const LISTS_MOVES: bool = true;
    const OFFERS_DRAWS: bool = true;
    const WEBHOOKS: &'static [&'static str] =
        &["checkers.king", "checkers.capture", "checkers.afk_warning", "checkers.afk_timeout"];

    type Cell = Piece;
    type SideName = Color;
    type Seat = ColorSeat;
    type Move = MovePart;
    type Step = Step;
    type Legal = Move;
    type Played = Played;
    type Ending = Ending;
    type ResultPart = ResultPart;
    type MoveData = Step;
    type Webhook = Webhook;

    fn variants() -> Vec<&'static dyn game::Variant> {
        variants::on_offer().collect()
    }

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

    fn wish(wanted: &MovePart) -> Wish {
        let WantedMove { from, to, captures, path } = &wanted.wanted;
        let squares =
            |list: &Option<Vec<u8>>| list.as_ref().map(|list| list.iter().copied().map(Square).collect());
        Wish { captures: squares(captures), path: squares(path), ..Wish::go(Square(*from), Square(*to)) }
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

    fn move_data(play: &Play) -> Step {
        Step { made: play.into() }
    }

    fn ending(end: End<'_>) -> Ending {
        Ending { draw_rule: end.draw_rule.map(str::to_owned), pdn: end.transcript.map(str::to_owned) }
    }

    fn result_part(end: End<'_>) -> ResultPart {
        ResultPart { pdn: end.transcript.map(str::to_owned) }
    }

    fn webhook(happening: Happening<'_>) -> Option<Webhook> {
        match happening {
            Happening::Highlight { player_id, highlight, .. } => {
                of_highlight(player_id.to_owned(), highlight)
            }
            Happening::IdleWarning { player_id, seconds_remaining } => {
                let player_id = player_id.to_owned();
                Some(Webhook::AfkWarning(AfkNotice { player_id, seconds_remaining }))
            }
            Happening::IdleTimeout { loser_id, winner_id } => Some(Webhook::AfkTimeout(AfkForfeit {
                forfeited_player_id: loser_id.to_owned(),
                winner_id: winner_id.to_owned(),
            })),
        }
    }

    fn webhook_example(name: &str) -> Option<Webhook> {
        let (player_id, opponent) = ("user_123", "user_456");
        let highlight = |highlight| of_highlight(player_id.to_owned(), &highlight);
        match name {
            "checkers.king" => highlight(Highlight::King { square: Square(1) }),
            "checkers.capture" => {
                highlight(Highlight::Capture { from: Square(42), to: Square(28), captures: vec![Square(35)] })
            }
            "checkers.afk_warning" => {
                Self::webhook(Happening::IdleWarning { player_id, seconds_remaining: 30 })
            }
            "checkers.afk_timeout" => {
                Self::webhook(Happening::IdleTimeout { loser_id: player_id, winner_id: opponent })
            }
            _ => None,
        }
    }

    fn picture(position: &ShownPosition<'_>) -> Picture {
        picture::draw(position)
    }

    fn transcript(result: &ResultPart) -> Option<&str> {
        result.pdn.as_deref()
    }

    fn study() -> Option<&'static dyn Study> {
        Some(&DraughtsStudy)
    }
}

fn of_highlight(player_id: String, highlight: &Highlight) -> Option<Webhook> {
    match highlight {
        Highlight::King { square } => Some(Webhook::King(Promotion { player_id, square: square.0 })),
        Highlight::Capture { from, to, captures } => {
            let captures = indices(captures);
            Some(Webhook::Capture(Capture { player_id, from: from.0, to: to.0, captures }))
        }
        Highlight::Fork { .. } => None,
    }
}

fn indices(squares: &[Square]) -> Vec<u8> {
    squares.iter().map(|square| square.0).collect()
}
