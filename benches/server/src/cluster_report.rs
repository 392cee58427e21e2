//! The figures of several nodes as a table, for the terminal and for `docs/bench/cluster.md`.

use std::fmt::Write as _;

use crate::cluster::{ClusterResults, Figures, Measurements};
use crate::network::Placement;

/// The share of one node's moves per CPU-second that several nodes must keep.
pub const GOAL: f64 = 0.7;

const COLUMNS: [&str; 13] = [
    "setup",
    "moves/s",
    "per node CPU-s",
    "kept",
    "nodes µs/move",
    "postgres µs/move",
    "redis µs/move",
    "WAL bytes/move",
    "pairs apart",
    "equal load: nodes µs/move",
    "kept at equal load",
    "p50 ms",
    "p99 ms",
];

/// The whole file.
pub fn markdown(results: &ClusterResults) -> String {
    let ClusterResults { machine, services, pairs, rate, .. } = results;
    let mut out = String::from("# Several nodes on one database\n\n");
    let line = |out: &mut String, text: &str| writeln!(out, "{text}").expect("a text takes it");
    line(&mut out, "`cargo xtask bench cluster` writes this file; `cluster.json` has all rounds.\n");
    line(&mut out, &format!("{machine}; {services}.\n"));
    line(
        &mut out,
        &format!(
            "{pairs} pairs play whole games of tic-tac-toe with rematches, both players of each pair at one node or at two. All nodes share one core, \
             PostgreSQL and Redis run where the kernel puts them, the load has the other core: moves per second are bounded by the machine, \
             so compare CPU time. \"Kept\" compares moves per CPU-second of the nodes with those of one node without Redis. At the highest rate one node has all \
             moves and commits many together, and three have a third of them each; so a second window has {rate} moves/s for each node, however many there are: its \
             CPU time is compared as \"kept at equal load\", which is what the way between the nodes costs, and the latencies are its own, from \
             the intended time of a move until its player has it. The goal is {GOAL}. Medians of all rounds.\n"
        ),
    );
    table(&mut out, results);
    out
}

/// The table.
pub fn table(out: &mut String, results: &ClusterResults) {
    let mut rows = vec![COLUMNS.map(str::to_owned).to_vec()];
    rows.extend(results.setups.iter().map(|setup| row(setup, results)));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..COLUMNS.len()).map(width).collect();
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<String> =
            row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        writeln!(out, "| {} |", cells.join(" | ")).expect("a text takes it");
        if number == 0 {
            let lines: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
            writeln!(out, "|-{}-|", lines.join("-|-")).expect("a text takes it");
        }
    }
}

/// Fails with the errors of the setups that could not be measured.
pub fn all_measured(results: &ClusterResults) -> Result<(), String> {
    let error = |setup: &Measurements| Some(format!("{}: {}", setup.name, setup.rounds.error.as_ref()?));
    let errors: Vec<String> = results.setups.iter().filter_map(error).collect();
    match errors.is_empty() {
        true => Ok(()),
        false => Err(format!("not everything could be measured\n{}", errors.join("\n"))),
    }
}

/// The smallest share of one node's moves per CPU-second that several nodes keep if every pair is apart.
pub fn kept(results: &ClusterResults) -> Option<f64> {
    apart(results).filter_map(|setup| share_kept(setup, results)).min_by(f64::total_cmp)
}

/// The same with equal load for each node.
pub fn kept_at_equal_load(results: &ClusterResults) -> Option<f64> {
    apart(results).filter_map(|setup| share_at_equal_load(setup, results)).min_by(f64::total_cmp)
}

/// What one node with Redis keeps of one without. Nothing goes through Redis then, as no other node is there.
pub fn kept_by_one_node(results: &ClusterResults) -> Option<f64> {
    let alone = results.setups.iter().skip(1).find(|setup| setup.nodes == 1)?;
    share_kept(alone, results)
}

/// The smallest share that the way between nodes leaves: with every pair apart, of what as many nodes make with every pair together.
pub fn kept_by_fan_out(results: &ClusterResults) -> Option<f64> {
    let share = |apart: &Measurements| {
        let is_like =
            |setup: &&Measurements| setup.nodes == apart.nodes && setup.placement == Placement::Together;
        Some(rate(apart)? / rate(results.setups.iter().find(is_like)?)?)
    };
    apart(results).filter_map(share).min_by(f64::total_cmp)
}

