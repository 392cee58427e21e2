//! The three things done with SQL: change rows, read one, read many.

use rusqlite::{Connection, OptionalExtension, Params, Row};

use crate::error::Trouble;

/// Changes rows and gives how many.
pub(crate) fn change(db: &Connection, sql: &str, params: impl Params) -> Result<usize, Trouble> {
    Ok(db.prepare_cached(sql)?.execute(params)?)
}

/// Reads the first row, if there is one.
pub(crate) fn one<T>(
    db: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, Trouble> {
    Ok(db.prepare_cached(sql)?.query_row(params, read).optional()?)
}

/// Reads every row.
pub(crate) fn all<T>(
    db: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, Trouble> {
    Ok(db.prepare_cached(sql)?.query_map(params, read)?.collect::<rusqlite::Result<Vec<T>>>()?)
}
