//! Tic-tac-toe: easy plays at random, medium wins or blocks at once, hard plays perfectly.

use std::collections::HashMap;
use std::sync::LazyLock;

use game::{Game, Level, Square};
use tictactoe::Board;

use crate::Chance;

/// The cell a bot of this level marks.
pub(crate) fn choose(board: Board, level: Level, chance: &mut Chance) -> Option<Square> {
    let mut free = Vec::new();
    board.each_move(|cell| free.push(cell));
    match level {
        Level::Easy => chance.pick(&free).copied(),
        Level::Medium => urgent(board).or_else(|| chance.pick(&free).copied()),
        Level::Hard => chance.pick(&best(board, &free)).copied(),
    }
}

/// The cell that wins at once, else the one that keeps the opponent from winning at once.
fn urgent(board: Board) -> Option<Square> {
    let side = board.side_to_move();
    [side, side.other()].into_iter().find_map(|side| board.threats(side).first().copied())
}

/// The cells of the best worth: every one of them keeps the result that perfect play can have.
fn best(board: Board, free: &[Square]) -> Vec<Square> {
    let worth = |cell: &Square| -SOLVED[&board.after(*cell)];
    let most = free.iter().map(worth).max();
    free.iter().copied().filter(|cell| Some(worth(cell)) == most).collect()
}

/// What each of the 5,478 positions is worth to the side to move under perfect play: sooner wins and later
/// losses are better.
static SOLVED: LazyLock<HashMap<Board, i32>> = LazyLock::new(|| {
    let mut worths = HashMap::new();
    solve(Board::default(), &mut worths);
    worths
});

fn solve(board: Board, worths: &mut HashMap<Board, i32>) -> i32 {
    if let Some(known) = worths.get(&board) {
        return *known;
    }
    let worth = match board.result() {
        Some(None) => 0,
        // Only the side that has just moved can have won.
        Some(Some(_)) => -1 - i32::try_from(board.free().count()).expect("a board has nine cells"),
        None => {
            let mut best = i32::MIN;
            board.each_move(|cell| best = best.max(-solve(board.after(cell), worths)));
            best
        }
    };
    worths.insert(board, worth);
    worth
}
