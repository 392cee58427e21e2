//! Writes and reads bytes that resemble those before them in little space.
//!
//! An adaptive binary range coder: each bit is coded with the probability that bits in the same place had so far. A byte is one bit if it is the
//! same as the one before; else its place in the list of bytes that occur follows, most significant bit first.

/// Probabilities have this many bits.
const PRECISION: u32 = 12;
/// How fast probabilities adapt: a larger number is slower.
const INERTIA: u32 = 5;
/// A range below this gets a new byte.
const LEAST_RANGE: u32 = 1 << 24;

/// The bytes in a form that [`unpacked`] reads.
pub(super) fn packed(bytes: &[u8]) -> Vec<u8> {
    let alphabet = alphabet_of(bytes);
    let mut place = [0; 256];
    for (index, byte) in alphabet.iter().enumerate() {
        place[usize::from(*byte)] = index;
    }
    let mut out = vec![u8::try_from(alphabet.len()).unwrap_or(0)];
    out.extend_from_slice(&alphabet);
    let mut encoder = Encoder { out, low: 0, range: u32::MAX, last: 0, waiting: 0, started: false };
    let mut model = Model::new(alphabet.len());
    let mut before = Before::default();
    for byte in bytes {
        let symbol = place[usize::from(*byte)];
        encoder.bit(&mut model.repeats[before.context()], symbol == before.symbol);
        if symbol != before.symbol {
            let tree = &mut model.trees[before.symbol];
            let mut node = 1;
            for level in (0..model.levels).rev() {
                let bit = symbol >> level & 1 == 1;
                encoder.bit(&mut tree[node], bit);
                node = node << 1 | usize::from(bit);
            }
        }
        before = before.after(symbol);
    }
    encoder.finish()
}

/// The `count` bytes of a packed form; `None` if it is damaged.
pub(super) fn unpacked(packed: &[u8], count: usize) -> Option<Vec<u8>> {
    let (length, rest) = packed.split_first()?;
    // No count of 256 is needed: a table never has that many values.
    let (alphabet, code) = rest.split_at_checked((*length).into())?;
    if alphabet.is_empty() {
        return (count == 0).then(Vec::new);
    }
    let mut decoder = Decoder::new(code);
    let mut model = Model::new(alphabet.len());
    let mut before = Before::default();
    let mut bytes = Vec::with_capacity(count);
    for _ in 0..count {
        let mut symbol = before.symbol;
        if !decoder.bit(&mut model.repeats[before.context()]) {
            let tree = &mut model.trees[before.symbol];
            let mut node = 1;
            for _ in 0..model.levels {
                node = node << 1 | usize::from(decoder.bit(&mut tree[node]));
            }
            symbol = node - (1 << model.levels);
        }
        bytes.push(*alphabet.get(symbol)?);
        before = before.after(symbol);
    }
    Some(bytes)
}

/// The bytes that occur.
fn alphabet_of(bytes: &[u8]) -> Vec<u8> {
    let mut occurs = [false; 256];
    bytes.iter().for_each(|byte| occurs[usize::from(*byte)] = true);
    (0..=u8::MAX).filter(|byte| occurs[usize::from(*byte)]).collect()
}

/// The symbol before, and whether the last two repeated theirs.
#[derive(Clone, Copy, Default)]
struct Before {
    symbol: usize,
    repeats: usize,
}

impl Before {
    #[inline]
    fn context(self) -> usize {
        self.symbol * 4 + self.repeats
    }

    #[inline]
    fn after(self, symbol: usize) -> Before {
        Before { symbol, repeats: (self.repeats << 1 | usize::from(symbol == self.symbol)) & 3 }
    }
}

/// The probabilities of bits that are set.
struct Model {
    repeats: Vec<u16>,
    trees: Vec<Vec<u16>>,
    levels: u32,
}

