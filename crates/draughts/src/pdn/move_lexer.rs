//! The tokens of PDN that begin with a figure or a letter: moves, move numbers and results.

use super::error::PdnError;
use super::lexer::{Token, is_file, is_strength};
use super::place::{Place, Placed};
use super::source::{Limits, Source};
use super::tree::{MoveNumber, MoveText, Unwritable};
use std::io::BufRead;

/// The results that are not moves in any variant.
pub(super) const RESULTS: [&str; 7] = ["1-0", "0-1", "1/2-1/2", "2-0", "1-1", "0-2", "0-0"];

/// The length of a move in numbers without a separator, such as `3228`.
const BARE_MOVE: usize = 4;

impl MoveText {
    /// A move as it would be read, strength mark included.
    pub fn new(text: &str) -> Result<MoveText, Unwritable> {
        let mut source = Source::new(text.as_bytes(), Limits::default());
        match source.token() {
            Ok(Some(Placed { value: Token::Move(mut read), .. })) => {
                let marks = source.token();
                if let Ok(Some(Placed { value: Token::Strength(marks), .. })) = marks
                    && read.strength.is_none()
                {
                    read.strength = Some(marks);
                }
                if read.to_string() == text { Ok(read) } else { Err(Unwritable::NO_MOVE) }
            }
            _ => Err(Unwritable::NO_MOVE),
        }
    }
}

impl<R: BufRead> Source<R> {
    /// A move number, a move in numbers, or a result: all of them begin with a figure.
    pub(super) fn figures(&mut self) -> Result<Token, PdnError> {
        let place = self.place();
        if self.take("1/2-1/2") {
            return Ok(Token::Result("1/2-1/2".to_owned()));
        }
        let mut text = self.take_while(|next| next.is_ascii_digit()).to_owned();
        if self.rest().starts_with('.') {
            return self.move_number(&text, place);
        }
        if text.len() == BARE_MOVE {
            return Ok(Token::Move(self.with_strength(text)));
        }
        let mut squares = 1;
        while let Some(separator) = self.separator(squares) {
            text.push(separator);
            let square = self.take_while(|next| next.is_ascii_digit());
            if square.is_empty() {
                return Err(self.expected("a square after the separator"));
            }
            text.push_str(square);
            squares += 1;
        }
        if RESULTS.contains(&text.as_str()) {
            return Ok(Token::Result(text));
        }
        if squares == 1 {
            let message = format!("expected a dot after {text} for a move number, or - or x for a move");
            return Err(PdnError::syntax(self.place(), message));
        }
        Ok(Token::Move(self.with_strength(text)))
    }

    fn move_number(&mut self, digits: &str, place: Place) -> Result<Token, PdnError> {
        let Ok(number) = digits.parse() else {
            return Err(PdnError::syntax(place, "the move number is too large"));
        };
        let second_mover = self.take("...") || self.take("..");
        if !second_mover {
            self.take(".");
        }
        Ok(Token::Number(MoveNumber { number, second_mover }))
    }

    pub(super) fn lettered_move(&mut self) -> Result<MoveText, PdnError> {
        let mut text = String::new();
        for squares in 1.. {
            if !self.rest().starts_with(is_file) {
                return Err(self.expected("a square such as c3"));
            }
            text.extend(self.bump());
            let row = self.take_while(|next| next.is_ascii_digit());
            if row.is_empty() {
                return Err(self.expected("the row of the square, as in c3"));
            }
            text.push_str(row);
            match self.separator(squares) {
                Some(separator) => text.push(separator),
                None if self.rest().starts_with(is_file) => {}
                None if squares == 1 => return Err(self.expected("a second square, as in c3-d4")),
                None => break,
            }
        }
        Ok(self.with_strength(text))
    }

    /// Moves over a separator, with the spaces that may stand around it on the same line.
    /// After the second square a lone hyphen is an unknown move of its own.
    fn separator(&mut self, squares: usize) -> Option<char> {
        let after_space = self.rest().trim_start_matches([' ', '\t']);
        let separator = after_space.chars().next().filter(|next| matches!(next, '-' | 'x' | 'X' | ':'))?;
        let target = after_space[1..].trim_start_matches([' ', '\t']);
        let spaced = after_space.len() < self.rest().len();
        let lone = separator == '-' && squares > 1;
        if spaced && (lone || !target.starts_with(|next: char| next.is_ascii_digit() || is_file(next))) {
            return None;
        }
        self.take_while(|next| next == ' ' || next == '\t');
        self.bump();
        self.take_while(|next| next == ' ' || next == '\t');
        Some(separator)
    }

    fn with_strength(&mut self, text: String) -> MoveText {
        let marks = self.take_while(is_strength);
        MoveText { text, strength: (!marks.is_empty()).then(|| marks.to_owned()) }
    }
}
