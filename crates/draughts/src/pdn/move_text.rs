//! Moves as text: read against the legal moves, and written without ambiguity.

use std::collections::BTreeSet;

use game::{Play, Refusal, RefusalCode, Square, Wish};

use super::game_type::GameType;
use crate::Position;
use crate::direction::Direction;
use crate::fen::Numbers;
use crate::layout::Layout;
use crate::notation::Notation;
use crate::progress::Progress;
use crate::refusal;
use crate::rules::Removal;

/// How much of a capture is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// First and last square; every square between only where two captures share both.
    #[default]
    Shortest,
    /// Every square, even if the short form is not ambiguous.
    Long,
}

/// Writes a legal move of a position.
#[must_use]
pub fn write_move(position: &Position, notation: &Notation, play: &Play, form: Form) -> String {
    let long = form == Form::Long || {
        let same_ends = |other: &Play| (other.from, other.to) == (play.from, play.to);
        position.legal_plays().iter().filter(|other| same_ends(other)).count() > 1
    };
    let mut squares: Vec<Square> = play.from.into_iter().collect();
    if long {
        squares.extend(squares_between(position.layout(), play));
    }
    squares.push(play.to);
    let sign = if play.captures.is_empty() { "-" } else { &notation.capture_sign.to_string() };
    let names = squares.iter().map(|square| notation.square_text(position.layout(), *square));
    names.collect::<Vec<String>>().join(sign)
}

/// The legal move that a text means, short or long, whichever separators it uses.
///
/// # Errors
/// What is wrong with the text, or the rule that forbids the move, in words.
pub fn read_move(
    position: &Position,
    game_type: &GameType,
    numbers: Numbers,
    text: &str,
) -> Result<Play, Refusal> {
    read_move_in(&Progress::new(*position), &game_type.notation, numbers, text)
}

/// The same with the counters of the moves before.
pub(super) fn read_move_in(
    now: &Progress,
    notation: &Notation,
    numbers: Numbers,
    text: &str,
) -> Result<Play, Refusal> {
    let position = &now.position;
    let squares = squares_of(position.layout(), notation, numbers, text)?;
    let (Some(&from), Some(&to)) = (squares.first(), squares.last()) else {
        return Err(unreadable(text));
    };
    let legal = now.legal_plays();
    let same_ends: Vec<&Play> =
        legal.iter().filter(|play| play.from == Some(from) && play.to == to).collect();
    if same_ends.is_empty() {
        return Err(refusal::explain(now, &legal, &Wish::go(from, to)));
    }
    let fitting = match squares.len() {
        2 => same_ends.clone(),
        _ => same_way(position, &squares, &same_ends),
    };
    match fitting.as_slice() {
        [] => Err(another_way(position, notation, text, &same_ends)),
        [play] => Ok((*play).clone()),
        several => Err(ambiguous(position, notation, text, several)),
    }
}

/// The captures that take the pieces between the squares of a full sequence, in that order if the order makes a difference.
fn same_way<'a>(position: &Position, squares: &[Square], plays: &[&'a Play]) -> Vec<&'a Play> {
    let Some(taken) = taken_on_the_way(position, squares) else { return Vec::new() };
    let set = |squares: &[Square]| squares.iter().copied().collect::<BTreeSet<Square>>();
    let mut fitting: Vec<&Play> =
        plays.iter().copied().filter(|play| set(&play.captures) == set(&taken)).collect();
    if fitting.len() > 1 && fitting.iter().any(|play| play.captures == taken) {
        fitting.retain(|play| play.captures == taken);
    }
    fitting
}

/// The squares between the first and the last: where the way turns, and otherwise directly behind a taken piece.
fn squares_between(layout: &Layout, play: &Play) -> Vec<Square> {
    let starts = play.from.iter().chain(&play.path);
    let directions: Vec<Option<Direction>> =
        starts.zip(&play.captures).map(|(from, taken)| direction(layout, *from, *taken)).collect();
    let legs = directions.windows(2).zip(play.captures.iter().zip(&play.path));
    let square = |(directions, (taken, landing)): (&[Option<Direction>], (&Square, &Square))| {
        let straight_on = directions[0].filter(|first| Some(*first) == directions[1]);
        straight_on.and_then(|direction| layout.neighbour(*taken, direction)).unwrap_or(*landing)
    };
    legs.map(square).collect()
}

