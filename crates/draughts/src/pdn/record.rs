//! A game that was played, as PDN.

use std::time::Duration;

use game::{Heading, Play, Side};

use super::body::Body;
use super::clock::{ClockKind, ClockTime};
use super::game_type::GameType;
use super::move_text::{Form, write_move};
use super::result::GameResult;
use super::tree::{Comment, Ending, GameText, HeaderItem, Item, MoveText, Tag};
use crate::Position;

/// Writes a game that was played from a position; `result` is the winner, `Some(None)` for a draw,
/// and `None` if the game goes on.
#[must_use]
pub fn record<'a>(
    start: &Position,
    plays: impl IntoIterator<Item = &'a Play>,
    heading: &Heading,
    result: Option<Option<Side>>,
) -> GameText {
    let game_type = GameType::of(start.variant());
    let notation = game_type.notation;
    let mut body = Body::new();
    let mut position = *start;
    let mut clocks = heading.clocks.iter().map(Option::as_ref);
    for (ply, play) in (start.side_to_move().index() as u32..).zip(plays) {
        let text = MoveText { text: write_move(&position, &notation, play, Form::Shortest), strength: None };
        body.play(position.side_to_move(), ply / 2 + 1, text);
        if let Some(left) = clocks.next().flatten() {
            body.add(Item::Comment(clock_comment(*left)));
        }
        position = position.after(play);
    }
    let result = match result {
        None => GameResult::Open,
        Some(None) => GameResult::Draw,
        Some(Some(winner)) => GameResult::Win(notation.colour(winner)),
    };
    let header =
        header(start, &game_type, heading, result).into_iter().map(|tag| HeaderItem::Tag(tag).into());
    GameText { header: header.collect(), body: body.items(), ending: Some(Ending::Star.into()) }
}

fn header(start: &Position, game_type: &GameType, heading: &Heading, result: GameResult) -> Vec<Tag> {
    let notation = &game_type.notation;
    let [white, black] = match notation.first {
        crate::notation::Colour::White => [0, 1],
        crate::notation::Colour::Black => [1, 0],
    }
    .map(|index| heading.players[index].as_str());
    let mut tags = vec![
        tag("Event", &heading.event, "?"),
        tag("Site", "", "?"),
        tag("Date", &heading.date, "????.??.??"),
        tag("Round", "", "?"),
        tag("White", white, "?"),
        tag("Black", black, "?"),
        tag("Result", result.text(notation.results), "*"),
    ];
    match game_type.text() {
        Some(text) => tags.push(tag("GameType", &text, "?")),
        None => tags.push(tag("Variant", game_type.variant.name(), "?")),
    }
    if *start != Position::start(game_type.variant) {
        tags.push(tag("FEN", &start.fen(), "?"));
    }
    tags
}

/// The time left, in whole seconds as programs for PDN and PGN write it.
fn clock_comment(left: Duration) -> Comment {
    let time = Duration::from_secs(left.as_secs());
    let shown = ClockTime { kind: ClockKind::Left, colour: None, running: false, time };
    Comment::new(shown.to_string()).expect("a clock time has no closing brace and stands on one line")
}

/// A tag on one line; an empty value is written as unknown.
fn tag(name: &str, value: &str, unknown: &str) -> Tag {
    let line = value.split_whitespace().collect::<Vec<&str>>().join(" ");
    let value = if line.is_empty() { unknown.to_owned() } else { line };
    Tag::new(name, value).expect("the name is one of ours and the value stands on one line")
}
