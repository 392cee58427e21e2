//! Iterative deepening at the root: values the legal moves, one ply deeper each time, until a limit is reached.

use crate::board::Move;
use crate::word::Word;
use crate::{Game, Position, RuleSet};

use super::cuts::MOST_UNCERTAIN;
use super::handicap::Handicap;
use super::limits::Limits;
use super::memory::Memory;
use super::node::Node;
use super::order::DEEPEST;
use super::search::Search;
use super::searcher::{SearchReport, Variation};
use super::window::{DECIDED, WON, Window};
use game::Chance;

/// The deepest iteration; lines reach at most twice as deep.
const FARTHEST: u32 = DEEPEST as u32 / 2;

/// The value of a move that was not searched: lower than any other.
pub(super) const NOT_VALUED: i32 = -WON;

/// A legal move of the position in question.
#[derive(Clone)]
struct Choice<W> {
    value: i32,
    /// The move, and the best play after it.
    line: Vec<Move<W>>,
}

/// Searches the position of a game; `progress` is called after every complete iteration.
pub(super) fn think<R: RuleSet>(
    memory: &mut Memory<R>,
    game: &Game,
    limits: &Limits<'_>,
    handicap: Handicap,
    progress: &mut dyn FnMut(&SearchReport),
) -> SearchReport {
    let mut search = Search::<R>::new(memory, limits, handicap);
    let root = replay(game, &mut search);
    let mut choices: Vec<Choice<R::Word>> = game
        .legal_plays()
        .iter()
        .map(|play| Choice { value: NOT_VALUED, line: vec![root.read(play)] })
        .collect();
    let mut chance = Chance::new(handicap.seed);
    shuffle(&mut choices, &mut chance);
    overlook(&mut choices, handicap.overlooked_in_hundred, &mut chance);
    let count = limits.lines.max(1).min(choices.len());
    let (mut depth, mut complete) = (0, choices.clone());
    while depth < limits.depth.min(FARTHEST) && count > 0 && (depth == 0 || may_deepen(limits)) {
        depth += 1;
        search.estimated = false;
        if depth.cast_signed() <= search.selectivity.ranked_depth {
            rank_all(&mut search, &root, &mut choices, depth.cast_signed());
        } else {
            for rank in 0..count {
                rank_expected(&mut search, &root, &mut choices[rank..], depth.cast_signed());
            }
        }
        if search.stopped {
            depth -= 1;
            break;
        }
        choices[..count].sort_by_key(|choice| -choice.value);
        complete.clone_from(&choices);
        progress(&report(game, &root, &choices[..count], depth, &search));
        if !search.estimated || choices[..count].iter().all(|choice| is_settled(choice.value, depth)) {
            break;
        }
    }
    if search.stopped && count > 1 {
        // Lines of different depth cannot be compared.
        choices = complete;
    }
    report(game, &root, &choices[..count], depth, &search)
}

/// Whether the time allows a deeper iteration.
fn may_deepen(limits: &Limits<'_>) -> bool {
    limits.time.is_none_or(|time| time.allows_iteration())
}

fn report<R: RuleSet>(
    game: &Game,
    root: &Node<R>,
    choices: &[Choice<R::Word>],
    depth: u32,
    search: &Search<'_, R>,
) -> SearchReport {
    SearchReport {
        depth,
        nodes: search.nodes,
        variations: choices.iter().map(|choice| variation(game, root, choice, search)).collect(),
    }
}

/// Values each of the choices, and ranks them all: the later ones are searched less deep in deeper iterations.
fn rank_all<R: RuleSet>(
    search: &mut Search<'_, R>,
    root: &Node<R>,
    choices: &mut [Choice<R::Word>],
    depth: i32,
) {
    search.path.push(root.key);
    for choice in choices.iter_mut() {
        let chosen = choice.line[0];
        let value = -search.search(&root.after(chosen, search.evaluator), Window::FULL, depth - 1, 1);
        if search.stopped {
            break;
        }
        search.extend_line(chosen, 0);
        *choice = Choice { value, line: search.lines[0].clone() };
    }
    search.path.pop();
    choices.sort_by_key(|choice| -choice.value);
}

/// Ranks the choices with a window around the value of the last iteration, which is widened until it holds the new value.
fn rank_expected<R: RuleSet>(
    search: &mut Search<'_, R>,
    root: &Node<R>,
    choices: &mut [Choice<R::Word>],
    depth: i32,
) {
    let (last, mut width) = (choices[0].value, search.selectivity.aspiration);
    let mut window = Window::FULL;
    if width > 0 && depth >= LEAST_EXPECTED && last.abs() <= MOST_UNCERTAIN {
        window = Window { alpha: last - width, beta: last + width };
    }
    loop {
        let value = rank_next(search, root, choices, depth, window);
        width = width.saturating_mul(WIDENING);
        if search.stopped || value > window.alpha && value < window.beta {
            break;
        }
        let wide = width > MOST_UNCERTAIN;
        if value <= window.alpha {
            window.alpha = if wide { -WON } else { window.alpha - width };
        } else {
            window.beta = if wide { WON } else { window.beta + width };
        }
    }
}

