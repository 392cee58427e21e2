//! Finds the legal move that a wish asks for.

use game::{Play, Square, Wish};

use crate::position::Position;

/// The legal moves that fit a wish.
pub(crate) enum Fit {
    /// No legal move fits.
    None,
    /// Exactly one, on the way that the wish names.
    One(Play),
    /// Several fit; the wish is ambiguous.
    Several(Vec<Play>),
}

/// Finds the legal moves that fit a wish; empty lists of captures or squares accept any.
pub(crate) fn fit(position: &Position, legal: &[Play], wish: &Wish) -> Fit {
    let fitting: Vec<&Play> =
        legal.iter().filter(|play| same_ends(play, wish) && same_captures(play, wish)).collect();
    let exact: Vec<&Play> = fitting.iter().copied().filter(|play| same_way(play, wish)).collect();
    match exact.as_slice() {
        [play] => return Fit::One((*play).clone()),
        [] if fitting.is_empty() => return Fit::None,
        [] => {}
        several => return Fit::Several(several.iter().map(|play| (*play).clone()).collect()),
    }
    // The list of legal moves names one way of each; the player may have gone another.
    let ways = position.every_way();
    let way = ways.iter().find(|way| {
        same_way(way, wish) && fitting.iter().any(|play| same_ends(way, wish) && same_move(way, play))
    });
    way.map_or(Fit::None, |way| Fit::One(way.clone()))
}

/// Whether a wish and a move have the same first and last square.
pub(crate) fn same_ends(play: &Play, wish: &Wish) -> bool {
    play.from == wish.from && play.to == wish.to
}

/// Whether a wish takes the pieces that a move takes, in any order.
pub(crate) fn same_captures(play: &Play, wish: &Wish) -> bool {
    match wish.captures.as_deref() {
        None | Some([]) => true,
        Some(captures) => sorted(captures) == sorted(&play.captures),
    }
}

/// Whether a wish names squares on the way of a move, in order; it need not name them all.
fn same_way(play: &Play, wish: &Wish) -> bool {
    let way: Vec<Square> = play.from.iter().chain(&play.path).copied().collect();
    let mut rest = way.iter();
    wish.path.iter().flatten().all(|square| rest.any(|on_way| on_way == square))
}

fn same_move(one: &Play, other: &Play) -> bool {
    (one.from, one.to, one.promotes) == (other.from, other.to, other.promotes)
        && sorted(&one.captures) == sorted(&other.captures)
}

fn sorted(squares: &[Square]) -> Vec<Square> {
    let mut squares = squares.to_vec();
    squares.sort_unstable();
    squares
}
