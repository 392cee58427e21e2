//! Checks a finished slice: every value follows from the values after each legal move.
//!
//! That proves the table: a win or a loss in `n` plies rests on positions that are decided in `n - 1`, down to positions
//! without a move; and a drawn position has a move to a drawn one and none that wins.

use super::index::{self, Positions};
use super::slice::Slice;
use super::solve::{drawn_at_once, list_moves};
use super::value::TableValue;
use super::work::TableWork;
use super::{TableError, Tables};
use crate::board::{Move, Pieces};
use crate::ruleset::RuleSet;
use crate::word::Word;

/// How many values of a slice and its turned one are wrong.
pub(crate) fn count_wrong<R: RuleSet>(
    slice: Slice,
    tables: &Tables,
    work: TableWork<'_>,
) -> Result<u64, TableError> {
    let mut wrong = count_in::<R>(slice, tables, work)?;
    if slice.turned() != slice {
        wrong += count_in::<R>(slice.turned(), tables, work)?;
    }
    Ok(wrong)
}

fn count_in<R: RuleSet>(slice: Slice, tables: &Tables, work: TableWork<'_>) -> Result<u64, TableError> {
    let bytes = tables.bytes(slice).ok_or(TableError::Missing(slice))?;
    let size = index::size::<R>(slice);
    if bytes.len() != size {
        return Ok(size.abs_diff(bytes.len()) as u64);
    }
    let positions = Positions::<R>::of(slice);
    let counts = work.split(size, |wrong: &mut (u64, Option<Slice>), numbers| {
        let mut moves = Vec::new();
        for number in numbers {
            let Some(pieces) = positions.at(slice, number) else { continue };
            match expected::<R>(pieces, tables, &mut moves) {
                Ok(value) => wrong.0 += u64::from(value != TableValue::of_byte(bytes[number])),
                Err(missing) => wrong.1 = Some(missing),
            }
        }
    });
    match counts.iter().find_map(|(_, missing)| *missing) {
        Some(missing) => Err(TableError::Missing(missing)),
        None => Ok(counts.iter().map(|(wrong, _)| wrong).sum()),
    }
}

/// The best value that a legal move reaches.
fn expected<R: RuleSet>(
    pieces: Pieces<R::Word>,
    tables: &Tables,
    moves: &mut Vec<Move<R::Word>>,
) -> Result<TableValue, Slice> {
    list_moves::<R>(pieces, moves);
    let captures = moves.first().is_some_and(|first| first.captured.any());
    if !moves.is_empty() && !captures && drawn_at_once::<R>(&pieces) {
        return Ok(TableValue::Draw);
    }
    let mut best = None::<TableValue>;
    for chosen in moves.iter() {
        let value = tables.after::<R>(pieces, *chosen)?;
        best = best.filter(|best| best.rank() >= value.rank()).or(Some(value));
    }
    Ok(best.unwrap_or(TableValue::Loss { plies: 0 }))
}
