//! Endings against a perfect defender from the tables: won ones are won, drawn ones are not lost.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use common::lock;
use draughts::bot::Searcher;
use draughts::contest::{Contestant, play};
use draughts::tables::{Slice, TableValue, TableWork, Tables};
use draughts::{Game, Position, Variant, variants};
use game::{Chance, Level, Piece, Play, Rank, Side};

use crate::deadline::Deadline;
use crate::players::{BoxedPlayer, LevelPlayer, NodesPlayer};
use crate::promise::Promises;
use crate::{Size, variant};

/// Plays every ending.
pub(crate) fn endings(size: &Size, promises: &mut Promises) {
    let [count, small_count] = size.endings;
    let (mut of_won, mut of_drawn) = ((0, 0), (0, 0));
    for variant in variants::ALL.iter().filter(|_| !size.deadline.is_over()) {
        let tables = kings(variant, 3);
        let counts = won(&tables, [2, 1], small_count, size.deadline);
        of_won = (of_won.0 + counts.0, of_won.1 + counts.1);
        let counts = drawn(&tables, [2, 1], size.drawn_endings, size.deadline);
        of_drawn = (of_drawn.0 + counts.0, of_drawn.1 + counts.1);
    }
    promises.all("2K v 1K, every variant, won", of_won.0, of_won.1);
    promises.all("2K v 1K, every variant, drawn", of_drawn.0, of_drawn.1);
    for (name, pieces, kings) in [("russian", 4, [3, 1]), ("brazilian", 4, [3, 1]), ("english", 5, [3, 2])] {
        if size.deadline.is_over() {
            promises.all(&format!("{}K v {}K, {name}", kings[0], kings[1]), 0, 0);
            continue;
        }
        let tables = self::kings(variant(name), pieces);
        let title = format!("{}K v {}K, {name}", kings[0], kings[1]);
        let (good, all) = won(&tables, kings, count, size.deadline);
        promises.all(&format!("{title}, won ones are won"), good, all);
        let (good, all) = drawn(&tables, kings, size.drawn_endings, size.deadline);
        promises.all(&format!("{title}, drawn ones are not lost"), good, all);
    }
    let (good, all) = four_pieces(count, size.deadline);
    promises.all("4 pieces, english, tables loaded, won", good, all);
}

fn hard() -> BoxedPlayer {
    Box::new(LevelPlayer(Level::Hard))
}

/// The tables of endings without men.
fn kings(variant: &'static Variant, pieces: u8) -> Tables {
    let mut tables = Tables::empty(variant);
    for slice in Slice::pairs(variant.rules(), pieces).into_iter().filter(|slice| slice.men() == 0) {
        tables.add(slice, work()).expect("kings lead to fewer kings");
    }
    tables
}

fn work() -> TableWork<'static> {
    TableWork { threads: thread::available_parallelism().map_or(1, usize::from), ..TableWork::ALONE }
}

/// How many of some won positions with so many kings hard wins, with the stronger side to move.
fn won(tables: &Tables, kings: [u8; 2], count: usize, deadline: Deadline) -> (usize, usize) {
    let slice = Slice { own_men: 0, own_kings: kings[0], enemy_men: 0, enemy_kings: kings[1] };
    let positions = sample(tables, &[slice], count, is_won);
    parallel(&positions, deadline, |position| wins(*position, hard().as_mut(), tables))
}

fn is_won(tables: &Tables, game: &Game) -> bool {
    matches!(tables.value_in(game), Some((TableValue::Win { plies: 5.. }, true)))
}

/// How many of some drawn positions hard does not lose, with the weaker side to move.
fn drawn(tables: &Tables, kings: [u8; 2], count: usize, deadline: Deadline) -> (usize, usize) {
    let is_drawn = |tables: &Tables, game: &Game| tables.value(game.position()) == Some(TableValue::Draw);
    let slice = Slice { own_men: 0, own_kings: kings[1], enemy_men: 0, enemy_kings: kings[0] };
    let positions = sample(tables, &[slice], count, is_drawn);
    parallel(&positions, deadline, |position| {
        let (side, mut attacker, mut defender) = (position.side_to_move(), Perfect { tables }, hard());
        let players: [&mut dyn Contestant; 2] = match side {
            Side::First => [defender.as_mut(), &mut attacker],
            Side::Second => [&mut attacker, defender.as_mut()],
        };
        play(Game::from_position(*position), players, 1).winner != Some(side.other())
    })
}

