//! A connection to the database, whichever engine it is of.
//!
//! Statements are written in the SQL that both engines understand, with `?1` for the first value.

use std::ops::ControlFlow;

use rusqlite::types::{ToSqlOutput, Value as Owned, ValueRef};
use rusqlite::{CachedStatement, params_from_iter};

use super::postgres::PostgresConnection;
use super::{Row, Value, Values};
use crate::StoreError;
use crate::error::WorkError;

/// A connection that one thread uses.
pub(crate) enum Database {
    Sqlite(rusqlite::Connection),
    Postgres(Box<PostgresConnection>),
}

/// What a transaction may see and do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Isolation {
    /// It reads, all from one moment.
    Read,
    /// It changes rows by one statement, which is a transaction of its own where that saves time.
    Statement,
    /// It changes rows that it locks itself.
    Write,
    /// Writes of other nodes must not come between its reading and its commit, or it adds to a list that is read in the order of
    /// numbers.
    InOrder,
}

/// How many rows a statement is to change.
pub(crate) enum Expected {
    /// Any number.
    Any,
    /// This number; otherwise it is refused with this error.
    Exactly(usize, StoreError),
}

impl Expected {
    pub(super) fn check(self, changed: usize) -> Result<(), WorkError> {
        match self {
            Expected::Exactly(expected, refusal) if changed != expected => Err(refusal.into()),
            Expected::Any | Expected::Exactly(..) => Ok(()),
        }
    }
}

/// A statement that is run many times.
pub(crate) enum Statement<'a> {
    Sqlite(&'a rusqlite::Connection, CachedStatement<'a>),
    Postgres(&'a PostgresConnection, &'a str),
}

impl Database {
    /// Changes rows and returns how many.
    pub(crate) fn change(&self, sql: &str, values: Values<'_>) -> Result<usize, WorkError> {
        match self {
            Database::Sqlite(db) => Ok(db
                .prepare_cached(sql)?
                .execute(params_from_iter(values.iter().map(|value| value.to_value())))?),
            Database::Postgres(db) => db.change(sql, values),
        }
    }

    /// Changes rows, at the latest before the next statement that returns something. If not as many are changed as expected, the work
    /// fails, here or there.
    pub(crate) fn change_later(
        &self,
        sql: &str,
        values: Values<'_>,
        expected: Expected,
    ) -> Result<(), WorkError> {
        match self {
            Database::Sqlite(_) => expected.check(self.change(sql, values)?),
            Database::Postgres(db) => db.change_later(sql, values, expected),
        }
    }

    /// Runs a statement without values, at the latest before the next one that returns something.
    pub(crate) fn execute_later(&self, sql: &'static str) -> Result<(), WorkError> {
        match self {
            Database::Sqlite(_) => super::execute(self, sql),
            Database::Postgres(db) => db.execute_later(sql),
        }
    }

    /// Waits for what was left for later.
    pub(crate) fn flush(&self) -> Result<(), WorkError> {
        match self {
            Database::Sqlite(_) => Ok(()),
            Database::Postgres(db) => db.flush(),
        }
    }

    /// Reads rows until there are no more or `each` breaks off.
    pub(crate) fn query(
        &self,
        sql: &str,
        values: Values<'_>,
        mut each: impl FnMut(&Row<'_>) -> Result<ControlFlow<()>, WorkError>,
    ) -> Result<(), WorkError> {
        match self {
            Database::Sqlite(db) => {
                let mut statement = db.prepare_cached(sql)?;
                let mut rows =
                    statement.query(params_from_iter(values.iter().map(|value| value.to_value())))?;
                while let Some(row) = rows.next()? {
                    if each(&Row::Sqlite(row))?.is_break() {
                        break;
                    }
                }
            }
            Database::Postgres(db) => {
                for row in &db.query(sql, values)? {
                    if each(&Row::Postgres(row))?.is_break() {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Prepares a statement that is run many times.
    pub(crate) fn statement<'a>(&'a self, sql: &'a str) -> Result<Statement<'a>, WorkError> {
        match self {
            Database::Sqlite(db) => Ok(Statement::Sqlite(db, db.prepare_cached(sql)?)),
            Database::Postgres(db) => Ok(Statement::Postgres(db, sql)),
        }
    }

    /// Begins a transaction, on a new connection if the last one was lost.
    pub(crate) fn begin(&self, isolation: Isolation) -> Result<(), WorkError> {
        match self {
            Database::Sqlite(db) => begin_sqlite(db, isolation),
            Database::Postgres(db) => db.begin(isolation),
        }
    }

    /// Makes the changes of the transaction durable.
    pub(crate) fn commit(&self) -> Result<(), WorkError> {
        match self {
            Database::Sqlite(_) => super::execute(self, "COMMIT"),
            Database::Postgres(db) => db.commit(),
        }
    }

    /// Undoes the transaction, unless the engine has already done so.
    pub(crate) fn roll_back(&self) -> Result<(), WorkError> {
        match self {
            Database::Sqlite(db) if db.is_autocommit() => Ok(()),
            Database::Sqlite(_) => super::execute(self, "ROLLBACK"),
            Database::Postgres(db) => db.roll_back(),
        }
    }

    /// The connection to SQLite, for what only that engine has: its log, its file, its pragmas.
    pub(crate) fn sqlite(&self) -> Option<&rusqlite::Connection> {
        match self {
            Database::Sqlite(db) => Some(db),
            Database::Postgres(_) => None,
        }
    }
}

fn begin_sqlite(db: &rusqlite::Connection, isolation: Isolation) -> Result<(), WorkError> {
    let sql = match isolation {
        Isolation::Read => "BEGIN",
        // There is one writer, so that it is always alone.
        Isolation::Statement | Isolation::Write | Isolation::InOrder => "BEGIN IMMEDIATE",
    };
    db.prepare_cached(sql)?.execute([])?;
    Ok(())
}

impl Statement<'_> {
    /// Changes rows and returns how many.
    pub(crate) fn change(&mut self, values: Values<'_>) -> Result<usize, WorkError> {
        match self {
            Statement::Sqlite(_, statement) => {
                Ok(statement.execute(params_from_iter(values.iter().map(|value| value.to_value())))?)
            }
            Statement::Postgres(db, sql) => db.change(sql, values),
        }
    }

    /// Inserts a row into a table with a column `number` and returns its number; `None` if none was inserted.
    pub(crate) fn insert(&mut self, values: Values<'_>) -> Result<Option<i64>, WorkError> {
        match self {
            Statement::Sqlite(db, statement) => {
                let inserted =
                    statement.execute(params_from_iter(values.iter().map(|value| value.to_value())))?;
                Ok((inserted > 0).then(|| db.last_insert_rowid()))
            }
            Statement::Postgres(db, sql) => db.insert(sql, values),
        }
    }
}

impl rusqlite::ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            Value::Null => ToSqlOutput::Owned(Owned::Null),
            Value::Bool(truth) => ToSqlOutput::Owned(Owned::Integer((*truth).into())),
            Value::Integer(number) => ToSqlOutput::Owned(Owned::Integer(*number)),
            Value::Real(number) => ToSqlOutput::Owned(Owned::Real(*number)),
            Value::Text(text) => ToSqlOutput::Borrowed(ValueRef::Text(text.as_bytes())),
            Value::Blob(bytes) => ToSqlOutput::Borrowed(ValueRef::Blob(bytes)),
        })
    }
}
