//! Where the search of a position is cut short: if its evaluation, a shallow search or the table says enough.

use crate::RuleSet;
use crate::board::{Board, Pieces};
use crate::word::Word;

use super::node::Node;
use super::search::{Search, SearchTask};
use super::selectivity::Selectivity;
use super::table::Bound;
use super::window::{Window, usable};

/// Values up to this are estimates, which a shallow search may confirm.
pub(super) const MOST_UNCERTAIN: i32 = 2_000;

/// With fewer pieces no search is cut short: a win may be near, and a guess would hide it.
const FEWEST_TO_CUT: u32 = 9;

impl<R: RuleSet> Search<'_, R> {
    /// The bound of the window, if a quiet position near the end of the search is far beyond it.
    pub(super) fn futile_cut(&mut self, node: &Node<R>, task: SearchTask) -> Option<i32> {
        let Selectivity { futility_depth, futility_margin, .. } = self.selectivity;
        let SearchTask { window, depth, ply } = task;
        if depth > futility_depth || depth <= 0 || !self.may_cut(node, task) || is_threatened(node) {
            return None;
        }
        let estimate = self.estimate(node, ply);
        (!estimate.is_stuck && estimate.worth - futility_margin * depth >= window.beta).then_some(window.beta)
    }

    /// The bound of the window on the side where the position seems to be, if a shallow search finds a value far beyond it.
    pub(super) fn confirmed_cut(&mut self, node: &Node<R>, task: SearchTask) -> Option<i32> {
        let SearchTask { window, depth, ply } = task;
        let Selectivity { confirm_depth, confirm_margin, confirm_share, .. } = self.selectivity;
        if confirm_depth == 0 || depth < confirm_depth || !self.may_cut(node, task) {
            return None;
        }
        let (margin, shallow) = (confirm_margin * depth / 4, depth * confirm_share / 100);
        let is_above = self.estimate(node, ply).worth >= window.beta;
        let (bound, alpha) = match is_above {
            true => (window.beta, window.alpha + margin),
            false => (window.alpha, window.alpha - margin),
        };
        let value = self.search(node, Window::narrow(alpha), shallow, ply);
        ((value > alpha) == is_above && !self.stopped).then_some(bound)
    }

    /// Whether the search of a position may be cut short: only one with a narrow window that is not nearly decided, with
    /// many pieces, where no capture is due.
    fn may_cut(&self, node: &Node<R>, task: SearchTask) -> bool {
        task.window.is_narrow()
            && task.window.beta.abs() <= MOST_UNCERTAIN
            && (node.board.pieces.own | node.board.pieces.enemy).count() >= FEWEST_TO_CUT
            && !node.board.must_capture()
    }

    /// The value of a move that the table already knows to exceed the window.
    pub(super) fn known_cut(&mut self, node: &Node<R>, base: usize, task: SearchTask) -> Option<i32> {
        let SearchTask { window, depth, ply } = task;
        let least = self.selectivity.known_replies_depth;
        if least == 0 || depth < least || !window.is_narrow() {
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
                self.estimated = true;
                return Some(-value);
            }
        }
        None
    }
}

/// Whether the opponent could capture if it were its turn.
#[inline]
fn is_threatened<R: RuleSet>(node: &Node<R>) -> bool {
    let Board { pieces: Pieces { own, enemy, kings }, side_to_move } = node.board;
    let turned =
        Board::<R> { pieces: Pieces { own: enemy, enemy: own, kings }, side_to_move: side_to_move.other() };
    turned.must_capture()
}
