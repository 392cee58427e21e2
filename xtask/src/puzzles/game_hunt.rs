//! A game that bots play with mistakes, and the combinations that it offers. It depends on its number and the seed only.

use draughts::bot::{Limits, SearchReport, Searcher};
use draughts::{Game, Variant};
use game::{Chance, Wish};

use super::combination::{Combination, has_hint, may_hide, prove};

/// The fewest random moves at the beginning; up to as many again follow.
const OPENING_PLIES: usize = 4;
/// One move of so many is a random one, so that there is something to punish.
const RANDOM_IN: usize = 12;
/// A game is left after so many plies.
const LONGEST: usize = 120;
/// A game is left when a side is so far ahead, in hundredths of a man.
const DECIDED: i32 = 500;
/// How many positions are searched for a move, and for a hint at a combination.
const MOVE_NODES: u64 = 300;
const HINT_NODES: u64 = 1_200;
/// The least distance of two combinations in a game: the rest of one is not another.
const PLIES_APART: usize = 8;
/// The proof begins with a search of this share of its nodes, because most hints are wrong.
const FIRST_SHARE: u64 = 8;
/// The tables of the searches.
const TABLE_BYTES: usize = 1 << 20;
const PROOF_TABLE_BYTES: usize = 16 << 20;

/// Plays game `number` and returns its combinations, each proven with so many nodes for each turn.
pub(crate) fn hunt(variant: &'static Variant, seed: u64, number: u32, nodes: u64) -> Vec<Combination> {
    let mut chance = Chance::new(seed ^ (u64::from(number) << 32 | 0x9a));
    let mut searcher = Searcher::new(variant, TABLE_BYTES);
    let mut prover = Searcher::new(variant, PROOF_TABLE_BYTES);
    let mut game = Game::new(variant);
    let mut found: Vec<Combination> = Vec::new();
    let mut found_at = 0;
    let opening = OPENING_PLIES + chance.below(OPENING_PLIES + 1);
    while game.outcome().is_none() && game.plays().len() < LONGEST {
        let is_opening = game.plays().len() < opening;
        let is_new = game.plays().len() >= found_at + PLIES_APART;
        if !is_opening
            && is_new
            && may_hide(&game)
            && has_hint(&game, &think(&mut searcher, &game, HINT_NODES))
        {
            let seems_so = prove(&game, &mut searcher, nodes / FIRST_SHARE).is_some();
            if let Some(combination) = seems_so.then(|| prove(&game, &mut prover, nodes)).flatten() {
                found.push(combination);
                found_at = game.plays().len();
            }
        }
        let play = if is_opening || chance.below(RANDOM_IN) == 0 {
            chance.pick(game.legal_plays()).cloned()
        } else {
            let report = think(&mut searcher, &game, MOVE_NODES);
            if report.value().abs() >= DECIDED && !game.position().must_capture() {
                break;
            }
            report.best_move().cloned()
        };
        game.play(&Wish::from(&play.expect("the game goes on"))).expect("a legal move");
    }
    found
}

fn think(searcher: &mut Searcher, game: &Game, nodes: u64) -> SearchReport {
    searcher.think(game, &Limits { lines: 2, ..Limits::of_nodes(nodes) }, &mut |_| {})
}
