//! A search on several threads, with a limit in time, that can be stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use draughts::bot::{Limits, SearchReport, Searcher, TimeLimits};
use draughts::tables::Tables;
use draughts::{Game, Variant};

/// How far a search goes; the first limit that is reached ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    /// The most positions, counted on one thread.
    pub(crate) nodes: u64,
    /// The most plies.
    pub(crate) depth: u32,
    /// How many of the best moves to value.
    pub(crate) lines: usize,
    /// After this no deeper iteration begins.
    pub(crate) soft: Duration,
    /// After this the search ends.
    pub(crate) hard: Duration,
}

impl Goal {
    /// No limit.
    pub(crate) const NONE: Goal =
        Goal { nodes: u64::MAX, depth: u32::MAX, lines: 1, soft: Duration::MAX, hard: Duration::MAX };

    /// So much time for a move, all of which may be used.
    pub(crate) fn of_time(time: Duration) -> Goal {
        Goal { soft: time, hard: time, ..Goal::NONE }
    }
}

/// A search that remembers from move to move.
pub(crate) struct Thinker {
    first: Searcher,
    others: Vec<Searcher>,
}

impl Thinker {
    /// A search on so many threads with a table of so many megabytes.
    pub(crate) fn new(
        variant: &'static Variant,
        megabytes: usize,
        threads: usize,
        tables: Arc<Tables>,
    ) -> Thinker {
        let first = Searcher::new(variant, megabytes << 20).with_endgames(tables);
        let others = (1..threads).map(|_| first.sibling()).collect();
        Thinker { first, others }
    }

    /// Searches until the goal is reached, or until `elapsed` returns `Duration::MAX`.
    pub(crate) fn think(
        &mut self,
        game: &Game,
        goal: Goal,
        elapsed: &dyn Fn() -> Duration,
        progress: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        let Thinker { first, others } = self;
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            for (number, searcher) in others.iter_mut().enumerate() {
                let done = &done;
                scope.spawn(move || help(searcher, game, number, done));
            }
            let Goal { nodes, depth, lines, soft, hard } = goal;
            let limits = Limits { nodes, depth, lines, time: Some(TimeLimits { elapsed, soft, hard }) };
            let report = first.think(game, &limits, progress);
            done.store(true, Ordering::Relaxed);
            report
        })
    }

    /// Forgets all positions.
    pub(crate) fn forget(&mut self) {
        self.first.forget();
        self.others.iter_mut().for_each(Searcher::forget);
    }
}

/// Fills the shared table until the first thread is done; others value a second move as well, so that threads differ.
fn help(searcher: &mut Searcher, game: &Game, number: usize, done: &AtomicBool) {
    let elapsed = || if done.load(Ordering::Relaxed) { Duration::MAX } else { Duration::ZERO };
    let time = TimeLimits { elapsed: &elapsed, soft: Duration::MAX, hard: Duration::MAX };
    let limits = Limits { lines: 1 + number % 2, time: Some(time), ..Limits::NONE };
    searcher.think(game, &limits, &mut |_| {});
}

/// The processor time of this thread, so that a busy machine takes none of a player's time; elsewhere the time on the wall.
pub(crate) enum Stopwatch {
    /// Seconds of this thread.
    Processor(Duration),
    /// A moment.
    Wall(Instant),
}

impl Stopwatch {
    /// Starts on the processor time of this thread.
    pub(crate) fn processor() -> Stopwatch {
        processor_time().map_or_else(Stopwatch::wall, Stopwatch::Processor)
    }

    /// Starts on the time on the wall.
    pub(crate) fn wall() -> Stopwatch {
        Stopwatch::Wall(Instant::now())
    }

    /// The time since the start; on the thread that started it.
    pub(crate) fn elapsed(&self) -> Duration {
        match self {
            Stopwatch::Processor(then) => processor_time().unwrap_or(*then).saturating_sub(*then),
            Stopwatch::Wall(then) => then.elapsed(),
        }
    }
}

/// The processor time of this thread, where the system tells.
fn processor_time() -> Option<Duration> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(statistics.split_whitespace().next()?.parse().ok()?))
}
