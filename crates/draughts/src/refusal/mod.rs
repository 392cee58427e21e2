//! Why a wish is refused: which rule forbids it, and what is possible, in words a beginner understands.

mod captures;
mod quiet;

use game::{Play, Refusal, RefusalCode, Square, Wish};

use crate::pdn::{Form, write_move};
use crate::position::Position;
use crate::progress::Progress;
use crate::wish::{same_captures, same_ends};

/// Explains why no legal move fits the wish.
pub(crate) fn explain(now: &Progress, legal: &[Play], wish: &Wish) -> Refusal {
    let position = &now.position;
    let from = match piece_to_move(position, wish) {
        Ok(from) => from,
        Err(refusal) => return hinted(refusal, position, legal),
    };
    if let Some(play) = legal.iter().find(|play| same_ends(play, wish)) {
        return another_capture(position, play, wish);
    }
    if legal.iter().any(|play| !play.captures.is_empty()) {
        return captures::explain(position, legal, from, wish);
    }
    if now.resting_king() == Some(from) {
        let name = name(position, from);
        let limit = position.rules().king_moves_in_a_row.unwrap_or_default();
        let sentence =
            format!("the king on {name} has moved {limit} times in a row, another piece has to move first");
        return hinted(Refusal::new(RefusalCode::IllegalMove, sentence), position, legal);
    }
    let moves_of_piece: Vec<Play> = legal.iter().filter(|play| play.from == Some(from)).cloned().collect();
    let possible = if moves_of_piece.is_empty() { legal } else { &moves_of_piece };
    hinted(quiet::explain(position, from, wish.to), position, possible)
}

/// Explains that several legal moves fit a wish.
pub(crate) fn ambiguous(position: &Position, plays: Vec<Play>) -> Refusal {
    let notation = &position.rules().notation;
    let ways: Vec<String> =
        plays.iter().map(|play| write_move(position, notation, play, Form::Long)).collect();
    let sentence = format!("{} captures fit, say which", plays.len());
    let mut refusal = Refusal::new(RefusalCode::AmbiguousMove, sentence).hint(ways.join(", "));
    refusal.candidates = plays;
    refusal
}

fn piece_to_move(position: &Position, wish: &Wish) -> Result<Square, Refusal> {
    let Some(from) = wish.from else {
        return Err(Refusal::new(RefusalCode::IllegalMove, "say which piece is to move"));
    };
    for square in [from, wish.to] {
        on_board(position, square)?;
    }
    let place = name(position, from);
    let refuse = |sentence: String| Err(Refusal::new(RefusalCode::NotYourPiece, sentence));
    match position.piece(from) {
        None => refuse(format!("there is no piece on {place}")),
        Some(piece) if piece.side != position.side_to_move() => {
            let owner = position.rules().sides[piece.side.index()];
            refuse(format!("the piece on {place} belongs to {owner}"))
        }
        Some(_) => Ok(from),
    }
}

fn on_board(position: &Position, square: Square) -> Result<(), Refusal> {
    let layout = position.layout();
    if layout.is_playable(square) {
        return Ok(());
    }
    let squares = u32::from(layout.rows) * u32::from(layout.columns);
    let sentence = if u32::from(square.0) < squares {
        format!("no piece ever stands on square {}, only every second square is played on", square.0)
    } else {
        format!("there is no square {}, they are numbered 0 to {} on this board", square.0, squares - 1)
    };
    Err(Refusal::new(RefusalCode::OutOfBoard, sentence))
}

/// Explains that the first and last square are right, but not the captures or the path.
fn another_capture(position: &Position, play: &Play, wish: &Wish) -> Refusal {
    let text = write_move(position, &position.rules().notation, play, Form::Shortest);
    let sentence = if play.captures.is_empty() {
        format!("{text} takes no piece and touches no square on its way")
    } else if same_captures(play, wish) {
        format!("{text} does not touch these squares, or not in this order")
    } else {
        format!("{text} takes the pieces on {}", names(position, &play.captures))
    };
    hinted(Refusal::new(RefusalCode::IllegalMove, sentence), position, std::slice::from_ref(play))
}

/// The most moves that a hint names.
const HINTS: usize = 8;

fn hinted(refusal: Refusal, position: &Position, possible: &[Play]) -> Refusal {
    let notation = &position.rules().notation;
    let mut texts: Vec<String> =
        possible.iter().map(|play| write_move(position, notation, play, Form::Shortest)).collect();
    texts.dedup();
    let more = if texts.len() > HINTS { ", …" } else { "" };
    texts.truncate(HINTS);
    if texts.is_empty() { refusal } else { refusal.hint(format!("possible: {}{more}", texts.join(", "))) }
}

fn name(position: &Position, square: Square) -> String {
    position.rules().notation.square_text(position.layout(), square)
}

fn names(position: &Position, squares: &[Square]) -> String {
    squares.iter().map(|square| name(position, *square)).collect::<Vec<_>>().join(", ")
}
