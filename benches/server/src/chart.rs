//! The bar chart in `docs/bench`: one panel per figure, one bar per server.

use std::fmt::Write as _;

use crate::contender::Contender;
use crate::report::{REACHED, ordered};
use crate::results::Results;

const WIDTH: f64 = 760.0;
const BARS_FROM: f64 = 170.0;
const BARS_TO: f64 = 670.0;
const ROW: f64 = 22.0;
const HEADING: f64 = 40.0;

const STYLE: &str = "text{font:13px system-ui,sans-serif;fill:#24292f}.title{font-weight:600}\
    .bar{fill:#8c959f}.ours{fill:#0969da}\
    @media(prefers-color-scheme:dark){text{fill:#d1d7e0}.bar{fill:#656c76}.ours{fill:#4493f8}}";

/// Bars of one figure.
struct Panel {
    title: String,
    /// A server without a figure did not reach the rate.
    bars: Vec<(&'static str, Option<f64>)>,
    places: usize,
}

/// The whole chart.
pub fn svg(results: &Results) -> String {
    let panels = panels(results);
    let height: f64 = panels.iter().map(|panel| HEADING + ROW * panel.bars.len() as f64).sum::<f64>() + 16.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" \
         height=\"{height}\" role=\"img\">\n<title>Our server beside others under the same load</title>\n\
         <style>{STYLE}</style>\n"
    );
    let mut top = 0.0;
    for panel in &panels {
        top += HEADING;
        panel.draw(&mut out, top);
        top += ROW * panel.bars.len() as f64;
    }
    out + "</svg>\n"
}

fn panels(results: &Results) -> Vec<Panel> {
    let mut panels = Vec::new();
    for (pairs, servers) in &results.saturation {
        let bars = ordered(servers).filter_map(|(name, rounds)| {
            Some((name, Some(rounds.median(|round| Some(round.moves_per_cpu_second))?)))
        });
        let title = format!("Moves per CPU-second, {pairs} pairs, whole games (more is better)");
        panels.push(Panel { title, bars: bars.collect(), places: 0 });
    }
    let rates = results.fixed_rate.values().find_map(|rounds| rounds.rounds.first());
    for (place, rate) in rates.into_iter().flatten().map(|rate| rate.rate).enumerate() {
        let bars = ordered(&results.fixed_rate).filter_map(|(name, rounds)| {
            let reached = rounds.median(|rates| Some(rates.get(place)?.reached / f64::from(rate)))?;
            let p99 = rounds.median(|rates| rates.get(place)?.p99_ms);
            Some((name, p99.filter(|_| reached >= REACHED)))
        });
        let pairs = results.fixed_rate_pairs;
        let title = format!("p99 in ms at {rate} moves per second, {pairs} pairs (less is better)");
        panels.push(Panel { title, bars: bars.collect(), places: 1 });
    }
    let playing = ordered(&results.idle).filter_map(|(name, rounds)| {
        Some((name, Some(rounds.median(|round| Some(round.kilobytes_per_player))?)))
    });
    let title = "Memory in kB for each player of a running game (less is better)".to_owned();
    panels.push(Panel { title, bars: playing.collect(), places: 1 });
    panels.retain(|panel| !panel.bars.is_empty());
    panels
}

impl Panel {
    /// Draws the title above `top` and the bars below.
    fn draw(&self, out: &mut String, top: f64) {
        let Panel { title, bars, places } = self;
        let most = bars.iter().filter_map(|(_, figure)| *figure).fold(f64::MIN_POSITIVE, f64::max);
        writeln!(out, "<text class=\"title\" x=\"8\" y=\"{}\">{title}</text>", top - 10.0)
            .expect("a text takes it");
        for (place, (name, figure)) in bars.iter().enumerate() {
            let y = top + ROW * place as f64;
            let length = figure.map_or(0.0, |figure| (figure / most * (BARS_TO - BARS_FROM)).max(1.0));
            let label = figure.map_or("does not keep up".to_owned(), |figure| format!("{figure:.places$}"));
            let class = if is_ours(name) { "ours" } else { "bar" };
            writeln!(
                out,
                "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\">{name}</text>\
                 <rect class=\"{class}\" x=\"{BARS_FROM}\" y=\"{y:.0}\" width=\"{length:.1}\" height=\"16\"/>\
                 <text x=\"{:.1}\" y=\"{:.0}\">{label}</text>",
                BARS_FROM - 8.0,
                y + 13.0,
                BARS_FROM + length + 6.0,
                y + 13.0,
            )
            .expect("a text takes it");
        }
    }
}

fn is_ours(name: &str) -> bool {
    [Contender::Parlour, Contender::ParlourNotDurable].iter().any(|contender| contender.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Saturation;

    #[test]
    fn the_longest_bar_fills_its_panel_and_others_are_in_proportion() {
        let mut results = Results::default();
        for (name, figure) in [("parlour", 200.0), ("node-relay", 100.0)] {
            let rounds = results.saturation.entry(10).or_default().entry(name).or_default();
            rounds.add(Ok(Saturation {
                moves_per_second: 1.0,
                moves_per_cpu_second: figure,
                server_cpu_share: 1.0,
                load_cpu_share: 1.0,
                writes: None,
            }));
        }
        let svg = svg(&results);
        assert!(svg.contains("class=\"ours\" x=\"170\" y=\"40\" width=\"500.0\""), "{svg}");
        assert!(svg.contains("class=\"bar\" x=\"170\" y=\"62\" width=\"250.0\""), "{svg}");
        assert!(!svg.contains("p99"));
    }
}
