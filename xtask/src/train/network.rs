//! A network being learned: its weights in floating point, what it foretells, and the slopes of its loss.

use draughts::bot::training::{HEADS, LearnedWeights, MOST_LAST_WEIGHT, WIDTH};
use game::Chance;

use super::examples::{Example, Examples, expected, log_loss};

/// How much the result of the game counts; the rest is what the search thought.
const RESULT_SHARE: f32 = 0.3;
/// The largest weight of a row: all pieces of a board together stay within the numbers of the file.
const MOST_IN_ROW: f32 = 1.98;
/// The worth of a king that a network begins with, in men.
const KING: f32 = 1.5;

/// One number for each unit.
type Row = [f32; WIDTH];

/// A network with the weights beside it, as one long list: the rows of all pieces, what is always added to their sums, the
/// heads, and the plain weights for opening and ending.
pub(crate) struct Network {
    squares: usize,
    /// How many men make a win e times as likely as a loss. An output is a value divided by it.
    scale: f32,
    pub(crate) weights: Vec<f32>,
}

/// The loss of some positions.
#[derive(Clone, Copy, Default)]
pub(crate) struct Loss {
    /// Of what the network should say: the value of the search and the result of the game.
    wanted: f64,
    /// Of the results alone.
    result: f64,
    count: u64,
}

impl Loss {
    pub(crate) fn add(&mut self, other: Loss) {
        self.wanted += other.wanted;
        self.result += other.result;
        self.count += other.count;
    }

    /// The mean losses of what the network should say, and of the results alone.
    pub(crate) fn mean(&self) -> [f64; 2] {
        [self.wanted, self.result].map(|sum| sum / self.count.max(1) as f64)
    }
}

impl Network {
    /// A network with small random weights, in which only men and kings count.
    pub(crate) fn new(squares: usize, scale: f32, seed: u64) -> Network {
        let mut network = Network { squares, scale, weights: Vec::new() };
        let (bias, head, plain) = (network.bias(), network.head(0), network.plain(0));
        let mut chance = Chance::new(seed);
        let mut around = |middle: f32, width: f32| {
            let share = (chance.roll() >> 40) as f32 / (1_u32 << 24) as f32;
            middle + width * (2.0 * share - 1.0)
        };
        let weights = &mut network.weights;
        weights.extend((0..bias).map(|_| around(0.0, 0.15)));
        weights.extend((bias..head).map(|_| around(0.25, 0.1)));
        weights.extend((head..plain).map(|_| around(0.0, 0.1)));
        weights.extend([1.0 / scale].repeat(2 * squares));
        weights.extend([KING / scale].repeat(2 * squares));
        weights.extend([0.0; 6]);
        network
    }

    /// A network with learned weights.
    pub(crate) fn of_learned(learned: &LearnedWeights, squares: usize, scale: f32) -> Network {
        let output = |hundredths: &f32| hundredths / 100.0 / scale;
        let mut weights = learned.rows.clone();
        weights.extend(learned.heads.iter().map(output));
        weights.extend(learned.plain.iter().flatten().map(output));
        Network { squares, scale, weights }
    }

    /// The loss of these positions.
    pub(crate) fn loss(&self, examples: &Examples, indices: &[u32]) -> Loss {
        let (mut loss, mut sums) = (Loss::default(), [[0.0; WIDTH]; 2]);
        for index in indices {
            let example = examples.get(*index);
            let foretold = expected(self.output(example, examples.rows(example), &mut sums));
            loss.add(self.loss_of(example, foretold));
        }
        loss
    }

