//! Columns that hold one of a fixed set of words, such as a mode or a status.

use common::Named;
use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};

/// Reads a column with a word.
pub(crate) fn word<T: Named>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    row.get::<_, WordColumn<T>>(column).map(|word| word.0)
}

struct WordColumn<T>(T);

impl<T: Named> FromSql for WordColumn<T> {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        T::from_name(value.as_str()?).map(WordColumn).ok_or(FromSqlError::InvalidType)
    }
}
