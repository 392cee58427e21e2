//! Move generation: the rules are constants, the moves go into a sink.

mod capture_search;
mod captures;
mod paths;
mod quiet;
mod rank;
mod ray;
mod sink;
mod step;
mod tally;
mod walk;

pub(crate) use paths::{Paths, Traced};
pub use sink::Counting;
pub(crate) use sink::Sink;
pub(crate) use step::empty_squares;

use tally::Tally;
use walk::Walk;

use crate::board::{Move, Pieces};
use crate::mover::Mover;
use crate::ruleset::RuleSet;

/// Puts every legal move into the sink.
#[inline(always)]
pub(crate) fn generate<R: RuleSet, M: Mover, S: Sink<R>>(pieces: Pieces<R::Word>, sink: &mut S) {
    if !captures::captures::<R, M, S>(pieces, sink) {
        quiet::quiet_moves::<R, M, S>(pieces, sink);
    }
}

/// Calls `visit` with every legal move. `chains` holds captures of several pieces until all are found.
#[inline(always)]
pub(crate) fn walk<R: RuleSet, M: Mover>(
    pieces: Pieces<R::Word>,
    counting: Counting,
    chains: &mut Vec<Move<R::Word>>,
    visit: impl FnMut(Move<R::Word>, &mut Vec<Move<R::Word>>),
) {
    let mut walk = Walk::<R, _>::new(chains, counting, visit);
    generate::<R, M, _>(pieces, &mut walk);
    walk.finish();
}

/// Calls `visit` with every quiet move, also if a capture is possible.
#[inline]
pub(crate) fn each_quiet_move<R: RuleSet, M: Mover>(
    pieces: Pieces<R::Word>,
    mut visit: impl FnMut(Move<R::Word>),
) {
    let mut chains = Vec::new();
    let mut walk = Walk::<R, _>::new(&mut chains, Counting::Unique, |one, _: &mut Vec<_>| visit(one));
    quiet::quiet_moves::<R, M, _>(pieces, &mut walk);
}

/// How many legal moves there are.
pub(crate) fn count_moves<R: RuleSet, M: Mover>(pieces: Pieces<R::Word>) -> u64 {
    tally::<R, M>(pieces, Counting::Unique, &mut Vec::new())
}

/// How many moves there are, counted in a given way.
#[inline(always)]
pub(crate) fn tally<R: RuleSet, M: Mover>(
    pieces: Pieces<R::Word>,
    counting: Counting,
    chains: &mut Vec<Move<R::Word>>,
) -> u64 {
    let mut tally = Tally::<R>::new(chains, counting);
    generate::<R, M, _>(pieces, &mut tally);
    tally.finish()
}

/// Whether a capture is possible.
pub(crate) fn must_capture<R: RuleSet, M: Mover>(pieces: Pieces<R::Word>) -> bool {
    captures::possible::<R, M>(pieces)
}
