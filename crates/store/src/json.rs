//! Plain values kept as JSON text in one column.

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::sql::{Column, FromColumn, ToValue, Value};

/// A value that is JSON in the database.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: Serialize> ToValue for Json<T> {
    fn to_value(&self) -> Value<'_> {
        Value::Text(Cow::Owned(serde_json::to_string(&self.0).expect("plain values can be written as JSON")))
    }
}

impl<T: DeserializeOwned> FromColumn for Json<T> {
    fn from_column(column: Column<'_>) -> Result<Self, String> {
        serde_json::from_str(column.text()?).map(Json).map_err(|error| error.to_string())
    }
}
