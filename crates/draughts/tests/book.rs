//! Opening books: what they have, and how bots of high levels play by them.

use draughts::bot::book::{self, Book};
use draughts::{Game, Position, Variant, variants};
use game::{BotMemory, Budget, Chance, Level, Match as _, Play, Wish};

/// The variants that have a book.
const NAMES: [&str; 4] = ["english", "international", "russian", "brazilian"];
/// Few nodes: what is shown here does not depend on how good the moves outside the book are.
const BUDGET: Budget = Budget::of_nodes(200);

fn variant(name: &str) -> &'static Variant {
    variants::find(name).expect("a variant of that name")
}

/// The first moves of a game of hard against itself, one seed for each move.
fn hard_game(name: &str, seed: u64, plies: usize) -> Vec<Play> {
    let (mut game, mut chance) = (Game::new(variant(name)), Chance::new(seed));
    while game.plays().len() < plies {
        let play = game.bot_move(Level::Hard, BUDGET, chance.roll()).expect("the game goes on");
        game.play(&Wish::from(&play)).expect("a legal move");
    }
    game.plays().to_vec()
}

/// The position after moves such as `9-13`, captures too.
fn position_after(name: &str, moves: &str) -> Position {
    let mut position = Position::start(variant(name));
    for text in moves.split_whitespace() {
        let square = |square| position.rules().notation.square_text(position.layout(), square);
        let is_it = |play: &Play| {
            format!("{}-{}", play.from.map(square).unwrap_or_default(), square(play.to)) == text
        };
        let play = position.legal_plays().into_iter().find(is_it);
        position = position.after(&play.unwrap_or_else(|| panic!("{moves}: {text} is not legal")));
    }
    position
}

#[test]
fn every_move_of_a_book_is_legal() {
    for name in NAMES {
        let entries: Vec<_> = Book::of(variant(name)).entries().collect();
        assert!(entries.len() >= 200, "{name} has {} positions", entries.len());
        for (position, good) in entries {
            let legal = position.legal_plays();
            assert!(
                !good.is_empty() && good.iter().all(|play| legal.contains(play)),
                "{name} {}",
                position.fen()
            );
        }
    }
}

#[test]
fn a_book_is_small_and_every_number_in_it_stands_for_legal_moves() {
    for name in NAMES {
        let path = format!("{}/books/{name}.book", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("cannot read {path}: {error}"));
        assert!(bytes.len() < 4_000, "{name} has {} bytes", bytes.len());
        let choices =
            book::choices(variant(name), &bytes).expect("no bit beyond the legal moves, no byte left over");
        assert_eq!(book::encode(&choices), bytes, "{name}");
    }
}

#[test]
fn a_damaged_book_is_read_without_a_panic() {
    for bytes in [&[][..], &[0], &[255, 255, 255, 255, 255, 255, 255, 255, 255, 255], &[127; 500]] {
        let book = Book::read(variant("english"), bytes);
        assert!(book.entries().all(|(position, good)| good.len() <= position.legal_plays().len()));
    }
}

#[test]
fn after_every_three_move_ballot_the_book_has_a_move() {
    let ballots = include_str!("fixtures/ballots/english.txt");
    let book = Book::of(variant("english"));
    let lacks = |ballot: &&str| book.moves(&position_after("english", ballot)).is_empty();
    let lacking: Vec<&str> = ballots.lines().filter(|line| !line.starts_with('#')).filter(lacks).collect();
    assert_eq!(lacking, Vec::<&str>::new());
}

#[test]
fn games_of_different_seeds_differ() {
    for name in NAMES {
        let games: std::collections::HashSet<String> =
            (0..20).map(|seed| format!("{:?}", hard_game(name, seed, 6))).collect();
        assert!(games.len() >= 15, "{name}: {} of 20 games differ", games.len());
    }
}

#[test]
fn games_of_the_same_seed_are_the_same() {
    for name in NAMES {
        assert_eq!(hard_game(name, 7, 12), hard_game(name, 7, 12), "{name}");
    }
}

#[test]
fn hard_plays_its_first_moves_by_the_book_in_time_and_on_the_ladder_too() {
    for name in NAMES {
        let game = Game::new(variant(name));
        let good = Book::of(variant(name)).moves(game.position());
        for seed in 0..10 {
            let time = game::ThinkingTime {
                elapsed: &|| std::time::Duration::MAX,
                soft: std::time::Duration::ZERO,
                hard: std::time::Duration::ZERO,
            };
            let mut memory = BotMemory::default();
            let timed = game.bot_move_in_time(Level::Hard, &time, BUDGET, &mut memory, seed);
            let rung = game.rung_move(15, 200, &mut memory, seed);
            for answer in [timed, rung] {
                assert_eq!(answer.nodes, 0, "{name}");
                assert!(answer.play.is_some_and(|play| good.contains(&play)), "{name}");
            }
        }
    }
}

#[test]
fn lower_levels_do_not_know_the_book() {
    let answer = Game::new(variant("english")).rung_move(10, 200, &mut BotMemory::default(), 1);
    assert!(answer.nodes > 0);
}

#[test]
fn a_position_out_of_the_book_is_searched() {
    for name in NAMES {
        let mut game = Game::new(variant(name));
        let mut chance = Chance::new(1);
        while !Book::of(game.variant()).moves(game.position()).is_empty() || game.legal_plays().len() < 2 {
            let play = chance.pick(game.legal_plays()).expect("the game goes on").clone();
            game.play(&Wish::from(&play)).expect("a legal move");
        }
        let answer = game.rung_move(15, 200, &mut BotMemory::default(), 1);
        assert!(answer.nodes > 0, "{name}");
        assert!(answer.play.is_some_and(|play| game.legal_plays().contains(&play)), "{name}");
    }
}

#[test]
fn a_variant_without_a_book_is_searched_from_the_first_move() {
    assert_eq!(Book::of(variant("turkish")).entries().count(), 0);
    let answer = Game::new(variant("turkish")).rung_move(15, 200, &mut BotMemory::default(), 1);
    assert!(answer.nodes > 0);
}
