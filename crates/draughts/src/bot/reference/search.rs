//! Alpha-beta search, principal variation first, with a bound on the nodes it searches.

use crate::RuleSet;
use crate::board::Move;
use crate::direction::Direction;
use crate::word::Word;

use super::evaluation::evaluate;
use super::node::Node;
use super::order::{Candidate, DEEPEST, Order, bring_best};
use super::squares::Squares;
use super::table::{MoveCode, Table};
use super::window::{DECIDED, Window, finding, lost, usable};
use crate::bot::weights::Weights;
use game::Chance;

/// How far a search may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The most positions to search.
    pub(crate) nodes: u64,
    /// The most plies to look ahead.
    pub(crate) depth: u32,
    /// The most plies to follow captures beyond that.
    pub(crate) captures: u32,
    /// Whether a forced move costs no depth.
    pub(crate) sees_through_forced: bool,
    /// The largest random error of the evaluation, in hundredths of a man.
    pub(crate) noise: u32,
    /// The seed of the random errors.
    pub(crate) seed: u64,
}

/// A search in one position, with what it has learned so far.
pub(super) struct Search<R: RuleSet> {
    pub(super) squares: Squares,
    pub(super) limits: Limits,
    pub(super) nodes: u64,
    /// Whether the nodes are used up; values returned after that are meaningless.
    pub(super) stopped: bool,
    /// The best line found from each ply on.
    pub(super) lines: Vec<Vec<Move<R::Word>>>,
    /// The keys of all positions before the one looked at, since the game began.
    pub(super) path: Vec<u64>,
    weights: &'static Weights,
    table: Table,
    order: Order,
    /// The moves of every position on the path, one list after the other.
    moves: Vec<Candidate<R::Word>>,
}

impl<R: RuleSet> Search<R> {
    pub(super) fn new(limits: Limits) -> Search<R> {
        let weights = const { R::RULES.weights };
        Search {
            squares: Squares::of::<R>(weights),
            limits,
            nodes: 0,
            stopped: false,
            lines: vec![Vec::new(); DEEPEST + 1],
            path: Vec::new(),
            weights,
            table: Table::for_nodes(limits.nodes),
            order: Order::new(),
            moves: Vec::new(),
        }
    }

    /// The value of a position for the side to move, `depth` plies deep.
    pub(super) fn search(&mut self, node: &Node<R>, window: Window, depth: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        self.nodes += 1;
        self.stopped |= self.nodes > self.limits.nodes;
        if self.stopped || self.is_drawn(node) {
            return 0;
        }
        if ply >= DEEPEST || depth <= 0 && !self.goes_on(node, depth) {
            return self.judge(node, ply);
        }
        // No line can be better than a win at the next ply, nor worse than a loss at this one.
        let window = Window { alpha: window.alpha.max(lost(ply)), beta: window.beta.min(-lost(ply + 1)) };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let key = node.signature();
        let found = self.table.find(key);
        if let Some(value) = found.and_then(|found| usable(found, window, depth, ply)) {
            return value;
        }
        let base = self.moves.len();
        self.list_moves(node, found.map_or(MoveCode::NONE, |found| found.best), ply);
        self.path.push(node.key);
        let value = self.try_moves(node, key, base, window, depth, ply);
        self.path.pop();
        self.moves.truncate(base);
        value
    }

