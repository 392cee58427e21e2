//! A pair of slices as bytes for a file: what it is about, the packed values, and a checksum.

use super::coder::{packed, unpacked};
use super::slice::Slice;
use super::{TableError, Tables};

/// The first line of every file.
const MAGIC: &str = "parlour endgame table 1";

impl Tables {
    /// Slices as bytes for a file; `None` if one of them is not there.
    #[must_use]
    pub fn to_file(&self, slices: &[Slice]) -> Option<Vec<u8>> {
        let names: Vec<String> = slices.iter().map(Slice::to_string).collect();
        let mut file = format!("{MAGIC}\n{} {}\n", self.variant.name(), names.join(",")).into_bytes();
        for slice in slices {
            let packed = packed(self.bytes(*slice)?);
            file.extend((packed.len() as u64).to_le_bytes());
            file.extend(packed);
        }
        file.extend(checksum(&file).to_le_bytes());
        Some(file)
    }

    /// Adds the slices of a file, and returns them.
    ///
    /// # Errors
    /// If the file is damaged, or of another variant or version.
    pub fn add_file(&mut self, file: &[u8]) -> Result<Vec<Slice>, TableError> {
        let (mut rest, sum) = file.split_last_chunk::<8>().ok_or(TableError::Damaged)?;
        if checksum(rest) != u64::from_le_bytes(*sum) || line(&mut rest) != Some(MAGIC) {
            return Err(TableError::Damaged);
        }
        let header = line(&mut rest).and_then(|line| line.split_once(' '));
        let (variant, names) = header.ok_or(TableError::Damaged)?;
        if variant != self.variant.name() {
            return Err(TableError::OtherVariant(variant.to_owned()));
        }
        let slices =
            names.split(',').map(Slice::read).collect::<Option<Vec<Slice>>>().ok_or(TableError::Damaged)?;
        for slice in &slices {
            let values = values(&mut rest, self.size(*slice)).ok_or(TableError::Damaged)?;
            self.insert(*slice, values);
        }
        Ok(slices)
    }
}

/// The next line, without its end.
fn line<'a>(rest: &mut &'a [u8]) -> Option<&'a str> {
    let end = rest.iter().position(|byte| *byte == b'\n')?;
    let (line, after) = rest.split_at(end);
    *rest = &after[1..];
    std::str::from_utf8(line).ok()
}

/// The values of the next slice.
fn values(rest: &mut &[u8], size: usize) -> Option<Vec<u8>> {
    let (length, after) = rest.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (packed, after) = after.split_at_checked(length)?;
    *rest = after;
    unpacked(packed, size)
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
