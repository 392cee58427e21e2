//! Tic-tac-toe: easy plays at random, medium wins or blocks at once, hard plays perfectly.

use game::{Game, Level, Side, Square};
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
    let side = board.side_to_move();
    let worth = |cell: &Square| value(board.after(*cell), side);
    let most = free.iter().map(worth).max();
    free.iter().copied().filter(|cell| Some(worth(cell)) == most).collect()
}

/// What a position is worth to a side under perfect play: sooner wins and later losses are better.
fn value(board: Board, side: Side) -> i32 {
    if let Some(result) = board.result() {
        let free = i32::try_from(board.free().count()).expect("a board has nine cells");
        return result.map_or(0, |winner| if winner == side { 1 + free } else { -1 - free });
    }
    let mut values = Vec::new();
    board.each_move(|cell| values.push(value(board.after(cell), side)));
    let best = if board.side_to_move() == side { values.iter().max() } else { values.iter().min() };
    best.copied().expect("an unfinished board has a free cell")
}
