//! Opening books: the good moves of the first positions, found by the long searches of `cargo xtask book`.
//!
//! A file has one number for each position, in the order in which a [`BookWalk`] meets them: its bits say which of the legal
//! moves are good, the lowest bit for the first of them in the order of their squares. Zero is a position without an entry. So
//! a file of a thousand positions has less than two thousand bytes.

use std::collections::{HashMap, HashSet, VecDeque};

use game::Play;

use super::weights::data;
use crate::{Position, Variant};

/// The files of the variants that have a book.
static FILES: [(&str, &[u8]); 4] = [
    ("english", include_bytes!("../../books/english.book")),
    ("international", include_bytes!("../../books/international.book")),
    ("russian", include_bytes!("../../books/russian.book")),
    ("brazilian", include_bytes!("../../books/brazilian.book")),
];

/// In so many plies every legal move is followed, so that there is an answer to each; later only good moves are.
const PLIES_OF_EVERY_MOVE: usize = 3;

/// The good moves of the first positions of a variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    good: HashMap<Position, Vec<Play>>,
}

impl Book {
    /// The book of a variant; an empty one if it has none.
    #[must_use]
    pub fn of(variant: &'static Variant) -> &'static Book {
        variant.book()
    }

    pub(crate) fn shipped(variant: &'static Variant) -> Book {
        let file = FILES.iter().find(|(name, _)| *name == variant.name());
        file.map_or_else(Book::default, |(_, bytes)| Book::read(variant, bytes))
    }

    /// The book of a file. What does not fit the rules is left out.
    #[must_use]
    pub fn read(variant: &'static Variant, bytes: &[u8]) -> Book {
        let (mut walk, mut book) = (BookWalk::new(variant), Book::default());
        let mut bytes = bytes.iter().copied();
        while let Some(step) = walk.take() {
            let Some(choices) = data::number(&mut bytes) else { break };
            walk.follow(&step, choices);
            let good: Vec<Play> = step.chosen(choices).cloned().collect();
            if !good.is_empty() {
                book.good.insert(step.position, good);
            }
        }
        book
    }

    /// The good moves of a position; empty if the book does not have it.
    #[must_use]
    pub fn moves(&self, position: &Position) -> &[Play] {
        self.good.get(position).map_or(&[], Vec::as_slice)
    }

    /// The positions of the book with their good moves, in no order.
    pub fn entries(&self) -> impl Iterator<Item = (&Position, &[Play])> {
        self.good.iter().map(|(position, good)| (position, good.as_slice()))
    }
}

/// The numbers of a file; `None` if one has a bit that stands for no legal move, or if there are more of them than positions.
#[must_use]
pub fn choices(variant: &'static Variant, bytes: &[u8]) -> Option<Vec<u64>> {
    let (mut walk, mut list) = (BookWalk::new(variant), Vec::new());
    let mut bytes = bytes.iter().copied();
    while let Some(choices) = data::number(&mut bytes) {
        let step = walk.take()?;
        if choices.checked_shr(step.legal.len() as u32).is_some_and(|beyond| beyond > 0) {
            return None;
        }
        walk.follow(&step, choices);
        list.push(choices);
    }
    Some(list)
}

/// The bytes of a file with these numbers.
#[must_use]
pub fn encode(choices: &[u64]) -> Vec<u8> {
    let last = choices.iter().rposition(|choices| *choices > 0).map_or(0, |last| last + 1);
    let mut bytes = Vec::new();
    choices[..last].iter().for_each(|choices| data::write(&mut bytes, *choices));
    bytes
}

/// Goes through the positions that may be in a book, each once: those of fewer plies first.
pub struct BookWalk {
    waiting: VecDeque<(Position, usize)>,
    met: HashSet<Position>,
}

/// A position on the way.
#[derive(Clone, Debug)]
pub struct BookStep {
    /// The position.
    pub position: Position,
    /// Its legal moves in the order of their squares, which no change of the move generator changes.
    pub legal: Vec<Play>,
    ply: usize,
}

impl BookWalk {
    /// Begins at the start position.
    #[must_use]
    pub fn new(variant: &'static Variant) -> BookWalk {
        let start = Position::start(variant);
        BookWalk { waiting: VecDeque::from([(start, 0)]), met: HashSet::from([start]) }
    }

    /// The next position. Several may be taken before the first of them is followed.
    pub fn take(&mut self) -> Option<BookStep> {
        let (position, ply) = self.waiting.pop_front()?;
        let mut legal = position.legal_plays();
        legal.sort_by(|one, other| {
            (one.from, one.to, &one.captures).cmp(&(other.from, other.to, &other.captures))
        });
        Some(BookStep { position, legal, ply })
    }

    /// Adds the positions after the good moves of a position, or after all its moves at the beginning of a game. Steps are to be
    /// followed in the order in which they were taken.
    pub fn follow(&mut self, step: &BookStep, choices: u64) {
        let every = step.ply < PLIES_OF_EVERY_MOVE && choices > 0;
        for play in step.chosen(if every { u64::MAX } else { choices }) {
            let next = step.position.after(play);
            if self.met.insert(next) {
                self.waiting.push_back((next, step.ply + 1));
            }
        }
    }
}

impl BookStep {
    /// The moves whose bits are set.
    fn chosen(&self, choices: u64) -> impl Iterator<Item = &Play> {
        let bits = u64::BITS as usize;
        self.legal
            .iter()
            .take(bits)
            .enumerate()
            .filter(move |(index, _)| choices >> index & 1 == 1)
            .map(|(_, play)| play)
    }
}
