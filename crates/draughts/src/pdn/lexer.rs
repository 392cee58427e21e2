//! The tokens of PDN: tags, moves, numbers, results, comments and marks, each with its place.

use super::error::PdnError;
use super::place::Placed;
use super::source::Source;
use super::tree::{Comment, LineComment, MoveNumber, MoveText, Setup, Tag, is_tag_line};
use std::io::BufRead;

/// One token of a PDN text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Tag(Tag),
    Number(MoveNumber),
    Move(MoveText),
    Strength(String),
    Ellipsis,
    Unknown,
    Comment(Comment),
    LineComment(LineComment),
    Nag(u16),
    Setup(Setup),
    Open,
    Close,
    Star,
    Result(String),
}

impl<R: BufRead> Source<R> {
    /// The next token; `None` at the end of the input.
    pub(super) fn token(&mut self) -> Result<Option<Placed<Token>>, PdnError> {
        self.skip_space()?;
        let Some(first) = self.peek()? else { return Ok(None) };
        let place = self.place();
        let token = match first {
            '[' => self.tag()?,
            '{' => self.comment()?,
            '%' => self.line_comment(),
            '/' => self.setup()?,
            '$' => self.nag()?,
            '!' | '?' => Token::Strength(self.take_while(is_strength).to_owned()),
            '(' => self.open(),
            ')' => self.one(Token::Close),
            '*' => self.one(Token::Star),
            '-' => self.one(Token::Unknown),
            '.' if self.take("...") => Token::Ellipsis,
            '0'..='9' => self.figures()?,
            letter if is_file(letter) && self.second().is_some_and(|next| next.is_ascii_digit()) => {
                Token::Move(self.lettered_move()?)
            }
            other => return Err(PdnError::syntax(place, format!("did not expect {}", shown(other)))),
        };
        Ok(Some(Placed::at(place, token)))
    }

    fn one(&mut self, token: Token) -> Token {
        self.bump();
        token
    }

    fn open(&mut self) -> Token {
        let marks = self.rest()[1..].find(|next| !is_strength(next)).unwrap_or(0);
        if marks > 0 && self.rest()[1 + marks..].starts_with(')') {
            let strength = self.rest()[..marks + 2].to_owned();
            self.take(&strength);
            return Token::Strength(strength);
        }
        self.one(Token::Open)
    }

    fn tag(&mut self) -> Result<Token, PdnError> {
        let opened = self.place();
        self.bump();
        self.skip_space()?;
        let place = self.place();
        let name = self.take_while(|next| next.is_ascii_alphanumeric() || next == '_').to_owned();
        let value = self.quoted_and_closed("a tag value", ']', &format!("the tag opened at {opened}"))?;
        Tag::new(name, value).map(Token::Tag).map_err(|error| PdnError::syntax(place, error.to_string()))
    }

    /// A text in double quotes, and behind it the character that closes `whole`.
    fn quoted_and_closed(&mut self, text: &str, close: char, whole: &str) -> Result<String, PdnError> {
        self.skip_space()?;
        if self.peek()? != Some('"') {
            return Err(self.expected(&format!("{text} in double quotes")));
        }
        let value = self.quoted()?;
        self.skip_space()?;
        if self.peek()? != Some(close) {
            return Err(self.expected(&format!("{close} to close {whole}")));
        }
        self.bump();
        Ok(value)
    }

    /// A text in double quotes on one line; `\"` and `\\` stand for the bare character.
    fn quoted(&mut self) -> Result<String, PdnError> {
        let opened = self.place();
        self.bump();
        let mut value = String::new();
        loop {
            match self.bump() {
                Some('"') => return Ok(value),
                Some('\\') if self.take("\"") => value.push('"'),
                Some('\\') if self.take("\\") => value.push('\\'),
                Some('\n' | '\r') | None => {
                    return Err(PdnError::syntax(
                        opened,
                        "the text is not closed by a double quote on its line",
                    ));
                }
                Some(next) => value.push(next),
            }
        }
    }

    fn comment(&mut self) -> Result<Token, PdnError> {
        let opened = self.place();
        self.bump();
        let mut text = String::new();
        loop {
            let next = self.peek()?;
            if next.is_none() || (self.begins_paragraph() && is_tag_line(self.rest())) {
                return Err(PdnError::syntax(opened, "the comment is never closed by }"));
            }
            text.push_str(self.take_while(|next| next != '}'));
            if self.take("}") {
                let comment = Comment::new(text);
                return comment
                    .map(Token::Comment)
                    .map_err(|error| PdnError::syntax(opened, error.to_string()));
            }
        }
    }

    fn line_comment(&mut self) -> Token {
        self.bump();
        let text = self.take_while(|next| next != '\n' && next != '\r').to_owned();
        Token::LineComment(LineComment::new(text).expect("the text stops before the line break"))
    }

    fn setup(&mut self) -> Result<Token, PdnError> {
        let opened = self.place();
        self.bump();
        self.skip_space()?;
        if !self.take("FEN") {
            return Err(self.expected("FEN after /, as in /FEN \"W:W31-50:B1-20\"/"));
        }
        let fen = self.quoted_and_closed("the position", '/', &format!("the set-up opened at {opened}"))?;
        Setup::new(fen).map(Token::Setup).map_err(|error| PdnError::syntax(opened, error.to_string()))
    }

    fn nag(&mut self) -> Result<Token, PdnError> {
        self.bump();
        let place = self.place();
        let digits = self.take_while(|next| next.is_ascii_digit());
        match digits.parse() {
            Ok(number) => Ok(Token::Nag(number)),
            Err(_) => Err(PdnError::syntax(place, "expected a number from 0 to 65535 after $")),
        }
    }

    pub(super) fn expected(&mut self, what: &str) -> PdnError {
        let found = match self.peek() {
            Ok(Some(next)) => shown(next),
            Ok(None) => "the end of the text".to_owned(),
            Err(error) => return error,
        };
        PdnError::syntax(self.place(), format!("expected {what}, found {found}"))
    }
}

pub(super) fn is_strength(mark: char) -> bool {
    matches!(mark, '!' | '?')
}

pub(super) fn is_file(letter: char) -> bool {
    matches!(letter.to_ascii_lowercase(), 'a'..='l')
}

fn shown(found: char) -> String {
    match found {
        '\n' | '\r' => "the end of the line".to_owned(),
        '[' => "[, which begins a tag".to_owned(),
        other if other.is_control() => format!("the control character {}", other.escape_unicode()),
        other => format!("`{other}`"),
    }
}
