//! Draughts bots: what they find, what they never do, and how the levels compare.

use bots::{Budget, Chance};
use draughts::{Game, Position, Variant, variants};
use game::{Level, Play, Wish};

const LEVELS: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];
/// Enough for the tests, and a tenth of what the strongest level takes.
const BUDGET: Budget = Budget::of_nodes(40_000);

fn variant(name: &str) -> &'static Variant {
    variants::find(name).expect("a variant of that name")
}

fn game(name: &str, fen: &str) -> Game {
    Game::from_position(Position::from_fen(variant(name), fen).expect("a sound position"))
}

fn play(game: &mut Game, play: &Play) {
    game.play(&Wish::from(play)).expect("a legal move");
}

/// A game after so many moves at random, or its end if that comes first.
fn random_game(variant: &'static Variant, plies: usize, chance: &mut Chance) -> Game {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let Some(chosen) = chance.pick(game.legal_plays()).cloned() else { break };
        play(&mut game, &chosen);
    }
    game
}

#[test]
fn every_variant_has_a_bot_that_only_makes_legal_moves() {
    for variant in variants::ALL {
        let mut chance = Chance::new(7);
        for plies in (0..90).step_by(3) {
            let game = random_game(variant, plies, &mut chance);
            for level in LEVELS {
                let seed = chance.roll();
                let answer = bots::answer_with(&game, level, seed, Budget::of_nodes(500));
                match answer {
                    Some(play) => assert!(game.legal_plays().contains(&play), "{variant:?} {play:?}"),
                    None => assert!(game.outcome().is_some(), "{variant:?}"),
                }
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_answer() {
    let over = game("english", "B:W32:B");
    for level in LEVELS {
        assert_eq!(bots::answer(&over, level, 1), None);
    }
    assert_eq!(bots::analyse(&over, BUDGET, 3).expect("draughts can be judged").lines, []);
}

#[test]
fn the_same_seed_has_the_same_answer() {
    for name in ["english", "international", "turkish"] {
        let game = random_game(variant(name), 12, &mut Chance::new(3));
        for level in LEVELS {
            let answer = || bots::answer_with(&game, level, 42, BUDGET);
            assert_eq!(answer(), answer(), "{name} {level:?}");
        }
        assert_eq!(bots::analyse(&game, BUDGET, 3), bots::analyse(&game, BUDGET, 3), "{name}");
    }
}

#[test]
fn a_search_looks_at_no_more_positions_than_it_may() {
    let start = Game::new(variant("international"));
    let analysis = bots::analyse(&start, Budget::of_nodes(5_000), 1).expect("draughts can be judged");
    assert!((4_000..=5_001).contains(&analysis.nodes), "{}", analysis.nodes);
}
