//! Reads PDN games one after the other from any input, and goes on after a bad one.

use super::error::{Fault, PdnError};
use super::lexer::Token;
use super::move_lexer::RESULTS;
use super::place::{Place, Placed};
use super::source::{Limits, Source};
use super::tree::{Ending, GameText, HeaderItem, Item, MoveText, is_tag_line};
use std::io::BufRead;

/// A streaming reader: one game or one error at a time, with memory bounded by the largest game allowed.
pub struct Reader<R> {
    source: Source<R>,
    broken: bool,
}

/// Reads every game of a text; a bad game is one error and does not hide the others.
pub fn read_games(text: &str) -> Vec<Result<GameText, PdnError>> {
    Reader::new(text.as_bytes()).collect()
}

impl<R: BufRead> Reader<R> {
    /// A reader with the usual limits.
    pub fn new(input: R) -> Reader<R> {
        Reader::with_limits(input, Limits::default())
    }

    /// A reader with limits of its own.
    pub fn with_limits(input: R, limits: Limits) -> Reader<R> {
        Reader { source: Source::new(input, limits), broken: false }
    }

    fn game(&mut self) -> Result<Option<GameText>, PdnError> {
        loop {
            self.source.skip_to_game().map_err(|error| self.recover(Part::Header, error))?;
            let mut game = GameText::default();
            game.body = self.header(&mut game.header).map_err(|error| self.recover(Part::Header, error))?;
            self.body(&mut game).map_err(|error| self.recover(Part::Body, error))?;
            if !game.header.is_empty() || !game.body.is_empty() {
                return Ok(Some(game));
            }
            match game.ending {
                None => return Ok(None),
                Some(Placed { value: Ending::Star, .. }) => {}
                Some(Placed { place, .. }) => {
                    return Err(PdnError::syntax(place, "a result stands here without a game"));
                }
            }
        }
    }

    /// Reads the tags and returns the comments that follow the last one.
    fn header(&mut self, header: &mut Vec<Placed<HeaderItem>>) -> Result<Vec<Placed<Item>>, PdnError> {
        let mut comments = Vec::new();
        while self.source_at(&['[', '{', '%'])? {
            let Some(token) = self.source.token()? else { break };
            match token.value {
                Token::Tag(tag) => {
                    header.extend(comments.drain(..).map(into_header));
                    header.push(Placed::at(token.place, HeaderItem::Tag(tag)));
                }
                Token::Comment(text) => comments.push(Placed::at(token.place, Item::Comment(text))),
                Token::LineComment(text) => comments.push(Placed::at(token.place, Item::LineComment(text))),
                _ => unreachable!("only tags and comments begin with these characters"),
            }
        }
        Ok(comments)
    }

    /// Reads moves up to the ending, the first tag of the next game or the end of the input.
    fn body(&mut self, game: &mut GameText) -> Result<(), PdnError> {
        let mut open: Vec<(Place, Vec<Placed<Item>>)> = Vec::new();
        loop {
            let token = if self.source_at(&['['])? { None } else { self.source.token()? };
            let ending = match token {
                None => None,
                Some(Placed { place, value: Token::Star }) => Some(Placed::at(place, Ending::Star)),
                Some(Placed { place, value: Token::Result(text) }) => {
                    Some(Placed::at(place, Ending::Result(text)))
                }
                Some(Placed { place, value: Token::Move(text) })
                    if open.is_empty() && is_unusual_result(game, &text) && self.at_next_game()? =>
                {
                    Some(Placed::at(place, Ending::Result(text.text)))
                }
                Some(token) => {
                    self.item(token, &mut game.body, &mut open)?;
                    continue;
                }
            };
            if let Some((opened, _)) = open.last() {
                return Err(PdnError::syntax(
                    *opened,
                    "the variation is not closed by ) before the game ends",
                ));
            }
            game.ending = ending;
            return Ok(());
        }
    }

    /// Adds one token to the innermost open variation.
    fn item(
        &mut self,
        token: Placed<Token>,
        body: &mut Vec<Placed<Item>>,
        open: &mut Vec<(Place, Vec<Placed<Item>>)>,
    ) -> Result<(), PdnError> {
        let place = token.place;
        let items = open.last_mut().map_or(&mut *body, |(_, items)| items);
        let item = match token.value {
            Token::Number(number) => Item::Number(number),
            Token::Move(text) => Item::Move(text),
            Token::Ellipsis => Item::Ellipsis,
            Token::Unknown => Item::Unknown,
            Token::Comment(text) => Item::Comment(text),
            Token::LineComment(text) => Item::LineComment(text),
            Token::Nag(number) => Item::Nag(number),
            Token::Setup(setup) => Item::Setup(setup),
            Token::Strength(marks) => return add_strength(items, marks, place),
            Token::Open if open.len() == self.source.limits().depth => {
                let message = format!("variations nest deeper than {} levels", open.len());
                return Err(PdnError::new(Fault::Limit, place, message));
            }
            Token::Open => {
                open.push((place, Vec::new()));
                return Ok(());
            }
            Token::Close => return close(body, open, place),
            Token::Tag(_) | Token::Star | Token::Result(_) => unreachable!("these end the body"),
        };
        items.push(Placed::at(place, item));
        Ok(())
    }

