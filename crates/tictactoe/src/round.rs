//! A match of tic-tac-toe: takes wishes, refuses in words, names the winning line.

use game::{
    Analysis, Budget, Chance, Heading, Highlight, Level, Match, Outcome, Piece, Play, Played, Preview, Rank,
    Refusal, RefusalCode, Side, Square, Wish,
};

use crate::board::CELLS;
use crate::{Board, bot};

/// A match in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    board: Board,
}

impl Round {
    fn check(&self, cell: Square) -> Result<(), Refusal> {
        if self.board.result().is_some() {
            return Err(Refusal::new(RefusalCode::GameOver, "the game is over, no more marks can be placed"));
        }
        if cell.0 >= CELLS {
            return Err(Refusal::new(
                RefusalCode::OutOfBoard,
                format!("there is no cell {}, cells are numbered 0 to 8", cell.0),
            ));
        }
        if let Some(side) = self.board.at(cell) {
            let free: Vec<String> = self.board.free().map(|cell| cell.0.to_string()).collect();
            return Err(Refusal::new(
                RefusalCode::CellTaken,
                format!("cell {} already has an {}", cell.0, mark(side)),
            )
            .hint(format!("free cells: {}", free.join(", "))));
        }
        Ok(())
    }
}

impl Match for Round {
    fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    fn board(&self) -> Vec<Option<Piece>> {
        (0..CELLS)
            .map(|cell| self.board.at(Square(cell)).map(|side| Piece { side, rank: Rank::Man }))
            .collect()
    }

    fn legal_plays(&self) -> Vec<Play> {
        self.board.legal().into_iter().map(Play::place).collect()
    }

    fn preview(&self, wish: &Wish) -> Result<Preview, Refusal> {
        self.check(wish.to)?;
        let after = Round { board: self.board.after(wish.to) };
        let threats = after.board.threats(self.side_to_move());
        let fork = after.board.result().is_none() && threats.len() >= 2;
        let highlights = if fork { vec![Highlight::Fork { square: wish.to, threats }] } else { Vec::new() };
        Ok(Preview { play: Play::place(wish.to), highlights, outcome: after.outcome() })
    }

    fn play(&mut self, wish: &Wish) -> Result<Played, Refusal> {
        let Preview { play, highlights, .. } = self.preview(wish)?;
        self.board = self.board.after(play.to);
        Ok(Played { play, highlights })
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.result().map(|winner| Outcome {
            winner,
            line: self.board.winning_line().map(|(_, line)| line.to_vec()),
            draw_rule: winner.is_none().then_some("board_full"),
        })
    }

    fn position_text(&self) -> String {
        (0..CELLS).map(|cell| self.board.at(Square(cell)).map_or('.', mark)).collect()
    }

    fn transcript(&self, _heading: &Heading, _result: Option<Option<Side>>) -> Option<String> {
        None
    }

    fn boxed(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }

    fn bot_move(&self, level: Level, _: Budget, seed: u64) -> Option<Play> {
        bot::choose(self.board, level, &mut Chance::new(seed)).map(Play::place)
    }

    fn analyse(&self, _: Budget, lines: usize) -> Analysis {
        bot::analyse(self.board, lines)
    }
}

impl From<Board> for Round {
    fn from(board: Board) -> Round {
        Round { board }
    }
}

fn mark(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}
