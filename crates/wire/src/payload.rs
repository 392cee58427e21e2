//! Reading incoming JSON: every field is read with its bounds, and an error names its field.

use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::display_name::DisplayName;
use crate::unknown_field::{FieldRecorder, UnknownField};
use crate::{ErrorCode, Named};

/// The longest id or token part a client may send, in characters.
pub const ID_LENGTH: usize = 128;
/// The largest board index there is: the last square of a 12×12 board.
pub const LAST_SQUARE: u8 = 143;
/// The most squares a move may list in `captures` or `path`.
pub const SQUARES: usize = 64;

/// What was wrong with an incoming payload, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PayloadError {
    /// Nearly always `bad_payload`; squares outside every board are `out_of_board`.
    pub code: ErrorCode,
    /// The field, such as `players[0].id`; `None` if the payload as a whole is wrong.
    pub param: Option<String>,
    /// One sentence: which field, what was expected, what came instead.
    pub message: String,
}

/// A payload that clients send.
pub trait Incoming: Sized {
    /// Reads and checks every field; fields it does not know are ignored.
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError>;
}

/// Reads the first argument of a socket event.
pub fn parse<T: Incoming>(arguments: &[Value]) -> Result<T, PayloadError> {
    match arguments.first() {
        Some(payload) => T::read(&Fields::of(payload)?),
        None => Err(not_an_object("", &Value::Null)),
    }
}

/// Reads the JSON body of a request.
pub fn parse_body<T: Incoming>(body: &[u8]) -> Result<T, PayloadError> {
    parse_body_with_unknown(body).map(|(value, _)| value)
}

/// Reads the JSON body of a request, and lists the fields in it that its reader does not know.
pub fn parse_body_with_unknown<T: Incoming>(body: &[u8]) -> Result<(T, Vec<UnknownField>), PayloadError> {
    let body: Value = serde_json::from_slice(body).map_err(|error| PayloadError {
        code: ErrorCode::BadRequest,
        param: None,
        message: format!("the body is not valid JSON: {error}"),
    })?;
    let recorder = FieldRecorder::default();
    let value = Fields { recorder: Some(&recorder), ..Fields::of(&body)? }.read_as()?;
    Ok((value, recorder.into_unknown()))
}

/// Reads the query of a request, where every value is text.
pub fn parse_query<T: Incoming>(
    pairs: impl IntoIterator<Item = (String, String)>,
) -> Result<T, PayloadError> {
    let query = Value::Object(pairs.into_iter().map(|(name, value)| (name, Value::String(value))).collect());
    T::read(&Fields::of(&query)?)
}

/// The fields of an incoming JSON object, and where it was found.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    place: String,
    object: &'a Map<String, Value>,
    recorder: Option<&'a FieldRecorder>,
}

impl<'a> Fields<'a> {
    /// The fields of a whole payload.
    pub fn of(payload: &'a Value) -> Result<Self, PayloadError> {
        Self::at(String::new(), payload)
    }

    /// The fields of an object that was found at a place, such as `auth.`.
    pub fn at(place: String, value: &'a Value) -> Result<Self, PayloadError> {
        match value {
            Value::Object(object) => Ok(Self { place, object, recorder: None }),
            other => Err(not_an_object(&place, other)),
        }
    }

    /// A field that must be there, read by one of the methods below.
    pub fn required<T>(
        &self,
        name: &str,
        read: impl FnOnce(&Self, &str) -> Result<Option<T>, PayloadError>,
    ) -> Result<T, PayloadError> {
        read(self, name)?.ok_or_else(|| self.error(name, format!("{}{name} is required", self.place)))
    }

    /// An id; an empty one counts as absent, because clients send it for "I have none".
    pub fn id(&self, name: &str) -> Result<Option<String>, PayloadError> {
        Ok(self.text(name, ID_LENGTH)?.filter(|id| !id.is_empty()))
    }

    /// Whether the field is absent, `null` or an empty text.
    #[must_use]
    pub fn is_blank(&self, name: &str) -> bool {
        self.get(name).is_none_or(|value| value.as_str() == Some(""))
    }