/// How many of some won positions of four pieces a search with the tables of all of them wins.
fn four_pieces(count: usize, deadline: Deadline) -> (usize, usize) {
    if deadline.is_over() {
        return (0, 0);
    }
    let tables = std::sync::Arc::new(Tables::build(variant("english"), 4, work()).expect("small enough"));
    let slices: Vec<Slice> = Slice::pairs(variant("english").rules(), 4)
        .into_iter()
        .flat_map(Slice::with_turned)
        .filter(|slice| slice.pieces() == 4)
        .collect();
    let positions = sample(&tables, &slices, count, is_won);
    parallel(&positions, deadline, |position| {
        let endgames = std::sync::Arc::clone(&tables);
        let mut attacker = NodesPlayer(Searcher::new(position.variant(), 1 << 20).with_endgames(endgames));
        wins(*position, &mut attacker, &tables)
    })
}

/// Whether the side to move wins against a perfect defender.
fn wins(position: Position, attacker: &mut dyn Contestant, tables: &Tables) -> bool {
    let (side, mut defender) = (position.side_to_move(), Perfect { tables });
    let players: [&mut dyn Contestant; 2] = match side {
        Side::First => [attacker, &mut defender],
        Side::Second => [&mut defender, attacker],
    };
    let finished = play(Game::from_position(position), players, 1);
    if finished.winner != Some(side) {
        let value = tables.value(&position);
        println!(
            "not won: {} {} ({value:?}), {} after {} plies",
            position.variant().name(),
            position.fen(),
            finished.reason,
            finished.game.plays().len()
        );
    }
    finished.winner == Some(side)
}

/// How many of the positions are good, of how many. After the deadline no other is begun.
fn parallel(
    positions: &[Position],
    deadline: Deadline,
    good: impl Fn(&Position) -> bool + Sync,
) -> (usize, usize) {
    let (next, counts) = (AtomicUsize::new(0), Mutex::new((0, 0)));
    let work = || {
        while let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
            if deadline.is_over() {
                break;
            }
            let is_good = good(position);
            let mut counts = lock(&counts);
            *counts = (counts.0 + usize::from(is_good), counts.1 + 1);
        }
    };
    thread::scope(|scope| {
        for _ in 1..self::work().threads {
            scope.spawn(work);
        }
        work();
    });
    counts.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The most positions that are tried for each that is wanted.
const TRIES: usize = 400;

/// Random positions of these slices that are as wanted; fewer if there are few.
fn sample(
    tables: &Tables,
    slices: &[Slice],
    count: usize,
    wanted: impl Fn(&Tables, &Game) -> bool,
) -> Vec<Position> {
    let mut chance = Chance::new(13);
    let mut positions = Vec::new();
    for _ in 0..count * TRIES {
        if positions.len() == count {
            break;
        }
        let slice = *chance.pick(slices).expect("slices");
        let Some(position) = random_position(tables.variant(), slice, &mut chance) else { continue };
        let game = Game::from_position(position);
        if game.outcome().is_none() && wanted(tables, &game) {
            positions.push(position);
        }
    }
    positions
}

fn random_position(variant: &'static Variant, slice: Slice, chance: &mut Chance) -> Option<Position> {
    let side = if chance.happens(50) { Side::First } else { Side::Second };
    let mut position = Position::empty(variant, side);
    let layout = &variant.rules().layout;
    let squares: Vec<_> = layout.squares().collect();
    let kinds = [
        (slice.own_men, side, Rank::Man),
        (slice.own_kings, side, Rank::King),
        (slice.enemy_men, side.other(), Rank::Man),
        (slice.enemy_kings, side.other(), Rank::King),
    ];
    for (pieces, side, rank) in kinds {
        for _ in 0..pieces {
            let square = *chance.pick(&squares)?;
            let promotes = rank == Rank::Man && layout.row(square) == layout.last_row(side);
            if promotes || position.piece(square).is_some() {
                return None;
            }
            position.put(square, Some(Piece { side, rank }));
        }
    }
    Some(position)
}

/// Plays what the tables say: wins as soon and loses as late as possible.
struct Perfect<'a> {
    tables: &'a Tables,
}

impl Contestant for Perfect<'_> {
    fn choose(&mut self, game: &Game, seed: u64) -> Result<Play, String> {
        let mut chance = Chance::new(seed);
        let mut rank = |play: &Play| {
            let after = game.position().after(play);
            let value = match self.tables.value(&after) {
                Some(value) => value.before(),
                // The opponent has no piece left.
                None => TableValue::Win { plies: 1 },
            };
            (value.rank(), chance.roll())
        };
        let mut best = None;
        for play in game.legal_plays() {
            let rank = rank(play);
            if best.as_ref().is_none_or(|(highest, _)| rank > *highest) {
                best = Some((rank, play.clone()));
            }
        }
        best.map(|(_, play)| play).ok_or_else(|| "the game is over".to_owned())
    }
}