/// The pieces that lie between the squares of a full sequence, one on each leg.
fn taken_on_the_way(position: &Position, squares: &[Square]) -> Option<Vec<Square>> {
    let mut taken: Vec<Square> = Vec::new();
    for leg in squares.windows(2) {
        let mut on_leg = None;
        for square in line(position.layout(), leg[0], leg[1])? {
            let lifted = square == squares[0]
                || (position.rules().removal == Removal::AtOnce && taken.contains(&square));
            let Some(piece) = position.piece(square).filter(|_| !lifted) else { continue };
            if piece.side == position.side_to_move() || on_leg.is_some() || taken.contains(&square) {
                return None;
            }
            on_leg = Some(square);
        }
        taken.push(on_leg?);
    }
    Some(taken)
}

/// The squares strictly between two on a line; `None` if no line joins them.
fn line(layout: &Layout, from: Square, to: Square) -> Option<Vec<Square>> {
    Direction::ALL.into_iter().find_map(|direction| {
        let mut way = Vec::new();
        let mut square = layout.neighbour(from, direction)?;
        while square != to {
            way.push(square);
            square = layout.neighbour(square, direction)?;
        }
        Some(way)
    })
}

fn direction(layout: &Layout, from: Square, to: Square) -> Option<Direction> {
    Direction::ALL.into_iter().find(|direction| {
        std::iter::successors(Some(from), |square| layout.neighbour(*square, *direction))
            .any(|square| square == to)
    })
}

/// The squares that a text names, in order.
fn squares_of(
    layout: &Layout,
    notation: &Notation,
    numbers: Numbers,
    text: &str,
) -> Result<Vec<Square>, Refusal> {
    let names = names_of(text).ok_or_else(|| unreadable(text))?;
    let square = |name: &String| {
        let numbered = name.starts_with(|first: char| first.is_ascii_digit());
        let notation = if numbered { numbers.notation(notation) } else { Some(*notation) };
        notation.and_then(|notation| notation.square(layout, name)).ok_or_else(|| {
            Refusal::new(RefusalCode::OutOfBoard, format!("{name} is not a square of play here"))
        })
    };
    names.iter().map(square).collect()
}

/// The names of squares in a text, at least two: a letter or a separator begins a new one.
fn names_of(text: &str) -> Option<Vec<String>> {
    let bare = text.len() == 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    let mut names = vec![String::new()];
    for (at, next) in text.to_ascii_lowercase().char_indices() {
        let begun = names.last().is_some_and(|name| !name.is_empty());
        match next {
            '-' | 'x' | ':' if begun => names.push(String::new()),
            'a'..='l' if begun => names.push(String::from(next)),
            '0'..='9' if bare && at == 2 => names.push(String::from(next)),
            'a'..='l' | '0'..='9' => names.last_mut()?.push(next),
            _ => return None,
        }
    }
    (names.len() > 1 && names.iter().all(|name| !name.is_empty())).then_some(names)
}

fn unreadable(text: &str) -> Refusal {
    let sentence = format!("{text} is not a move: it names two or more squares, as in 32-28 or c3:e5");
    Refusal::new(RefusalCode::IllegalMove, sentence)
}

fn ambiguous(position: &Position, notation: &Notation, text: &str, plays: &[&Play]) -> Refusal {
    let sentence = format!("{text} can mean {} captures", plays.len());
    let hint = format!("write {}", long_forms(position, notation, plays));
    let mut refusal = Refusal::new(RefusalCode::AmbiguousMove, sentence).hint(hint);
    refusal.candidates = plays.iter().map(|play| (*play).clone()).collect();
    refusal
}

fn another_way(position: &Position, notation: &Notation, text: &str, plays: &[&Play]) -> Refusal {
    let sentence = format!("{text} does not follow a capture square by square");
    let hint = format!("write {}", long_forms(position, notation, plays));
    Refusal::new(RefusalCode::IllegalMove, sentence).hint(hint)
}

fn long_forms(position: &Position, notation: &Notation, plays: &[&Play]) -> String {
    let forms: BTreeSet<String> =
        plays.iter().map(|play| write_move(position, notation, play, Form::Long)).collect();
    forms.into_iter().collect::<Vec<String>>().join(" or ")
}
