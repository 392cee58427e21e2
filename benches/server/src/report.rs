//! The tables on the terminal.

use std::fmt::Write as _;

use crate::contender::Contender;
use crate::results::{ByServer, FixedRate, PlyBand, Restart, Results, Rounds};

/// The share of a rate that must come back for it to count as reached.
pub const REACHED: f64 = 0.98;

/// All results.
pub fn text(results: &Results) -> String {
    let mut out = format!("\n{}\n{}\n", results.machine, results.peers);
    saturation(&mut out, results);
    fixed_rate(&mut out, results);
    idle(&mut out, results);
    checkers(&mut out, results);
    restart(&mut out, results);
    errors(&mut out, results);
    out
}

fn saturation(out: &mut String, results: &Results) {
    for (pairs, servers) in &results.saturation {
        heading(
            out,
            &format!("whole games of tic-tac-toe with rematches, {pairs} pairs, as fast as possible"),
        );
        let columns = [
            "moves/s",
            "per CPU-s",
            "x node",
            "server CPU",
            "load CPU",
            "bytes/move",
            "4kB/move",
            "WAL/move",
        ];
        row(out, "server", columns.map(str::to_owned));
        let node = servers.get(Contender::NodeRelay.name());
        let node = node.and_then(|rounds| rounds.median(|round| Some(round.moves_per_cpu_second)));
        for (name, rounds) in ordered(servers) {
            if !has_figures(out, name, rounds) {
                continue;
            }
            let per_cpu_second = rounds.median(|round| Some(round.moves_per_cpu_second));
            let writes = |figure: fn(&crate::results::Writes) -> Option<f64>| {
                rounds.median(|round| round.writes.as_ref().and_then(figure))
            };
            row(
                out,
                name,
                [
                    number(rounds.median(|round| Some(round.moves_per_second)), 0),
                    number(per_cpu_second, 0),
                    number(ratio(per_cpu_second, node), 2),
                    percent(rounds.median(|round| Some(round.server_cpu_share))),
                    percent(rounds.median(|round| Some(round.load_cpu_share))),
                    number(writes(|writes| Some(writes.bytes_per_move)), 0),
                    number(writes(|writes| Some(writes.pages_per_move)), 2),
                    number(writes(|writes| writes.wal_frames_per_move), 2),
                ],
            );
        }
    }
}

fn fixed_rate(out: &mut String, results: &Results) {
    let Some(rates) = results.fixed_rate.values().find_map(|rounds| rounds.rounds.first()) else {
        return no_figures(out, "latency at fixed rates", &results.fixed_rate);
    };
    for (place, rate) in rates.iter().map(|rate| rate.rate).enumerate() {
        let pairs = results.fixed_rate_pairs;
        heading(
            out,
            &format!("{rate} moves/s, {pairs} pairs: intended time to the mover's own game:move:made"),
        );
        row(out, "server", ["p50 ms", "p99 ms", "reached", "server CPU"].map(str::to_owned));
        for (name, rounds) in ordered(&results.fixed_rate) {
            if !has_figures(out, name, rounds) {
                continue;
            }
            let median = |figure: fn(&FixedRate) -> Option<f64>| {
                rounds.median(|rates| rates.get(place).and_then(figure))
            };
            let reached = median(|rate| Some(rate.reached / f64::from(rate.rate)));
            row(
                out,
                name,
                [
                    number(median(|rate| rate.p50_ms), 2),
                    number(median(|rate| rate.p99_ms), 2),
                    if reached >= Some(REACHED) {
                        "yes".to_owned()
                    } else {
                        format!("only {}", percent(reached))
                    },
                    percent(median(|rate| Some(rate.server_cpu_share))),
                ],
            );
        }
    }
}

fn idle(out: &mut String, results: &Results) {
    let Some(first) = results.idle.values().find_map(|rounds| rounds.rounds.first()) else {
        return no_figures(out, "memory", &results.idle);
    };
    let counts: Vec<usize> = first.counts.iter().map(|count| count.sockets).collect();
    heading(out, "memory: kB for each connected socket; for each player, two in a running game");
    let columns = counts.iter().map(|count| format!("at {count}"));
    let more = ["playing", "empty MB", "idle CPU"].map(str::to_owned);
    row(out, "server", columns.chain(more));
    for (name, rounds) in ordered(&results.idle) {
        if !has_figures(out, name, rounds) {
            continue;
        }
        let cells = (0..counts.len()).map(|place| {
            number(rounds.median(|round| Some(round.counts.get(place)?.kilobytes_per_socket)), 1)
        });
        let more = [
            number(rounds.median(|round| Some(round.kilobytes_per_player)), 1),
            number(rounds.median(|round| Some(round.empty_megabytes)), 1),
            percent(rounds.median(|round| Some(round.idle_cpu_share))),
        ];
        row(out, name, cells.chain(more));
    }
}

