//! Tic-tac-toe: easy plays at random, medium wins or blocks at once, hard plays perfectly.

use std::collections::HashMap;
use std::sync::LazyLock;

use game::{Analysis, Chance, Level, Line, Play, Score, Square};

use crate::Board;

/// The cell a bot of this level marks.
pub(crate) fn choose(board: Board, level: Level, chance: &mut Chance) -> Option<Square> {
    let free = board.legal();
    match level {
        Level::Easy => chance.pick(&free).copied(),
        Level::Medium => urgent(board).or_else(|| chance.pick(&free).copied()),
        Level::Hard => chance.pick(&best(board, &free)).copied(),
    }
}

/// The best `lines` moves, each followed to the end of the game.
pub(crate) fn analyse(board: Board, lines: usize) -> Analysis {
    let mut free = board.legal();
    free.sort_by_key(|cell| SOLVED[&board.after(*cell)]);
    let depth = u32::try_from(free.len()).expect("a board has nine cells");
    let lines = free
        .into_iter()
        .take(lines)
        .map(|cell| Line { score: score(board, -SOLVED[&board.after(cell)]), plays: play_out(board, cell) });
    Analysis {
        depth,
        nodes: u64::try_from(SOLVED.len()).expect("there are few positions"),
        lines: lines.collect(),
    }
}

/// The score of a value for the side to move.
fn score(board: Board, worth: i32) -> Score {
    let side = board.side_to_move();
    let left = usize::try_from(worth.unsigned_abs().saturating_sub(1)).expect("a board has nine cells");
    let plies = u32::try_from(board.free().count() - left).expect("a board has nine cells");
    match worth {
        0 => Score::Men(0),
        won if won > 0 => Score::Win { side, plies },
        _ => Score::Win { side: side.other(), plies },
    }
}

/// A move, and perfect play after it.
fn play_out(board: Board, cell: Square) -> Vec<Play> {
    let (mut board, mut next) = (board, Some(cell));
    let mut plays = Vec::new();
    while let Some(cell) = next {
        plays.push(Play::place(cell));
        board = board.after(cell);
        next = best(board, &board.legal()).first().copied();
    }
    plays
}

/// The cell that wins at once, or else one that stops the opponent from winning at once; `None` if there is neither.
fn urgent(board: Board) -> Option<Square> {
    let side = board.side_to_move();
    [side, side.other()].into_iter().find_map(|side| board.threats(side).first().copied())
}

/// The cells of the highest value: each keeps the result of perfect play.
fn best(board: Board, free: &[Square]) -> Vec<Square> {
    let worth = |cell: &Square| -SOLVED[&board.after(*cell)];
    let most = free.iter().map(worth).max();
    free.iter().copied().filter(|cell| Some(worth(cell)) == most).collect()
}

/// The value of each of the 5,478 positions for the side to move under perfect play: sooner wins and later
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
            let after = board.legal().into_iter().map(|cell| -solve(board.after(cell), worths));
            after.max().expect("a game that goes on has a move")
        }
    };
    worths.insert(board, worth);
    worth
}
