//! The syntax tree of one PDN game: everything in its text, without the rules of play.

use super::place::{Place, Placed};
use std::fmt;

/// One game as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameText {
    /// Tags, and the comments between them.
    pub header: Vec<Placed<HeaderItem>>,
    /// Moves and everything around them.
    pub body: Vec<Placed<Item>>,
    /// The ending of the game; `None` if the text has none.
    pub ending: Option<Placed<Ending>>,
}

/// A tag, or a comment that stands among tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeaderItem {
    /// `[Name "value"]`
    Tag(Tag),
    /// `{text}`
    Comment(Comment),
    /// `%text` to the end of the line
    LineComment(LineComment),
}

/// One tag of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    name: String,
    value: String,
}

/// The text of a comment between braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment(String);

/// The text of a comment that runs from `%` to the end of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineComment(String);

/// One item of the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `12.` or `12...`
    Number(MoveNumber),
    /// A move as it is written, with its strength mark.
    Move(MoveText),
    /// `...` in place of a move that was made earlier
    Ellipsis,
    /// `-` in place of a move that is not known
    Unknown,
    /// `{text}`
    Comment(Comment),
    /// `%text` to the end of the line
    LineComment(LineComment),
    /// `(items)`
    Variation(Vec<Placed<Item>>),
    /// `$n`
    Nag(u16),
    /// `/FEN "text"/`
    Setup(Setup),
}

/// A move number and the side it announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The number before the dots.
    pub number: u32,
    /// Three dots announce the second mover.
    pub second_mover: bool,
}

/// A move as it is written, for example `32-28!` or `a3:c5:e7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    pub(super) text: String,
    pub(super) strength: Option<String>,
}

/// The position text of a set-up inside the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup(String);

/// What closes a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// `*`
    Star,
    /// A result such as `1-0`, read from older files.
    Result(String),
}

/// A text that cannot stand where it was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unwritable(&'static str);

impl GameText {
    /// The tags in the order of the text.
    pub fn tags(&self) -> impl Iterator<Item = (&Tag, Place)> {
        self.header.iter().filter_map(|item| match &item.value {
            HeaderItem::Tag(tag) => Some((tag, item.place)),
            _ => None,
        })
    }

    /// The first tag of a name with its place.
    pub fn tag(&self, name: &str) -> Option<(&Tag, Place)> {
        self.tags().find(|(tag, _)| tag.name == name)
    }

    /// The value of the first tag of a name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.tag(name).map(|(tag, _)| tag.value())
    }

    /// Changes the value of a tag, or adds the tag after the others.
    pub fn set_tag(&mut self, tag: Tag) {
        let old = self.header.iter_mut().find_map(|item| match &mut item.value {
            HeaderItem::Tag(old) if old.name == tag.name => Some(old),
            _ => None,
        });
        match old {
            Some(old) => *old = tag,
            None => self.header.push(HeaderItem::Tag(tag).into()),
        }
    }

    /// Where the game begins.
    pub fn place(&self) -> Place {
        let header = self.header.first().map(|item| item.place);
        let body = self.body.first().map(|item| item.place);
        header.or(body).or(self.ending.as_ref().map(|ending| ending.place)).unwrap_or_default()
    }

    /// Whether there is a tag, a move or a result; a text of comments alone is no game.
    pub fn is_game(&self) -> bool {
        let plays = |item: &Placed<Item>| !matches!(item.value, Item::Comment(_) | Item::LineComment(_));
        self.ending.is_some() || self.tags().next().is_some() || self.body.iter().any(plays)
    }
}

impl Tag {
    /// A tag, when the name and the value can be written.
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Result<Tag, Unwritable> {
        let (name, value) = (name.into(), value.into());
        if !is_tag_name(&name) {
            return Err(Unwritable("a tag name is a capital letter, then letters, digits and _"));
        }
        if value.contains(['\n', '\r']) {
            return Err(Unwritable("a tag value stands on one line"));
        }
        Ok(Tag { name, value })
    }

    /// The name, for example `Event`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value without quotes and escapes.
    pub fn value(&self) -> &str {
        &self.value
    }
}

impl Comment {
    /// A comment, when the text can stand between braces.
    pub fn new(text: impl Into<String>) -> Result<Comment, Unwritable> {
        let text = text.into();
        if text.contains('}') {
            return Err(Unwritable("a comment ends at its first }"));
        }
        let lines: Vec<&str> = text.split('\n').collect();
        if lines.windows(3).any(|three| three[0].trim().is_empty() && is_tag_line(three[1])) {
            return Err(Unwritable("a tag after an empty line would begin the next game"));
        }
        Ok(Comment(text))
    }

    /// The text between the braces.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl LineComment {
    /// A comment of one line.
    pub fn new(text: impl Into<String>) -> Result<LineComment, Unwritable> {
        let text = text.into();
        if text.contains(['\n', '\r']) {
            return Err(Unwritable("a line comment stands on one line"));
        }
        Ok(LineComment(text))
    }

    /// The text after the `%`.
    pub fn text(&self) -> &str {
        &self.0
    }
}

impl MoveText {
    /// Squares and separators without spaces.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// `!`, `?!`, `(?)` and the like.
    pub fn strength(&self) -> Option<&str> {
        self.strength.as_deref()
    }
}

impl Setup {
    /// A set-up of the position that a FEN text describes.
    pub fn new(fen: impl Into<String>) -> Result<Setup, Unwritable> {
        let fen = fen.into();
        if fen.contains(['"', '/', '\n', '\r', '\\']) {
            return Err(Unwritable("a set-up stands on one line, without quotes and slashes"));
        }
        Ok(Setup(fen))
    }

    /// The FEN text.
    pub fn fen(&self) -> &str {
        &self.0
    }
}

impl Unwritable {
    pub(super) const NO_MOVE: Unwritable =
        Unwritable("a move is two or more squares with -, x or : between them");
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Unwritable {}

/// Whether a whole line is one tag; after an empty line it begins a game, even inside an unclosed comment.
pub(super) fn is_tag_line(line: &str) -> bool {
    let inner = line.trim_end().strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]"));
    inner
        .and_then(|inner| inner.split_once([' ', '\t']))
        .is_some_and(|(name, value)| is_tag_name(name) && value.trim_start().starts_with('"'))
}

fn is_tag_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}
