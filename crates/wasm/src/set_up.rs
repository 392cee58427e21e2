//! A position that was put together on the board.

use draughts::wire::{Color, Piece, PieceType};
use draughts::{Position, variants};
use game::{Rank, Side, Square};
use protocol::{ErrorCode, WireRefusal};

/// The position in notation; refused if the board is of another size, or a piece is on a square that is not played on.
pub(crate) fn set_up(variant: &str, board: &[Option<Piece>], turn: u8) -> Result<String, WireRefusal> {
    let variant = variants::find(variant).ok_or_else(|| {
        WireRefusal::new(ErrorCode::UnknownVariant, format!("there is no variant \"{variant}\""))
    })?;
    let mut position = Position::empty(variant, if turn == 0 { Side::First } else { Side::Second });
    let layout = position.layout();
    let squares = usize::from(layout.rows) * usize::from(layout.columns);
    if board.len() != squares {
        return Err(refusal(format!("the board has {} squares instead of {squares}", board.len())));
    }
    for (square, piece) in (0..).map(Square).zip(board) {
        let Some(piece) = piece else { continue };
        if !layout.is_playable(square) {
            return Err(refusal(format!("there is a piece on square {}, which is not played on", square.0)));
        }
        position.put(square, Some(piece_of(piece)));
    }
    if position.pieces().next().is_none() {
        return Err(refusal("the board is empty".to_owned()));
    }
    Ok(position.fen())
}

fn piece_of(piece: &Piece) -> game::Piece {
    let side = match piece.player {
        Color::Red => Side::First,
        Color::Black => Side::Second,
    };
    let rank = match piece.piece_type {
        PieceType::Man => Rank::Man,
        PieceType::King => Rank::King,
    };
    game::Piece { side, rank }
}

fn refusal(reason: String) -> WireRefusal {
    WireRefusal::new(ErrorCode::BadPayload, reason).param("board")
}
