//! The values of a search: what winning and losing are worth, which values still matter, and what a table keeps.

use super::order::DEEPEST;
use super::table::{Bound, Finding, MoveCode};

/// The value of a game that is won; a win in `n` plies is worth `n` less.
pub(super) const WON: i32 = 30_000;
/// Values beyond this are won or lost for certain.
pub(super) const DECIDED: i32 = WON - DEEPEST as i32;

/// The value of a loss this many plies from the root: later is better.
pub(super) const fn lost(ply: usize) -> i32 {
    ply as i32 - WON
}

/// The values that still matter.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: -WON, beta: WON };

    /// The window of the opponent.
    pub(super) const fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The window that only separates values above `alpha` from the others.
    pub(super) const fn narrow(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether the window is a narrow one.
    pub(super) const fn is_narrow(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// The value of an earlier finding; `None` if it is not deep or exact enough for this window.
pub(super) fn usable(found: Finding, window: Window, depth: i32, ply: usize) -> Option<i32> {
    let value = sooner_by(-(ply as i32), i32::from(found.value));
    let answers = match found.bound {
        Bound::Exact => true,
        Bound::AtLeast => value >= window.beta,
        Bound::AtMost => value <= window.alpha,
    };
    // A full window needs the line of play as well, which no finding has.
    (answers && i32::from(found.depth) >= depth && window.is_narrow()).then_some(value)
}

/// The finding of a search with this window.
pub(super) fn finding(value: i32, best: MoveCode, window: Window, depth: i32, ply: usize) -> Finding {
    let bound = if value >= window.beta {
        Bound::AtLeast
    } else if value > window.alpha {
        Bound::Exact
    } else {
        Bound::AtMost
    };
    let value = i16::try_from(sooner_by(ply as i32, value)).unwrap_or_default();
    Finding { value, depth: i8::try_from(depth).unwrap_or(i8::MAX), bound, best }
}

/// The value with a win or a loss this many plies sooner. The table keeps their distance from the position, the search
/// compares their distance from the root.
fn sooner_by(plies: i32, value: i32) -> i32 {
    if value >= DECIDED {
        value + plies
    } else if value <= -DECIDED {
        value - plies
    } else {
        value
    }
}
