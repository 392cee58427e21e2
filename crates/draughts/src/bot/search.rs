//! Alpha-beta search, principal variation first, within limits of nodes and time.

use crate::RuleSet;
use crate::board::{Board, Move, Pieces};
use crate::direction::Direction;
use crate::word::Word;

use super::endgame::{EndgameProbe, EndgameValue};
use super::evaluation::{Estimate, evaluate};
use super::evaluator::Evaluator;
use super::handicap::Handicap;
use super::limits::Limits;
use super::memory::Memory;
use super::network::Sums;
use super::node::Node;
use super::order::{Candidate, DEEPEST, Order, bring_best};
use super::selectivity::Selectivity;
use super::table::{MoveCode, Table};
use super::window::{DECIDED, Window, finding, likely, lost, of_table, usable};
use game::Chance;

/// How many nodes are searched between two looks at the time.
const NODES_PER_LOOK: u64 = 1024;

/// A search in one position.
pub(super) struct Search<'a, R: RuleSet> {
    pub(super) evaluator: &'a Evaluator,
    pub(super) nodes: u64,
    /// Whether a limit is reached; values returned after that are meaningless.
    pub(super) stopped: bool,
    /// Whether a value of this iteration comes from an estimate, or may: a deeper search can change it. Ends of games and
    /// endgame tables are final.
    pub(super) estimated: bool,
    /// The best line found from each ply on.
    pub(super) lines: &'a mut Vec<Vec<Move<R::Word>>>,
    /// The keys of all positions before the one looked at, since the game began.
    pub(super) path: Vec<u64>,
    pub(super) selectivity: Selectivity,
    limits: &'a Limits<'a>,
    pub(super) handicap: Handicap,
    pub(super) table: &'a Table,
    endgames: Option<&'a dyn EndgameProbe>,
    /// The most pieces that the endgame tables know.
    endgame_pieces: u32,
    pub(super) order: &'a mut Order,
    /// The sums of the network for the position last evaluated at each ply.
    sums: &'a mut [Sums<R::Word>],
    /// The moves of every position on the path, one list after the other.
    pub(super) moves: &'a mut Vec<Candidate<R::Word>>,
}

/// A position to search, and how.
#[derive(Clone, Copy)]
pub(super) struct SearchTask {
    pub(super) window: Window,
    pub(super) depth: i32,
    pub(super) ply: usize,
}

