//! Values of PostgreSQL: its types are written and read as the few that the store uses.

use bytes::BytesMut;
use tokio_postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};

use super::{Column, Value};

type ValueError = Box<dyn std::error::Error + Sync + Send>;

/// The type under which a value is sent; `None` for null, which is written into the statement.
pub(super) fn type_of(value: &Value<'_>) -> Option<Type> {
    match value {
        Value::Null => None,
        Value::Bool(_) => Some(Type::BOOL),
        Value::Integer(_) => Some(Type::INT8),
        Value::Real(_) => Some(Type::FLOAT8),
        Value::Text(_) => Some(Type::TEXT),
        Value::Blob(_) => Some(Type::BYTEA),
    }
}

impl ToSql for Value<'_> {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, ValueError> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Bool(truth) => truth.to_sql(kind, out),
            Value::Integer(number) => number.to_sql(kind, out),
            Value::Real(number) => number.to_sql(kind, out),
            Value::Text(text) => text.as_ref().to_sql(kind, out),
            Value::Blob(bytes) => bytes.as_ref().to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

/// The value of a column.
pub(super) fn column(row: &tokio_postgres::Row, column: usize) -> Result<Column<'_>, String> {
    row.try_get::<_, AnyColumn<'_>>(column).map(|value| value.0).map_err(|error| error.to_string())
}

struct AnyColumn<'a>(Column<'a>);

impl<'a> FromSql<'a> for AnyColumn<'a> {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Self, ValueError> {
        Ok(AnyColumn(match *kind {
            Type::BOOL => Column::Integer(bool::from_sql(kind, raw)?.into()),
            Type::INT2 => Column::Integer(i16::from_sql(kind, raw)?.into()),
            Type::INT4 => Column::Integer(i32::from_sql(kind, raw)?.into()),
            Type::INT8 => Column::Integer(i64::from_sql(kind, raw)?),
            Type::FLOAT8 => Column::Real(f64::from_sql(kind, raw)?),
            Type::BYTEA => Column::Blob(raw),
            Type::TEXT | Type::VARCHAR | Type::NAME | Type::BPCHAR | Type::UNKNOWN => Column::Text(raw),
            _ => return Err(format!("the type {kind} is not used by the store").into()),
        }))
    }

    fn from_sql_null(_: &Type) -> Result<Self, ValueError> {
        Ok(AnyColumn(Column::Null))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}
