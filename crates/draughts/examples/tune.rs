//! Learns the weights of a variant from games that the bots play against themselves, and prints them as Rust:
//! `cargo run --release -p draughts --example tune -- russian 2000 > crates/draughts/src/bot/weights/russian.rs`.
//!
//! Every quiet position of a game is an example; the weights are fitted so that the evaluation, put through a
//! logistic curve, foretells the result (logistic regression by gradient descent).

use std::fmt::Write;

use draughts::rules::Reach;
use draughts::{Game, Position, Variant, variants};
use game::{Budget, Chance, Level, Match as _, Piece, Rank, Side, Square, Wish};

/// Random moves at the beginning of each game.
const OPENING_PLIES: u64 = 8;
/// Nodes for each move of a game.
const NODES: u64 = 1_500;
/// Rounds over all examples.
const ROUNDS: usize = 300;
/// How much of an advantage, in men, makes a win e times as likely as a loss.
const SCALE: f64 = 1.0;
/// How strongly weights are drawn to those they start from, per example.
const PULL: f64 = 2e-5;

/// A position of a game: which weights count how often, and how the game ended for the first side.
struct Example {
    features: Vec<(u16, f32)>,
    /// 1 with all pieces on the board, 0 with none.
    opening: f32,
    result: f32,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "english".to_owned());
    let games = arguments.next().and_then(|games| games.parse().ok()).unwrap_or(1_000);
    let Some(variant) = variants::find(&name) else {
        eprintln!("there is no variant {name}");
        return;
    };
    let examples: Vec<Example> = (0..games).flat_map(|number| examples_of_game(variant, number)).collect();
    eprintln!("{name}: {} examples from {games} games", examples.len());
    let mut weights = first_guess(variant);
    fit(&mut weights, &examples);
    print!("{}", as_rust(variant, &weights));
}

fn examples_of_game(variant: &'static Variant, number: u64) -> Vec<Example> {
    let mut chance = Chance::new(number);
    let mut game = Game::new(variant);
    let opening = OPENING_PLIES + number % 4;
    while game.outcome().is_none() {
        let thinks = game.plays().len() as u64 >= opening;
        let play = if thinks {
            game.bot_move(Level::Hard, Budget::of_nodes(NODES), chance.roll())
        } else {
            chance.pick(game.legal_plays()).cloned()
        };
        game.play(&Wish::from(&play.expect("the game goes on"))).expect("a legal move");
    }
    let result = match game.outcome().and_then(|outcome| outcome.winner) {
        Some(Side::First) => 1.0,
        Some(Side::Second) => 0.0,
        None => 0.5,
    };
    let thought_about = game.positions().zip(game.positions().skip(1)).skip(OPENING_PLIES as usize);
    let telling = thought_about.filter(|(before, after)| is_progress(before, after) && is_quiet(after));
    telling.map(|(_, position)| example(position, result)).collect()
}

/// Whether a man moved or a piece was captured; kings that go to and fro would outnumber everything else.
fn is_progress(before: &Position, after: &Position) -> bool {
    let men = |position: &Position| {
        let pieces = position.pieces();
        pieces.filter(|(_, piece)| piece.rank == Rank::Man).collect::<Vec<_>>()
    };
    men(before) != men(after) || before.pieces().count() != after.pieces().count()
}

/// Whether neither side could capture if it were its turn.
fn is_quiet(position: &Position) -> bool {
    let mut turned = Position::empty(position.variant(), position.side_to_move().other());
    position.pieces().for_each(|(square, piece)| turned.put(square, Some(piece)));
    !position.must_capture() && !turned.must_capture()
}

fn example(position: &Position, result: f32) -> Example {
    let count = usize::from(position.layout().square_count());
    let squares = position.layout().squares_by_bit();
    let mut features = Vec::new();
    for (square, piece) in position.pieces() {
        let index = squares.iter().position(|other| *other == square).expect("a square of play");
        let (seen, sign) = if piece.side == Side::First { (index, 1.0) } else { (count - 1 - index, -1.0) };
        let king = if piece.rank == Rank::King { count } else { 0 };
        features.push(((king + seen) as u16, sign));
    }
    let turn = if position.side_to_move() == Side::First { 1.0 } else { -1.0 };
    let more = |rank| steps(position, Side::First, rank) - steps(position, Side::Second, rank);
    for (index, times) in [more(Rank::Man), more(Rank::King), turn].into_iter().enumerate() {
        features.push(((2 * count + index) as u16, times));
    }
    let most = position.variant().rules().start.rows_of_men as f32 * 2.0 * count as f32
        / f32::from(position.layout().rows);
    Example { features, opening: (position.pieces().count() as f32 / most).min(1.0), result }
}

