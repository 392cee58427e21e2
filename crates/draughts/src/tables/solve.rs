//! Finds the values of all positions of a slice, from the end of the game backwards.
//!
//! A first pass makes every legal move of every position. Captures and promotions lead to slices whose values are known;
//! quiet moves stay in the pair of a slice and its turned one, and are only counted. Then the positions that are decided in 0, 1,
//! 2 … plies are taken in this order, and every quiet move that leads to one is taken back: one lost position makes the
//! position before it a win, and a position all of whose moves lead to won ones is lost.

use std::sync::atomic::{AtomicU8, Ordering};

use super::index::{self, Positions, turned_round};
use super::slice::Slice;
use super::value::{DRAW, MOST_PLIES, TableValue};
use super::work::TableWork;
use super::{TableError, Tables};
use crate::board::{Move, Pieces};
use crate::counters::CountingRules;
use crate::draws::Limit;
use crate::generate::{self, Counting};
use crate::mover::First;
use crate::ruleset::RuleSet;
use crate::word::Word;

/// The byte of a position that no quiet move can change: a draw for certain, or no position at all.
const SETTLED: u8 = u8::MAX;

/// The values of a slice, and those of the turned one unless it is the same.
pub(crate) type SliceValues = Vec<(Slice, Vec<u8>)>;

/// Solves a pair of slices from the slices that captures and promotions lead to.
pub(crate) fn solve<R: RuleSet>(
    slice: Slice,
    known: &Tables,
    work: TableWork<'_>,
) -> Result<SliceValues, TableError> {
    let pair = SlicePair::<R>::new(slice);
    let mut layers = pair.begin(known, work)?;
    let mut plies = 0;
    while plies < layers.decided.len() {
        let Ok(byte) = u8::try_from(plies + 1) else { return Err(TableError::TooFar(slice)) };
        if byte > MOST_PLIES {
            return Err(TableError::TooFar(slice));
        }
        let mut decided = std::mem::take(&mut layers.decided[plies]);
        for number in layers.awaited.get_mut(plies).map(std::mem::take).unwrap_or_default() {
            if pair.settle(number, byte) {
                decided.push(number);
            }
        }
        for found in pair.take_back(&decided, byte, work) {
            layers.add(found);
        }
        plies += 1;
    }
    Ok(pair.values())
}

/// Both slices while they are solved; the numbers of the second follow those of the first.
struct SlicePair<R: RuleSet> {
    slices: Vec<(Slice, Positions<R>)>,
    size: usize,
    /// The values so far; [`DRAW`] is not known yet.
    bytes: Vec<AtomicU8>,
    /// How many moves are not known to lose, while there is one.
    open_moves: Vec<AtomicU8>,
    /// The slowest loss among the captures and promotions, as a byte.
    slowest: Vec<AtomicU8>,
}

/// Positions by the plies in which they are decided.
#[derive(Default)]
struct DecidedLayers {
    /// Positions whose value is settled.
    decided: Vec<Vec<u32>>,
    /// Positions that a promotion wins in so many plies, unless a quiet move wins sooner.
    awaited: Vec<Vec<u32>>,
    /// A slice that captures or promotions lead to is not there.
    missing: Option<Slice>,
}

impl DecidedLayers {
    fn push(layers: &mut Vec<Vec<u32>>, byte: u8, number: u32) {
        let plies = usize::from(byte) - 1;
        if layers.len() <= plies {
            layers.resize_with(plies + 1, Vec::new);
        }
        layers[plies].push(number);
    }

    fn decide(&mut self, byte: u8, number: u32) {
        DecidedLayers::push(&mut self.decided, byte, number);
    }

    /// The number is looked at when its layer comes, so there has to be one.
    fn await_win(&mut self, byte: u8, number: u32) {
        DecidedLayers::push(&mut self.awaited, byte, number);
        if self.decided.len() < self.awaited.len() {
            self.decided.resize_with(self.awaited.len(), Vec::new);
        }
    }

