//! The fast generator agrees with the simple one, in every variant, on every move and every way to make it.

#[path = "reference/mod.rs"]
mod simple;

use std::collections::BTreeSet;

use draughts::board::Board;
use draughts::variants::{self, English, Turkish};
use draughts::{Game, Position, RuleSet, Variant};
use game::{Piece, Play, Rank, Side, Wish};
use simple::key;

/// Positions of each kind to compare for each variant; more when asked for.
fn positions() -> u64 {
    std::env::var("DRAUGHTS_POSITIONS").map_or(1_500, |count| count.parse().expect("a number of positions"))
}

/// Small random numbers from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

/// Compares both generators on one position.
fn check(position: &Position) {
    let simple = simple::every_way(position);
    let legal = position.legal_plays();
    let moves: BTreeSet<_> = legal.iter().map(key).collect();
    assert_eq!(moves.len(), legal.len(), "{} lists a move twice", position.fen());
    assert_eq!(moves, simple.iter().map(key).collect(), "{:?} {}", position.variant(), position.fen());
    let ways =
        |plays: &[Play]| -> BTreeSet<String> { plays.iter().map(|play| format!("{play:?}")).collect() };
    assert_eq!(ways(&position.every_way()), ways(&simple), "{:?} {}", position.variant(), position.fen());
    assert!(ways(&legal).is_subset(&ways(&simple)), "{:?} {}", position.variant(), position.fen());
    let captures = simple.iter().any(|play| !play.captures.is_empty());
    assert_eq!(position.must_capture(), captures, "{:?} {}", position.variant(), position.fen());
}

/// Scatters pieces over the board: few, so that kings have room, with men on every row.
fn scattered(variant: &'static Variant, random: &mut Random) -> Position {
    let side = if random.below(2) == 0 { Side::First } else { Side::Second };
    let mut position = Position::empty(variant, side);
    let squares: Vec<_> = variant.rules().layout.squares().collect();
    let kings = 1 + random.below(4);
    for _ in 0..2 + random.below(squares.len() / 3) {
        let side =
            if random.below(5) < 2 { position.side_to_move() } else { position.side_to_move().other() };
        let rank = if random.below(6) < kings { Rank::King } else { Rank::Man };
        position.put(squares[random.below(squares.len())], Some(Piece { side, rank }));
    }
    position
}

fn agrees(variant: &'static Variant, seed: u64) {
    let mut random = Random(seed | 1);
    for _ in 0..positions() {
        check(&scattered(variant, &mut random));
    }
    let mut position = Position::start(variant);
    for _ in 0..positions() {
        check(&position);
        let plays = position.legal_plays();
        position = match plays.len() {
            0 => Position::start(variant),
            count => position.after(&plays[random.below(count)]),
        };
        if position.pieces().count() < 4 {
            position = Position::start(variant);
        }
    }
}

macro_rules! tests {
    ($($module:ident $name:ident $word:ty),* $(,)?) => {
        mod both_generators_agree_in {
            use super::*;

            $(#[test]
            fn $module() {
                agrees(variants::find(variants::$name::RULES.name).unwrap(), 0x9e37_79b9_7f4a_7c15);
            })*
        }
    };
}

draughts::each_variant!(tests);

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    #[test]
    fn playing_and_taking_back_ends_where_it_began(seed: u64, variant in 0..variants::ALL.len(), plies in 1..60_usize) {
        let variant = &variants::ALL[variant];
        let (mut random, mut game) = (Random(seed | 1), Game::new(variant));
        let mut fens = Vec::new();
        while fens.len() < plies && game.outcome().is_none() {
            fens.push((game.position().fen(), game.legal_plays().to_vec()));
            let wish = Wish::from(&game.legal_plays()[random.below(game.legal_plays().len())]);
            game.play(&wish).unwrap();
        }
        while let Some((fen, legal)) = fens.pop() {
            game.undo().unwrap();
            assert_eq!(game.position().fen(), fen);
            assert_eq!(game.legal_plays(), legal);
            assert_eq!(Position::from_fen(variant, &fen).unwrap(), *game.position());
        }
    }

    #[test]
    fn a_move_leads_to_the_same_position_through_both_doors(seed: u64) {
        let mut random = Random(seed | 1);
        same_children::<English>(&scattered(variants::find("english").unwrap(), &mut random));
        same_children::<Turkish>(&scattered(variants::find("turkish").unwrap(), &mut random));
    }
}

/// Checks that `Board` and `Game` make the same moves.
fn same_children<R: RuleSet>(position: &Position) {
    let board = Board::<R>::of(position);
    let fast: BTreeSet<_> =
        board.legal_moves().iter().map(|one| format!("{:?}", board.after(*one).pieces)).collect();
    let plays = position.legal_plays();
    let slow: BTreeSet<_> =
        plays.iter().map(|play| format!("{:?}", Board::<R>::of(&position.after(play)).pieces)).collect();
    assert_eq!(fast, slow);
    assert_eq!(board.count_moves(), plays.len() as u64);
}
