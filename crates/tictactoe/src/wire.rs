//! Tic-tac-toe on the wire.

use game::{Highlight, Piece, Play, Side, Square, Variant, Wish};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{
    End, Fields, Happening, Incoming, PayloadError, Picture, Rgba, Shape, ShownPosition, WireGame, named,
};

use crate::TicTacToe;

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
#[schemars(rename = "TicTacToeWish")]
pub struct WantedCell {
    /// The cell, row by row from the top left, 0 to 8.
    pub position: u8,
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

/// What tic-tac-toe adds to a result.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TicTacToeResult")]
pub struct ResultPart {
    /// The three cells that won a game of tic-tac-toe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winning_line: Option<[u8; 3]>,
}

/// A move, for webhooks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TicTacToeMoveData")]
pub struct MarkedCell {
    /// The cell that was marked.
    pub position: u8,
}

/// The webhook events of tic-tac-toe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", content = "data")]
#[schemars(rename = "TicTacToeWebhook")]
pub enum Webhook {
    /// A mark threatens to win in two or more places.
    #[serde(rename = "tictactoe.fork")]
    Fork(Fork),
}

/// A mark threatens to win in two or more places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Fork {
    /// Who made the mark.
    pub player_id: String,
    /// Row and column of the mark.
    pub cell: [u8; 2],
    /// Row and column of every cell that would win.
    pub threat_cells: Vec<[u8; 2]>,
}

impl Incoming for WantedCell {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { position: fields.required("position", Fields::square)? })
    }
}

impl WireGame for TicTacToe {
    const NAME: &'static str = "tictactoe";
    const TITLE: &'static str = "Tic-tac-toe";
    const AFK_WARNING: &'static str = "tictactoe:afk_warning";
    const AFK_WARNING_CLEARED: &'static str = "tictactoe:afk_warning_cleared";
    const LISTS_MOVES: bool = false;
    const OFFERS_DRAWS: bool = false;
    const WEBHOOKS: &'static [&'static str] = &["tictactoe.fork"];

    type Cell = Mark;
    type SideName = Mark;
    type Seat = MarkSeat;
    type Move = WantedCell;
    type Step = Marked;
    type Legal = u8;
    type Played = Marked;
    type Ending = Ending;
    type ResultPart = ResultPart;
    type MoveData = MarkedCell;
    type Webhook = Webhook;

    fn variants() -> Vec<&'static dyn Variant> {
        vec![&TicTacToe]
    }

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

    fn wish(wanted: &WantedCell) -> Wish {
        Wish::place(Square(wanted.position))
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

    fn move_data(play: &Play) -> MarkedCell {
        MarkedCell { position: play.to.0 }
    }

    fn ending(end: End<'_>) -> Ending {
        Ending { winning_line: winning_line(end) }
    }

    fn result_part(end: End<'_>) -> ResultPart {
        ResultPart { winning_line: winning_line(end) }
    }

    fn webhook(happening: Happening<'_>) -> Option<Webhook> {
        let Happening::Highlight { player_id, highlight: Highlight::Fork { square, threats }, columns } =
            happening
        else {
            return None;
        };
        let cell = |square: &Square| [square.0 / columns, square.0 % columns];
        Some(Webhook::Fork(Fork {
            player_id: player_id.to_owned(),
            cell: cell(square),
            threat_cells: threats.iter().map(cell).collect(),
        }))
    }

    fn webhook_example(name: &str) -> Option<Webhook> {
        let fork =
            Fork { player_id: "user_123".to_owned(), cell: [0, 2], threat_cells: vec![[0, 1], [1, 2]] };
        (name == Self::WEBHOOKS[0]).then_some(Webhook::Fork(fork))
    }

    fn picture(position: &ShownPosition<'_>) -> Picture {
        const GRID: Shape = Shape::lines(&[
            &[[100, 14], [100, 286]],
            &[[200, 14], [200, 286]],
            &[[14, 100], [286, 100]],
            &[[14, 200], [286, 200]],
        ]);
        const CROSS: Shape = Shape::lines(&[&[[-24, -24], [24, 24]], &[[24, -24], [-24, 24]]]);
        let mut picture = Picture::new(position.board, Rgba::opaque(0xecdcb9));
        for square in position.touched() {
            picture.square(square, Rgba::opaque(0xf3e9c8));
        }
        picture.shape(GRID.outlined(Rgba::opaque(0x4d3019), 5));
        for (square, piece) in position.occupied() {
            picture.on(
                square,
                match piece.side {
                    Side::First => CROSS.outlined(Rgba::opaque(0xa32a1e), 11),
                    Side::Second => Shape::circle(26).outlined(Rgba::opaque(0x1f4e79), 11),
                },
            );
        }
        picture
    }
}

fn winning_line(end: End<'_>) -> Option<[u8; 3]> {
    let line = end.line.and_then(|line| <[Square; 3]>::try_from(line).ok());
    line.map(|cells| cells.map(|cell| cell.0))
}
