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

use crate::players::{BoxedPlayer, LevelPlayer, NodesPlayer};
use crate::promise::Promises;
use crate::{Size, variant};

/// Plays every ending.
pub(crate) fn endings(size: &Size, promises: &mut Promises) {
    println!("endings won against a perfect defender");
    let hard = || -> BoxedPlayer { Box::new(LevelPlayer(Level::Hard)) };
    let endings = [("english", 5, [3, 2]), ("russian", 4, [3, 1]), ("brazilian", 4, [3, 1])].into_iter();
    let small = variants::ALL.iter().map(|variant| (variant.name(), 3, [2, 1]));
    for (name, pieces, [strong, weak]) in endings.chain(small) {
        let tables = kings(variant(name), pieces);
        let title = format!("{strong}K v {weak}K, {name}");
        ending(&title, &tables, [strong, weak], size.endings, &hard, promises);
        draws(&format!("{title}, drawn"), &tables, [strong, weak], size.drawn_endings, &hard, promises);
    }
    four_pieces(size, promises);
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

/// Won positions with so many kings each, the stronger side to move.
fn ending(
    name: &str,
    tables: &Tables,
    kings: [u8; 2],
    count: usize,
    attacker: &(dyn Fn() -> BoxedPlayer + Sync),
    promises: &mut Promises,
) {
    let won = |tables: &Tables, game: &Game| {
        matches!(tables.value_in(game), Some((TableValue::Win { plies: 5.. }, true)))
    };
    let slice = Slice { own_men: 0, own_kings: kings[0], enemy_men: 0, enemy_kings: kings[1] };
    let positions = sample(tables, &[slice], count, won);
    let good = parallel(&positions, |position| wins(*position, attacker().as_mut(), tables));
    promises.all(name, good, positions.len());
}

/// Drawn positions, in which the weaker side must not lose.
fn draws(
    name: &str,
    tables: &Tables,
    kings: [u8; 2],
    count: usize,
    defender: &(dyn Fn() -> BoxedPlayer + Sync),
    promises: &mut Promises,
) {
    let drawn = |tables: &Tables, game: &Game| tables.value(game.position()) == Some(TableValue::Draw);
    let slice = Slice { own_men: 0, own_kings: kings[1], enemy_men: 0, enemy_kings: kings[0] };
    let positions = sample(tables, &[slice], count, drawn);
    let good = parallel(&positions, |position| {
        let (side, mut attacker) = (position.side_to_move(), Perfect { tables });
        let mut defender = defender();
        let players: [&mut dyn Contestant; 2] = match side {
            Side::First => [defender.as_mut(), &mut attacker],
            Side::Second => [&mut attacker, defender.as_mut()],
        };
        play(Game::from_position(*position), players, 1).winner != Some(side.other())
    });
    promises.all(name, good, positions.len());
}

/// Won positions of four pieces with the tables loaded.
fn four_pieces(size: &Size, promises: &mut Promises) {
    let tables = std::sync::Arc::new(Tables::build(variant("english"), 4, work()).expect("small enough"));
    let slices: Vec<Slice> = Slice::pairs(variant("english").rules(), 4)
        .into_iter()
        .flat_map(Slice::with_turned)
        .filter(|slice| slice.pieces() == 4)
        .collect();
    let won = |tables: &Tables, game: &Game| {
        matches!(tables.value_in(game), Some((TableValue::Win { plies: 5.. }, true)))
    };
    let positions = sample(&tables, &slices, size.endings, won);
    let good = parallel(&positions, |position| {
        let endgames = std::sync::Arc::clone(&tables);
        let mut attacker = NodesPlayer(Searcher::new(position.variant(), 1 << 20).with_endgames(endgames));
        wins(*position, &mut attacker, &tables)
    });
    promises.all("4 pieces, english, tables loaded", good, positions.len());
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
            "not won: {} ({value:?}), {} after {} plies",
            position.fen(),
            finished.reason,
            finished.game.plays().len()
        );
    }
    finished.winner == Some(side)
}

/// How many of the positions are good.
fn parallel(positions: &[Position], good: impl Fn(&Position) -> bool + Sync) -> usize {
    let (next, count) = (AtomicUsize::new(0), Mutex::new(0));
    let work = || {
        while let Some(position) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
            let is_good = good(position);
            *lock(&count) += usize::from(is_good);
        }
    };
    thread::scope(|scope| {
        for _ in 1..self::work().threads {
            scope.spawn(work);
        }
        work();
    });
    count.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
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
