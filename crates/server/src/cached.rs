//! Values computed at most once per interval; concurrent callers share the result.

use std::future::Future;
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

/// A value that is recomputed when it is older than the caller accepts.
pub(crate) struct Cached<T> {
    last: Mutex<Option<(Instant, T)>>,
}

impl<T> Default for Cached<T> {
    fn default() -> Cached<T> {
        Cached { last: Mutex::new(None) }
    }
}

impl<T: Clone> Cached<T> {
    /// Returns the last value if it is younger than `age`, else a new one. At most one computation runs at a
    /// time; if its caller is cancelled, the next caller computes it.
    pub(crate) async fn get(&self, age: Duration, compute: impl Future<Output = T>) -> T {
        let mut last = self.last.lock().await;
        if let Some((_, value)) = last.as_ref().filter(|(at, _)| at.elapsed() < age) {
            return value.clone();
        }
        let value = compute.await;
        *last = Some((Instant::now(), value.clone()));
        value
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::Cached;

    const AGE: Duration = Duration::from_secs(1);

    #[tokio::test(start_paused = true)]
    async fn a_value_is_computed_once_however_many_ask_and_again_when_it_is_old() {
        let (cached, computed) = (Cached::default(), AtomicU32::new(0));
        let ask = || {
            cached.get(AGE, async {
                tokio::task::yield_now().await; // others ask meanwhile
                computed.fetch_add(1, Ordering::Relaxed) + 1
            })
        };
        assert_eq!(tokio::join!(ask(), ask(), ask()), (1, 1, 1));
        tokio::time::advance(AGE - Duration::from_millis(1)).await;
        assert_eq!(ask().await, 1);
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(tokio::join!(ask(), ask()), (2, 2));
    }

    #[tokio::test(start_paused = true)]
    async fn a_caller_who_gives_up_keeps_nobody_from_an_answer() {
        let cached = Cached::default();
        let given_up = cached.get(AGE, std::future::pending());
        assert!(tokio::time::timeout(Duration::from_millis(5), given_up).await.is_err());
        assert_eq!(cached.get(AGE, async { 7 }).await, 7);
    }
}
