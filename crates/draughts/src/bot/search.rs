//! Alpha-beta search, principal variation first, within limits of nodes and time.

use crate::RuleSet;
use crate::board::{Board, Move, Pieces};
use crate::direction::Direction;
use crate::word::Word;

use super::endgame::{EndgameProbe, EndgameValue};
use super::evaluation::evaluate;
use super::evaluator::Evaluator;
use super::handicap::Handicap;
use super::limits::Limits;
use super::memory::Memory;
use super::node::Node;
use super::order::{Candidate, DEEPEST, Order, bring_best};
use super::selectivity::Selectivity;
use super::table::{Bound, Finding, MoveCode, Table};
use super::window::{DECIDED, Window, finding, likely, lost, of_table, usable};
use game::Chance;

/// How many nodes are searched between two looks at the time.
const NODES_PER_LOOK: u64 = 1024;

/// Values up to this are estimates, which a shallow search may confirm.
pub(super) const MOST_UNCERTAIN: i32 = 2_000;

/// With fewer pieces no search is cut short: a win may be near, and a guess would hide it.
const FEWEST_TO_CUT: u32 = 9;

/// A search in one position.
pub(super) struct Search<'a, R: RuleSet> {
    pub(super) evaluator: &'a Evaluator,
    pub(super) nodes: u64,
    /// Whether a limit is reached; values returned after that are meaningless.
    pub(super) stopped: bool,
    /// The best line found from each ply on.
    pub(super) lines: &'a mut Vec<Vec<Move<R::Word>>>,
    /// The keys of all positions before the one looked at, since the game began.
    pub(super) path: Vec<u64>,
    pub(super) selectivity: Selectivity,
    limits: &'a Limits<'a>,
    handicap: Handicap,
    table: &'a Table,
    endgames: Option<&'a dyn EndgameProbe>,
    /// The most pieces that the endgame tables know.
    endgame_pieces: u32,
    order: &'a mut Order,
    /// The moves of every position on the path, one list after the other.
    moves: &'a mut Vec<Candidate<R::Word>>,
}

