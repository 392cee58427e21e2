//! Positions to learn from, as the network sees them.

use draughts::Variant;
use draughts::bot::training::{self, Inputs};
use game::Side;

use super::sample::{GameResult, Sample};

/// One game of this many is held out, to see how well the weights foretell games that they were not fitted to.
const HELD_OUT: u32 = 20;

/// Positions, one after the other, each seen from the side to move.
#[derive(Default)]
pub(crate) struct Examples {
    /// The rows of the pieces of all positions.
    rows: Vec<u16>,
    list: Vec<Example>,
}

/// A position without its pieces.
#[derive(Clone, Copy)]
pub(crate) struct Example {
    begin: u32,
    count: u8,
    /// How many more squares own men, and own kings, can step to.
    pub(crate) steps: [i8; 2],
    /// The share of the opening weights.
    pub(crate) opening: f32,
    /// The head of the network that counts.
    pub(crate) head: u8,
    /// What the search thought of it, in men.
    pub(crate) value: f32,
    /// How the game ended: 1 for a win, 0 for a loss.
    pub(crate) result: f32,
    pub(crate) is_held_out: bool,
}

impl Examples {
    pub(crate) fn add(&mut self, variant: &'static Variant, sample: &Sample) {
        let Inputs { rows, steps, opening, head } = training::inputs(&sample.position(variant));
        let won = match sample.result {
            GameResult::Lost => 0.0,
            GameResult::Drawn => 0.5,
            GameResult::Won => 1.0,
        };
        self.list.push(Example {
            begin: u32::try_from(self.rows.len()).expect("fewer pieces than that"),
            count: rows.len() as u8,
            steps: steps.map(|steps| steps.clamp(-127, 127) as i8),
            opening,
            head: head as u8,
            value: f32::from(sample.value) / 100.0,
            result: if sample.side_to_move == Side::First { won } else { 1.0 - won },
            is_held_out: sample.game % HELD_OUT == HELD_OUT - 1,
        });
        self.rows.extend(rows);
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn get(&self, index: u32) -> &Example {
        &self.list[index as usize]
    }

    /// The rows of the pieces of a position.
    pub(crate) fn rows(&self, example: &Example) -> &[u16] {
        &self.rows[example.begin as usize..][..usize::from(example.count)]
    }

    /// How many men make a win e times as likely as a loss: the number with which the values of the searches foretell the
    /// results best.
    pub(crate) fn scale(&self) -> f32 {
        let loss = |scale: f32| {
            let some = self.list.iter().step_by(7);
            some.map(|example| f64::from(log_loss(expected(example.value / scale), example.result)))
                .sum::<f64>()
        };
        let scales = (4..=40).map(|step| step as f32 / 20.0);
        scales.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).expect("there are scales")
    }

    /// The positions that are fitted, and those that are held out.
    pub(crate) fn split(&self) -> [Vec<u32>; 2] {
        let (held_out, fitted) =
            (0..self.list.len() as u32).partition(|index| self.list[*index as usize].is_held_out);
        [fitted, held_out]
    }
}

/// The expected result of a value.
pub(crate) fn expected(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The logarithmic loss of a foretold result.
pub(crate) fn log_loss(foretold: f32, result: f32) -> f32 {
    let foretold = foretold.clamp(1e-6, 1.0 - 1e-6);
    -(result * foretold.ln() + (1.0 - result) * (1.0 - foretold).ln())
}
