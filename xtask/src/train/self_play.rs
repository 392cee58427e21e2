//! Games that the bots play against themselves, to learn from. A game depends on its number and the seed only.

use std::iter;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use draughts::bot::{Limits, Searcher};
use draughts::{Game, Variant};
use game::{Chance, Rank, Side, Wish};

use super::sample::{GameResult, Sample};

/// The fewest random moves at the beginning of a game; up to as many again follow.
const OPENING_PLIES: usize = 5;
/// A game of more plies is a draw.
const LONGEST: usize = 240;
/// A game is a draw if no value was larger than this for so many plies, with few pieces.
const LEVEL_VALUE: i32 = 25;
const LEVEL_PLIES: usize = 24;
const LEVEL_PIECES: usize = 8;
/// A game is won if a side was this far ahead for so many plies.
const WON_VALUE: i32 = 500;
const WON_PLIES: usize = 4;
/// The size of the table that a game shares between its moves.
const TABLE_BYTES: usize = 1 << 20;

/// Plays games on all cores, and returns the quiet positions of each, in the order of their numbers.
pub(crate) fn play_all(
    variant: &'static Variant,
    nodes: u64,
    seed: u64,
    numbers: Range<u32>,
) -> Vec<Vec<Sample>> {
    let next = AtomicU32::new(numbers.start);
    let work = || {
        let taken = iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let taken = taken.take_while(|number| *number < numbers.end);
        taken.map(|number| (number, play(variant, nodes, seed, number))).collect::<Vec<_>>()
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut games: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no game panics")).collect()
    });
    games.sort_by_key(|(number, _)| *number);
    games.into_iter().map(|(_, samples)| samples).collect()
}

/// Plays game `number` with this many nodes for each move, and returns its quiet positions.
fn play(variant: &'static Variant, nodes: u64, seed: u64, number: u32) -> Vec<Sample> {
    let mut searcher = Searcher::new(variant, TABLE_BYTES);
    let mut chance = Chance::new(seed ^ (u64::from(number) << 32 | 0x51));
    let mut game = opening(variant, &mut chance);
    let (mut samples, mut level, mut won) = (Vec::new(), 0, (0, Side::First));
    let mut winner = None;
    while game.outcome().is_none() && game.plays().len() < LONGEST {
        // Not every search is as long as the others, so that the two sides do not see the same.
        let limits = Limits::of_nodes(nodes / 2 + chance.roll() % nodes);
        let report = searcher.think(&game, &limits, &mut |_| {});
        let (side, value) = (game.position().side_to_move(), report.value());
        if report.variations[0].decided_in().is_some() {
            winner = Some(if value > 0 { side } else { side.other() });
            break;
        }
        let leader = if value > 0 { side } else { side.other() };
        won = if value.abs() >= WON_VALUE && (won.0 == 0 || won.1 == leader) {
            (won.0 + 1, leader)
        } else {
            (0, leader)
        };
        level = if value.abs() <= LEVEL_VALUE { level + 1 } else { 0 };
        if won.0 >= WON_PLIES {
            winner = Some(leader);
            break;
        }
        if level >= LEVEL_PLIES && game.position().pieces().count() <= LEVEL_PIECES {
            break;
        }
        if !game.position().must_capture() && is_progress(&game) {
            samples.push(Sample::of(game.position(), value, number));
        }
        let play = report.best_move().expect("the game goes on").clone();
        game.play(&Wish::from(&play)).expect("a legal move");
    }
    let winner = winner.or(game.outcome().and_then(|outcome| outcome.winner));
    let result = match winner {
        Some(Side::First) => GameResult::Won,
        Some(Side::Second) => GameResult::Lost,
        None => GameResult::Drawn,
    };
    samples.iter_mut().for_each(|sample| sample.result = result);
    samples
}

/// A game after some random moves that do not end it.
fn opening(variant: &'static Variant, chance: &mut Chance) -> Game {
    loop {
        let mut game = Game::new(variant);
        let mut left = OPENING_PLIES + chance.below(OPENING_PLIES + 1);
        // A position in the middle of an exchange is no opening.
        while game.outcome().is_none() && (left > 0 || game.position().must_capture()) {
            let play = chance.pick(game.legal_plays()).expect("the game goes on").clone();
            game.play(&Wish::from(&play)).expect("a legal move");
            left = left.saturating_sub(1);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// Whether one of the last plies was a capture or moved a man; kings that go to and fro would outnumber everything else.
fn is_progress(game: &Game) -> bool {
    let men = |back: usize| {
        let plies = game.plays().len();
        let position = game.positions().nth(plies.saturating_sub(back)).expect("a position before it");
        let men = position.pieces().filter(|(_, piece)| piece.rank == Rank::Man).map(|(square, _)| square);
        (men.collect::<Vec<_>>(), position.pieces().count())
    };
    game.position().pieces().all(|(_, piece)| piece.rank == Rank::Man) || men(0) != men(4)
}
