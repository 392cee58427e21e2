//! Latencies and their percentiles.

use std::time::Duration;

/// Latencies of one measurement.
#[derive(Clone, Debug, Default)]
pub struct Latencies(Vec<Duration>);

impl Latencies {
    pub fn add(&mut self, latency: Duration) {
        self.0.push(latency);
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The smallest latency that at least `percent` of all do not exceed, in milliseconds; `None` without
    /// any.
    pub fn percentile(&mut self, percent: f64) -> Option<f64> {
        self.0.sort_unstable();
        let rank = (percent / 100.0 * self.0.len() as f64).ceil() as usize;
        let latency = self.0.get(rank.max(1) - 1)?;
        Some(latency.as_secs_f64() * 1000.0)
    }
}

/// The median of some figures; `None` without any.
pub fn median(figures: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut figures: Vec<f64> = figures.into_iter().collect();
    figures.sort_unstable_by(f64::total_cmp);
    let (upper, lower) = (figures.len() / 2, figures.len().saturating_sub(1) / 2);
    Some((figures.get(lower)? + figures.get(upper)?) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(milliseconds: impl IntoIterator<Item = u64>, percent: f64, expected: Option<f64>) {
        let mut latencies = Latencies::default();
        milliseconds.into_iter().for_each(|each| latencies.add(Duration::from_millis(each)));
        assert_eq!(latencies.percentile(percent), expected, "percentile {percent}");
    }

    #[test]
    fn a_percentile_is_the_smallest_latency_that_enough_are_not_above() {
        check(1..=100, 50.0, Some(50.0));
        check((1..=100).rev(), 99.0, Some(99.0));
        check(1..=100, 100.0, Some(100.0));
        check(1..=3, 50.0, Some(2.0));
        check([7], 99.0, Some(7.0));
        check([7, 9], 0.0, Some(7.0));
        check([], 50.0, None);
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median([3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median([4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median([]), None);
    }
}