    /// Adds the slopes of the loss of these positions to those of the weights.
    pub(crate) fn add_slopes(&self, examples: &Examples, indices: &[u32], slopes: &mut [f32]) -> Loss {
        let (mut loss, mut sums) = (Loss::default(), [[0.0; WIDTH]; 2]);
        for index in indices {
            let example = examples.get(*index);
            let rows = examples.rows(example);
            let foretold = expected(self.output(example, rows, &mut sums));
            loss.add(self.loss_of(example, foretold));
            let error = foretold - self.wanted(example);
            self.add_head_slopes(example, error, &mut sums, slopes);
            for view in &sums {
                add(row_mut(slopes, self.bias()), view);
            }
            for row in rows {
                let row = usize::from(*row);
                add(row_mut(slopes, row * WIDTH), &sums[0]);
                add(row_mut(slopes, self.opposite(row) * WIDTH), &sums[1]);
            }
            self.each_plain(example, rows, |index, times| {
                slopes[index] += error * times * example.opening;
                slopes[index + 1] += error * times * (1.0 - example.opening);
            });
        }
        loss
    }

    /// Keeps all weights within what a file can have.
    pub(crate) fn clip(&mut self) {
        let (head, plain, most) = (self.head(0), self.plain(0), MOST_LAST_WEIGHT / 100.0 / self.scale);
        self.weights[..head].iter_mut().for_each(|weight| *weight = weight.clamp(-MOST_IN_ROW, MOST_IN_ROW));
        self.weights[head..plain].iter_mut().for_each(|weight| *weight = weight.clamp(-most, most));
    }

    /// The weights as a file has them.
    pub(crate) fn learned(&self) -> LearnedWeights {
        let hundredths = |weight: &f32| weight * self.scale * 100.0;
        let (rows, rest) = self.weights.split_at(self.head(0));
        let (heads, plain) = rest.split_at(self.plain(0) - self.head(0));
        LearnedWeights {
            plain: plain.chunks_exact(2).map(|pair| [hundredths(&pair[0]), hundredths(&pair[1])]).collect(),
            rows: rows.to_vec(),
            heads: heads.iter().map(hundredths).collect(),
        }
    }

    /// The output for a position; leaves the sums of both views.
    fn output(&self, example: &Example, rows: &[u16], sums: &mut [Row; 2]) -> f32 {
        *sums = [*row(&self.weights, self.bias()); 2];
        for index in rows {
            let index = usize::from(*index);
            add(&mut sums[0], row(&self.weights, index * WIDTH));
            add(&mut sums[1], row(&self.weights, self.opposite(index) * WIDTH));
        }
        let head = self.head(usize::from(example.head));
        let mut output = self.weights[head + 2 * WIDTH];
        for (view, sums) in sums.iter().enumerate() {
            output += squared_dot(sums, row(&self.weights, head + view * WIDTH));
        }
        self.each_plain(example, rows, |index, times| {
            let [early, late] = [self.weights[index], self.weights[index + 1]];
            output += times * (early * example.opening + late * (1.0 - example.opening));
        });
        output
    }

    /// Adds the slopes of the last weights, and turns the sums into the slopes of the sums.
    fn add_head_slopes(&self, example: &Example, error: f32, sums: &mut [Row; 2], slopes: &mut [f32]) {
        let head = self.head(usize::from(example.head));
        slopes[head + 2 * WIDTH] += error;
        for (view, sums) in sums.iter_mut().enumerate() {
            let weights = row(&self.weights, head + view * WIDTH);
            let slopes = row_mut(slopes, head + view * WIDTH);
            for unit in 0..WIDTH {
                let clipped = sums[unit].clamp(0.0, 1.0);
                slopes[unit] += error * clipped * clipped;
                let inside = if sums[unit] < 1.0 { clipped } else { 0.0 };
                sums[unit] = error * 2.0 * inside * weights[unit];
            }
        }
    }

    /// The plain weights that count for a position, and how often each does.
    fn each_plain(&self, example: &Example, rows: &[u16], mut visit: impl FnMut(usize, f32)) {
        let own = 2 * self.squares;
        for row in rows {
            let row = usize::from(*row);
            if row < own {
                visit(self.plain(row), 1.0);
            } else {
                visit(self.plain(self.opposite(row)), -1.0);
            }
        }
        visit(self.plain(own), f32::from(example.steps[0]));
        visit(self.plain(own + 1), f32::from(example.steps[1]));
        visit(self.plain(own + 2), 1.0);
    }

