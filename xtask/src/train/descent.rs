//! Stochastic gradient descent with a step of its own for each weight (Adam), on all cores.

use std::thread;

use game::Chance;

use super::examples::Examples;
use super::network::{Loss, Network};

/// How many positions each step looks at.
const BATCH: usize = 4096;
/// The shortest step, as a share of the longest.
const SHORTEST: f32 = 0.002;
/// During how many steps the length grows.
const WARM_UP: f32 = 200.0;
/// How much of the mean of the slopes, and of their squares, is kept from step to step.
const KEPT: f32 = 0.9;
const KEPT_SQUARES: f32 = 0.999;

/// A descent under way.
pub(crate) struct Descent<'a> {
    examples: &'a Examples,
    /// The positions that are fitted, in the order of the round.
    fitted: Vec<u32>,
    /// The means of the slopes, and of their squares.
    means: Vec<[f32; 2]>,
    chance: Chance,
    /// The length of a step grows to this during the first steps, and then becomes shorter along half a cosine.
    longest_step: f32,
    step: usize,
    steps: usize,
}

impl<'a> Descent<'a> {
    /// A descent of so many rounds over these positions.
    pub(crate) fn new(
        examples: &'a Examples,
        fitted: Vec<u32>,
        rounds: usize,
        longest_step: f32,
        network: &Network,
        seed: u64,
    ) -> Descent<'a> {
        let steps = rounds * fitted.len().div_ceil(BATCH);
        let means = vec![[0.0; 2]; network.weights.len()];
        Descent { examples, fitted, means, chance: Chance::new(seed), longest_step, step: 0, steps }
    }

    /// Goes over all positions once, in a random order; `progress` is told how many a step had.
    pub(crate) fn round(&mut self, network: &mut Network, progress: &dyn Fn(u64)) -> Loss {
        for end in (1..self.fitted.len()).rev() {
            self.fitted.swap(end, self.chance.below(end + 1));
        }
        let (fitted, mut loss) = (std::mem::take(&mut self.fitted), Loss::default());
        for batch in fitted.chunks(BATCH) {
            let (part, slopes) = slopes(network, self.examples, batch);
            loss.add(part);
            self.take_step(network, &slopes, batch.len());
            progress(batch.len() as u64);
        }
        self.fitted = fitted;
        loss
    }

    fn take_step(&mut self, network: &mut Network, slopes: &[f32], count: usize) {
        self.step += 1;
        let done = self.step as f32 / self.steps as f32;
        let wave = (0.5 * (1.0 + (std::f32::consts::PI * done).cos())).max(SHORTEST);
        let length = self.longest_step * wave * (self.step as f32 / WARM_UP).min(1.0);
        let power = i32::try_from(self.step).unwrap_or(i32::MAX);
        let [first, second] = [KEPT, KEPT_SQUARES].map(|kept| 1.0 - kept.powi(power));
        for ((weight, slope), [mean, squares]) in network.weights.iter_mut().zip(slopes).zip(&mut self.means)
        {
            let slope = slope / count as f32;
            *mean = KEPT * *mean + (1.0 - KEPT) * slope;
            *squares = KEPT_SQUARES * *squares + (1.0 - KEPT_SQUARES) * slope * slope;
            *weight -= length * (*mean / first) / ((*squares / second).sqrt() + 1e-8);
        }
        network.clip();
    }
}

/// The loss of some positions and its slopes, worked out on all cores.
fn slopes(network: &Network, examples: &Examples, batch: &[u32]) -> (Loss, Vec<f32>) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let work = |part: &[u32]| {
        let mut slopes = vec![0.0; network.weights.len()];
        (network.add_slopes(examples, part, &mut slopes), slopes)
    };
    let parts: Vec<(Loss, Vec<f32>)> = thread::scope(|scope| {
        let chunks = batch.chunks(batch.len().div_ceil(threads));
        let workers: Vec<_> = chunks.map(|part| scope.spawn(move || work(part))).collect();
        workers.into_iter().map(|worker| worker.join().expect("no worker panics")).collect()
    });
    let mut parts = parts.into_iter();
    let (mut loss, mut slopes) = parts.next().expect("at least one part");
    for (part, more) in parts {
        loss.add(part);
        slopes.iter_mut().zip(&more).for_each(|(slope, more)| *slope += more);
    }
    (loss, slopes)
}
