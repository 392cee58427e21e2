//! Why a wish is refused while a capture is possible.

use game::{Play, Rank, Refusal, RefusalCode, Square, Wish};

use super::{hinted, name, names};
use crate::position::Position;
use crate::rules::Priority;
use crate::wish::{same_captures, same_ends};

pub(super) fn explain(position: &Position, legal: &[Play], from: Square, wish: &Wish) -> Refusal {
    let of_piece = |play: &&Play| play.from == Some(from);
    if let Some((play, taken)) =
        legal.iter().filter(of_piece).find_map(|play| Some((play, begun(play, wish)?)))
    {
        let rest = names(position, &play.captures[taken..]);
        let sentence = format!("the capture goes on from {} and takes {rest} too", name(position, wish.to));
        return hinted(
            Refusal::new(RefusalCode::MustContinueCapture, sentence),
            position,
            std::slice::from_ref(play),
        );
    }
    let unranked = position.unranked_captures();
    let fits = |play: &&Play| same_ends(play, wish) && same_captures(play, wish);
    if let Some(lesser) = unranked.iter().find(fits) {
        let sentence = better(position, lesser, &legal[0]);
        return hinted(Refusal::new(RefusalCode::MustCaptureMost, sentence), position, legal);
    }
    let sentence = match pieces_that_capture(legal).as_slice() {
        [one] if *one == from => format!("the piece on {} has to capture", name(position, from)),
        [one] => format!("you have to capture: the piece on {} can", name(position, *one)),
        several => format!("you have to capture: the pieces on {} can", names(position, several)),
    };
    hinted(Refusal::new(RefusalCode::MustCapture, sentence), position, legal)
}

/// How many pieces a wish has taken if it stops in the middle of this capture; `None` if it does not.
fn begun(play: &Play, wish: &Wish) -> Option<usize> {
    let stop = play.path[..play.path.len() - 1].iter().position(|square| *square == wish.to)?;
    let taken = &play.captures[..=stop];
    let agrees = wish.captures.iter().flatten().all(|square| taken.contains(square));
    agrees.then_some(stop + 1)
}

/// The first priority by which the captures differ, in words.
fn better(position: &Position, lesser: &Play, best: &Play) -> String {
    let kings = |play: &Play| {
        let is_king = |square: &&Square| rank(position, **square) == Some(Rank::King);
        play.captures.iter().filter(is_king).count()
    };
    let by_king = |play: &Play| play.from.and_then(|from| rank(position, from)) == Some(Rank::King);
    for priority in position.rules().priority {
        let (few, many) = (lesser.captures.len(), best.captures.len());
        match priority {
            Priority::MostPieces if few != many => {
                return format!("you have to take as many pieces as you can: this takes {few} of {many}");
            }
            Priority::HighestValue { man, king } => {
                let value = |play: &Play| {
                    let taken = kings(play);
                    (play.captures.len() - taken) * usize::from(*man) + taken * usize::from(*king)
                };
                if value(lesser) != value(best) {
                    return "you have to make the capture of the highest value".to_owned();
                }
            }
            Priority::ByKing if by_king(lesser) != by_king(best) => {
                return "you have to capture with a king where you can".to_owned();
            }
            Priority::MostKings if kings(lesser) != kings(best) => {
                return "you have to take as many kings as you can".to_owned();
            }
            _ => {}
        }
    }
    "you have to make the capture that meets a king earlier".to_owned()
}

fn rank(position: &Position, square: Square) -> Option<Rank> {
    position.piece(square).map(|piece| piece.rank)
}

fn pieces_that_capture(legal: &[Play]) -> Vec<Square> {
    let mut pieces: Vec<Square> = legal.iter().filter_map(|play| play.from).collect();
    pieces.sort_unstable();
    pieces.dedup();
    pieces
}
