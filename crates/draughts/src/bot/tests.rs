//! The search plays by the same rules as the game.

use crate::layout::{Layout, Playable};
use crate::variants::{Brazilian, English};
use crate::{Game, Position, RuleSet, Rules, Variant, variants};
use game::{Piece, Rank, Side, Wish};

use super::evaluation::{evaluate, is_drawish};
use super::evaluator::Evaluator;
use super::node::Node;
use super::training::{self, HEADS, Inputs, LearnedWeights, WIDTH};
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
    assert_eq!((node.key, node.worth), (fresh.key, fresh.worth), "{fen}");
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

/// Weights of a network that is not learned.
fn random_weights(squares: usize, chance: &mut Chance) -> LearnedWeights {
    let mut around_zero = |most: f32| (chance.below(2001) as f32 / 1000.0 - 1.0) * most;
    LearnedWeights {
        plain: (0..2 * squares + 3).map(|_| [around_zero(200.0), around_zero(200.0)]).collect(),
        rows: (0..(4 * squares + 1) * WIDTH).map(|_| around_zero(0.3)).collect(),
        heads: (0..HEADS * (2 * WIDTH + 1)).map(|_| around_zero(60.0)).collect(),
    }
}

/// The evaluation of a position in floating point, from what a tool sees of it.
fn worth_of_inputs(inputs: &Inputs, weights: &LearnedWeights, squares: usize) -> f32 {
    let Inputs { rows, steps, opening, head } = inputs;
    let opposite = |row: usize| ((row / squares) ^ 2) * squares + squares - 1 - row % squares;
    let plain = |index: usize| {
        let [early, late] = weights.plain[index];
        early * opening + late * (1.0 - opening)
    };
    let mut sums = [&weights.rows[4 * squares * WIDTH..]; 2].map(<[f32]>::to_vec);
    let mut worth = plain(2 * squares) * steps[0] as f32
        + plain(2 * squares + 1) * steps[1] as f32
        + plain(2 * squares + 2);
    for row in rows {
        let row = usize::from(*row);
        worth += if row < 2 * squares { plain(row) } else { -plain(opposite(row)) };
        for (sums, row) in sums.iter_mut().zip([row, opposite(row)]) {
            sums.iter_mut().zip(&weights.rows[row * WIDTH..]).for_each(|(sum, weight)| *sum += weight);
        }
    }
    let head = &weights.heads[head * (2 * WIDTH + 1)..][..2 * WIDTH + 1];
    let squared = sums.iter().flatten().map(|sum| sum.clamp(0.0, 1.0).powi(2));
    worth + squared.zip(head).map(|(squared, last)| squared * last).sum::<f32>() + head[2 * WIDTH]
}

#[test]
fn a_file_of_weights_is_evaluated_as_it_was_learned() {
    let layout = English::RULES.layout;
    let (squares, mut chance) = (usize::from(layout.square_count()), Chance::new(3));
    let weights = random_weights(squares, &mut chance);
    let evaluator = Evaluator::of_file(&weights.encode(), &layout);
    let mut sums = evaluator.sums(1);
    for _ in 0..100 {
        let position = few_pieces::<English>(&mut chance);
        let wanted = worth_of_inputs(&training::inputs(&position), &weights, squares);
        let node = Node::<English>::of(&position, &evaluator);
        let found = evaluate(&node, &evaluator, &mut sums, 0).worth as f32;
        let wanted = if is_drawish::<English>(&node.board.pieces) { wanted / 8.0 } else { wanted };
        // Weights are rounded: a little for each unit.
        assert!((found - wanted).abs() < 5.0, "{found} is not {wanted}: {}", position.fen());
    }
}

#[test]
fn weights_in_use_are_written_as_they_were_read() {
    for variant in variants::ALL {
        let written = LearnedWeights::in_use(variant).map(|weights| weights.encode());
        assert!(written.as_deref() == variant.rules().weights.learned, "{}", variant.name());
    }
}

#[test]
fn an_evaluation_does_not_depend_on_what_was_evaluated_before() {
    let evaluator = Evaluator::new(English::RULES.weights, &English::RULES.layout);
    let (mut sums, mut chance) = (evaluator.sums(3), Chance::new(8));
    for _ in 0..300 {
        let position = few_pieces::<English>(&mut chance);
        let node = Node::<English>::of(&position, &evaluator);
        let found = evaluate(&node, &evaluator, &mut sums, chance.below(3)).worth;
        let fresh = evaluate(&node, &evaluator, &mut evaluator.sums(1), 0).worth;
        assert_eq!(found, fresh, "{}", position.fen());
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
            evaluate(&node, &evaluator, &mut evaluator.sums(1), 0).worth,
            evaluate(&mirrored, &mirrored_evaluator, &mut mirrored_evaluator.sums(1), 0).worth,
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
