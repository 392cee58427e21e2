//! Values that a statement is given, the same for every engine.

use std::borrow::Cow;
use std::fmt;

/// A value to be stored or compared.
#[derive(Clone, PartialEq)]
pub(crate) enum Value<'a> {
    Null,
    Bool(bool),
    Integer(i64),
    Real(f64),
    Text(Cow<'a, str>),
    Blob(Cow<'a, [u8]>),
}

impl Value<'_> {
    pub(super) fn into_owned(self) -> Value<'static> {
        match self {
            Value::Null => Value::Null,
            Value::Bool(truth) => Value::Bool(truth),
            Value::Integer(number) => Value::Integer(number),
            Value::Real(number) => Value::Real(number),
            Value::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
            Value::Blob(bytes) => Value::Blob(Cow::Owned(bytes.into_owned())),
        }
    }
}

/// Drivers log the values of a statement, which may be secrets: only their types are shown.
impl fmt::Debug for Value<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Value::Null => "null",
            Value::Bool(_) => "bool",
            Value::Integer(_) => "integer",
            Value::Real(_) => "real",
            Value::Text(_) => "text",
            Value::Blob(_) => "blob",
        })
    }
}

/// What can be given to a statement.
pub(crate) trait ToValue {
    fn to_value(&self) -> Value<'_>;
}

/// The values of a statement, of any types.
pub(crate) type Values<'a> = &'a [&'a dyn ToValue];

/// What makes the values of a statement: [`params!`], an array of one type, or nothing.
pub(crate) trait Params {
    fn with<T>(&self, work: impl FnOnce(Values<'_>) -> T) -> T;
}

/// The values of a statement, of any types that implement [`ToValue`].
macro_rules! params {
    ($($value:expr),* $(,)?) => {
        &[$(&$value as &dyn $crate::sql::ToValue),*] as $crate::sql::Values<'_>
    };
}
pub(crate) use params;

impl Params for Values<'_> {
    fn with<T>(&self, work: impl FnOnce(Values<'_>) -> T) -> T {
        work(self)
    }
}

impl<V: ToValue, const N: usize> Params for [V; N] {
    fn with<T>(&self, work: impl FnOnce(Values<'_>) -> T) -> T {
        work(&self.each_ref().map(|value| value as &dyn ToValue))
    }
}

impl Params for () {
    fn with<T>(&self, work: impl FnOnce(Values<'_>) -> T) -> T {
        work(&[])
    }
}

impl<V: ToValue + ?Sized> ToValue for &V {
    fn to_value(&self) -> Value<'_> {
        (**self).to_value()
    }
}

impl<V: ToValue> ToValue for Option<V> {
    fn to_value(&self) -> Value<'_> {
        self.as_ref().map_or(Value::Null, ToValue::to_value)
    }
}

impl ToValue for str {
    fn to_value(&self) -> Value<'_> {
        Value::Text(Cow::Borrowed(self))
    }
}

impl ToValue for String {
    fn to_value(&self) -> Value<'_> {
        self.as_str().to_value()
    }
}

impl ToValue for [u8] {
    fn to_value(&self) -> Value<'_> {
        Value::Blob(Cow::Borrowed(self))
    }
}

impl ToValue for Vec<u8> {
    fn to_value(&self) -> Value<'_> {
        Value::Blob(Cow::Borrowed(self))
    }
}

impl<const N: usize> ToValue for [u8; N] {
    fn to_value(&self) -> Value<'_> {
        Value::Blob(Cow::Borrowed(self))
    }
}

impl ToValue for bool {
    fn to_value(&self) -> Value<'_> {
        Value::Bool(*self)
    }
}

impl ToValue for f64 {
    fn to_value(&self) -> Value<'_> {
        Value::Real(*self)
    }
}

impl ToValue for i64 {
    fn to_value(&self) -> Value<'_> {
        Value::Integer(*self)
    }
}

impl ToValue for u32 {
    fn to_value(&self) -> Value<'_> {
        Value::Integer((*self).into())
    }
}

impl ToValue for u16 {
    fn to_value(&self) -> Value<'_> {
        Value::Integer((*self).into())
    }
}

/// Counters and durations stay far below the limit of a column; one beyond it is stored as the limit.
impl ToValue for u64 {
    fn to_value(&self) -> Value<'_> {
        Value::Integer(i64::try_from(*self).unwrap_or(i64::MAX))
    }
}
