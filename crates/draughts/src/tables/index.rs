//! Numbers the positions of a slice without gaps worth mentioning: men first, kings on the squares that are left.
//!
//! Every position is seen by the side to move, the first side's way up: a position of the second side is turned round.
//! Only men of both sides on the same square leave a number without a position.

use std::array;
use std::marker::PhantomData;

use super::slice::{MOST_PIECES, Slice};
use crate::board::{Board, Pieces};
use crate::ruleset::RuleSet;
use crate::word::Word;
use game::Side;

/// The most squares of a board, and one more.
const MOST_SQUARES: usize = 73;
const MOST_OF_A_KIND: usize = MOST_PIECES as usize;

/// The ways to choose `k` of `n`, as `WAYS[n][k]`.
static WAYS: [[u32; MOST_OF_A_KIND]; MOST_SQUARES] = ways();

const fn ways() -> [[u32; MOST_OF_A_KIND]; MOST_SQUARES] {
    let mut ways = [[0; MOST_OF_A_KIND]; MOST_SQUARES];
    let mut n = 0;
    while n < MOST_SQUARES {
        ways[n][0] = 1;
        let mut k = 1;
        while k < MOST_OF_A_KIND && n > 0 {
            ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    ways
}

/// The pieces as the side to move sees them, the first side's way up.
#[inline]
pub(crate) fn seen_by_mover<R: RuleSet>(board: &Board<R>) -> Pieces<R::Word> {
    match board.side_to_move {
        Side::First => board.pieces,
        Side::Second => turned_round::<R>(board.pieces),
    }
}

/// The pieces on a board that is turned by 180 degrees.
#[inline]
pub(super) fn turned_round<R: RuleSet>(pieces: Pieces<R::Word>) -> Pieces<R::Word> {
    let Pieces { own, enemy, kings } = pieces;
    let [own, enemy, kings] = [own, enemy, kings].map(turned_word::<R>);
    Pieces { own, enemy, kings }
}

#[inline]
fn turned_word<R: RuleSet>(word: R::Word) -> R::Word {
    let highest = const { 127 - R::RULES.layout.all_bits().leading_zeros() };
    if size_of::<R::Word>() == size_of::<u64>() {
        R::Word::of_bits(u128::from((word.bits() as u64).reverse_bits() >> (63 - highest)))
    } else {
        R::Word::of_bits(word.bits().reverse_bits() >> (127 - highest))
    }
}

/// The number of a position among those of its slice; `None` if a man stands where it would be a king.
#[inline]
pub(crate) fn number<R: RuleSet>(pieces: &Pieces<R::Word>) -> Option<usize> {
    let Pieces { own, enemy, kings } = *pieces;
    let [own_men, enemy_men] = [own & !kings, enemy & !kings];
    let [own_free, enemy_free] = men_squares::<R>();
    if (own_men & !own_free).any() || (enemy_men & !enemy_free).any() {
        return None;
    }
    let slice = Slice::of(pieces);
    let sizes = Sizes::of::<R>(slice);
    let free = all::<R>() & !(own_men | enemy_men);
    let mut number = rank(own_men, own_free);
    number = number * sizes.enemy_men + rank(enemy_men, enemy_free);
    number = number * sizes.own_kings + rank(own & kings, free);
    Some(number * sizes.enemy_kings + rank(enemy & kings, free & !(own & kings)))
}

/// The place of a set among the sets of as many squares out of those that are free.
#[inline]
fn rank<W: Word>(set: W, free: W) -> usize {
    let mut rank = 0;
    for (chosen, bit) in set.each().enumerate() {
        let place = (free & bit.below_lowest()).count() as usize;
        rank += WAYS[place][chosen + 1] as usize;
    }
    rank
}

#[inline]
fn all<R: RuleSet>() -> R::Word {
    R::Word::of_bits(const { R::RULES.layout.all_bits() })
}

/// Where the men of the side to move can stand, and those of the opponent: not where they become kings.
#[inline]
fn men_squares<R: RuleSet>() -> [R::Word; 2] {
    let layout = &const { R::RULES.layout };
    let last = const {
        let layout = R::RULES.layout;
        [layout.row_bits(layout.last_row(Side::First)), layout.row_bits(layout.last_row(Side::Second))]
    };
    last.map(|row| R::Word::of_bits(layout.all_bits() & !row))
}

/// How many ways there are to place each kind of piece.
#[derive(Clone, Copy)]
struct Sizes {
    own_men: usize,
    enemy_men: usize,
    own_kings: usize,
    enemy_kings: usize,
}

impl Sizes {
    #[inline]
    fn of<R: RuleSet>(slice: Slice) -> Sizes {
        let squares = const { R::RULES.layout.square_count() as usize };
        let row = const { R::RULES.layout.row_bits(0).count_ones() as usize };
        let ways = |squares: usize, pieces: u8| WAYS[squares][usize::from(pieces)] as usize;
        let free = squares - usize::from(slice.men());
        Sizes {
            own_men: ways(squares - row, slice.own_men),
            enemy_men: ways(squares - row, slice.enemy_men),
            own_kings: ways(free, slice.own_kings),
            enemy_kings: ways(free - usize::from(slice.own_kings), slice.enemy_kings),
        }
    }
}

/// How many numbers the positions of a slice have.
pub(crate) fn size<R: RuleSet>(slice: Slice) -> usize {
    let sizes = Sizes::of::<R>(slice);
    sizes.own_men * sizes.enemy_men * sizes.own_kings * sizes.enemy_kings
}

/// Finds the position of a number.
pub(super) struct Positions<R: RuleSet> {
    sizes: Sizes,
    /// The sets of men, by rank.
    men: [Vec<R::Word>; 2],
    /// The places of kings among the free squares, by rank.
    kings: [Vec<Places>; 2],
    /// The bit of each square of play, in order.
    bits: Vec<R::Word>,
    rules: PhantomData<R>,
}

/// Places in ascending order; the rest is unused.
type Places = [u8; MOST_OF_A_KIND - 1];

impl<R: RuleSet> Positions<R> {
    /// The positions of a slice.
    pub(super) fn of(slice: Slice) -> Positions<R> {
        let bits: Vec<R::Word> = all::<R>().each().collect();
        let sizes = Sizes::of::<R>(slice);
        let men = [(slice.own_men, sizes.own_men), (slice.enemy_men, sizes.enemy_men)];
        let mut free = men_squares::<R>().into_iter();
        let men = men.map(|(men, ways)| {
            let squares: Vec<R::Word> = free.next().into_iter().flat_map(Word::each).collect();
            choices(men, ways).iter().map(|places| set(places, men, &squares)).collect()
        });
        let kings = [(slice.own_kings, sizes.own_kings), (slice.enemy_kings, sizes.enemy_kings)];
        let kings = kings.map(|(kings, ways)| choices(kings, ways));
        Positions { sizes, men, kings, bits, rules: PhantomData }
    }

    /// The position of a number, and `None` if two men would stand on one square.
    #[inline]
    pub(super) fn at(&self, slice: Slice, number: usize) -> Option<Pieces<R::Word>> {
        let Sizes { enemy_men, own_kings, enemy_kings, .. } = self.sizes;
        let (number, fourth) = (number / enemy_kings, number % enemy_kings);
        let (number, third) = (number / own_kings, number % own_kings);
        let (first, second) = (number / enemy_men, number % enemy_men);
        let [own_men, enemy_men] = [self.men[0][first], self.men[1][second]];
        if (own_men & enemy_men).any() {
            return None;
        }
        let men = own_men | enemy_men;
        let own_kings = self.place(&self.kings[0][third], slice.own_kings, men);
        let enemy_kings = self.place(&self.kings[1][fourth], slice.enemy_kings, men | own_kings);
        Some(Pieces {
            own: own_men | own_kings,
            enemy: enemy_men | enemy_kings,
            kings: own_kings | enemy_kings,
        })
    }

    /// Puts kings on these places among the squares that are not occupied.
    #[inline]
    fn place(&self, places: &Places, kings: u8, occupied: R::Word) -> R::Word {
        let mut set = R::Word::EMPTY;
        for place in &places[..usize::from(kings)] {
            let mut square = *place;
            for bit in occupied.each() {
                // Occupied squares come in ascending order, so that each shifts the place by one at most.
                square += u8::from((all::<R>() & bit.below_lowest()).count() as u8 <= square);
            }
            set |= self.bits[usize::from(square)];
        }
        set
    }
}

/// Every choice of `pieces` places, by rank.
fn choices(pieces: u8, ways: usize) -> Vec<Places> {
    let mut places: Places = array::from_fn(|place| place as u8);
    let pieces = usize::from(pieces);
    let mut choices = Vec::with_capacity(ways);
    for _ in 0..ways {
        choices.push(places);
        // The next in colexicographic order: the first place that can move up does, those before it start again.
        let moves_up = |place: &usize| place + 1 == pieces || places[*place] + 1 < places[place + 1];
        let Some(place) = (0..pieces).find(moves_up) else { break };
        places[place] += 1;
        for (start, before) in places[..place].iter_mut().enumerate() {
            *before = start as u8;
        }
    }
    choices
}

fn set<W: Word>(places: &Places, pieces: u8, squares: &[W]) -> W {
    places[..usize::from(pieces)].iter().fold(W::EMPTY, |set, place| set | squares[usize::from(*place)])
}
