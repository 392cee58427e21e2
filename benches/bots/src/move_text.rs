//! Moves as text that needs no rules to be understood; the last release and rapid-draughts use the same.

use draughts::{Game, Position};
use game::{Play, Square};

/// A move as `from,to,captured,…`, squares by their numbers, captured ones in order.
pub(crate) fn text(position: &Position, play: &Play) -> String {
    let number = |square: &Square| position.rules().notation.number(position.layout(), *square);
    let mut captured: Vec<u8> = play.captures.iter().map(number).collect();
    captured.sort_unstable();
    let ends = play.from.iter().chain([&play.to]).map(number);
    ends.chain(captured).map(|number| number.to_string()).collect::<Vec<String>>().join(",")
}

/// The legal move of this text; `None` if there is none.
pub(crate) fn find<'a>(game: &'a Game, move_text: &str) -> Option<&'a Play> {
    game.legal_plays().iter().find(|play| text(game.position(), play) == move_text)
}
