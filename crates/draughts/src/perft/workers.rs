//! The work of counting, split among threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use super::table::Table;
use super::tree::Search;
use super::{Count, Counting};
use crate::board::Board;
use crate::ruleset::RuleSet;

/// A part of the work: the leaves below one board, to be added to those of a root.
struct Part<R: RuleSet> {
    root: usize,
    board: Board<R>,
    depth: u32,
}

/// The leaves at this depth below each root.
pub(crate) fn leaves_below<R: RuleSet>(roots: &[Board<R>], depth: u32, count: &Count<'_>) -> Vec<u64> {
    let parts = split(roots, depth, count.counting);
    let table = (count.table_bytes > 0).then(|| Table::<R::Word>::of_bytes(count.table_bytes));
    let search = Search { counting: count.counting, table: table.as_ref() };
    let totals: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let below = search.leaves(&part.board, part.depth);
            totals[part.root].fetch_add(below, Ordering::Relaxed);
            (count.progress)(done.fetch_add(1, Ordering::Relaxed) + 1, parts.len());
        }
    };
    thread::scope(|scope| {
        for _ in 1..count.threads.clamp(1, parts.len().max(1)) {
            scope.spawn(work);
        }
        work();
    });
    totals.into_iter().map(AtomicU64::into_inner).collect()
}

/// Goes two moves further down where the tree is deep, so that no thread waits for one large part.
fn split<R: RuleSet>(roots: &[Board<R>], depth: u32, counting: Counting) -> Vec<Part<R>> {
    let mut parts: Vec<Part<R>> =
        roots.iter().enumerate().map(|(root, board)| Part { root, board: *board, depth }).collect();
    for _ in 0..2 {
        if parts.first().is_some_and(|part| part.depth > 4) {
            parts = parts.iter().flat_map(|part| children(part, counting)).collect();
        }
    }
    parts
}

fn children<R: RuleSet>(part: &Part<R>, counting: Counting) -> Vec<Part<R>> {
    let mut parts = Vec::new();
    part.board.each_move_counted(counting, |one| {
        parts.push(Part { root: part.root, board: part.board.after(one), depth: part.depth - 1 });
    });
    parts
}
