//! Latency at a fixed rate: each move has an intended time, and its latency counts from then.

use std::time::Duration;

use crate::contender::{Bench, Contender};
use crate::pairs::Pace;
use crate::results::FixedRate;
use crate::saturation::{Usage, seat};

/// Measures one server at several rates in moves per second, one after the other; after each window, its
/// moves are still counted if they come back within `grace`.
pub fn measure(
    bench: &Bench,
    contender: Contender,
    pairs: usize,
    rates: &[u32],
    warm_up: Duration,
    window: Duration,
    grace: Duration,
) -> Result<Vec<FixedRate>, String> {
    let running = contender.start(bench)?;
    let (mut network, mut players) = seat(bench, contender, &running, pairs)?;
    let mut measured = Vec::new();
    for rate in rates {
        players.set_pace(Pace::Every(Duration::from_secs_f64(pairs as f64 / f64::from(*rate))));
        players.play_to(&mut network, usize::MAX)?;
        players.play_for(&mut network, warm_up)?;
        let before = Usage::now(&running)?;
        players.start_window();
        players.play_for(&mut network, window)?;
        players.end_window();
        let used = Usage::now(&running)?.since(&before);
        players.play_for(&mut network, grace)?;
        let mut counted = players.take_window();
        measured.push(FixedRate {
            rate: *rate,
            reached: counted.latencies.count() as f64 / used.elapsed.as_secs_f64(),
            p50_ms: counted.latencies.percentile(50.0),
            p99_ms: counted.latencies.percentile(99.0),
            server_cpu_share: used.server_cpu.as_secs_f64() / used.elapsed.as_secs_f64(),
        });
    }
    Ok(measured)
}