fn steps(position: &Position, side: Side, rank: Rank) -> f32 {
    let rules = position.rules();
    let mut count = 0.0;
    for (square, piece) in position.pieces() {
        if piece != (Piece { side, rank }) {
            continue;
        }
        let directions = match (rank, side) {
            (Rank::King, _) => rules.king_moves,
            (Rank::Man, Side::First) => rules.man_moves,
            (Rank::Man, Side::Second) => rules.man_moves.turned(),
        };
        for direction in directions.iter() {
            let next = position.layout().neighbour(square, direction);
            count += if next.is_some_and(|next| position.piece(next).is_none()) { 1.0 } else { 0.0 };
        }
    }
    count
}

/// Opening and ending weights: men, kings, steps of men and of kings, turn; in men.
type Fitted = [Vec<f64>; 2];

fn first_guess(variant: &Variant) -> Fitted {
    let layout = variant.rules().layout;
    let king = if variant.rules().king_reach == Reach::AnyDistance { 3.0 } else { 1.4 };
    [0.02, 0.05].map(|advance| {
        let man = |square: Square| {
            let row = layout.row(square);
            if row == 0 { 0.0 } else { 1.0 + advance * f64::from(layout.rows - 1 - row) }
        };
        let kings = layout.squares().map(|_| king);
        layout.squares().map(man).chain(kings).chain([0.03, 0.03, 0.03]).collect()
    })
}

/// Gradient descent with a step of its own for each weight (Adam).
fn fit(weights: &mut Fitted, examples: &[Example]) {
    let (start, size) = (weights.clone(), weights[0].len());
    let mut moments = [[vec![0.0; size], vec![0.0; size]], [vec![0.0; size], vec![0.0; size]]];
    for round in 1..=ROUNDS {
        let mut slopes = [vec![0.0; size], vec![0.0; size]];
        let mut loss = 0.0;
        for example in examples {
            let phases = [f64::from(example.opening), 1.0 - f64::from(example.opening)];
            let expected = 1.0 / (1.0 + (-value(weights, example, phases) / SCALE).exp());
            let error = expected - f64::from(example.result);
            loss += error * error;
            for (phase, slope) in phases.iter().zip(&mut slopes) {
                for (index, times) in &example.features {
                    slope[usize::from(*index)] += error * phase * f64::from(*times);
                }
            }
        }
        for phase in 0..2 {
            for index in 0..size {
                let pull = (weights[phase][index] - start[phase][index]) * PULL * 100.0;
                let slope = slopes[phase][index] / examples.len() as f64 + pull;
                let [first, second] = &mut moments[phase];
                first[index] = 0.9 * first[index] + 0.1 * slope;
                second[index] = 0.99 * second[index] + 0.01 * slope * slope;
                let step = first[index] / (1.0 - 0.9_f64.powi(round as i32));
                let spread = (second[index] / (1.0 - 0.99_f64.powi(round as i32))).sqrt() + 1e-9;
                weights[phase][index] -= 0.01 * step / spread;
            }
        }
        if round == 1 || round == ROUNDS {
            eprintln!("round {round}: mean squared error {:.5}", loss / examples.len() as f64);
        }
    }
}

fn value(weights: &Fitted, example: &Example, phases: [f64; 2]) -> f64 {
    let features = example.features.iter().map(|(index, times)| {
        let index = usize::from(*index);
        f64::from(*times) * (weights[0][index] * phases[0] + weights[1][index] * phases[1])
    });
    features.sum()
}

fn as_rust(variant: &Variant, weights: &Fitted) -> String {
    let layout = variant.rules().layout;
    let count = usize::from(layout.square_count());
    // A man that the first side moves into the middle of the board is worth 100.
    let men: Vec<f64> = (0..count).map(|index| weights[0][index]).filter(|weight| *weight > 0.2).collect();
    let unit = 100.0 * men.len() as f64 / men.iter().sum::<f64>();
    let number = |phase: usize, index: usize| (weights[phase][index] * unit).round() as i16;
    let per_row = count / usize::from(layout.rows);
    let table = |phase: usize, from: usize| {
        let rows = (0..count).step_by(per_row).map(|row| {
            let row = (row..row + per_row).map(|index| number(phase, from + index).to_string() + ", ");
            row.collect::<String>().trim_end().to_owned()
        });
        rows.fold(String::new(), |text, row| text + "            " + &row + "\n")
    };
    let mut text = format!("//! The weights of {}, learned from its own games.\n\n", variant.rules().title);
    text +=
        "use super::{Phases, Weights};\n\n#[rustfmt::skip]\npub(crate) const WEIGHTS: Weights = Weights {\n";
    for (name, from) in [("men", 0), ("kings", count)] {
        let (opening, ending) = (table(0, from), table(1, from));
        let _ = write!(
            text,
            "    {name}: Phases {{\n        opening: &[\n{opening}        ],\n        ending: &[\n{ending}        ],\n    }},\n"
        );
    }
    for (index, name) in ["man_steps", "king_steps", "turn"].into_iter().enumerate() {
        let (opening, ending) = (number(0, 2 * count + index), number(1, 2 * count + index));
        let _ = writeln!(text, "    {name}: Phases {{ opening: {opening}, ending: {ending} }},");
    }
    text + "    learned: None,\n};\n"
}