    /// A text of bounded length.
    pub fn text(&self, name: &str, longest: usize) -> Result<Option<String>, PayloadError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match value.as_str() {
            Some(text) if text.chars().take(longest + 1).count() <= longest => Ok(Some(text.to_owned())),
            _ => Err(self.expected(name, &format!("a text of at most {longest} characters"), value)),
        }
    }

    /// A name to show to other people, cleaned.
    pub fn display_name(&self, name: &str) -> Result<Option<DisplayName>, PayloadError> {
        let Some(text) = self.text(name, DisplayName::LONGEST_GIVEN)? else { return Ok(None) };
        match DisplayName::clean(&text) {
            Some(shown) => Ok(Some(shown)),
            None => {
                Err(self.expected(name, "a text with at least one visible character", &Value::String(text)))
            }
        }
    }

    /// A boolean.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, PayloadError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        value.as_bool().map(Some).ok_or_else(|| self.expected(name, "true or false", value))
    }

    /// A whole number within bounds.
    pub fn number(&self, name: &str, bounds: RangeInclusive<u32>) -> Result<Option<u32>, PayloadError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let (low, high) = (bounds.start(), bounds.end());
        whole_number(value)
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| bounds.contains(number))
            .map(Some)
            .ok_or_else(|| self.expected(name, &format!("a whole number from {low} to {high}"), value))
    }

    /// One of a few words.
    pub fn one_of<T: Named>(&self, name: &str) -> Result<Option<T>, PayloadError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let found = value.as_str().and_then(T::from_name);
        found.map(Some).ok_or_else(|| self.expected_word::<T>(name, value))
    }

    /// A list of words, each one of a few.
    pub fn some_of<T: Named>(&self, name: &str) -> Result<Option<Vec<T>>, PayloadError> {
        let Some(list) = self.list(name, T::ALL.len())? else { return Ok(None) };
        let words = list.iter().enumerate().map(|(index, value)| {
            let found = value.as_str().and_then(T::from_name);
            found.ok_or_else(|| self.expected_word::<T>(&format!("{name}[{index}]"), value))
        });
        words.collect::<Result<_, _>>().map(Some)
    }

    /// A list of texts of bounded length.
    pub fn texts(
        &self,
        name: &str,
        most: usize,
        longest: usize,
    ) -> Result<Option<Vec<String>>, PayloadError> {
        let Some(list) = self.list(name, most)? else { return Ok(None) };
        let texts = list.iter().enumerate().map(|(index, value)| match value.as_str() {
            Some(text) if text.chars().take(longest + 1).count() <= longest => Ok(text.to_owned()),
            _ => {
                let expectation = format!("a text of at most {longest} characters");
                Err(self.expected(&format!("{name}[{index}]"), &expectation, value))
            }
        });
        texts.collect::<Result<_, _>>().map(Some)
    }

    /// The index of a square.
    pub fn square(&self, name: &str) -> Result<Option<u8>, PayloadError> {
        self.get(name).map(|value| self.read_square(name, value)).transpose()
    }

    /// A list of squares, such as the pieces captured on the way.
    pub fn squares(&self, name: &str) -> Result<Option<Vec<u8>>, PayloadError> {
        let Some(list) = self.list(name, SQUARES)? else { return Ok(None) };
        let squares = list.iter().enumerate();
        squares
            .map(|(index, value)| self.read_square(&format!("{name}[{index}]"), value))
            .collect::<Result<_, _>>()
            .map(Some)
    }

    /// An object inside this one.
    pub fn object<T: Incoming>(&self, name: &str) -> Result<Option<T>, PayloadError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        self.inner(format!("{}{name}.", self.place), value)?.read_as().map(Some)
    }

    /// A list of objects inside this one.
    pub fn objects<T: Incoming>(&self, name: &str, most: usize) -> Result<Option<Vec<T>>, PayloadError> {
        let Some(list) = self.list(name, most)? else { return Ok(None) };
        let place = |index| format!("{}{name}[{index}].", self.place);
        let objects = list.iter().enumerate();
        objects
            .map(|(index, value)| self.inner(place(index), value)?.read_as())
            .collect::<Result<_, _>>()
            .map(Some)
    }

    /// Any JSON object with a text of at most `longest` bytes.
    pub fn free_object(
        &self,
        name: &str,
        longest: usize,
    ) -> Result<Option<Map<String, Value>>, PayloadError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match value.as_object() {
            Some(object) if value.to_string().len() <= longest => Ok(Some(object.clone())),
            _ => Err(self.expected(name, &format!("an object of at most {longest} bytes"), value)),
        }
    }

    /// An error in one field: what was expected, and what came instead.
    pub fn expected(&self, name: &str, expectation: &str, value: &Value) -> PayloadError {
        self.error(name, format!("{}{name} must be {expectation}, not {}", self.place, shown(value)))
    }

    /// An error in one field, with its own message.
    pub fn error(&self, name: &str, message: String) -> PayloadError {
        let param = Some(format!("{}{name}", self.place));
        PayloadError { code: ErrorCode::BadPayload, param, message }
    }

    fn expected_word<T: Named>(&self, name: &str, value: &Value) -> PayloadError {
        let words: Vec<_> = T::ALL.iter().map(|word| word.name()).collect();
        self.expected(name, &format!("one of {}", words.join(", ")), value)
    }

    fn list(&self, name: &str, most: usize) -> Result<Option<&'a Vec<Value>>, PayloadError> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let list = value.as_array().filter(|list| list.len() <= most);
        list.map(Some).ok_or_else(|| self.expected(name, &format!("a list of at most {most}"), value))
    }

    fn read_square(&self, name: &str, value: &Value) -> Result<u8, PayloadError> {
        let expectation = format!("the index of a square, 0 to {LAST_SQUARE}");
        let Some(number) = whole_number(value) else {
            return Err(self.expected(name, &expectation, value));
        };
        match u8::try_from(number) {
            Ok(square) if square <= LAST_SQUARE => Ok(square),
            _ => {
                Err(PayloadError { code: ErrorCode::OutOfBoard, ..self.expected(name, &expectation, value) })
            }
        }
    }

    /// The fields of an object inside this one.
    fn inner(&self, place: String, value: &'a Value) -> Result<Self, PayloadError> {
        Ok(Self { recorder: self.recorder, ..Self::at(place, value)? })
    }

    /// Reads the whole object; what was not asked for is unknown.
    fn read_as<T: Incoming>(&self) -> Result<T, PayloadError> {
        let value = T::read(self)?;
        if let Some(recorder) = self.recorder {
            recorder.finish_object(&self.place, self.object.keys());
        }
        Ok(value)
    }

    /// The field's value; `null` counts as absent.
    fn get(&self, name: &str) -> Option<&'a Value> {
        if let Some(recorder) = self.recorder {
            recorder.asked_for(&self.place, name);
        }
        self.object.get(name).filter(|value| !value.is_null())
    }
}

/// An integer, also if it is written as a fraction: JavaScript writes 3.0 as 3, other languages do not.
fn whole_number(value: &Value) -> Option<i64> {
    let spelled_as_fraction = || value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 1e15);
    value.as_i64().or_else(|| spelled_as_fraction().map(|number| number as i64))
}

fn not_an_object(place: &str, value: &Value) -> PayloadError {
    let place = place.trim_end_matches('.');
    let subject = if place.is_empty() { "the payload" } else { place };
    PayloadError {
        code: ErrorCode::BadPayload,
        param: (!place.is_empty()).then(|| place.to_owned()),
        message: format!("{subject} must be an object, not {}", shown(value)),
    }
}

/// The value as the sender may recognise it, cut short.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 40;
    match value {
        Value::Object(_) => "an object".to_owned(),
        Value::Array(list) => format!("a list of {}", list.len()),
        Value::Null => "nothing".to_owned(),
        value => {
            let text = value.to_string();
            let mut cut: String = text.chars().filter(|letter| !letter.is_control()).take(LONGEST).collect();
            if cut.len() < text.len() {
                cut.push('…');
            }
            cut
        }
    }
}