    fn add(&mut self, other: DecidedLayers) {
        for (mine, theirs) in [(&mut self.decided, other.decided), (&mut self.awaited, other.awaited)] {
            if mine.len() < theirs.len() {
                mine.resize_with(theirs.len(), Vec::new);
            }
            mine.iter_mut().zip(theirs).for_each(|(mine, mut theirs)| mine.append(&mut theirs));
        }
        self.missing = self.missing.or(other.missing);
    }
}

impl<R: RuleSet> SlicePair<R> {
    fn new(slice: Slice) -> SlicePair<R> {
        let mut slices = vec![slice];
        slices.extend((slice.turned() != slice).then_some(slice.turned()));
        let size = index::size::<R>(slice);
        let bytes = || (0..size * slices.len()).map(|_| AtomicU8::new(0)).collect::<Vec<AtomicU8>>();
        let (bytes, open_moves, slowest) = (bytes(), bytes(), bytes());
        let slices = slices.into_iter().map(|slice| (slice, Positions::of(slice))).collect();
        SlicePair { slices, size, bytes, open_moves, slowest }
    }

    /// The pieces of a number; `None` if there is no such position.
    #[inline]
    fn at(&self, number: usize) -> Option<Pieces<R::Word>> {
        let (slice, positions) = &self.slices[usize::from(number >= self.size)];
        positions.at(*slice, if number >= self.size { number - self.size } else { number })
    }

    /// The number of a position of one of the two slices.
    #[inline]
    fn number(&self, pieces: &Pieces<R::Word>, in_second: bool) -> usize {
        let number = index::number::<R>(pieces).expect("the men of a table stand where they are men");
        if in_second && self.slices.len() == 2 { number + self.size } else { number }
    }

    /// Makes every move of every position.
    fn begin(&self, known: &Tables, work: TableWork<'_>) -> Result<DecidedLayers, TableError> {
        let found = work.split(self.bytes.len(), |layers: &mut DecidedLayers, numbers| {
            let mut moves = Vec::new();
            for number in numbers {
                match self.at(number) {
                    Some(pieces) => self.look(number, pieces, known, layers, &mut moves),
                    None => self.bytes[number].store(SETTLED, Ordering::Relaxed),
                }
            }
        });
        let mut layers = DecidedLayers::default();
        found.into_iter().for_each(|found| layers.add(found));
        layers.missing.map_or(Ok(layers), |slice| Err(TableError::Missing(slice)))
    }

    /// Makes every move of a position.
    fn look(
        &self,
        number: usize,
        pieces: Pieces<R::Word>,
        known: &Tables,
        layers: &mut DecidedLayers,
        moves: &mut Vec<Move<R::Word>>,
    ) {
        list_moves::<R>(pieces, moves);
        let captures = moves.first().is_some_and(|first| first.captured.any());
        let (mut quiet, mut best) = (0_u8, None::<TableValue>);
        for chosen in moves.iter() {
            if !captures && !chosen.promotes(pieces.kings) {
                quiet += 1;
                continue;
            }
            match known.after::<R>(pieces, *chosen) {
                Ok(value) => {
                    let better = best.is_none_or(|best| value.rank() > best.rank());
                    best = if better { Some(value) } else { best };
                }
                Err(missing) => layers.missing = Some(missing),
            }
        }
        let number_32 = number as u32;
        let mut settle = |value: TableValue| {
            let byte = if value == TableValue::Draw { SETTLED } else { value.byte() };
            self.bytes[number].store(byte, Ordering::Relaxed);
            if byte != SETTLED {
                layers.decide(byte, number_32);
            }
        };
        if moves.is_empty() {
            return settle(TableValue::Loss { plies: 0 });
        }
        if !captures && drawn_at_once::<R>(&pieces) {
            return settle(TableValue::Draw);
        }
        if quiet == 0 {
            return settle(best.unwrap_or(TableValue::Draw));
        }
        let slowest = match best {
            None => 0,
            Some(TableValue::Loss { plies }) => plies + 1,
            Some(TableValue::Draw) => {
                quiet += 1;
                0
            }
            Some(win @ TableValue::Win { .. }) => {
                quiet += 1;
                layers.await_win(win.byte(), number_32);
                0
            }
        };
        self.open_moves[number].store(quiet, Ordering::Relaxed);
        self.slowest[number].store(slowest, Ordering::Relaxed);
    }

