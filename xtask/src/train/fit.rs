//! Fits weights to positions: logistic regression by stochastic gradient descent, with a step of its own for each weight.

use draughts::Variant;
use draughts::bot::training::{self, Terms};
use game::Side;

use super::sample::{GameResult, Sample};

/// One game of this many is held out, to see how well the weights foretell games they were not fitted to.
const HELD_OUT: u32 = 20;
/// How much the result of the game counts; the rest is what the search thought.
const RESULT_SHARE: f32 = 0.3;
/// The step at the beginning, as a share of a man; it becomes shorter from round to round.
const STEP: f32 = 0.03;
/// How strongly weights are drawn to those that they start from.
const PULL: f32 = 2e-7;
/// The sum of squared slopes that every weight begins with, whose root divides its step: so a few positions do not undo
/// what the present weights know, and weights that are rarely seen stay small.
const FIRST_SPREAD: f32 = 3.0;

/// Positions as the terms of their evaluation, one list after the other.
pub(crate) struct Examples {
    /// An index in 24 bits, and how often it counts in 8.
    terms: Vec<u32>,
    rows: Vec<Row>,
}

struct Row {
    end: usize,
    opening: f32,
    /// For the first side.
    value: f32,
    result: f32,
    held_out: bool,
}

/// What a round has to show.
pub(crate) struct Round {
    /// The mean logarithmic loss of the positions that were fitted.
    pub(crate) loss: f64,
    /// The same for positions of games that were held out.
    pub(crate) held_out: f64,
}

/// Weights being fitted, in men.
pub(crate) struct Fit {
    weights: Vec<[f32; 2]>,
    start: Vec<[f32; 2]>,
    spread: Vec<[f32; 2]>,
    /// How many men make a win e times as likely as a loss.
    scale: f32,
}

impl Examples {
    pub(crate) fn new() -> Examples {
        Examples { terms: Vec::new(), rows: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn add(&mut self, variant: &'static Variant, sample: &Sample) {
        let Terms { terms, opening } = training::terms(&sample.position(variant));
        self.terms.extend(terms.iter().map(|(index, times)| index << 8 | u32::from(*times as i8 as u8)));
        let sign = if sample.side_to_move == Side::First { 0.01 } else { -0.01 };
        self.rows.push(Row {
            end: self.terms.len(),
            opening,
            value: f32::from(sample.value) * sign,
            result: match sample.result {
                GameResult::Lost => 0.0,
                GameResult::Drawn => 0.5,
                GameResult::Won => 1.0,
            },
            held_out: sample.game % HELD_OUT == HELD_OUT - 1,
        });
    }

    fn terms(&self, row: usize) -> &[u32] {
        let begin = if row == 0 { 0 } else { self.rows[row - 1].end };
        &self.terms[begin..self.rows[row].end]
    }
}

impl Fit {
    /// Begins with weights in hundredths of a man.
    pub(crate) fn new(start: &[[f32; 2]], examples: &Examples) -> Fit {
        let start: Vec<[f32; 2]> = start.iter().map(|pair| pair.map(|weight| weight / 100.0)).collect();
        let spread = vec![[FIRST_SPREAD; 2]; start.len()];
        let mut fit = Fit { weights: start.clone(), start, spread, scale: 1.0 };
        fit.scale = fit.best_scale(examples);
        fit
    }

    /// The scale with which the first weights foretell the results best: so a man stays worth a man.
    fn best_scale(&self, examples: &Examples) -> f32 {
        let loss = |scale: f32| {
            let rows = examples.rows.iter().enumerate().step_by(7);
            rows.map(|(index, row)| {
                f64::from(log_loss(expected(self.value(examples, index) / scale), row.result))
            })
            .sum::<f64>()
        };
        let scales = (4..=40).map(|step| step as f32 / 10.0);
        scales.min_by(|a, b| loss(*a).total_cmp(&loss(*b))).expect("there are scales")
    }

    /// The scale in men.
    pub(crate) fn scale(&self) -> f32 {
        self.scale
    }

    /// One round over all examples; `progress` is how much of all rounds is done, from zero to one.
    pub(crate) fn round(&mut self, examples: &Examples, number: usize, progress: f32) -> Round {
        let count = examples.len();
        let stride = (0..).map(|more| 1_000_003 + more).find(|stride| are_coprime(*stride, count));
        let (stride, mut index) = (stride.expect("there is one"), number * 7919 % count);
        let step = STEP * (1.0 - progress) + STEP / 20.0;
        let (mut fitted, mut held_out) = ((0.0, 0), (0.0, 0));
        for _ in 0..count {
            index = (index + stride) % count;
            let row = &examples.rows[index];
            let foretold = expected(self.value(examples, index) / self.scale);
            let sum = if row.held_out { &mut held_out } else { &mut fitted };
            sum.0 += f64::from(log_loss(foretold, row.result));
            sum.1 += 1;
            if !row.held_out {
                let wanted =
                    RESULT_SHARE * row.result + (1.0 - RESULT_SHARE) * expected(row.value / self.scale);
                self.correct(examples, index, foretold - wanted, step);
            }
        }
        let mean = |(loss, count): (f64, u32)| loss / f64::from(count.max(1));
        Round { loss: mean(fitted), held_out: mean(held_out) }
    }

    /// The weights in hundredths of a man.
    pub(crate) fn weights(&self) -> Vec<[f32; 2]> {
        self.weights.iter().map(|pair| pair.map(|weight| weight * 100.0)).collect()
    }

    fn value(&self, examples: &Examples, index: usize) -> f32 {
        let opening = examples.rows[index].opening;
        let terms = examples.terms(index).iter();
        terms
            .map(|term| {
                let [early, late] = self.weights[(term >> 8) as usize];
                f32::from(*term as u8 as i8) * (early * opening + late * (1.0 - opening))
            })
            .sum()
    }

    fn correct(&mut self, examples: &Examples, index: usize, error: f32, step: f32) {
        let opening = examples.rows[index].opening;
        for term in examples.terms(index) {
            let (place, times) = ((term >> 8) as usize, f32::from(*term as u8 as i8));
            for (phase, share) in [opening, 1.0 - opening].into_iter().enumerate() {
                let weight = &mut self.weights[place][phase];
                let slope = error * times * share + PULL * (*weight - self.start[place][phase]);
                let spread = &mut self.spread[place][phase];
                *spread += slope * slope;
                *weight -= step * slope / spread.sqrt();
            }
        }
    }
}

/// The expected result of a value.
fn expected(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

fn log_loss(foretold: f32, result: f32) -> f32 {
    let foretold = foretold.clamp(1e-6, 1.0 - 1e-6);
    -(result * foretold.ln() + (1.0 - result) * (1.0 - foretold).ln())
}

fn are_coprime(a: usize, b: usize) -> bool {
    if b == 0 { a == 1 } else { are_coprime(b, a % b) }
}
