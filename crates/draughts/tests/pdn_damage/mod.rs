//! Seeded chance for tests: the same numbers in every run, and texts damaged with them.

/// A small generator of numbers; every test that uses it names its seed.
pub(crate) struct Chance(u64);

impl Chance {
    /// A generator that starts from a seed other than zero.
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// A number below the given one.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    /// One of several values.
    #[allow(dead_code, reason = "not every test file that shares this module chooses")]
    pub(crate) fn choose<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }

    /// The bytes of a text with one to four of them changed, removed, added or cut off.
    #[allow(dead_code, reason = "not every test file that shares this module damages texts")]
    pub(crate) fn damage(&mut self, text: &str, likely: &[u8]) -> Vec<u8> {
        let mut bytes = text.as_bytes().to_vec();
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            match self.below(5) {
                0 => bytes[at] = self.below(256) as u8,
                1 if bytes.len() > 1 => drop(bytes.remove(at)),
                2 | 3 => bytes.insert(at, likely[self.below(likely.len())]),
                _ => bytes.truncate(at + 1),
            }
        }
        bytes
    }
}
