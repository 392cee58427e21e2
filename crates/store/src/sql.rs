//! Running SQL with cached statements: change rows, read one, read many.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Error, OptionalExtension, Params, Row};

use crate::error::WorkError;

/// Runs a statement without parameters.
pub(crate) fn execute(db: &Connection, statement: &str) -> Result<(), WorkError> {
    db.prepare_cached(statement)?.execute([])?;
    Ok(())
}

/// Changes rows and returns how many.
pub(crate) fn change(db: &Connection, sql: &str, params: impl Params) -> Result<usize, WorkError> {
    Ok(db.prepare_cached(sql)?.execute(params)?)
}

/// Reads the first row, if there is one.
pub(crate) fn one<T>(
    db: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, WorkError> {
    Ok(db.prepare_cached(sql)?.query_row(params, read).optional()?)
}

/// Reads every row.
pub(crate) fn all<T>(
    db: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, WorkError> {
    Ok(db.prepare_cached(sql)?.query_map(params, read)?.collect::<rusqlite::Result<Vec<T>>>()?)
}

/// Reads every row that can be read; one with unreadable values is left out.
pub(crate) fn readable<T>(
    db: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, WorkError> {
    let mut statement = db.prepare_cached(sql)?;
    let rows = statement.query_map(params, read)?;
    Ok(rows.filter(|row| !row.as_ref().is_err_and(is_of_the_row)).collect::<rusqlite::Result<Vec<T>>>()?)
}

/// Whether an error is about the values of one row, and not about the database.
pub(crate) fn is_of_the_row(error: &Error) -> bool {
    matches!(
        error,
        Error::FromSqlConversionFailure(..)
            | Error::IntegralValueOutOfRange(..)
            | Error::InvalidColumnType(..)
            | Error::Utf8Error(..)
    )
}

/// A value as people can read it, whatever it is.
pub(crate) fn lossy_text(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Tells a problem of one row, in words, from an error of the database.
pub(crate) fn readable_row<T>(read: rusqlite::Result<T>) -> Result<Result<T, String>, WorkError> {
    match read {
        Err(error) if is_of_the_row(&error) => Ok(Err(error.to_string())),
        other => Ok(Ok(other?)),
    }
}
