//! The material of a position: how many men and kings each side has.

use std::fmt;

use crate::board::Pieces;
use crate::rules::Rules;
use crate::word::Word;

/// The most pieces of a position in a table.
pub const MOST_PIECES: u8 = 6;

/// All positions with the same numbers of men and kings, as the side to move counts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slice {
    /// The men of the side to move.
    pub own_men: u8,
    /// The kings of the side to move.
    pub own_kings: u8,
    /// The men of the opponent.
    pub enemy_men: u8,
    /// The kings of the opponent.
    pub enemy_kings: u8,
}

impl Slice {
    /// The slice of a position.
    #[inline]
    pub(crate) fn of<W: Word>(pieces: &Pieces<W>) -> Slice {
        let count = |word: W| word.count() as u8;
        let Pieces { own, enemy, kings } = *pieces;
        Slice {
            own_men: count(own & !kings),
            own_kings: count(own & kings),
            enemy_men: count(enemy & !kings),
            enemy_kings: count(enemy & kings),
        }
    }

    /// The same material with the other side to move.
    #[must_use]
    pub const fn turned(self) -> Slice {
        Slice {
            own_men: self.enemy_men,
            own_kings: self.enemy_kings,
            enemy_men: self.own_men,
            enemy_kings: self.own_kings,
        }
    }

    /// How many pieces stand on the board.
    #[must_use]
    pub const fn pieces(self) -> u8 {
        self.own_men + self.own_kings + self.enemy_men + self.enemy_kings
    }

    /// How many of them are men.
    #[must_use]
    pub const fn men(self) -> u8 {
        self.own_men + self.enemy_men
    }

    /// The slice and its turned one, unless it is the same.
    #[must_use]
    pub fn with_turned(self) -> Vec<Slice> {
        let turned = (self.turned() != self).then_some(self.turned());
        [self].into_iter().chain(turned).collect()
    }

    /// The slice of a text such as `1m1k-2k`; `None` if there is no such slice.
    #[must_use]
    pub fn read(text: &str) -> Option<Slice> {
        Slice::every(MOST_PIECES).find(|slice| slice.to_string() == text)
    }

    /// Every slice of up to this many pieces whose positions have a value that does not depend on the moves before, in an
    /// order in which captures and promotions lead to slices further up the list. Of a slice and its turned one the list
    /// has the one that [`Slice::is_first_of_pair`].
    #[must_use]
    pub fn pairs(rules: &Rules, pieces: u8) -> Vec<Slice> {
        let mut slices: Vec<Slice> = Slice::every(pieces.min(MOST_PIECES))
            .filter(|slice| slice.is_first_of_pair() && slice.is_without_memory(rules))
            .collect();
        slices.sort_by_key(|slice| (slice.pieces(), slice.men(), *slice));
        slices
    }

    /// Whether it is the one of the two slices of a pair by which the pair is named: the stronger side moves.
    #[must_use]
    pub fn is_first_of_pair(self) -> bool {
        self >= self.turned()
    }

    /// Whether no rule asks for the moves before: a king that has to rest belongs to a side that also has a man.
    fn is_without_memory(self, rules: &Rules) -> bool {
        let alike = |men: u8, kings: u8| men == 0 || (men == 1 && kings == 0);
        rules.king_moves_in_a_row.is_none()
            || (alike(self.own_men, self.own_kings) && alike(self.enemy_men, self.enemy_kings))
    }

    fn every(pieces: u8) -> impl Iterator<Item = Slice> {
        let numbers = move || 0..=pieces;
        let four = move |own_men| {
            numbers().flat_map(move |own_kings| {
                numbers().flat_map(move |enemy_men| {
                    numbers().map(move |enemy_kings| Slice { own_men, own_kings, enemy_men, enemy_kings })
                })
            })
        };
        numbers().flat_map(four).filter(move |slice| {
            let Slice { own_men, own_kings, enemy_men, enemy_kings } = *slice;
            own_men + own_kings > 0 && enemy_men + enemy_kings > 0 && slice.pieces() <= pieces
        })
    }

    /// A small number that no other slice of up to [`MOST_PIECES`] pieces has.
    #[inline]
    pub(super) const fn number(self) -> usize {
        let digits = [self.own_men, self.own_kings, self.enemy_men, self.enemy_kings];
        let mut number = 0;
        let mut index = 0;
        while index < digits.len() {
            number = number * (MOST_PIECES as usize) + digits[index] as usize;
            index += 1;
        }
        number
    }

    /// One more than the largest number of a slice.
    pub(super) const NUMBERS: usize = (MOST_PIECES as usize).pow(4);
}

/// Men and kings of both sides, such as `1m1k-2k`.
impl fmt::Display for Slice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |men: u8, kings: u8| match (men, kings) {
            (men, 0) => format!("{men}m"),
            (0, kings) => format!("{kings}k"),
            (men, kings) => format!("{men}m{kings}k"),
        };
        let [own, enemy] = [part(self.own_men, self.own_kings), part(self.enemy_men, self.enemy_kings)];
        write!(formatter, "{own}-{enemy}")
    }
}
