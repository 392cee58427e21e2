//! The metrics recorder: counters and gauges of the Prometheus exporter, and histograms with fixed buckets.
//!
//! The exporter's own histograms keep every sample until they are scraped, so without scraping memory would
//! grow without bound. These have a fixed number of buckets: their size does not depend on what is recorded.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use common::lock;
use metrics::{
    Counter, Gauge, Histogram, HistogramFn, Key, KeyName, Label, Metadata, Recorder, SharedString, Unit,
};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

/// The upper bounds of the buckets.
type Bounds = [f64; 16];

/// The bounds of durations, in seconds.
const SECONDS: Bounds =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0, 600.0, 3600.0];
/// The bounds of depths of a search, in plies.
const PLIES: Bounds =
    [1.0, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0, 24.0, 28.0, 32.0, 64.0];
/// The maximum number of histograms; names and labels are ours, so exceeding it is a bug.
const MOST_HISTOGRAMS: usize = 256;

/// The recorded metrics.
#[derive(Clone)]
pub(crate) struct Recorded {
    prometheus: PrometheusHandle,
    histograms: Arc<Histograms>,
}

impl Recorded {
    /// Installs the recorder of this process; a second server in the same process shares it.
    pub(crate) fn install() -> Recorded {
        static RECORDED: OnceLock<Recorded> = OnceLock::new();
        let install = || {
            let prometheus = PrometheusBuilder::new().build_recorder();
            let histograms = Arc::new(Histograms::default());
            let recorded = Recorded { prometheus: prometheus.handle(), histograms: Arc::clone(&histograms) };
            // If another recorder is installed, it stays and ours remains empty.
            metrics::set_global_recorder(ProcessRecorder { prometheus, histograms }).ok();
            recorded
        };
        RECORDED.get_or_init(install).clone()
    }

    /// The recorded metrics in the Prometheus text format.
    pub(crate) fn render(&self) -> String {
        let mut text = self.prometheus.render();
        self.histograms.render(&mut text);
        text
    }
}

struct ProcessRecorder {
    prometheus: PrometheusRecorder,
    histograms: Arc<Histograms>,
}

impl Recorder for ProcessRecorder {
    fn describe_counter(&self, name: KeyName, unit: Option<Unit>, description: SharedString) {
        self.prometheus.describe_counter(name, unit, description);
    }

    fn describe_gauge(&self, name: KeyName, unit: Option<Unit>, description: SharedString) {
        self.prometheus.describe_gauge(name, unit, description);
    }

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, metadata: &Metadata<'_>) -> Counter {
        self.prometheus.register_counter(key, metadata)
    }

    fn register_gauge(&self, key: &Key, metadata: &Metadata<'_>) -> Gauge {
        self.prometheus.register_gauge(key, metadata)
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        self.histograms.find(key).map_or_else(Histogram::noop, Histogram::from_arc)
    }
}

#[derive(Default)]
struct Histograms {
    by_key: Mutex<BTreeMap<Key, Arc<Buckets>>>,
}

/// The number of samples per bucket; the last bucket has no upper bound.
struct Buckets {
    bounds: &'static Bounds,
    counts: [AtomicU64; SECONDS.len() + 1],
    /// The bits of an `f64`.
    sum: AtomicU64,
}

impl Histograms {
    /// The histogram of this key; `None` if there are too many.
    fn find(&self, key: &Key) -> Option<Arc<Buckets>> {
        let mut by_key = lock(&self.by_key);
        if let Some(buckets) = by_key.get(key) {
            return Some(Arc::clone(buckets));
        }
        if by_key.len() >= MOST_HISTOGRAMS {
            return None;
        }
        let buckets = Arc::new(Buckets::of_unit(key.name()));
        by_key.insert(key.clone(), Arc::clone(&buckets));
        Some(buckets)
    }

    fn render(&self, text: &mut String) {
        let mut last = String::new();
        for (key, buckets) in lock(&self.by_key).iter() {
            if key.name() != last {
                last = key.name().to_owned();
                writeln!(text, "# TYPE {last} histogram").expect("a text takes everything");
            }
            buckets.render(key, text);
        }
    }
}

