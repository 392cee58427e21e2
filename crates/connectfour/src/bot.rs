//! Bots: easy searches one disc ahead, medium a few, hard as many as its nodes allow; with at most 20 free cells hard
//! searches to the end of the game.

use game::{Analysis, Budget, Chance, Level, Line, Play, Score, Side};

use crate::Board;
use crate::board::CELLS;
use crate::search::{SearchedBoard, Solver, WON};

/// With at most this many free cells hard plays perfectly.
const SOLVED: u32 = 20;
/// The positions that hard searches for one move before that.
const HARD_NODES: u64 = 400_000;
/// The most positions to search to the end of the game, so that no position can block a thread for long.
const SOLVING_NODES: u64 = 20_000_000;
/// Discs that medium looks ahead.
const MEDIUM_DEPTH: u32 = 4;
/// How many of a hundred moves easy makes at random.
const BLINDNESS: u32 = 35;

/// The column into which a bot of this level drops its disc.
pub(crate) fn choose(board: Board, level: Level, budget: Budget, chance: &mut Chance) -> Option<u8> {
    let legal = board.legal();
    let budget = match level {
        Level::Easy if chance.happens(BLINDNESS) => return chance.pick(&legal).copied(),
        Level::Easy => budget.to_depth(1),
        Level::Medium => budget.to_depth(MEDIUM_DEPTH),
        Level::Hard => Budget { nodes: budget.nodes.min(HARD_NODES), depth: budget.depth },
    };
    let found = look(board, budget, level == Level::Hard);
    let best = found.moves.first()?.value;
    let good: Vec<u8> = found.moves.iter().filter(|one| one.value == best).map(|one| one.column).collect();
    chance.pick(&good).copied()
}

/// The best `lines` moves with the play that follows.
pub(crate) fn analyse(board: Board, budget: Budget, lines: usize) -> Analysis {
    let found = look(board, budget, false);
    let side = board.side_to_move();
    let line =
        |one: &Valued| Line { score: score(board, side, one.value), plays: play_out(board, one.column) };
    let lines = found.moves.iter().filter(|_| found.depth > 0).take(lines).map(line).collect();
    Analysis { depth: found.depth, nodes: found.nodes, lines }
}

/// A legal move and what it is worth to the side that makes it.
#[derive(Clone, Copy, Debug)]
struct Valued {
    column: u8,
    value: i32,
}

/// The result of a search.
struct Found {
    /// The best first.
    moves: Vec<Valued>,
    depth: u32,
    nodes: u64,
}

/// Values every legal move, one disc deeper each time until the budget is used up. If `solves`, the end of a game is
/// searched with a larger budget.
fn look(board: Board, budget: Budget, solves: bool) -> Found {
    let (own, taken) = board.own_and_taken();
    let root = SearchedBoard::new(own, taken);
    let solves = solves && root.free() <= SOLVED;
    let mut search = Solver::new(if solves { SOLVING_NODES } else { budget.nodes });
    let mut moves: Vec<Valued> =
        board.legal().into_iter().map(|column| Valued { column, value: 0 }).collect();
    let deepest = if solves { root.free() } else { budget.depth.min(root.free()) };
    // Discs ahead of a child; a solver need not come to it step by step.
    let mut depth = if solves { deepest } else { u32::from(deepest > 0) };
    let mut reached = 0;
    while depth > 0 && depth <= deepest {
        let mut next = moves.clone();
        for one in &mut next {
            one.value = value(board, one.column, root, depth - 1, &mut search);
        }
        if search.stopped {
            break;
        }
        next.sort_by_key(|one| -one.value);
        (moves, reached) = (next, depth);
        depth += 1;
    }
    if solves && search.stopped {
        return look(board, budget, false);
    }
    Found { moves, depth: reached, nodes: search.nodes }
}

fn value(board: Board, column: u8, root: SearchedBoard, depth: u32, search: &mut Solver) -> i32 {
    let after = board.after(column);
    match after.result() {
        Some(Some(_)) => WON + i32::try_from(root.free().div_ceil(2)).expect("there are 42 cells"),
        Some(None) => 0,
        None => -search.value(root.after(column), depth),
    }
}

/// The score of a value for the side to move.
fn score(board: Board, side: Side, value: i32) -> Score {
    let free = i32::try_from(u32::from(CELLS) - board.count()).expect("there are 42 cells");
    match value {
        won if won > WON => {
            let plies = free - 2 * (won - WON) + 1 + free % 2;
            Score::Win { side, plies: plies.unsigned_abs() }
        }
        lost if lost < -WON => {
            let plies = free + 2 * (lost + WON) + 2 - free % 2;
            Score::Win { side: side.other(), plies: plies.unsigned_abs() }
        }
        value => Score::of_men(value, side),
    }
}

/// A move, and the play that a short search expects after it.
fn play_out(board: Board, column: u8) -> Vec<Play> {
    const LONGEST: usize = 12;
    let (mut board, mut next) = (board, Some(column));
    let mut plays = Vec::new();
    while let Some(column) = next.filter(|_| plays.len() < LONGEST) {
        plays.extend(board.landing(column).map(Play::place));
        board = board.after(column);
        let found = look(board, Budget::of_nodes(5_000).to_depth(MEDIUM_DEPTH), false);
        next = found.moves.first().map(|one| one.column);
    }
    plays
}