impl Model {
    fn new(symbols: usize) -> Model {
        let levels = usize::BITS - symbols.saturating_sub(1).leading_zeros();
        let even = 1 << (PRECISION - 1);
        Model { repeats: vec![even; symbols * 4], trees: vec![vec![even; 1 << levels]; symbols], levels }
    }
}

#[inline]
fn adapt(probability: &mut u16, bit: bool) {
    if bit {
        *probability += ((1 << PRECISION) - *probability) >> INERTIA;
    } else {
        *probability -= *probability >> INERTIA;
    }
}

struct Encoder {
    out: Vec<u8>,
    low: u64,
    range: u32,
    /// The last byte, which a carry may still change, and how many bytes of 255 follow it.
    last: u8,
    waiting: usize,
    started: bool,
}

impl Encoder {
    #[inline]
    fn bit(&mut self, probability: &mut u16, bit: bool) {
        let bound = (self.range >> PRECISION) * u32::from(*probability);
        if bit {
            self.range = bound;
        } else {
            self.low += u64::from(bound);
            self.range -= bound;
        }
        adapt(probability, bit);
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.shift();
        }
    }

    fn shift(&mut self) {
        let carry = self.low > u64::from(u32::MAX);
        let next = (self.low >> 24) as u8;
        if carry || next != u8::MAX {
            if self.started {
                self.out.push(self.last.wrapping_add(carry.into()));
            }
            let filled = if carry { 0 } else { u8::MAX };
            self.out.extend(std::iter::repeat_n(filled, self.waiting));
            (self.last, self.waiting, self.started) = (next, 0, true);
        } else {
            self.waiting += 1;
        }
        self.low = self.low << 8 & u64::from(u32::MAX);
    }

    fn finish(mut self) -> Vec<u8> {
        (0..5).for_each(|_| self.shift());
        self.out
    }
}

struct Decoder<'a> {
    code: std::slice::Iter<'a, u8>,
    range: u32,
    value: u32,
}

impl Decoder<'_> {
    fn new(code: &[u8]) -> Decoder<'_> {
        let mut decoder = Decoder { code: code.iter(), range: u32::MAX, value: 0 };
        (0..4).for_each(|_| decoder.take());
        decoder
    }

    #[inline]
    fn bit(&mut self, probability: &mut u16) -> bool {
        let bound = (self.range >> PRECISION) * u32::from(*probability);
        let bit = self.value < bound;
        if bit {
            self.range = bound;
        } else {
            self.value = self.value.wrapping_sub(bound);
            self.range -= bound;
        }
        adapt(probability, bit);
        while self.range < LEAST_RANGE {
            self.range <<= 8;
            self.take();
        }
        bit
    }

    #[inline]
    fn take(&mut self) {
        // Beyond the end there are zeros; the checksum of the whole tells of a file that was cut off.
        self.value = self.value << 8 | u32::from(self.code.next().copied().unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::{packed, unpacked};
    use game::Chance;

    fn check(bytes: &[u8]) -> usize {
        let packed = packed(bytes);
        assert_eq!(unpacked(&packed, bytes.len()).as_deref(), Some(bytes));
        packed.len()
    }

    #[test]
    fn any_bytes_come_back() {
        check(&[]);
        check(&[7]);
        for alphabet in [1, 2, 3, 17, 200] {
            let mut chance = Chance::new(alphabet as u64);
            let bytes: Vec<u8> = (0..10_000).map(|_| chance.below(alphabet) as u8).collect();
            check(&bytes);
        }
    }

    #[test]
    fn bytes_that_repeat_take_little_space() {
        let bytes: Vec<u8> = (0..100_000_u32).map(|index| (index / 1000) as u8).collect();
        assert!(check(&bytes) < 1500);
    }

    #[test]
    fn a_carry_runs_through_bytes_of_255() {
        // A range coder carries rarely; long and uneven input meets every case.
        let mut chance = Chance::new(3);
        let bytes: Vec<u8> = (0..300_000).map(|_| u8::from(chance.below(97) == 0)).collect();
        check(&bytes);
    }
}