impl HistogramFn for Buckets {
    fn record(&self, value: f64) {
        let place = self.bounds.iter().position(|bound| value <= *bound).unwrap_or(self.bounds.len());
        self.counts[place].fetch_add(1, Ordering::Relaxed);
        let add = |bits| Some((f64::from_bits(bits) + value).to_bits());
        // The closure always returns a value, so the update cannot fail.
        self.sum.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).ok();
    }
}

impl Buckets {
    /// Empty buckets for the unit at the end of a metric's name.
    fn of_unit(name: &str) -> Buckets {
        let bounds = if name.ends_with("_plies") { &PLIES } else { &SECONDS };
        Buckets { bounds, counts: Default::default(), sum: AtomicU64::default() }
    }

    fn render(&self, key: &Key, text: &mut String) {
        let name = key.name();
        let labels: String = key.labels().map(written).collect();
        let mut count = 0;
        let bounds = self.bounds.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
        let mut put = |line: String| writeln!(text, "{line}").expect("a text takes everything");
        for (bound, bucket) in bounds.zip(&self.counts) {
            count += bucket.load(Ordering::Relaxed);
            put(format!("{name}_bucket{{{labels}le=\"{bound}\"}} {count}"));
        }
        let labels = labels.trim_end_matches(',');
        let labels = if labels.is_empty() { String::new() } else { format!("{{{labels}}}") };
        put(format!("{name}_sum{labels} {}", f64::from_bits(self.sum.load(Ordering::Relaxed))));
        put(format!("{name}_count{labels} {count}"));
    }
}

/// A label followed by a comma.
fn written(label: &Label) -> String {
    let value = label.value().replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("{}=\"{value}\",", label.key())
}

#[cfg(test)]
mod tests {
    use super::Recorded;

    /// Memory of this process in bytes.
    #[cfg(target_os = "linux")]
    fn resident() -> usize {
        let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it is told");
        line.trim().trim_end_matches(" kB").parse::<usize>().expect("a number") * 1024
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn samples_that_nobody_scrapes_take_no_memory() {
        const SAMPLES: usize = 5_000_000;
        Recorded::install();
        metrics::histogram!("unscraped_seconds").record(0.001);
        let before = resident();
        for _ in 0..SAMPLES {
            metrics::histogram!("unscraped_seconds").record(0.001);
        }
        let grown = resident().saturating_sub(before);
        // A histogram that kept its samples would take at least eight bytes for each.
        assert!(grown < SAMPLES * 4, "{grown} bytes for {SAMPLES} samples");
    }

    #[test]
    fn a_histogram_is_shown_with_cumulative_buckets_sum_and_count() {
        let recorded = Recorded::install();
        for seconds in [0.0005, 0.3, 0.3, 9999.0] {
            metrics::histogram!("shown_seconds", "of" => "a \"test\"").record(seconds);
        }
        let text = recorded.render();
        for line in [
            "# TYPE shown_seconds histogram",
            "shown_seconds_bucket{of=\"a \\\"test\\\"\",le=\"0.001\"} 1",
            "shown_seconds_bucket{of=\"a \\\"test\\\"\",le=\"0.25\"} 1",
            "shown_seconds_bucket{of=\"a \\\"test\\\"\",le=\"0.5\"} 3",
            "shown_seconds_bucket{of=\"a \\\"test\\\"\",le=\"3600\"} 3",
            "shown_seconds_bucket{of=\"a \\\"test\\\"\",le=\"+Inf\"} 4",
            "shown_seconds_sum{of=\"a \\\"test\\\"\"} 9999.6005",
            "shown_seconds_count{of=\"a \\\"test\\\"\"} 4",
        ] {
            assert!(text.lines().any(|shown| shown == line), "{line} is missing in\n{text}");
        }
    }

    #[test]
    fn a_histogram_of_plies_has_buckets_of_plies() {
        let recorded = Recorded::install();
        for plies in [1.0, 11.0, 17.0, 99.0] {
            metrics::histogram!("shown_plies").record(plies);
        }
        let text = recorded.render();
        for line in [
            "shown_plies_bucket{le=\"1\"} 1",
            "shown_plies_bucket{le=\"12\"} 2",
            "shown_plies_bucket{le=\"18\"} 3",
            "shown_plies_bucket{le=\"64\"} 3",
            "shown_plies_bucket{le=\"+Inf\"} 4",
        ] {
            assert!(text.lines().any(|shown| shown == line), "{line} is missing in\n{text}");
        }
    }
}
