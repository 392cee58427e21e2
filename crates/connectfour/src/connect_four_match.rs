//! A match of connect four: takes moves as players ask for them, refuses in words, names the winning cells.

use game::{
    Analysis, Budget, Chance, Heading, Level, Match, Outcome, Piece, Play, Played, Preview, Rank, Refusal,
    RefusalCode, Side, Square, Wish,
};

use crate::board::CELLS;
use crate::{Board, COLUMNS, ROWS, bot};

/// A match in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConnectFourMatch {
    board: Board,
}

impl ConnectFourMatch {
    /// The column that a wish names by any of its cells, if a disc can be dropped into it.
    fn column(&self, wish: &Wish) -> Result<u8, Refusal> {
        if self.board.result().is_some() {
            return Err(Refusal::new(
                RefusalCode::GameOver,
                "the game is over, no more discs can be dropped",
            ));
        }
        if wish.to.0 >= CELLS {
            let sentence = format!("there is no cell {}, cells are numbered 0 to {}", wish.to.0, CELLS - 1);
            return Err(Refusal::new(RefusalCode::OutOfBoard, sentence));
        }
        let column = wish.to.0 % COLUMNS;
        if self.board.landing(column).is_none() {
            let free: Vec<String> = self.board.legal().iter().map(u8::to_string).collect();
            let sentence = format!("column {column} is full");
            return Err(Refusal::new(RefusalCode::CellTaken, sentence)
                .hint(format!("columns with room: {}", free.join(", "))));
        }
        Ok(column)
    }

    fn drop_in(&self, column: u8) -> Option<Play> {
        self.board.landing(column).map(Play::place)
    }
}

impl Match for ConnectFourMatch {
    fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    fn board(&self) -> Vec<Option<Piece>> {
        let piece = |cell| self.board.at(Square(cell)).map(|side| Piece { side, rank: Rank::Man });
        (0..CELLS).map(piece).collect()
    }

    fn legal_plays(&self) -> Vec<Play> {
        self.board.legal().into_iter().filter_map(|column| self.drop_in(column)).collect()
    }

    fn preview(&self, wish: &Wish) -> Result<Preview, Refusal> {
        let column = self.column(wish)?;
        let play = self.drop_in(column).expect("the column has room");
        let after = ConnectFourMatch { board: self.board.after(column) };
        Ok(Preview { play, highlights: Vec::new(), outcome: after.outcome() })
    }

    fn play(&mut self, wish: &Wish) -> Result<Played, Refusal> {
        let Preview { play, highlights, .. } = self.preview(wish)?;
        self.board = self.board.after(play.to.0 % COLUMNS);
        Ok(Played { play, highlights })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.result().map(|winner| Outcome {
            winner,
            line: self.board.winning_cells().map(|(_, cells)| cells),
            draw_rule: winner.is_none().then_some("board_full"),
        })
    }

    fn position_text(&self) -> String {
        let letter = |cell| self.board.at(Square(cell)).map_or('.', letter);
        let row = |row: u8| (0..COLUMNS).map(|column| letter(row * COLUMNS + column)).collect::<String>();
        (0..ROWS).map(row).collect::<Vec<_>>().join("/")
    }

    fn transcript(&self, _heading: &Heading, _result: Option<Option<Side>>) -> Option<String> {
        None
    }

    fn bot_move(&self, level: Level, budget: Budget, seed: u64) -> Option<Play> {
        bot::choose(self.board, level, budget, &mut Chance::new(seed)).and_then(|column| self.drop_in(column))
    }

    fn analyse(&self, budget: Budget, lines: usize) -> Analysis {
        bot::analyse(self.board, budget, lines)
    }

    fn boxed(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }
}

impl From<Board> for ConnectFourMatch {
    fn from(board: Board) -> ConnectFourMatch {
        ConnectFourMatch { board }
    }
}

/// The letter of a side in a position.
pub(crate) fn letter(side: Side) -> char {
    match side {
        Side::First => 'R',
        Side::Second => 'Y',
    }
}