/// The first iteration whose value is expected to be near that of the last one.
const LEAST_EXPECTED: i32 = 4;
/// How many times wider a window becomes that did not hold the value.
const WIDENING: i32 = 4;

/// Moves the best of the choices to the front, and returns its value. If the nodes run out, the best choice so far stays
/// in front.
fn rank_next<R: RuleSet>(
    search: &mut Search<'_, R>,
    root: &Node<R>,
    choices: &mut [Choice<R::Word>],
    depth: i32,
    window: Window,
) -> i32 {
    let (mut alpha, mut best) = (window.alpha, -WON);
    search.path.push(root.key);
    for index in 0..choices.len() {
        let chosen = choices[index].line[0];
        let child = root.after(chosen, search.evaluator);
        let mut value = alpha + 1;
        if index > 0 {
            let narrow = Window::narrow(alpha).turned();
            let less = if search.handicap.sees_through_forced { reduction(chosen, index, depth) } else { 0 };
            value = -search.search(&child, narrow, depth - 1 - less, 1);
            if less > 0 && value > alpha {
                value = -search.search(&child, narrow, depth - 1, 1);
            }
        }
        if value > alpha {
            value = -search.search(&child, Window { alpha, ..window }.turned(), depth - 1, 1);
        }
        if search.stopped {
            break;
        }
        best = best.max(value);
        if value > alpha {
            alpha = value;
            search.extend_line(chosen, 0);
            choices[index] = Choice { value, line: search.lines[0].clone() };
            choices[..=index].rotate_right(1);
        }
        if value >= window.beta {
            break;
        }
    }
    search.path.pop();
    best
}

/// By how many plies the first search of a late quiet move is shortened.
fn reduction<W: Word>(chosen: Move<W>, index: usize, depth: i32) -> i32 {
    match index {
        _ if depth < LEAST_REDUCED || chosen.captured.any() => 0,
        0..3 => 0,
        3..5 => 1,
        _ => 2,
    }
}

/// The first iteration in which late moves are searched less deep.
const LEAST_REDUCED: i32 = 4;

/// How many more iterations look for a shorter win than the one that was found: late moves are searched less deep.
const LATE_WINS: i32 = 4;

/// Whether a win or a loss is so near that a deeper search does not change it.
fn is_settled(value: i32, depth: u32) -> bool {
    value.abs() > DECIDED && WON - value.abs() + LATE_WINS <= depth.cast_signed()
}

/// Puts the choices into a random order, so that the seed decides between moves of equal value.
fn shuffle<T>(choices: &mut [T], chance: &mut Chance) {
    for end in (1..choices.len()).rev() {
        choices.swap(end, chance.below(end + 1));
    }
}

/// Removes quiet moves that a bot of a lower level does not think of. A capture is never overlooked, and one move stays.
fn overlook<W: Word>(choices: &mut Vec<Choice<W>>, in_hundred: u32, chance: &mut Chance) {
    let mut left = choices.len();
    choices.retain(|choice| {
        let stays = left == 1 || choice.line[0].captured.any() || !chance.happens(in_hundred);
        left -= usize::from(!stays);
        stays
    });
}

/// The current position with its counters; the keys of the positions before it go onto the path of the search.
fn replay<R: RuleSet>(game: &Game, search: &mut Search<'_, R>) -> Node<R> {
    let mut node = Node::<R>::of(game.start(), search.evaluator);
    for play in game.plays() {
        search.path.push(node.key);
        node = node.after(node.read(play), search.evaluator);
    }
    node
}

/// The line of a choice as plays.
fn variation<R: RuleSet>(
    game: &Game,
    root: &Node<R>,
    choice: &Choice<R::Word>,
    search: &Search<'_, R>,
) -> Variation {
    let (mut position, mut node): (Position, Node<R>) = (*game.position(), *root);
    let mut plays = Vec::new();
    for chosen in &choice.line {
        let legal = position.legal_plays();
        let Some(play) = legal.into_iter().find(|play| node.read(play) == *chosen) else { break };
        position = position.after(&play);
        node = node.after(*chosen, search.evaluator);
        plays.push(play);
    }
    Variation { value: choice.value, plays }
}