impl<'a, R: RuleSet> Search<'a, R> {
    pub(super) fn new(
        memory: &'a mut Memory<R>,
        limits: &'a Limits<'a>,
        handicap: Handicap,
    ) -> Search<'a, R> {
        memory.table.begin_search();
        memory.order.begin_search();
        let endgames = memory.endgames.as_deref();
        Search {
            evaluator: &memory.evaluator,
            nodes: 0,
            stopped: false,
            estimated: false,
            lines: &mut memory.lines,
            path: Vec::new(),
            selectivity: if handicap.sees_through_forced { memory.selectivity } else { Selectivity::LOWER },
            limits,
            handicap,
            table: &memory.table,
            endgames,
            endgame_pieces: endgames.map_or(0, EndgameProbe::most_pieces),
            order: &mut memory.order,
            sums: &mut memory.sums,
            moves: &mut memory.moves,
        }
    }

    /// The value of a position for the side to move, `depth` plies deep.
    pub(super) fn search(&mut self, node: &Node<R>, window: Window, depth: i32, ply: usize) -> i32 {
        self.lines[ply].clear();
        if self.stopped {
            return 0;
        }
        self.nodes += 1;
        self.look_at_limits();
        if self.stopped || self.is_drawn(node) {
            return 0;
        }
        if let Some(value) = self.table_value(node) {
            return if node.decides(value) { of_table(value, ply) } else { likely(value) };
        }
        if ply >= DEEPEST || depth <= 0 && !self.goes_on(node, depth) {
            return self.last_value(node, SearchTask { window, depth, ply });
        }
        // No line can be better than a win at the next ply, nor worse than a loss at this one.
        let window = Window { alpha: window.alpha.max(lost(ply)), beta: window.beta.min(-lost(ply + 1)) };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        self.search_moves(node, SearchTask { window, depth, ply })
    }

    /// Searches the moves of a position, unless its value is known.
    fn search_moves(&mut self, node: &Node<R>, task: SearchTask) -> i32 {
        let SearchTask { window, depth, ply } = task;
        let key = node.signature();
        let found = if is_kept(depth) { self.table.find(key) } else { None };
        if let Some(value) = found.and_then(|found| usable(found, window, depth, ply)) {
            self.estimated = true;
            return value;
        }
        if let Some(value) = self.futile_cut(node, task).or_else(|| self.confirmed_cut(node, task)) {
            return value;
        }
        let base = self.moves.len();
        self.list_moves(node, found.map_or(MoveCode::NONE, |found| found.best), ply);
        self.path.push(node.key);
        let known = self.known_cut(node, base, task);
        let value = known.unwrap_or_else(|| self.try_moves(node, key, base, task));
        self.path.pop();
        self.moves.truncate(base);
        value
    }

    /// Tries the moves listed from `base` on.
    fn try_moves(&mut self, node: &Node<R>, key: u64, base: usize, task: SearchTask) -> i32 {
        let SearchTask { window, depth, ply } = task;
        let end = self.moves.len();
        let forced = end - base == 1 && depth > 0 && self.handicap.sees_through_forced;
        let (mut best, mut best_move, mut alpha) = (lost(ply), MoveCode::NONE, window.alpha);
        for index in base..end {
            bring_best(&mut self.moves[index..end]);
            let chosen = self.moves[index].chosen;
            let child = node.after(chosen, self.evaluator);
            let next = if forced { depth } else { depth - 1 };
            let reduced = next - self.reduction(node, chosen, index - base, depth);
            let rest = Window { alpha, beta: window.beta };
            self.order.follow(ply, MoveCode::of(chosen));
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
        if best_move != MoveCode::NONE && is_kept(depth) {
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

    /// By how many plies the first search of a late quiet move is shortened.
    fn reduction(&self, node: &Node<R>, chosen: Move<R::Word>, index: usize, depth: i32) -> i32 {
        let is_late = depth >= self.selectivity.reduction_depth && index >= 2;
        if !is_late || chosen.captured.any() || chosen.promotes(node.board.pieces.kings) {
            return 0;
        }
        if index < 4 || depth < 4 { 1 } else { 2 }
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

    /// Stops the search if a limit is reached.
    #[inline]
    fn look_at_limits(&mut self) {
        self.stopped |= self.nodes > self.limits.nodes;
        if self.nodes.is_multiple_of(NODES_PER_LOOK)
            && let Some(time) = &self.limits.time
        {
            self.stopped |= time.is_over();
        }
    }

    /// What the endgame tables say about the position.
    #[inline]
    fn table_value(&self, node: &Node<R>) -> Option<EndgameValue> {
        let Board { pieces, side_to_move } = node.board;
        if (pieces.own | pieces.enemy).count() > self.endgame_pieces {
            return None;
        }
        let wide = Pieces { own: pieces.own.bits(), enemy: pieces.enemy.bits(), kings: pieces.kings.bits() };
        self.endgames?.probe(&wide, side_to_move)
    }

    /// Whether the search goes on beyond its depth: if captures are due.
    fn goes_on(&self, node: &Node<R>, depth: i32) -> bool {
        depth.unsigned_abs() < self.handicap.captures && node.board.must_capture()
    }

    /// The value without searching deeper.
    pub(super) fn judge(&mut self, node: &Node<R>, ply: usize) -> i32 {
        let glance = self.estimate(node, ply);
        if glance.is_stuck && !node.board.must_capture() {
            return lost(ply);
        }
        let value = glance.worth.clamp(1 - DECIDED, DECIDED - 1);
        if self.handicap.noise == 0 {
            return value;
        }
        let width = u64::from(self.handicap.noise) * 2 + 1;
        let roll = Chance::new(node.key ^ self.handicap.seed).roll() % width;
        value + i32::try_from(roll).unwrap_or(0) - self.handicap.noise.cast_signed()
    }

    /// The evaluation of the position at this ply.
    #[inline]
    pub(super) fn estimate(&mut self, node: &Node<R>, ply: usize) -> Estimate {
        self.estimated = true;
        evaluate(node, self.evaluator, self.sums, ply)
    }

    /// Whether the position counts as a draw: it has occurred before, or a draw rule ends the game.
    pub(super) fn is_drawn(&self, node: &Node<R>) -> bool {
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

/// Whether the table has positions of this depth. Captures beyond it are searched again faster than they are found there.
const fn is_kept(depth: i32) -> bool {
    depth > 0
}

/// Whether a man can come back to where it stood.
pub(super) const fn men_can_return<R: RuleSet>() -> bool {
    R::RULES.man_moves.contains(Direction::E)
}
