//! Move generation: the rules are constants, the moves go into a sink.

mod captures;
mod hunt;
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

use tally::Tally;
use walk::Walk;

use crate::board::{Move, Stance};
use crate::mover::Mover;
use crate::ruleset::RuleSet;

/// Puts every legal move into the sink.
#[inline(always)]
pub(crate) fn generate<R: RuleSet, M: Mover, S: Sink<R>>(stance: Stance<R::Word>, sink: &mut S) {
    if !captures::captures::<R, M, S>(stance, sink) {
        quiet::quiet_moves::<R, M, S>(stance, sink);
    }
}

/// Shows every legal move, with a list of chains that is only grown for captures of several pieces.
#[inline(always)]
pub(crate) fn walk<R: RuleSet, M: Mover>(
    stance: Stance<R::Word>,
    counting: Counting,
    chains: &mut Vec<Move<R::Word>>,
    visit: impl FnMut(Move<R::Word>, &mut Vec<Move<R::Word>>),
) {
    let mut walk = Walk::<R, _>::new(chains, counting, visit);
    generate::<R, M, _>(stance, &mut walk);
    walk.finish();
}

/// How many legal moves there are.
pub(crate) fn count_moves<R: RuleSet, M: Mover>(stance: Stance<R::Word>) -> u64 {
    tally::<R, M>(stance, Counting::Unique, &mut Vec::new())
}

/// How many moves there are, counted in a given way.
#[inline(always)]
pub(crate) fn tally<R: RuleSet, M: Mover>(
    stance: Stance<R::Word>,
    counting: Counting,
    chains: &mut Vec<Move<R::Word>>,
) -> u64 {
    let mut tally = Tally::<R>::new(chains, counting);
    generate::<R, M, _>(stance, &mut tally);
    tally.finish()
}

/// Whether a capture is possible.
pub(crate) fn must_capture<R: RuleSet, M: Mover>(stance: Stance<R::Word>) -> bool {
    captures::possible::<R, M>(stance)
}
