//! The search plays by the same rules as the game.

use crate::layout::{Layout, Playable};
use crate::variants::{Brazilian, English};
use crate::{Game, Position, RuleSet, Rules, Variant, variants};
use game::{Piece, Rank, Side, Wish};

use super::evaluation::evaluate;
use super::evaluator::Evaluator;
use super::node::Node;
use super::training::{self, Terms};
use game::Chance;

/// Plays games of few pieces at random, and compares each position with what the search makes of it.
fn check<R: RuleSet>() {
    let evaluator = Evaluator::new(R::RULES.weights, &R::RULES.layout);
    let mut chance = Chance::new(11);
    for _ in 0..60 {
        let mut game = Game::from_position(few_pieces::<R>(&mut chance));
        let mut node = Node::<R>::of(game.position(), &evaluator);
        for _ in 0..150 {
            compare(&game, &node, &evaluator);
            let Some(play) = chance.pick(game.legal_plays()).cloned() else { break };
            node = node.after(node.read(&play), &evaluator);
            game.play(&Wish::from(&play)).expect("a legal move");
        }
    }
}

fn compare<R: RuleSet>(game: &Game, node: &Node<R>, evaluator: &Evaluator) {
    let fen = game.position().fen();
    let fresh = Node::<R>::of(game.position(), evaluator);
    assert_eq!(
        (node.key, node.worth, node.men, node.kings),
        (fresh.key, fresh.worth, fresh.men, fresh.kings),
        "{fen}"
    );
    let rule = game.outcome().and_then(|outcome| outcome.draw_rule);
    let drawn = rule.is_some_and(|rule| rule != "repetition");
    let won = game.outcome().is_some_and(|outcome| outcome.winner.is_some());
    assert!(won || node.is_drawn() == drawn, "{fen} {rule:?}");
    if game.outcome().is_none() {
        let mut allowed = node.board.legal_moves();
        allowed.retain(|chosen| node.allows(*chosen));
        let mut legal: Vec<_> = game.legal_plays().iter().map(|play| node.read(play)).collect();
        allowed.sort_unstable();
        legal.sort_unstable();
        assert_eq!(allowed, legal, "{fen}");
    }
}

/// A board with two to six pieces, most of them kings.
fn few_pieces<R: RuleSet>(chance: &mut Chance) -> Position {
    let variant = variants::find(R::RULES.name).expect("a known variant");
    let side_to_move = *chance.pick(&Side::BOTH).expect("there are two");
    let mut position = Position::empty(variant, side_to_move);
    let layout = R::RULES.layout;
    let inner = |row: u8| row > 0 && row + 1 < layout.rows;
    let squares: Vec<_> = layout.squares().filter(|square| inner(layout.row(*square))).collect();
    for index in 0..2 + chance.below(5) {
        let rank = if chance.happens(70) { Rank::King } else { Rank::Man };
        let square = chance.pick(&squares).expect("a board has squares");
        position.put(*square, Some(Piece { side: Side::BOTH[index % 2], rank }));
    }
    position
}

#[test]
fn the_evaluation_is_the_sum_of_its_terms() {
    let list: Vec<[i16; 2]> = {
        let mut chance = Chance::new(3);
        let count = training::weight_count(variants::find("english").expect("a variant"));
        let mut weight = || (chance.below(401) as i16 - 200) * 4;
        (0..count).map(|_| [weight(), weight()]).collect()
    };
    let weights: Vec<[f32; 2]> = list.iter().map(|pair| pair.map(|weight| f32::from(weight) / 4.0)).collect();
    let evaluator = Evaluator::of_file(&training::encode(&weights), &English::RULES.layout);
    let mut chance = Chance::new(9);
    for _ in 0..100 {
        let position = few_pieces::<English>(&mut chance);
        let Terms { terms, opening } = training::terms(&position);
        let sum: f32 = terms
            .iter()
            .map(|(index, times)| {
                let [early, late] = weights[*index as usize];
                *times as f32 * (early * opening + late * (1.0 - opening))
            })
            .sum();
        let sum = if position.side_to_move() == Side::First { sum } else { -sum };
        let found = evaluate(&Node::<English>::of(&position, &evaluator), &evaluator).worth;
        assert!((found as f32 - sum).abs() < 1.5, "{found} is not {sum}: {}", position.fen());
    }
}

#[derive(Clone, Copy)]
struct MirroredBrazilian;

impl RuleSet for MirroredBrazilian {
    type Word = u64;
    const RULES: Rules = Rules {
        name: "mirrored",
        layout: Layout { playable: Playable::LowerRight, ..Brazilian::RULES.layout },
        ..Brazilian::RULES
    };
}

#[test]
fn a_position_is_worth_as_much_as_its_mirror_image() {
    static MIRRORED: Variant = Variant::of::<MirroredBrazilian>();
    let weights = Brazilian::RULES.weights;
    let (evaluator, mirrored_evaluator) = (
        Evaluator::new(weights, &Brazilian::RULES.layout),
        Evaluator::new(weights, &MirroredBrazilian::RULES.layout),
    );
    let mut chance = Chance::new(5);
    for _ in 0..100 {
        let position = few_pieces::<Brazilian>(&mut chance);
        let mut mirrored = Position::empty(&MIRRORED, position.side_to_move());
        for (square, piece) in position.pieces() {
            let (row, column) = (position.layout().row(square), position.layout().column(square));
            let square = mirrored.layout().at(row, 7 - column).expect("a square of play");
            mirrored.put(square, Some(piece));
        }
        let node = Node::<Brazilian>::of(&position, &evaluator);
        let mirrored = Node::<MirroredBrazilian>::of(&mirrored, &mirrored_evaluator);
        assert_eq!(
            evaluate(&node, &evaluator).worth,
            evaluate(&mirrored, &mirrored_evaluator).worth,
            "{}",
            position.fen()
        );
    }
}

macro_rules! tests {
    ($($module:ident $name:ident $word:ty),* $(,)?) => {
        mod draws_and_resting_kings_are_those_of_the_game_in {
            $(#[test]
            fn $module() {
                super::check::<crate::variants::$name>();
            })*
        }
    };
}

crate::each_variant!(tests);
