//! Reads FEN character by character.

use std::iter::Peekable;
use std::str::CharIndices;

use game::{Piece, Rank, Side, Square};

use super::{Fen, FenError, Numbers, Reading};
use crate::Position;
use crate::notation::{Colour, Notation, SquareNames};

/// A cursor over a FEN text.
pub(super) struct Parser<'a> {
    text: &'a str,
    rest: Peekable<CharIndices<'a>>,
    notation: &'a Notation,
    reading: Reading,
}

impl<'a> Parser<'a> {
    pub(super) fn new(text: &'a str, notation: &'a Notation, reading: Reading) -> Parser<'a> {
        Parser { text, rest: text.char_indices().peekable(), notation, reading }
    }

    /// Reads everything the text says into an empty position.
    pub(super) fn whole(&mut self, fen: &mut Fen) -> Result<(), FenError> {
        let turn = self.colour("W or B for the side to move")?;
        fen.position = Position::empty(fen.position.variant(), self.notation.side(turn));
        let mut lists = [false; 2];
        while self.take(':') {
            match self.peek() {
                Some('H' | 'h') if self.lenient() => fen.half_moves = Some(self.field()?),
                Some('F' | 'f') if self.lenient() => fen.full_move = Some(self.field()?),
                // The king moves of Frisian are history, which a position does not hold.
                Some('+') if self.lenient() => {
                    while self.take('+') {
                        self.digits()?;
                    }
                }
                _ => {
                    let at = self.at();
                    let side = self.notation.side(self.colour("W or B before a list of squares")?);
                    if std::mem::replace(&mut lists[side.index()], true) {
                        return Err(self.error(at, "this colour has a list already"));
                    }
                    self.list(&mut fen.position, side)?;
                }
            }
        }
        if lists == [false; 2] && !self.lenient() {
            return Err(self.expected("a list of squares such as :W31-50"));
        }
        if self.lenient() {
            self.take('.');
        }
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected("the end of the position")),
        }
    }

    fn list(&mut self, position: &mut Position, side: Side) -> Result<(), FenError> {
        loop {
            match self.peek() {
                None | Some(':' | '.') => return Ok(()),
                Some(',') if self.lenient() => {}
                Some(_) => self.pieces(position, side)?,
            }
            match self.peek() {
                None | Some(':') => return Ok(()),
                Some('.') if self.lenient() => return Ok(()),
                _ if self.take(',') => {
                    if !self.lenient() && matches!(self.peek(), None | Some(':')) {
                        return Err(self.expected("a square after the comma"));
                    }
                }
                _ => return Err(self.expected("a comma between squares")),
            }
        }
    }

    /// A square or a range of squares, with K before kings.
    fn pieces(&mut self, position: &mut Position, side: Side) -> Result<(), FenError> {
        let king = self.take('K') || (self.lenient() && self.take('k'));
        let piece = Piece { side, rank: if king { Rank::King } else { Rank::Man } };
        let at = self.at();
        let (square, number) = self.square(position)?;
        let mut squares = vec![square];
        if self.take('-') {
            let (_, last) = self.square(position)?;
            let (Some(first), Some(last)) = (number, last) else {
                return Err(self.error(at, "only numbers make a range"));
            };
            if last < first {
                return Err(self.error(at, format!("the range runs backwards, from {first} to {last}")));
            }
            squares = (first..=last).filter_map(|number| self.numbered(position, number)).collect();
        }
        for square in squares {
            if position.piece(square).is_some() {
                let name = self.notation.square_text(position.layout(), square);
                return Err(self.error(at, format!("square {name} is taken twice")));
            }
            position.put(square, Some(piece));
        }
        Ok(())
    }

    /// One square, and its number if it was given as one.
    fn square(&mut self, position: &Position) -> Result<(Square, Option<u32>), FenError> {
        let at = self.at();
        let lettered = self.notation.squares == SquareNames::Letters;
        let found = if self.peek().is_some_and(|next| next.is_ascii_digit()) {
            let number = self.digits()?;
            if self.numbers().is_none() {
                let message =
                    "squares of this game have letters, as in c3; two ways to number them are in use";
                return Err(self.error(at, message));
            }
            self.numbered(position, number).map(|square| (square, Some(number)))
        } else {
            let letter = self.peek().filter(|next| {
                lettered && (next.is_ascii_lowercase() || (self.lenient() && next.is_ascii_alphabetic()))
            });
            let Some(letter) = letter else {
                return Err(self.expected(if lettered { "a square such as c3" } else { "a square number" }));
            };
            self.rest.next();
            let name = format!("{}{}", letter.to_ascii_lowercase(), self.digits()?);
            self.notation.square(position.layout(), &name).map(|square| (square, None))
        };
        let board = position.layout();
        found.ok_or_else(|| {
            let name: String = self.text[at..].chars().take_while(char::is_ascii_alphanumeric).collect();
            self.error(
                at,
                format!("{name} is not a square of play on a board of {} by {}", board.columns, board.rows),
            )
        })
    }

    fn numbered(&self, position: &Position, number: u32) -> Option<Square> {
        self.numbers()?.square_of_number(position.layout(), u8::try_from(number).ok()?)
    }

    /// The notation of squares that are given as numbers.
    fn numbers(&self) -> Option<Notation> {
        match self.reading {
            Reading::Strict => Numbers::Refused.notation(self.notation),
            Reading::Lenient(numbers) => numbers.notation(self.notation),
        }
    }

    fn colour(&mut self, what: &str) -> Result<Colour, FenError> {
        let colour = match self.peek() {
            Some('W') => Colour::White,
            Some('B') => Colour::Black,
            Some('w') if self.lenient() => Colour::White,
            Some('b') if self.lenient() => Colour::Black,
            _ => return Err(self.expected(what)),
        };
        self.rest.next();
        Ok(colour)
    }

    /// The figures after the letter of a counter.
    fn field(&mut self) -> Result<u32, FenError> {
        self.rest.next();
        self.digits()
    }

    fn digits(&mut self) -> Result<u32, FenError> {
        let at = self.at();
        let mut digits = String::new();
        while let Some((_, digit)) = self.rest.next_if(|(_, next)| next.is_ascii_digit()) {
            digits.push(digit);
        }
        if digits.is_empty() {
            return Err(self.expected("a number"));
        }
        if digits.starts_with('0') && !self.lenient() {
            return Err(self.error(at, "a number is written without leading zeros"));
        }
        digits.parse().map_err(|_| self.error(at, "the number is too large"))
    }

    fn lenient(&self) -> bool {
        self.reading != Reading::Strict
    }

    /// The next character; lenient reading passes over spaces.
    fn peek(&mut self) -> Option<char> {
        if self.lenient() {
            while self.rest.next_if(|(_, next)| next.is_whitespace()).is_some() {}
        }
        self.rest.peek().map(|(_, next)| *next)
    }

    fn take(&mut self, wanted: char) -> bool {
        self.peek() == Some(wanted) && self.rest.next().is_some()
    }

    /// Where the next character begins.
    fn at(&mut self) -> usize {
        self.peek();
        self.rest.peek().map_or(self.text.len(), |(at, _)| *at)
    }

    fn expected(&mut self, what: &str) -> FenError {
        let found = self.peek().map_or("the end".to_owned(), |next| format!("`{next}`"));
        let at = self.at();
        self.error(at, format!("expected {what}, found {found}"))
    }

    fn error(&self, at: usize, message: impl Into<String>) -> FenError {
        FenError { column: self.text[..at].chars().count() as u32 + 1, message: message.into() }
    }
}
