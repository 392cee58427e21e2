//! Random numbers from a seed: the same seed returns the same numbers.

use std::time::Duration;

/// A stream of numbers from a seed (SplitMix64).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Chance(u64);

impl Chance {
    /// The stream of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`, which must not be zero.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).expect("a usize fits");
        usize::try_from(self.roll() % bound).expect("it is below a usize")
    }

    /// Returns `true` with a probability of `in_hundred` percent.
    pub fn happens(&mut self, in_hundred: u32) -> bool {
        self.roll() % 100 < u64::from(in_hundred)
    }

    /// Returns one of the elements; `None` if there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }

    /// Returns a duration from the range in whole milliseconds, both ends included.
    pub fn between(&mut self, from: Duration, to: Duration) -> Duration {
        let span = u64::try_from(to.saturating_sub(from).as_millis()).unwrap_or(u64::MAX - 1);
        from + Duration::from_millis(self.roll() % (span + 1))
    }
}
