//! The one variant of tic-tac-toe.

use std::sync::LazyLock;

use game::{
    AnswerDelay, Description, IdleLimits, Match, Refusal, RefusalCode, Rule, RuleCard, Sentence, Side,
    SideName, Square, Variant,
};

use schemars::JsonSchema;

use crate::board::CELLS;
use crate::{Board, Round};

/// Classic tic-tac-toe on nine cells: the game and its one variant.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
pub struct TicTacToe;

static DESCRIPTION: LazyLock<Description> = LazyLock::new(|| Description {
    game: "tictactoe",
    variant: "classic",
    name: "Tic-tac-toe",
    columns: 3,
    rows: 3,
    playable: (0..CELLS).map(Square).collect(),
    labels: (0..CELLS).map(|cell| Some(cell.to_string())).collect(),
    sides: [SideName { wire: "X", name: "X" }, SideName { wire: "O", name: "O" }],
    idle: IdleLimits { timeout_seconds: 60, warning_seconds: 20 },
    answer_delays: [AnswerDelay { from_millis: 400, to_millis: 900 }; 3],
    draws_by_agreement: false,
    captures_leave_at_once: false,
});

impl Variant for TicTacToe {
    fn description(&self) -> &Description {
        &DESCRIPTION
    }

    fn start(&self) -> Box<dyn Match> {
        Box::new(Round::default())
    }

    fn start_from(&self, position: &str) -> Result<Box<dyn Match>, Refusal> {
        let board = read(position).ok_or_else(|| {
            Refusal::new(
                RefusalCode::IllegalMove,
                "a position is nine characters, X, O or a dot, with as many X as O or one more",
            )
        })?;
        Ok(Box::new(Round::from(board)))
    }

    fn rule_card(&self) -> RuleCard {
        let sentences = vec![
            Sentence::new("turns", "Two players mark the nine cells of a 3×3 board in turn, X first."),
            Sentence::new("win", "Three marks of one player in a row, a column or a diagonal win."),
            Sentence::new(
                "draw",
                "When all nine cells are marked and nobody has three in a line, the game is a draw.",
            ),
        ];
        RuleCard { title: DESCRIPTION.name, rules: vec![Rule { key: "game", title: None, sentences }] }
    }
}

fn read(position: &str) -> Option<Board> {
    let marks: Vec<char> = position.chars().collect();
    if marks.len() != usize::from(CELLS) {
        return None;
    }
    let mut board = Board::default();
    let mut counts = [0_usize; 2];
    for (cell, mark) in (0..CELLS).map(Square).zip(marks) {
        let side = match mark {
            'X' => Side::First,
            'O' => Side::Second,
            '.' => continue,
            _ => return None,
        };
        board = board.marked(side, cell);
        counts[side.index()] += 1;
    }
    (counts[0] == counts[1] || counts[0] == counts[1] + 1).then_some(board)
}
