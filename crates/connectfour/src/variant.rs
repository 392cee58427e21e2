//! The one variant of connect four.

use std::sync::LazyLock;

use game::{
    AnswerDelay, Description, IdleLimits, Match, Refusal, RefusalCode, Rule, RuleCard, Sentence, Side,
    SideName, Square, Variant,
};
use schemars::JsonSchema;

use crate::board::CELLS;
use crate::connect_four_match::letter;
use crate::{Board, COLUMNS, ConnectFourMatch, ROWS};

/// Classic connect four on seven columns of six: the game and its one variant.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
pub struct ConnectFour;

static DESCRIPTION: LazyLock<Description> = LazyLock::new(|| Description {
    game: "connectfour",
    variant: "classic",
    name: "Connect four",
    columns: COLUMNS,
    rows: ROWS,
    playable: (0..CELLS).map(Square).collect(),
    labels: (0..CELLS).map(|cell| Some(label(cell))).collect(),
    sides: [SideName { wire: "red", name: "Red" }, SideName { wire: "yellow", name: "Yellow" }],
    idle: IdleLimits { timeout_seconds: 90, warning_seconds: 30 },
    answer_delays: [(500, 1200), (700, 1800), (900, 2500)]
        .map(|(from_millis, to_millis)| AnswerDelay { from_millis, to_millis }),
    draws_by_agreement: false,
    captures_leave_at_once: false,
});

impl Variant for ConnectFour {
    fn description(&self) -> &Description {
        &DESCRIPTION
    }

    fn start(&self) -> Box<dyn Match> {
        Box::new(ConnectFourMatch::default())
    }

    fn start_from(&self, position: &str) -> Result<Box<dyn Match>, Refusal> {
        let board = read(position).ok_or_else(|| {
            Refusal::new(
                RefusalCode::IllegalMove,
                "a position is six rows of seven characters from the top, R, Y or a dot, with a slash between rows, no disc \
                 above an empty cell, and as many R as Y or one more",
            )
        })?;
        Ok(Box::new(ConnectFourMatch::from(board)))
    }

    fn rule_card(&self) -> RuleCard {
        let turns = Sentence::new(
            "turns",
            "Two players drop discs into a board of seven columns and six rows, red first.",
        );
        let moves = vec![
            Sentence::new("column", "On your turn you choose a column that has room."),
            Sentence::new("fall", "Your disc falls to its lowest free cell and stays there."),
        ];
        let end = vec![
            Sentence::new("win", "Four discs of one player in a row, a column or a diagonal win."),
            Sentence::new(
                "draw",
                "When all 42 cells are filled and nobody has four in a line, the game is a draw.",
            ),
        ];
        RuleCard {
            title: DESCRIPTION.name,
            rules: vec![
                Rule { key: "game", title: None, sentences: vec![turns] },
                Rule::new("moves", "Moves", moves),
                Rule::new("end", "The end", end),
            ],
        }
    }
}

/// A column by its letter and a row by its number from the bottom, as in `d1`.
fn label(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % COLUMNS), ROWS - cell / COLUMNS)
}

fn read(position: &str) -> Option<Board> {
    let rows: Vec<Vec<char>> = position.split('/').map(|row| row.chars().collect()).collect();
    if rows.len() != usize::from(ROWS) || rows.iter().any(|row| row.len() != usize::from(COLUMNS)) {
        return None;
    }
    let cells: Vec<char> = rows.concat();
    if cells.iter().any(|cell| !['.', letter(Side::First), letter(Side::Second)].contains(cell)) {
        return None;
    }
    let discs = |side: Side| -> Vec<Square> {
        let cells = (0..CELLS).zip(&cells).filter(|(_, found)| **found == letter(side));
        cells.map(|(cell, _)| Square(cell)).collect()
    };
    Board::of_discs(&discs(Side::First), &discs(Side::Second))
}
