//! A future under watch: one that keeps the runtime waiting is named in the log.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tracing::warn;

/// One step that takes longer than this delays every other socket of the same thread.
const LONGEST_STEP: Duration = Duration::from_millis(50);

/// A future whose steps are timed.
pub(crate) struct Watched<F> {
    future: Pin<Box<F>>,
    name: String,
}

impl<F> Watched<F> {
    pub(crate) fn new(name: &str, future: F) -> Watched<F> {
        let name = name.chars().filter(|letter| !letter.is_control()).take(64).collect();
        Watched { future: Box::pin(future), name }
    }
}

impl<F: Future> Future for Watched<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        let started = Instant::now();
        let step = self.future.as_mut().poll(context);
        let took = started.elapsed();
        if took > LONGEST_STEP {
            metrics::counter!("parlour_slow_steps_total").increment(1);
            warn!(
                event = self.name,
                millis = u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
                "slow handler"
            );
        }
        step
    }
}
