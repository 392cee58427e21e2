//! Rows that a query returns, and the values of their columns.

use std::borrow::Cow;

use super::{Value, postgres_value};

/// A row of a result.
pub(crate) enum Row<'a> {
    Sqlite(&'a rusqlite::Row<'a>),
    Postgres(&'a tokio_postgres::Row),
}

/// A value as the database holds it; text need not be valid UTF-8.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Column<'a> {
    Null,
    Integer(i64),
    Real(f64),
    Text(&'a [u8]),
    Blob(&'a [u8]),
}

/// A column does not hold what it should; other rows may be sound.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name} cannot be read: {problem}")]
pub(crate) struct RowError {
    name: String,
    problem: String,
}

/// A value of a row, or why it cannot be read.
pub(crate) type RowResult<T> = Result<T, RowError>;

/// A type that a column can be read as.
pub(crate) trait FromColumn: Sized {
    fn from_column(column: Column<'_>) -> Result<Self, String>;
}

impl Row<'_> {
    /// Reads a column as a type of ours.
    pub(crate) fn get<T: FromColumn>(&self, column: usize) -> RowResult<T> {
        T::from_column(self.column(column)?).map_err(|problem| self.error(column, problem))
    }

    /// The value of a column as it is.
    pub(crate) fn column(&self, column: usize) -> RowResult<Column<'_>> {
        match self {
            Row::Sqlite(row) => match row.get_ref(column) {
                Ok(value) => Ok(value.into()),
                Err(error) => Err(self.error(column, error.to_string())),
            },
            Row::Postgres(row) => {
                postgres_value::column(row, column).map_err(|problem| self.error(column, problem))
            }
        }
    }

    /// The names of the columns in order.
    pub(crate) fn names(&self) -> Vec<String> {
        match self {
            Row::Sqlite(row) => row.as_ref().column_names().map(str::to_owned).collect(),
            Row::Postgres(row) => row.columns().iter().map(|column| column.name().to_owned()).collect(),
        }
    }

    fn error(&self, column: usize, problem: String) -> RowError {
        let name = self.names().into_iter().nth(column).unwrap_or_else(|| format!("column {column}"));
        RowError { name, problem }
    }
}

impl<'a> From<rusqlite::types::ValueRef<'a>> for Column<'a> {
    fn from(value: rusqlite::types::ValueRef<'a>) -> Self {
        use rusqlite::types::ValueRef;
        match value {
            ValueRef::Null => Column::Null,
            ValueRef::Integer(number) => Column::Integer(number),
            ValueRef::Real(number) => Column::Real(number),
            ValueRef::Text(bytes) => Column::Text(bytes),
            ValueRef::Blob(bytes) => Column::Blob(bytes),
        }
    }
}

impl<'a> Column<'a> {
    /// The value as people can read it, whatever it is.
    pub(crate) fn lossy_text(self) -> String {
        match self {
            Column::Null => "NULL".to_owned(),
            Column::Integer(number) => number.to_string(),
            Column::Real(number) => number.to_string(),
            Column::Text(bytes) | Column::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        }
    }

    /// The value to be stored elsewhere; text must be valid.
    pub(crate) fn to_owned_value(self) -> Result<Value<'static>, String> {
        Ok(match self {
            Column::Null => Value::Null,
            Column::Integer(number) => Value::Integer(number),
            Column::Real(number) => Value::Real(number),
            Column::Text(_) => Value::Text(Cow::Owned(self.text()?.to_owned())),
            Column::Blob(bytes) => Value::Blob(Cow::Owned(bytes.to_vec())),
        })
    }

    /// The bytes of a text or blob; none of anything else.
    pub(crate) fn bytes(self) -> &'a [u8] {
        match self {
            Column::Text(bytes) | Column::Blob(bytes) => bytes,
            Column::Null | Column::Integer(_) | Column::Real(_) => &[],
        }
    }

    /// The text, if it is valid.
    pub(crate) fn text(self) -> Result<&'a str, String> {
        match self {
            Column::Text(bytes) => std::str::from_utf8(bytes).map_err(|error| error.to_string()),
            other => Err(format!("text was expected, not {other:?}")),
        }
    }

    fn integer<T: TryFrom<i64>>(self) -> Result<T, String> {
        match self {
            Column::Integer(number) => T::try_from(number).map_err(|_| format!("{number} is out of range")),
            other => Err(format!("a number was expected, not {other:?}")),
        }
    }
}

impl<T: FromColumn> FromColumn for Option<T> {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        match column {
            Column::Null => Ok(None),
            column => T::from_column(column).map(Some),
        }
    }
}

impl FromColumn for String {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        column.text().map(str::to_owned)
    }
}

impl FromColumn for Vec<u8> {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        match column {
            Column::Blob(bytes) => Ok(bytes.to_vec()),
            other => Err(format!("bytes were expected, not {other:?}")),
        }
    }
}

impl<const N: usize> FromColumn for [u8; N] {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        let bytes = Vec::from_column(column)?;
        <[u8; N]>::try_from(bytes).map_err(|bytes| format!("{N} bytes were expected, not {}", bytes.len()))
    }
}

impl FromColumn for f64 {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        match column {
            Column::Real(number) => Ok(number),
            other => Err(format!("a real number was expected, not {other:?}")),
        }
    }
}

impl FromColumn for bool {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        column.integer::<i64>().map(|number| number != 0)
    }
}

impl FromColumn for i64 {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        column.integer()
    }
}

impl FromColumn for u64 {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        column.integer()
    }
}

impl FromColumn for u32 {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        column.integer()
    }
}

impl FromColumn for u16 {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        column.integer()
    }
}
