//! A future with timed polls: one that blocks the runtime is logged.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tracing::warn;

/// A poll that takes longer than this delays every other socket of the same thread.
const LONGEST_STEP: Duration = Duration::from_millis(50);

/// A pinned future whose polls are timed.
pub(super) struct SlowPoll<'a, F> {
    future: Pin<&'a mut F>,
    name: &'a str,
}

impl<'a, F> SlowPoll<'a, F> {
    pub(super) fn new(name: &'a str, future: Pin<&'a mut F>) -> SlowPoll<'a, F> {
        SlowPoll { future, name }
    }
}

impl<F: Future> Future for SlowPoll<'_, F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let started = Instant::now();
        let step = self.future.as_mut().poll(context);
        let took = started.elapsed();
        if took > LONGEST_STEP {
            metrics::counter!("parlour_slow_steps_total").increment(1);
            let name: String = self.name.chars().filter(|letter| !letter.is_control()).take(64).collect();
            let millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
            warn!(event = name, millis, "slow handler");
        }
        step
    }
}