/// A position to search, and how.
#[derive(Clone, Copy)]
struct SearchTask {
    window: Window,
    depth: i32,
    ply: usize,
    /// A move that is left out; only then the value is not kept.
    without: MoveCode,
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
            lines: &mut memory.lines,
            path: Vec::new(),
            selectivity: memory.selectivity,
            limits,
            handicap,
            table: &memory.table,
            endgames,
            endgame_pieces: endgames.map_or(0, EndgameProbe::most_pieces),
            order: &mut memory.order,
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
            return self.judge(node, ply);
        }
        // No line can be better than a win at the next ply, nor worse than a loss at this one.
        let window = Window { alpha: window.alpha.max(lost(ply)), beta: window.beta.min(-lost(ply + 1)) };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        self.search_moves(node, SearchTask { window, depth, ply, without: MoveCode::NONE })
    }

    /// Searches the moves of a position, unless its value is known.
    fn search_moves(&mut self, node: &Node<R>, task: SearchTask) -> i32 {
        let SearchTask { window, depth, ply, without } = task;
        let key = node.signature();
        let found = if is_kept(depth) { self.table.find(key) } else { None };
        if without == MoveCode::NONE
            && let Some(value) = found.and_then(|found| usable(found, window, depth, ply))
        {
            return value;
        }
        if let Some(value) = self.futile_cut(node, task).or_else(|| self.confirmed_cut(node, task)) {
            return value;
        }
        let unknown = self.selectivity.unknown_depth;
        let less = i32::from(
            unknown > 0 && depth >= unknown && found.is_none() && self.handicap.sees_through_forced,
        );
        let task = SearchTask { depth: depth - less, ..task };
        let base = self.moves.len();
        self.list_moves(node, found.map_or(MoveCode::NONE, |found| found.best), task);
        self.path.push(node.key);
        let value = match self.known_cut(node, base, task) {
            Some(value) => value,
            None => {
                let singular = self.is_singular(node, found, base, task);
                self.try_moves(node, key, base, task, singular)
            }
        };
        self.path.pop();
        self.moves.truncate(base);
        value
    }

    /// The bound of the window, if a quiet position near the end of the search is far beyond it.
    fn futile_cut(&self, node: &Node<R>, task: SearchTask) -> Option<i32> {
        let Selectivity { futility_depth, futility_margin, .. } = self.selectivity;
        let SearchTask { window, depth, .. } = task;
        if depth > futility_depth || depth <= 0 || !self.may_cut(node, task) || is_threatened(node) {
            return None;
        }
        let estimate = evaluate(node, self.evaluator);
        (!estimate.is_stuck && estimate.worth - futility_margin * depth >= window.beta).then_some(window.beta)
    }

    /// The bound of the window, if the position seems to be beyond it and a shallow search finds a value far beyond it.
    fn confirmed_cut(&mut self, node: &Node<R>, task: SearchTask) -> Option<i32> {
        let SearchTask { window, depth, ply, .. } = task;
        let Selectivity { confirm_depth, confirm_margin, confirm_share, .. } = self.selectivity;
        if confirm_depth == 0
            || depth < confirm_depth
            || !self.may_cut(node, task)
            || evaluate(node, self.evaluator).worth < window.beta
        {
            return None;
        }
        let beta = window.beta + confirm_margin * depth / 4;
        let shallow = depth * confirm_share / 100;
        let value = self.search(node, Window { alpha: beta - 1, beta }, shallow, ply);
        (value >= beta && !self.stopped).then_some(window.beta)
    }

    /// Whether the search of a position may be cut short: only one with a narrow window that is not nearly decided, with
    /// many pieces, where no capture is due.
    fn may_cut(&self, node: &Node<R>, task: SearchTask) -> bool {
        task.window.is_narrow()
            && task.without == MoveCode::NONE
            && task.window.beta.abs() <= MOST_UNCERTAIN
            && self.handicap.sees_through_forced
            && (node.board.pieces.own | node.board.pieces.enemy).count() >= FEWEST_TO_CUT
            && !node.board.must_capture()
    }

    /// The value of a move that the table already knows to exceed the window.
    fn known_cut(&mut self, node: &Node<R>, base: usize, task: SearchTask) -> Option<i32> {
        let SearchTask { window, depth, ply, without } = task;
        let least = self.selectivity.known_replies_depth;
        if least == 0 || depth < least || !window.is_narrow() || without != MoveCode::NONE {
            return None;
        }
        for index in base..self.moves.len() {
            let child = node.after(self.moves[index].chosen, self.evaluator);
            let Some(found) = self.table.find(child.signature()) else { continue };
            if found.bound == Bound::AtLeast {
                continue;
            }
            let reply = window.turned();
            if let Some(value) = usable(found, reply, depth - 1, ply + 1)
                && -value >= window.beta
                && !self.is_drawn(&child)
            {
                return Some(-value);
            }
        }
        None
    }

    /// Whether the known move is much better than all others.
    fn is_singular(&mut self, node: &Node<R>, found: Option<Finding>, base: usize, task: SearchTask) -> bool {
        let SearchTask { depth, ply, without, .. } = task;
        let Some(found) = found else { return false };
        let Selectivity { singular_depth, singular_margin, .. } = self.selectivity;
        if singular_depth == 0
            || depth < singular_depth
            || without != MoveCode::NONE
            || found.bound == Bound::AtMost
            || i32::from(found.depth) < depth - 4
            || i32::from(found.value).abs() > MOST_UNCERTAIN
            || found.best == MoveCode::NONE
            || self.moves.len() - base < 2
        {
            return false;
        }
        let beta = i32::from(found.value) - singular_margin;
        let window = Window { alpha: beta - 1, beta };
        let task = SearchTask { window, depth: depth / 2, ply, without: found.best };
        self.path.pop();
        let value = self.search_moves(node, task);
        self.path.push(node.key);
        value < beta && !self.stopped
    }

    /// Tries the moves listed from `base` on.
    fn try_moves(&mut self, node: &Node<R>, key: u64, base: usize, task: SearchTask, singular: bool) -> i32 {
        let SearchTask { window, depth, ply, without } = task;
        let end = self.moves.len();
        let forced = end - base == 1 && depth > 0 && self.handicap.sees_through_forced;
        let (mut best, mut best_move, mut alpha) = (lost(ply), MoveCode::NONE, window.alpha);
        for index in base..end {
            bring_best(&mut self.moves[index..end]);
            let chosen = self.moves[index].chosen;
            let child = node.after(chosen, self.evaluator);
            let next = if forced || singular && index == base { depth } else { depth - 1 };
            let reduced = next - self.reduction(node, chosen, index - base, task);
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
        if best_move != MoveCode::NONE && without == MoveCode::NONE && is_kept(depth) {
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

    fn list_moves(&mut self, node: &Node<R>, known: MoveCode, task: SearchTask) {
        let Search { moves, order, .. } = self;
        let (kings, side) = (node.board.pieces.kings, node.board.side_to_move);
        node.board.each_move(|chosen| {
            if node.allows(chosen) && (task.without == MoveCode::NONE || MoveCode::of(chosen) != task.without)
            {
                let promise = order.promise(chosen, kings, known, side, task.ply);
                moves.push(Candidate { chosen, promise });
            }
        });
    }

    /// By how many plies the first search of a late quiet move is shortened.
    fn reduction(&self, node: &Node<R>, chosen: Move<R::Word>, index: usize, task: SearchTask) -> i32 {
        let SearchTask { window, depth, .. } = task;
        if depth < 3 || index < 2 || chosen.captured.any() || chosen.promotes(node.board.pieces.kings) {
            return 0;
        }
        if self.selectivity.late_divisor == 0 {
            return if index < 4 || depth < 4 { 1 } else { 2 };
        }
        let logs = i32::from(LOGS[depth.min(63) as usize]) * i32::from(LOGS[index.min(63)]);
        let plies = logs * 10 / self.selectivity.late_divisor / 256;
        let plies = if window.is_narrow() { plies } else { plies - 1 };
        plies.clamp(1, (depth - 2).max(1))
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

    /// Whether the search goes on beyond its depth: if captures are due, or threatened.
    fn goes_on(&self, node: &Node<R>, depth: i32) -> bool {
        depth.unsigned_abs() < self.handicap.captures
            && (node.board.must_capture()
                || depth > -self.selectivity.threats
                    && self.handicap.sees_through_forced
                    && is_threatened(node))
    }

    /// The value without searching deeper.
    fn judge(&self, node: &Node<R>, ply: usize) -> i32 {
        let glance = evaluate(node, self.evaluator);
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

/// Whether the table has positions of this depth. Captures beyond it are searched again faster than they are found there.
const fn is_kept(depth: i32) -> bool {
    depth > 0
}

/// Whether the opponent could capture if it were its turn.
#[inline]
fn is_threatened<R: RuleSet>(node: &Node<R>) -> bool {
    let Board { pieces: Pieces { own, enemy, kings }, side_to_move } = node.board;
    let turned =
        Board::<R> { pieces: Pieces { own: enemy, enemy: own, kings }, side_to_move: side_to_move.other() };
    turned.must_capture()
}

/// Whether a man can come back to where it stood.
pub(super) const fn men_can_return<R: RuleSet>() -> bool {
    R::RULES.man_moves.contains(Direction::E)
}

/// The natural logarithms of the first numbers, in sixteenths.
const LOGS: [u8; 64] = [
    0, 0, 11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 49, 50, 51, 52, 52,
    53, 53, 54, 54, 55, 55, 56, 56, 57, 57, 58, 58, 59, 59, 59, 60, 60, 61, 61, 61, 62, 62, 62, 63, 63, 63,
    64, 64, 64, 64, 65, 65, 65, 66, 66, 66, 66,
];
