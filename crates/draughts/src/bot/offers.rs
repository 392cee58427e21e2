//! Offers: moves of men that give a piece for another, which are tried where a search ends.

use crate::RuleSet;
use crate::board::Board;

use super::node::Node;
use super::order::{Candidate, DEEPEST};
use super::search::{Search, SearchTask};
use super::table::MoveCode;
use super::window::Window;

impl<R: RuleSet> Search<'_, R> {
    /// The value of a position from which no depth is left: its evaluation, or that of an exchange which is better.
    pub(super) fn last_value(&mut self, node: &Node<R>, task: SearchTask) -> i32 {
        let value = self.judge(node, task.ply);
        let margin = self.selectivity.offer_margin;
        let may_change = value < task.window.beta && value + margin > task.window.alpha;
        if margin == 0 || !may_change || task.ply >= DEEPEST {
            return value;
        }
        let base = self.moves.len();
        list_offers(&node.board, self.moves);
        self.path.push(node.key);
        let value = self.try_offers(node, value, base, task);
        self.path.pop();
        self.moves.truncate(base);
        value
    }

    /// The best of a value and those of the offers listed from `base` on.
    fn try_offers(&mut self, node: &Node<R>, value: i32, base: usize, task: SearchTask) -> i32 {
        let SearchTask { window, depth, ply } = task;
        let mut best = value;
        for index in base..self.moves.len() {
            let chosen = self.moves[index].chosen;
            let child = node.after(chosen, self.evaluator);
            let rest = Window { alpha: window.alpha.max(best), ..window };
            self.order.follow(ply, MoveCode::of(chosen));
            let value = -self.search(&child, rest.turned(), depth - 1, ply + 1);
            if self.stopped {
                return 0;
            }
            if value > rest.alpha && !window.is_narrow() {
                self.extend_line(chosen, ply);
            }
            best = best.max(value);
            if best >= window.beta {
                break;
            }
        }
        best
    }
}

/// Lists the quiet moves of men that offer a piece, if every capture of it can be answered by another.
fn list_offers<R: RuleSet>(board: &Board<R>, offers: &mut Vec<Candidate<R::Word>>) {
    board.each_move(|chosen| {
        if chosen.moves_man(board.pieces.kings) && is_answered_offer(&board.after(chosen)) {
            offers.push(Candidate { chosen, promise: 0 });
        }
    });
}

/// Whether captures are due, each with another one after it.
fn is_answered_offer<R: RuleSet>(board: &Board<R>) -> bool {
    let mut is_answered = board.must_capture();
    if is_answered {
        board.each_move(|capture| is_answered &= board.after(capture).must_capture());
    }
    is_answered
}
