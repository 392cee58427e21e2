//! The moves: short games of tic-tac-toe that end, and one long line of checkers that does not.

/// Games of tic-tac-toe: the first mover wins, the second wins, the first wins late, two draws.
const TICTACTOE: [&[u8]; 5] = [
    &[0, 3, 1, 4, 2],
    &[0, 3, 1, 4, 8, 5],
    &[0, 4, 8, 2, 6, 3, 7],
    &[4, 0, 2, 6, 3, 5, 1, 7, 8],
    &[0, 1, 2, 4, 3, 5, 7, 6, 8],
];

/// International draughts: 140 plies after which the game still runs, found by a seeded search.
const CHECKERS: &str = include_str!("checkers_line.txt");

/// The variant of the long line.
pub const CHECKERS_VARIANT: &str = "international";

/// Squares in a row of the board of that variant.
const COLUMNS: u8 = 10;

/// A move to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    Cell(u8),
    Step { from: u8, to: u8 },
}

/// Short games that end.
pub fn tictactoe() -> Vec<Vec<Move>> {
    TICTACTOE.iter().map(|cells| cells.iter().copied().map(Move::Cell).collect()).collect()
}

/// One long game that does not end.
pub fn checkers() -> Vec<Vec<Move>> {
    let step = |text: &str| {
        let (from, to) = text.split_once(['-', 'x']).expect("the line is tested");
        let square = |number: &str| square(number.parse().expect("the line is tested"));
        Move::Step { from: square(from), to: square(to) }
    };
    vec![CHECKERS.split_whitespace().map(step).collect()]
}

/// The wire index of a numbered dark square: row by row from the top left, counting light squares.
fn square(number: u8) -> u8 {
    let row = (number - 1) / (COLUMNS / 2);
    let place = (number - 1) % (COLUMNS / 2);
    row * COLUMNS + 2 * place + 1 - row % 2
}

#[cfg(test)]
mod tests {
    use draughts::fen::Numbers;
    use draughts::pdn::{Assumptions, read_games, replay};
    use draughts::variants;

    use super::*;
    use crate::relay::Board;

    #[test]
    fn every_game_of_tictactoe_ends_with_its_last_move_and_not_before() {
        let mut outcomes = Vec::new();
        for cells in TICTACTOE {
            let mut board = Board::default();
            for (ply, cell) in cells.iter().enumerate() {
                assert!(!board.is_over(), "{cells:?} is over before ply {ply}");
                assert!(board.is_free(*cell), "{cells:?} takes {cell} twice");
                board.place(*cell);
            }
            assert!(board.is_over(), "{cells:?} does not end");
            outcomes.push(board.winning_line().is_some());
        }
        assert_eq!(outcomes, [true, true, true, false, false]);
    }

    #[test]
    fn the_long_line_of_checkers_is_legal() {
        let text = format!("[GameType \"20\"]\n\n{} *\n", CHECKERS.trim());
        let games = read_games(&text);
        let game = games[0].as_ref().unwrap();
        let variant = variants::find(CHECKERS_VARIANT).unwrap();
        let replayed = replay(game, &Assumptions { variant, numbers: Numbers::default() });
        assert_eq!(replayed.first_fault(), None);
        assert_eq!(replayed.main_line().count(), checkers()[0].len());
        assert_eq!(checkers()[0].len(), 140);
    }

    #[test]
    fn numbers_of_squares_are_indexes_of_the_wire() {
        for (number, index) in [(1, 1), (5, 9), (6, 10), (32, 63), (50, 98)] {
            assert_eq!(square(number), index, "{number}");
        }
    }
}
