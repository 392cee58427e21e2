//! Columns that hold one of a few words, such as a mode or a status.

use common::Named;

use crate::sql::{Column, FromColumn, Row, RowResult};

/// Reads the column of a row that holds a word.
pub(crate) fn word<T: Named>(row: &Row<'_>, column: usize) -> RowResult<T> {
    row.get::<WordColumn<T>>(column).map(|word| word.0)
}

struct WordColumn<T>(T);

impl<T: Named> FromColumn for WordColumn<T> {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let text = column.text()?;
        T::from_name(text).map(WordColumn).ok_or_else(|| format!("{text:?} is not one of its words"))
    }
}
