//! Known counts, as the fixtures write them: `unique | W:W31-50:B1-20 | 1:9 2:81`.

use super::Counting;

/// What is known about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// How captures were counted.
    pub counting: Counting,
    /// The position, as FEN.
    pub fen: String,
    /// Depths and the leaves at each.
    pub leaves: Vec<(u32, u64)>,
}

/// Reads a table of known counts; empty lines and lines that begin with `#` are skipped.
///
/// # Errors
/// The first line that cannot be read.
pub fn known(text: &str) -> Result<Vec<Known>, String> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| read(line).ok_or_else(|| format!("not a known count: {line}")))
        .collect()
}

fn read(line: &str) -> Option<Known> {
    let mut fields = line.split(" | ");
    let counting = match fields.next()? {
        "unique" => Counting::Unique,
        "paths" => Counting::Paths,
        "landings" => Counting::Landings,
        _ => return None,
    };
    let fen = fields.next()?.to_owned();
    let leaves = fields
        .next()?
        .split(' ')
        .map(|pair| {
            let (depth, leaves) = pair.split_once(':')?;
            Some((depth.parse().ok()?, leaves.parse().ok()?))
        })
        .collect::<Option<_>>()?;
    Some(Known { counting, fen, leaves })
}