    /// Tries the moves listed from `base` on.
    fn try_moves(
        &mut self,
        node: &Node<R>,
        key: u64,
        base: usize,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> i32 {
        let end = self.moves.len();
        let forced = end - base == 1 && depth > 0 && self.limits.sees_through_forced;
        let next = if forced { depth } else { depth - 1 };
        let (mut best, mut best_move, mut alpha) = (lost(ply), MoveCode::NONE, window.alpha);
        for index in base..end {
            bring_best(&mut self.moves[index..end]);
            let chosen = self.moves[index].chosen;
            let child = node.after(chosen, &self.squares);
            let reduced = next - reduction(node, chosen, index - base, depth);
            let rest = Window { alpha, beta: window.beta };
            let value = self.try_move(&child, rest, [next, reduced], index == base, ply);
            if self.stopped {
                return 0;
            }
            if value > best {
                (best, best_move) = (value, MoveCode::of(chosen));
            }
            if value > alpha {
                alpha = value;
                if !window.is_narrow() {
                    self.extend_line(chosen, ply);
                }
            }
            if value >= window.beta {
                if !chosen.captured.any() && depth > 0 {
                    let before = &self.moves[base..index];
                    self.order.reward(chosen, before, node.board.side_to_move, ply, depth);
                }
                break;
            }
        }
        if best_move != MoveCode::NONE {
            self.table.keep(key, finding(best, best_move, window, depth, ply));
        }
        best
    }

    /// The value of a move. The first is searched with the full window, others with a narrow one before the full one.
    fn try_move(
        &mut self,
        child: &Node<R>,
        window: Window,
        [depth, reduced]: [i32; 2],
        first: bool,
        ply: usize,
    ) -> i32 {
        if first {
            return -self.search(child, window.turned(), depth, ply + 1);
        }
        let narrow = Window::narrow(window.alpha);
        let mut value = -self.search(child, narrow.turned(), reduced, ply + 1);
        if value > window.alpha && reduced < depth && !self.stopped {
            value = -self.search(child, narrow.turned(), depth, ply + 1);
        }
        if value > window.alpha && value < window.beta && !window.is_narrow() && !self.stopped {
            value = -self.search(child, window.turned(), depth, ply + 1);
        }
        value
    }

    fn list_moves(&mut self, node: &Node<R>, known: MoveCode, ply: usize) {
        let Search { moves, order, .. } = self;
        let (kings, side) = (node.board.pieces.kings, node.board.side_to_move);
        node.board.each_move(|chosen| {
            if node.allows(chosen) {
                let promise = order.promise(chosen, kings, known, side, ply);
                moves.push(Candidate { chosen, promise });
            }
        });
    }

    /// Whether the search follows the captures of this position beyond its depth.
    fn goes_on(&self, node: &Node<R>, depth: i32) -> bool {
        depth.unsigned_abs() < self.limits.captures && node.board.must_capture()
    }

    /// The value without searching deeper.
    fn judge(&self, node: &Node<R>, ply: usize) -> i32 {
        let glance = evaluate(node, self.weights);
        if glance.is_stuck && !node.board.must_capture() {
            return lost(ply);
        }
        let value = glance.worth.clamp(1 - DECIDED, DECIDED - 1);
        if self.limits.noise == 0 {
            return value;
        }
        let width = u64::from(self.limits.noise) * 2 + 1;
        let roll = Chance::new(node.key ^ self.limits.seed).roll() % width;
        value + i32::try_from(roll).unwrap_or(0) - self.limits.noise.cast_signed()
    }

    /// Whether the position counts as a draw: it has occurred before, or a draw rule ends the game.
    fn is_drawn(&self, node: &Node<R>) -> bool {
        if !node.board.pieces.kings.any() && const { !men_can_return::<R>() } {
            return false;
        }
        let reversible = usize::from(node.reversible);
        let before = self.path.iter().rev().take(reversible);
        before.skip(1).step_by(2).any(|key| *key == node.key) || node.is_drawn()
    }

    /// The best line from here is this move and the best line after it.
    pub(super) fn extend_line(&mut self, chosen: Move<R::Word>, ply: usize) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let (Some(line), Some(rest)) = (before.last_mut(), after.first()) else { return };
        line.clear();
        line.push(chosen);
        line.extend_from_slice(rest);
    }
}

/// Whether a man can come back to where it stood.
pub(super) const fn men_can_return<R: RuleSet>() -> bool {
    R::RULES.man_moves.contains(Direction::E)
}

/// By how many plies the first search of a late quiet move is shortened.
fn reduction<R: RuleSet>(node: &Node<R>, chosen: Move<R::Word>, index: usize, depth: i32) -> i32 {
    let promotes = chosen.promotes(node.board.pieces.kings);
    if depth < 3 || index < 2 || chosen.captured.any() || promotes {
        0
    } else if index < 4 || depth < 4 {
        1
    } else {
        2
    }
}
