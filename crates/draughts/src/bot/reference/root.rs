//! Iterative deepening at the root: values the legal moves, one ply deeper each time, until the nodes are used up.

use crate::board::Move;
use crate::{Game, Position, RuleSet};
use game::Play;

use super::node::Node;
use super::order::DEEPEST;
use super::search::{Limits, Search};
use super::window::{DECIDED, WON, Window};
use game::Chance;

/// The deepest iteration; lines reach at most twice as deep.
const FARTHEST: u32 = DEEPEST as u32 / 2;

/// The value of a move that was not searched: lower than any other.
pub(super) const NOT_VALUED: i32 = -WON;

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thought {
    /// The best moves, the best first.
    pub(crate) variations: Vec<Variation>,
}

/// A move with the play that follows it.
#[derive(Clone, Debug)]
pub(crate) struct Variation {
    /// For the side to move.
    pub(crate) value: i32,
    /// The move, and what both sides would play after it.
    pub(crate) plays: Vec<Play>,
}

/// A legal move of the position in question.
#[derive(Clone)]
struct Choice<W> {
    value: i32,
    /// The move, and the best play after it.
    line: Vec<Move<W>>,
}

/// The best `count` moves of a game that goes on.
pub(crate) fn think<R: RuleSet>(game: &Game, limits: Limits, count: usize) -> Thought {
    let mut search = Search::<R>::new(limits);
    let root = replay(game, &mut search);
    let mut choices: Vec<Choice<R::Word>> = game
        .legal_plays()
        .iter()
        .map(|play| Choice { value: NOT_VALUED, line: vec![root.read(play)] })
        .collect();
    shuffle(&mut choices, limits.seed);
    let count = count.min(choices.len());
    let (mut depth, mut complete) = (0, choices.clone());
    while depth < limits.depth.min(FARTHEST) && !search.stopped && count > 0 {
        depth += 1;
        for rank in 0..count {
            rank_next(&mut search, &root, &mut choices[rank..], depth.cast_signed());
        }
        if !search.stopped {
            choices[..count].sort_by_key(|choice| -choice.value);
            complete.clone_from(&choices);
        }
        if choices[..count].iter().all(|choice| is_settled(choice.value, depth)) {
            break;
        }
    }
    if search.stopped && count > 1 {
        // Lines of different depth cannot be compared.
        choices = complete;
    }
    choices.truncate(count);
    Thought { variations: choices.iter().map(|choice| variation(game, &root, choice, &search)).collect() }
}

/// Moves the best of the choices to the front. If the nodes run out, the best choice so far stays in front.
fn rank_next<R: RuleSet>(
    search: &mut Search<R>,
    root: &Node<R>,
    choices: &mut [Choice<R::Word>],
    depth: i32,
) {
    let mut alpha = -WON;
    search.path.push(root.key);
    for index in 0..choices.len() {
        let chosen = choices[index].line[0];
        let child = root.after(chosen, &search.squares);
        let mut value = alpha + 1;
        if index > 0 {
            value = -search.search(&child, Window::narrow(alpha).turned(), depth - 1, 1);
        }
        if value > alpha {
            value = -search.search(&child, Window { alpha, ..Window::FULL }.turned(), depth - 1, 1);
        }
        if search.stopped {
            break;
        }
        if value > alpha {
            alpha = value;
            search.extend_line(chosen, 0);
            choices[index] = Choice { value, line: search.lines[0].clone() };
            choices[..=index].rotate_right(1);
        }
    }
    search.path.pop();
}

/// Whether a win or a loss is so near that a deeper search cannot change it.
fn is_settled(value: i32, depth: u32) -> bool {
    value.abs() > DECIDED && WON - value.abs() <= depth.cast_signed()
}

/// Puts the choices into a random order, so that the seed decides between moves of equal value.
fn shuffle<T>(choices: &mut [T], seed: u64) {
    let mut chance = Chance::new(seed);
    for end in (1..choices.len()).rev() {
        choices.swap(end, chance.below(end + 1));
    }
}

/// The current position with its counters; the keys of the positions before it go onto the path of the search.
fn replay<R: RuleSet>(game: &Game, search: &mut Search<R>) -> Node<R> {
    let mut node = Node::<R>::of(game.start(), &search.squares);
    for play in game.plays() {
        search.path.push(node.key);
        node = node.after(node.read(play), &search.squares);
    }
    node
}

/// The line of a choice as plays.
fn variation<R: RuleSet>(
    game: &Game,
    root: &Node<R>,
    choice: &Choice<R::Word>,
    search: &Search<R>,
) -> Variation {
    let (mut position, mut node): (Position, Node<R>) = (*game.position(), *root);
    let mut plays = Vec::new();
    for chosen in &choice.line {
        let legal = position.legal_plays();
        let Some(play) = legal.into_iter().find(|play| node.read(play) == *chosen) else { break };
        position = position.after(&play);
        node = node.after(*chosen, &search.squares);
        plays.push(play);
    }
    Variation { value: choice.value, plays }
}
