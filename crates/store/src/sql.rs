//! Running SQL: change rows, read one, read many.

mod database;
mod postgres;
mod postgres_value;
mod row;
mod value;

use std::ops::ControlFlow;

pub(crate) use self::database::{Database, Expected, Isolation, Statement};
pub(crate) use self::postgres::{Array, DatabaseUse, LaterRows, PostgresConnection};
pub(crate) use self::row::{Column, FromColumn, Row, RowError, RowResult};
pub(crate) use self::value::{Params, ToValue, Value, Values, params};
use crate::error::WorkError;

/// Runs a statement without values.
pub(crate) fn execute(db: &Database, statement: &str) -> Result<(), WorkError> {
    match db {
        Database::Sqlite(db) => drop(db.prepare_cached(statement)?.execute([])?),
        Database::Postgres(db) => db.execute(statement)?,
    }
    Ok(())
}

/// Changes rows and returns how many.
pub(crate) fn change(db: &Database, sql: &str, params: impl Params) -> Result<usize, WorkError> {
    params.with(|values| db.change(sql, values))
}

/// Changes rows, at the latest before the next statement that returns something.
pub(crate) fn change_later(
    db: &Database,
    sql: &str,
    params: impl Params,
    expected: Expected,
) -> Result<(), WorkError> {
    params.with(|values| db.change_later(sql, values, expected))
}

/// Reads the first row, if there is one.
pub(crate) fn one<T>(
    db: &Database,
    sql: &str,
    params: impl Params,
    read: impl FnOnce(&Row<'_>) -> RowResult<T>,
) -> Result<Option<T>, WorkError> {
    let (mut read, mut found) = (Some(read), None);
    params.with(|values| {
        db.query(sql, values, |row| {
            found = read.take().map(|read| read(row)).transpose()?;
            Ok(ControlFlow::Break(()))
        })
    })?;
    Ok(found)
}

/// Reads every row.
pub(crate) fn all<T>(
    db: &Database,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> RowResult<T>,
) -> Result<Vec<T>, WorkError> {
    let rows = each(db, sql, params, read)?;
    Ok(rows.into_iter().collect::<RowResult<Vec<T>>>()?)
}

/// Reads every row that can be read; one with unreadable values is left out.
pub(crate) fn readable<T>(
    db: &Database,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> RowResult<T>,
) -> Result<Vec<T>, WorkError> {
    Ok(each(db, sql, params, read)?.into_iter().flatten().collect())
}

/// Reads every row, each with what is wrong with it.
pub(crate) fn each<T>(
    db: &Database,
    sql: &str,
    params: impl Params,
    mut read: impl FnMut(&Row<'_>) -> RowResult<T>,
) -> Result<Vec<RowResult<T>>, WorkError> {
    let mut rows = Vec::new();
    params.with(|values| {
        db.query(sql, values, |row| {
            rows.push(read(row));
            Ok(ControlFlow::Continue(()))
        })
    })?;
    Ok(rows)
}
