//! Connect four on the wire.

use game::{Piece, Play, Side, Square, Variant, Wish};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{
    AfkForfeit, AfkNotice, End, ErrorCode, Fields, Happening, Incoming, PayloadError, Picture, Rgba, Shape,
    ShownPosition, WireGame, named,
};

use crate::{COLUMNS, ConnectFour};

named! {
    /// A disc, by its color.
    pub enum Disc {
        /// The disc of the player who moves first.
        Red = "red",
        /// The disc of the player who answers.
        Yellow = "yellow",
    }
}

/// The discs of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DiscSeat {
    /// The color of the player's discs.
    pub disc: Disc,
}

/// The wish to drop a disc.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ConnectFourWish")]
pub struct WantedColumn {
    /// The column from the left, 0 to 6.
    #[schemars(range(max = COLUMNS - 1))]
    pub column: u8,
}

/// A disc that was dropped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Dropped {
    /// The column from the left, 0 to 6.
    pub column: u8,
    /// The cell in which the disc lies, row by row from the top left, 0 to 41.
    pub position: u8,
    /// The disc.
    pub disc: Disc,
}

/// What connect four adds to the end of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ConnectFourEnding")]
pub struct Ending {
    /// The cells of the winning line, or lines, from the top left; `null` unless somebody has four in a line.
    pub winning_cells: Option<Vec<u8>>,
}

/// What connect four adds to a result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ConnectFourResult")]
pub struct ResultPart {
    /// The cells that won a game of connect four, from the top left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winning_cells: Option<Vec<u8>>,
}

/// A move, for webhooks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ConnectFourMoveData")]
pub struct DroppedDisc {
    /// The column from the left, 0 to 6.
    pub column: u8,
    /// The cell in which the disc lies, row by row from the top left, 0 to 41.
    pub position: u8,
}

/// The webhook events of connect four.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", content = "data")]
#[schemars(rename = "ConnectFourWebhook")]
pub enum Webhook {
    /// The player to move has been idle for long.
    #[serde(rename = "connectfour.afk_warning")]
    AfkWarning(AfkNotice),
    /// The idle player has lost; `game.ended` follows.
    #[serde(rename = "connectfour.afk_timeout")]
    AfkTimeout(AfkForfeit),
}

impl Incoming for WantedColumn {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let column = |fields: &Fields<'_>, name: &str| fields.number(name, 0..=u32::from(COLUMNS - 1));
        let column = fields.required("column", column).map_err(|error| match fields.square("column") {
            // It is a number, but not that of a column.
            Ok(Some(_)) | Err(PayloadError { code: ErrorCode::OutOfBoard, .. }) => {
                PayloadError { code: ErrorCode::OutOfBoard, ..error }
            }
            _ => error,
        })?;
        Ok(Self { column: u8::try_from(column).expect("there are seven columns") })
    }
}

impl WireGame for ConnectFour {
    const NAME: &'static str = "connectfour";
    const TITLE: &'static str = "Connect four";
    const AFK_WARNING: &'static str = "connectfour:afk_warning";
    const AFK_WARNING_CLEARED: &'static str = "connectfour:afk_warning_cleared";
    const LISTS_MOVES: bool = false;
    const OFFERS_DRAWS: bool = false;
    const WEBHOOKS: &'static [&'static str] = &["connectfour.afk_warning", "connectfour.afk_timeout"];

    type Cell = Disc;
    type SideName = Disc;
    type Seat = DiscSeat;
    type Move = WantedColumn;
    type Step = Dropped;
    type Legal = u8;
    type Played = Dropped;
    type Ending = Ending;
    type ResultPart = ResultPart;
    type MoveData = DroppedDisc;
    type Webhook = Webhook;

    fn variants() -> Vec<&'static dyn Variant> {
        vec![&ConnectFour]
    }

    fn cell(piece: Piece) -> Disc {
        Self::side_name(piece.side)
    }

    fn side_name(side: Side) -> Disc {
        match side {
            Side::First => Disc::Red,
            Side::Second => Disc::Yellow,
        }
    }

    fn seat(side: Side) -> DiscSeat {
        DiscSeat { disc: Self::side_name(side) }
    }

    fn wish(wanted: &WantedColumn) -> Wish {
        Wish::place(Square(wanted.column))
    }

    fn step(side: Side, play: &Play) -> Dropped {
        Dropped { column: column(play), position: play.to.0, disc: Self::side_name(side) }
    }

    fn legal(play: &Play) -> u8 {
        column(play)
    }

    fn played(side: Side, play: &Play) -> Dropped {
        Self::step(side, play)
    }

    fn move_data(play: &Play) -> DroppedDisc {
        DroppedDisc { column: column(play), position: play.to.0 }
    }

    fn ending(end: End<'_>) -> Ending {
        Ending { winning_cells: winning_cells(end) }
    }

    fn result_part(end: End<'_>) -> ResultPart {
        ResultPart { winning_cells: winning_cells(end) }
    }

    fn webhook(happening: Happening<'_>) -> Option<Webhook> {
        match happening {
            Happening::Highlight { .. } => None,
            Happening::IdleWarning { player_id, seconds_remaining } => {
                Some(Webhook::AfkWarning(AfkNotice { player_id: player_id.to_owned(), seconds_remaining }))
            }
            Happening::IdleTimeout { loser_id, winner_id } => Some(Webhook::AfkTimeout(AfkForfeit {
                forfeited_player_id: loser_id.to_owned(),
                winner_id: winner_id.to_owned(),
            })),
        }
    }

    fn webhook_example(name: &str) -> Option<Webhook> {
        let (player_id, opponent) = ("user_123", "user_456");
        match name {
            "connectfour.afk_warning" => {
                Self::webhook(Happening::IdleWarning { player_id, seconds_remaining: 30 })
            }
            "connectfour.afk_timeout" => {
                Self::webhook(Happening::IdleTimeout { loser_id: player_id, winner_id: opponent })
            }
            _ => None,
        }
    }

    fn picture(position: &ShownPosition<'_>) -> Picture {
        let mut picture = Picture::new(position.board, Rgba::opaque(0x98683f));
        let hole = Shape::circle(42).filled(Rgba::opaque(0xecdcb9)).outlined(Rgba::opaque(0x4d3019), 2);
        for square in &position.board.playable {
            picture.on(*square, hole);
        }
        for (square, piece) in position.occupied() {
            let (fill, ring) = match piece.side {
                Side::First => (Rgba::opaque(0xc8372d), 24),
                Side::Second => (Rgba::opaque(0xf2c230), 10),
            };
            picture.on(square, Shape::circle(40).filled(fill).outlined(Rgba::shade(0x66), 2));
            picture.on(square, Shape::circle(ring).outlined(Rgba::shade(0x77), 4));
        }
        for square in position.touched() {
            picture.on(square, Shape::circle(40).dashed(Rgba::opaque(0xcdeaff), 6, [14, 10]));
        }
        picture
    }
}

fn column(play: &Play) -> u8 {
    play.to.0 % COLUMNS
}

fn winning_cells(end: End<'_>) -> Option<Vec<u8>> {
    end.line.map(|line| line.iter().map(|cell| cell.0).collect())
}