fn apart(results: &ClusterResults) -> impl Iterator<Item = &Measurements> {
    results.setups.iter().filter(|setup| setup.placement == Placement::Apart)
}

fn row(setup: &Measurements, results: &ClusterResults) -> Vec<String> {
    let median = |figure: fn(&Figures) -> Option<f64>| setup.rounds.median(figure);
    let number = |figure: Option<f64>, places: usize| {
        figure.map_or_else(|| "-".to_owned(), |figure| format!("{figure:.places$}"))
    };
    vec![
        setup.name.to_owned(),
        number(median(|round| Some(round.moves_per_second)), 0),
        number(median(|round| Some(round.moves_per_node_cpu_second)), 0),
        number(share_kept(setup, results), 2),
        number(median(|round| Some(round.cpu_microseconds.nodes)), 0),
        number(median(|round| Some(round.cpu_microseconds.postgres)), 0),
        number(median(|round| Some(round.cpu_microseconds.redis)), 0),
        number(median(|round| Some(round.wal_bytes_per_move)), 0),
        number(median(|round| Some(100.0 * round.pairs_apart)), 0) + " %",
        number(cost_at_equal_load(setup), 0),
        number(share_at_equal_load(setup, results), 2),
        number(median(|round| round.at_fixed_rate.p50_ms), 1),
        number(median(|round| round.at_fixed_rate.p99_ms), 1),
    ]
}

fn share_kept(setup: &Measurements, results: &ClusterResults) -> Option<f64> {
    Some(rate(setup)? / rate(results.setups.first()?)?)
}

fn share_at_equal_load(setup: &Measurements, results: &ClusterResults) -> Option<f64> {
    Some(cost_at_equal_load(results.setups.first()?)? / cost_at_equal_load(setup)?)
}

fn cost_at_equal_load(setup: &Measurements) -> Option<f64> {
    setup.rounds.median(|round| Some(round.at_fixed_rate.node_microseconds))
}

fn rate(setup: &Measurements) -> Option<f64> {
    setup.rounds.median(|round| Some(round.moves_per_node_cpu_second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::{CpuPerMove, FixedRate};
    use crate::network::Placement::{Apart, Together};
    use crate::results::Rounds;

    fn setup(nodes: usize, placement: Placement, moves_per_node_cpu_second: f64) -> Measurements {
        let cpu_microseconds = CpuPerMove { nodes: 100.0, postgres: 50.0, redis: 10.0, load: 20.0 };
        let mut rounds = Rounds::default();
        rounds.add(Ok(Figures {
            moves_per_second: 1000.0,
            moves_per_node_cpu_second,
            cpu_microseconds,
            wal_bytes_per_move: 900.0,
            pairs_apart: 0.5,
            at_fixed_rate: FixedRate {
                node_microseconds: 1e6 / moves_per_node_cpu_second,
                p50_ms: Some(2.0),
                p99_ms: Some(9.0),
                reached: 500.0,
            },
        }));
        Measurements { name: "setup", nodes, placement, rounds }
    }

    #[test]
    fn the_worst_of_several_nodes_counts() {
        let setups = vec![
            setup(1, Together, 10_000.0),
            setup(1, Together, 5_000.0),
            setup(2, Together, 12_000.0),
            setup(2, Apart, 9_000.0),
            setup(3, Together, 8_000.0),
            setup(3, Apart, 8_000.0),
        ];
        let results = ClusterResults {
            machine: String::new(),
            services: String::new(),
            quick: true,
            pairs: 200,
            rate: 500,
            setups,
        };
        assert_eq!(kept(&results), Some(0.8));
        assert!((kept_at_equal_load(&results).expect("there are figures") - 0.8).abs() < 1e-9);
        assert_eq!(kept_by_fan_out(&results), Some(0.75));
        assert_eq!(kept_by_one_node(&results), Some(0.5));
        assert!(markdown(&results).contains("| 0.90 |"));
        assert_eq!(all_measured(&results), Ok(()));
    }
}