    /// Whether tags, a line comment or the end of the input come next.
    fn at_next_game(&mut self) -> Result<bool, PdnError> {
        Ok(self.source_at(&['[', '%'])? || self.source.peek()?.is_none())
    }

    fn source_at(&mut self, starts: &[char]) -> Result<bool, PdnError> {
        self.source.skip_space()?;
        Ok(self.source.peek()?.is_some_and(|next| starts.contains(&next)))
    }

    /// Moves to the start of the next game, so that a bad game is one error.
    fn recover(&mut self, mut part: Part, error: PdnError) -> PdnError {
        if error.fault == Fault::Input {
            return error;
        }
        let mut in_comment = false;
        let mut whole_line = self.source.at_line_start();
        if self.source.begins_paragraph() && is_tag_line(self.source.rest()) {
            return error;
        }
        loop {
            let rest = self.source.rest();
            let tag = whole_line && is_tag_line(rest);
            let moves = whole_line && !rest.trim().is_empty() && !rest.starts_with(['[', '%']);
            match part {
                Part::Body if tag => return error,
                Part::Header if moves => part = Part::Body,
                _ => {}
            }
            let ended = match part {
                Part::Header => rest.split_whitespace().last().is_some_and(is_ending).then_some(rest.len()),
                Part::Body => end_of_game(rest, &mut in_comment),
            };
            if let Some(length) = ended {
                let skipped = rest[..length].to_owned();
                self.source.take(&skipped);
                return error;
            }
            if !self.source.skip_line() {
                return error;
            }
            whole_line = true;
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<GameText, PdnError>;

    fn next(&mut self) -> Option<Result<GameText, PdnError>> {
        if self.broken {
            return None;
        }
        let game = self.game().transpose();
        self.broken = matches!(&game, Some(Err(error)) if error.fault == Fault::Input);
        game
    }
}

/// The part of a game in which something went wrong.
enum Part {
    Header,
    Body,
}

fn into_header(item: Placed<Item>) -> Placed<HeaderItem> {
    let value = match item.value {
        Item::Comment(text) => HeaderItem::Comment(text),
        Item::LineComment(text) => HeaderItem::LineComment(text),
        _ => unreachable!("only comments are collected before a tag"),
    };
    Placed::at(item.place, value)
}

fn add_strength(items: &mut [Placed<Item>], marks: String, place: Place) -> Result<(), PdnError> {
    match items.last_mut().map(|item| &mut item.value) {
        Some(Item::Move(text)) if text.strength.is_none() => {
            text.strength = Some(marks);
            Ok(())
        }
        _ => Err(PdnError::syntax(place, format!("{marks} does not follow a move"))),
    }
}

fn close(
    body: &mut Vec<Placed<Item>>,
    open: &mut Vec<(Place, Vec<Placed<Item>>)>,
    place: Place,
) -> Result<(), PdnError> {
    let Some((opened, items)) = open.pop() else {
        return Err(PdnError::syntax(place, "this ) closes no variation"));
    };
    if items.is_empty() {
        return Err(PdnError::syntax(opened, "the variation is empty"));
    }
    let outer = open.last_mut().map_or(body, |(_, items)| items);
    outer.push(Placed::at(opened, Item::Variation(items)));
    Ok(())
}

/// Whether a move repeats an unusual Result tag, such as `4-6`; at the end of a game it is the result.
fn is_unusual_result(game: &GameText, text: &MoveText) -> bool {
    let result = game.value("Result").filter(|value| !RESULTS.contains(value));
    result == Some(text.text()) && text.strength.is_none()
}

fn is_ending(word: &str) -> bool {
    word.ends_with('*') || RESULTS.contains(&word)
}

/// How far the line belongs to the bad game, when the game ends on it.
fn end_of_game(line: &str, in_comment: &mut bool) -> Option<usize> {
    let mut word_from = 0;
    for (at, next) in line.char_indices().chain([(line.len(), ' ')]) {
        let ends = next.is_whitespace() && !*in_comment && is_ending(&line[word_from..at]);
        match next {
            _ if ends => return Some(at),
            '{' => *in_comment = true,
            '}' => *in_comment = false,
            _ => {}
        }
        if next.is_whitespace() || next == '}' {
            word_from = at + next.len_utf8().min(line.len() - at);
        }
    }
    None
}