    fn loss_of(&self, example: &Example, foretold: f32) -> Loss {
        Loss {
            wanted: f64::from(log_loss(foretold, self.wanted(example))),
            result: f64::from(log_loss(foretold, example.result)),
            count: 1,
        }
    }

    fn wanted(&self, example: &Example) -> f32 {
        RESULT_SHARE * example.result + (1.0 - RESULT_SHARE) * expected(example.value / self.scale)
    }

    /// The row of the same piece as the other side sees it.
    fn opposite(&self, row: usize) -> usize {
        let (kind, place) = (row / self.squares, row % self.squares);
        (kind ^ 2) * self.squares + self.squares - 1 - place
    }

    fn bias(&self) -> usize {
        4 * self.squares * WIDTH
    }

    fn head(&self, head: usize) -> usize {
        self.bias() + WIDTH + head * (2 * WIDTH + 1)
    }

    fn plain(&self, index: usize) -> usize {
        self.head(HEADS) + 2 * index
    }
}

fn row(weights: &[f32], at: usize) -> &Row {
    weights[at..at + WIDTH].try_into().expect("a row")
}

fn row_mut(weights: &mut [f32], at: usize) -> &mut Row {
    (&mut weights[at..at + WIDTH]).try_into().expect("a row")
}

fn add(to: &mut Row, from: &Row) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

/// The sum of the squared clipped sums, each with its weight.
fn squared_dot(sums: &Row, weights: &Row) -> f32 {
    // Several sums, so that the compiler may add them side by side.
    let mut lanes = [0.0; 16];
    for (sums, weights) in sums.as_chunks::<16>().0.iter().zip(weights.as_chunks::<16>().0) {
        for lane in 0..16 {
            let clipped = sums[lane].clamp(0.0, 1.0);
            lanes[lane] += clipped * clipped * weights[lane];
        }
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use draughts::bot::training::LearnedWeights;
    use draughts::{Position, variants};
    use game::Chance;

    use super::{Examples, Network};
    use crate::train::sample::Sample;

    #[test]
    fn the_slopes_are_those_of_the_loss() {
        let variant = variants::find("english").expect("a variant");
        let mut examples = Examples::default();
        for (fen, value) in [("W:W21,22,K30:B5,K9", 30), ("B:W32,27,K18:B1,2,K3,10", -80)] {
            let position = Position::from_fen(variant, fen).expect("a position");
            examples.add(variant, &Sample::of(&position, value, 0));
        }
        let mut network = Network::new(32, 0.7, 5);
        let indices = [0, 1];
        let mut slopes = vec![0.0; network.weights.len()];
        network.add_slopes(&examples, &indices, &mut slopes);
        let mut chance = Chance::new(1);
        for _ in 0..300 {
            let (weight, step) = (chance.below(slopes.len()), 1e-2);
            let before = network.weights[weight];
            let mut loss_at = |value: f32| {
                network.weights[weight] = value;
                network.loss(&examples, &indices).wanted
            };
            let found = (loss_at(before + step) - loss_at(before - step)) / (2.0 * f64::from(step));
            loss_at(before);
            let slope = f64::from(slopes[weight]);
            assert!((found - slope).abs() < 2e-3, "weight {weight}: {found} is not {slope}");
        }
        assert!(slopes.iter().any(|slope| slope.abs() > 0.01));
    }

    #[test]
    fn a_network_that_goes_on_from_the_weights_in_use_begins_with_their_values() {
        for variant in variants::ALL {
            let Some(learned) = LearnedWeights::in_use(variant) else { continue };
            let squares = usize::from(variant.rules().layout.square_count());
            let network = Network::of_learned(&learned, squares, 0.7);
            assert!(network.learned().encode() == learned.encode(), "{}", variant.name());
        }
    }
}
