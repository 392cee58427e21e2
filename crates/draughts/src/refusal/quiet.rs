//! Why a wish is refused where no capture is possible.

use game::{Piece, Rank, Refusal, RefusalCode, Side, Square};

use super::name;
use crate::direction::{Direction, Directions};
use crate::position::Position;
use crate::rules::Reach;

pub(super) fn explain(position: &Position, from: Square, to: Square) -> Refusal {
    let Some(piece) = position.piece(from) else {
        return Refusal::new(RefusalCode::NotYourPiece, "there is no piece to move");
    };
    let refuse = |code, sentence: String| Refusal::new(code, sentence);
    if from == to {
        return refuse(RefusalCode::IllegalMove, "a move has to leave its square".to_owned());
    }
    let (kind, directions) = (kind(piece), directions(position, piece));
    let Some((direction, between)) = line(position, from, to) else {
        return refuse(RefusalCode::WrongDirection, format!("{kind} moves {}", ways(position, piece)));
    };
    if let Some(square) = between.iter().chain([&to]).find(|square| position.piece(**square).is_some()) {
        let whose = whose(position, *square);
        return refuse(RefusalCode::Blocked, format!("{whose} on {} is in the way", name(position, *square)));
    }
    if !directions.contains(direction) {
        return refuse(RefusalCode::WrongDirection, format!("{kind} moves {}", ways(position, piece)));
    }
    let flies = piece.rank == Rank::King && position.rules().king_reach == Reach::AnyDistance;
    match between.as_slice() {
        [over] if !flies => {
            let sentence = format!("there is no piece on {} to capture", name(position, *over));
            refuse(RefusalCode::IllegalMove, sentence)
        }
        _ => refuse(RefusalCode::IllegalMove, format!("{kind} moves one square at a time")),
    }
}

fn kind(piece: Piece) -> &'static str {
    match piece.rank {
        Rank::Man => "a man",
        Rank::King => "a king",
    }
}

fn whose(position: &Position, square: Square) -> &'static str {
    let own = position.piece(square).is_some_and(|piece| piece.side == position.side_to_move());
    if own { "your own piece" } else { "a piece" }
}

/// The directions of a piece, as the board sees them.
fn directions(position: &Position, piece: Piece) -> Directions {
    let rules = position.rules();
    match (piece.rank, piece.side) {
        (Rank::King, _) => rules.king_moves,
        (Rank::Man, Side::First) => rules.man_moves,
        (Rank::Man, Side::Second) => rules.man_moves.turned(),
    }
}

fn ways(position: &Position, piece: Piece) -> &'static str {
    let rules = position.rules();
    let directions = if piece.rank == Rank::King { rules.king_moves } else { rules.man_moves };
    directions.in_words()
}

/// The direction from one square to another and the squares between, if a line joins them.
fn line(position: &Position, from: Square, to: Square) -> Option<(Direction, Vec<Square>)> {
    Direction::ALL.into_iter().find_map(|direction| {
        let mut between = Vec::new();
        let mut square = position.layout().neighbour(from, direction)?;
        while square != to {
            between.push(square);
            square = position.layout().neighbour(square, direction)?;
        }
        Some((direction, between))
    })
}
