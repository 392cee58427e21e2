//! The file format of learned weights: numbers of one or more bytes, and runs of zeros.
//!
//! A number is stored in groups of seven bits, the lowest first,
//! the high bit set in all bytes but the last; negative numbers are the odd ones. A zero is followed by the number of
//! zeros after it.

/// Reads this many weights; those that the file does not have are zero.
pub(crate) fn decode(bytes: &[u8], count: usize) -> Vec<i16> {
    let mut weights = vec![0; count];
    let (mut bytes, mut index) = (bytes.iter().copied(), 0_usize);
    while let Some(number) = number(&mut bytes) {
        if number == 0 {
            let zeros = self::number(&mut bytes).unwrap_or(0);
            index = index.saturating_add(usize::try_from(zeros).unwrap_or(usize::MAX));
        } else if let Some(weight) = weights.get_mut(index) {
            let half = i16::try_from(number >> 1).unwrap_or(i16::MAX);
            *weight = if number & 1 == 1 { -half } else { half };
        }
        index = index.saturating_add(1);
    }
    weights
}

/// The bytes of a file with these weights.
pub(crate) fn encode(weights: &[i16]) -> Vec<u8> {
    let (mut bytes, mut index) = (Vec::new(), 0);
    while index < weights.len() {
        let value = weights[index];
        index += 1;
        if value == 0 {
            let zeros = weights[index..].iter().take_while(|next| **next == 0).count();
            bytes.push(0);
            write(&mut bytes, zeros as u64);
            index += zeros;
        } else {
            write(&mut bytes, u64::from(value.unsigned_abs()) << 1 | u64::from(value < 0));
        }
    }
    bytes
}

/// The next number; `None` at the end.
pub(crate) fn number(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = bytes.next()?;
        number |= u64::from(byte & 0x7F) << shift;
        shift += 7;
        if byte & 0x80 == 0 || shift > 56 {
            return Some(number);
        }
    }
}

/// Adds a number.
pub(crate) fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn weights_come_back_as_they_were_written() {
        let weights = vec![0, 1, -1, 0, 0, 0, 300, -12_000, i16::MAX, -i16::MAX, 0, 0];
        assert_eq!(decode(&encode(&weights), weights.len()), weights);
        assert!(decode(&encode(&weights[..0]), 0).is_empty());
    }

    #[test]
    fn a_damaged_file_is_read_without_a_panic() {
        assert_eq!(decode(&[2, 4, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255], 3).len(), 3);
    }
}
