//! The characters of a PDN input, line by line, with their places and within bounds.

use super::error::{Fault, PdnError};
use super::place::Place;
use std::io::BufRead;

/// The limits of a reader for one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The bytes of one game's text, and of one line.
    pub bytes: usize,
    /// How deep variations may nest.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: 1 << 20, depth: 64 }
    }
}

/// A cursor over the current line of an input.
pub(super) struct Source<R> {
    input: R,
    limits: Limits,
    line: String,
    at: usize,
    place: Place,
    /// Bytes of the current game in earlier lines.
    earlier_bytes: usize,
    game_from: usize,
    after_empty_line: bool,
    finished: bool,
}

const BYTE_ORDER_MARK: &str = "\u{feff}";

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R, limits: Limits) -> Source<R> {
        Source {
            input,
            limits,
            line: String::new(),
            at: 0,
            place: Place { line: 0, column: 1 },
            earlier_bytes: 0,
            game_from: 0,
            after_empty_line: true,
            finished: false,
        }
    }

    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// Where the cursor stands.
    pub(super) fn place(&self) -> Place {
        Place { line: self.place.line.max(1), ..self.place }
    }

    /// Starts counting the bytes of a new game at the cursor.
    fn begin_game(&mut self) {
        self.earlier_bytes = 0;
        self.game_from = self.at;
    }

    /// The next character; `None` at the end of the input.
    pub(super) fn peek(&mut self) -> Result<Option<char>, PdnError> {
        while self.at == self.line.len() {
            if !self.next_line()? {
                return Ok(None);
            }
        }
        Ok(self.rest().chars().next())
    }

    /// What is left of the current line, its line break included.
    pub(super) fn rest(&self) -> &str {
        &self.line[self.at..]
    }

    /// The character after the next one, when it stands on the same line.
    pub(super) fn second(&self) -> Option<char> {
        self.rest().chars().nth(1)
    }

    /// Whether the cursor stands at the first character of a line.
    pub(super) fn at_line_start(&self) -> bool {
        self.at == 0
    }

    /// Whether the cursor stands at the start of a line that follows an empty one.
    pub(super) fn begins_paragraph(&self) -> bool {
        self.at == 0 && self.after_empty_line
    }

    /// Returns the next character of the line and moves over it.
    pub(super) fn bump(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        self.place.column += 1;
        Some(next)
    }

    /// Returns the next characters of the line that fit and moves over them.
    pub(super) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &str {
        let from = self.at;
        let rest = &self.line[from..];
        let length = rest.find(|next| !fits(next)).unwrap_or(rest.len());
        self.at += length;
        self.place.column += self.line[from..self.at].chars().count() as u32;
        &self.line[from..self.at]
    }

    /// Moves over a word and returns `true` if it comes next on the line.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
            self.place.column += word.chars().count() as u32;
        }
        found
    }

    /// Moves over spaces, and over line breaks too.
    pub(super) fn skip_space(&mut self) -> Result<(), PdnError> {
        while self.peek()?.is_some_and(char::is_whitespace) {
            self.take_while(char::is_whitespace);
        }
        Ok(())
    }

    /// Moves to the start of the next game; the space before it does not count towards the limit.
    pub(super) fn skip_to_game(&mut self) -> Result<(), PdnError> {
        self.begin_game();
        while self.peek()?.is_some_and(char::is_whitespace) {
            self.take_while(char::is_whitespace);
            self.begin_game();
        }
        Ok(())
    }

    /// Moves to the next line, even if it has an error; returns `false` at the end of the input.
    pub(super) fn skip_line(&mut self) -> bool {
        self.take_while(|_| true);
        match self.next_line() {
            Ok(more) => more,
            Err(error) => error.fault != Fault::Input,
        }
    }

    /// Loads the next line; after an error the line holds what could be kept of it.
    fn next_line(&mut self) -> Result<bool, PdnError> {
        if self.finished {
            return Ok(false);
        }
        let (bytes, whole) = self.read_bytes()?;
        if bytes.is_empty() && whole {
            self.finished = true;
            return Ok(false);
        }
        self.after_empty_line = self.line.trim().is_empty();
        self.earlier_bytes += self.line.len() - self.game_from;
        self.game_from = 0;
        self.place = Place { line: self.place.line + 1, column: 1 };
        self.at = 0;
        let start = self.place();
        let readable = self.keep_text(bytes);
        if !whole || self.earlier_bytes + self.line.len() > self.limits.bytes {
            let message = format!("the game is longer than {} bytes", self.limits.bytes);
            return Err(PdnError::new(Fault::Limit, start, message));
        }
        readable.map(|()| true)
    }

    fn keep_text(&mut self, bytes: Vec<u8>) -> Result<(), PdnError> {
        match String::from_utf8(bytes) {
            Ok(line) => self.line = line,
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                self.line = String::from_utf8_lossy(error.as_bytes()).into_owned();
                self.at = valid;
                self.place.column += self.line[..valid].chars().count() as u32;
                return Err(PdnError::syntax(self.place(), "the text is not UTF-8 here"));
            }
        }
        if self.place.line == 1 && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(())
    }

    /// One line of bytes; of a line beyond the limit only its beginning is kept.
    fn read_bytes(&mut self) -> Result<(Vec<u8>, bool), PdnError> {
        let mut bytes = Vec::new();
        let mut whole = true;
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(self.unreadable(&error)),
            };
            let line_break = buffer.iter().position(|byte| *byte == b'\n');
            let length = line_break.map_or(buffer.len(), |position| position + 1);
            let room = self.limits.bytes.saturating_sub(bytes.len()).min(length);
            bytes.extend_from_slice(&buffer[..room]);
            whole &= room == length;
            self.input.consume(length);
            if line_break.is_some() || length == 0 {
                return Ok((bytes, whole));
            }
        }
    }

    fn unreadable(&mut self, error: &std::io::Error) -> PdnError {
        self.finished = true;
        PdnError::new(Fault::Input, self.place(), format!("the input cannot be read: {error}"))
    }
}