    /// Gives a position its value; false if it has one.
    fn settle(&self, number: u32, byte: u8) -> bool {
        let place = &self.bytes[number as usize];
        place.compare_exchange(DRAW, byte, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Takes back the quiet moves that lead to these positions, and returns those that are decided by it.
    fn take_back(&self, decided: &[u32], byte: u8, work: TableWork<'_>) -> Vec<DecidedLayers> {
        let lost = matches!(TableValue::of_byte(byte), TableValue::Loss { .. });
        let work = TableWork { progress: &|_| {}, ..work };
        work.split(decided.len(), |layers: &mut DecidedLayers, places| {
            for number in &decided[places] {
                let number = *number as usize;
                let Some(pieces) = self.at(number) else { continue };
                let before_in_second = number < self.size;
                each_before::<R>(pieces, |before| {
                    let number = self.number(&before, before_in_second);
                    if self.bytes[number].load(Ordering::Relaxed) != DRAW {
                        return;
                    }
                    if lost {
                        if self.settle(number as u32, byte + 1) {
                            layers.decide(byte + 1, number as u32);
                        }
                    } else if self.open_moves[number].fetch_sub(1, Ordering::Relaxed) == 1 {
                        let slowest = self.slowest[number].load(Ordering::Relaxed).max(byte + 1);
                        self.bytes[number].store(slowest, Ordering::Relaxed);
                        layers.decide(slowest, number as u32);
                    }
                });
            }
        })
    }

    fn values(self) -> SliceValues {
        let finished =
            |byte: AtomicU8| Some(byte.into_inner()).filter(|byte| *byte != SETTLED).unwrap_or(DRAW);
        let mut bytes = self.bytes.into_iter().map(finished);
        let slices = self.slices.into_iter();
        slices.map(|(slice, _)| (slice, bytes.by_ref().take(self.size).collect())).collect()
    }
}

/// Puts the legal moves of a position into the list: either captures or quiet moves.
// One copy of the generator for each variant, because it is large.
#[inline(never)]
pub(super) fn list_moves<R: RuleSet>(pieces: Pieces<R::Word>, moves: &mut Vec<Move<R::Word>>) {
    moves.clear();
    let mut chains = Vec::new();
    generate::walk::<R, First>(pieces, Counting::Unique, &mut chains, |chosen, _| moves.push(chosen));
}

/// Whether a rule draws the game in such a position at once, if no capture is possible.
pub(super) fn drawn_at_once<R: RuleSet>(pieces: &Pieces<R::Word>) -> bool {
    let CountingRules { rules, main_road } = CountingRules::<R::Word>::of::<R>();
    rules.draws.iter().any(|rule| rule.limit == Limit::AtOnce && rule.material.holds(pieces, main_road))
}

/// Calls `visit` with every position from which a quiet move without promotion leads to this one. In some of them the move is
/// not legal, because a capture is possible.
#[inline]
fn each_before<R: RuleSet>(pieces: Pieces<R::Word>, mut visit: impl FnMut(Pieces<R::Word>)) {
    let Pieces { own, enemy, kings } = pieces;
    // A king can go back where it came from. A man of the opponent goes back as a man of the first side goes forward.
    generate::each_quiet_move::<R, First>(Pieces { own: enemy, enemy: own, kings }, |back| {
        let king = (back.from & kings).any();
        let kings = if king { (kings & !back.from) | back.to } else { kings };
        visit(turned_round::<R>(Pieces { own: (enemy & !back.from) | back.to, enemy: own, kings }));
    });
}