fn checkers(out: &mut String, results: &Results) {
    let Some(bands) = results.checkers.rounds.first() else { return };
    heading(
        out,
        &format!(
            "international draughts, one long line in {} rooms: CPU of our server for a move, µs",
            results.checkers_rooms
        ),
    );
    row(out, "ply", bands.iter().map(|PlyBand { from, to, .. }| format!("{from}-{to}")));
    let lines = [("with history", &results.checkers), ("without it", &results.checkers_without_history)];
    for (name, rounds) in lines {
        let cells = (0..bands.len())
            .map(|place| number(rounds.median(|bands| Some(bands.get(place)?.cpu_microseconds_per_move)), 0));
        row(out, name, cells);
    }
}

fn restart(out: &mut String, results: &Results) {
    let Some(restart) = &results.restart else { return };
    let Restart { games, lost_after_kill, lost_after_stop, .. } = restart;
    heading(out, &format!("restart with {games} running games"));
    let kill = restart.ready_after_kill_seconds;
    let (stop, ready) = (restart.stop_seconds, restart.ready_after_stop_seconds);
    writeln!(out, "killed: ready after {kill:.2} s, {lost_after_kill} games lost").expect("a text takes it");
    writeln!(out, "SIGTERM: ended after {stop:.2} s, ready after {ready:.2} s, {lost_after_stop} games lost")
        .expect("a text takes it");
}

/// Whether anything could not be measured.
pub fn has_errors(results: &Results) -> bool {
    let mut out = String::new();
    errors(&mut out, results);
    !out.is_empty()
}

/// The errors.
fn errors(out: &mut String, results: &Results) {
    let saturation = results.saturation.values().flatten();
    let all = saturation
        .map(|(name, rounds)| ("as fast as possible", *name, &rounds.error))
        .chain(results.fixed_rate.iter().map(|(name, rounds)| ("fixed rates", *name, &rounds.error)))
        .chain(results.idle.iter().map(|(name, rounds)| ("memory", *name, &rounds.error)))
        .chain([("checkers", "parlour", &results.checkers.error)])
        .chain([("checkers without history", "parlour", &results.checkers_without_history.error)])
        .chain([("restart", "parlour", &results.restart_error)]);
    for (mode, name, error) in all {
        if let Some(error) = error {
            writeln!(out, "\n{name}, {mode}: {error}").expect("a text takes it");
        }
    }
}

/// The servers in the order of [`Contender::ALL`].
pub fn ordered<T>(servers: &ByServer<T>) -> impl Iterator<Item = (&'static str, &Rounds<T>)> + '_ {
    Contender::ALL
        .into_iter()
        .filter_map(|contender| servers.get(contender.name()).map(|rounds| (contender.name(), rounds)))
}

/// Whether all rounds succeeded; if not, adds a row that says so, and the reason follows below all tables.
fn has_figures<T>(out: &mut String, name: &str, rounds: &Rounds<T>) -> bool {
    if rounds.error.is_some() {
        row(out, name, ["not measured, see below".to_owned()]);
    }
    rounds.error.is_none()
}

fn no_figures<T>(out: &mut String, what: &str, servers: &ByServer<T>) {
    if !servers.is_empty() {
        heading(out, &format!("{what}: not measured, see below"));
    }
}

fn heading(out: &mut String, text: &str) {
    writeln!(out, "\n{text}").expect("a text takes it");
}

fn row(out: &mut String, name: &str, cells: impl IntoIterator<Item = String>) {
    write!(out, "{name:<20}").expect("a text takes it");
    for cell in cells {
        write!(out, " {cell:>10}").expect("a text takes it");
    }
    out.push('\n');
}

fn ratio(figure: Option<f64>, other: Option<f64>) -> Option<f64> {
    Some(figure? / other?)
}

fn number(figure: Option<f64>, places: usize) -> String {
    figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.places$}"))
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.0} %", 100.0 * share))
}
