//! Rule cards: the rules of a variant in words, made from the same data that the engine asks.

use std::fmt::Write as _;

use crate::direction::Directions;
use crate::draws::{DrawRule, Limit, MainRoad, Material};
use crate::layout::Playable;
use crate::rules::{Capturable, Landing, Priority, Promotion, Reach, Removal, Rules, TurningBack};

/// The rules in words, as Markdown.
#[must_use]
pub fn rule_card(rules: &Rules) -> String {
    let mut card = format!("# {}\n\n", rules.title);
    for answer in answers(rules) {
        writeln!(card, "- **{}** {}", answer.question, answer.words).expect("text takes more text");
    }
    card
}

/// The questions that two rule sets answer differently, each with both answers.
#[must_use]
pub fn differences(one: &Rules, other: &Rules) -> Vec<Difference> {
    answers(one)
        .into_iter()
        .zip(answers(other))
        .filter(|(one, other)| one.words != other.words)
        .map(|(one, other)| Difference { question: one.question, one: one.words, other: other.words })
        .collect()
}

/// A question that two rule sets answer differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The question, such as `Promotion.`.
    pub question: &'static str,
    /// What the one rule set answers.
    pub one: String,
    /// What the other answers.
    pub other: String,
}

struct Answer {
    question: &'static str,
    words: String,
}

fn answers(rules: &Rules) -> [Answer; 11] {
    [
        ("Board.", board(rules)),
        ("Start.", start(rules)),
        ("Men.", men(rules)),
        ("Kings.", kings(rules)),
        ("Captures.", captures(rules)),
        ("Which capture.", priority(rules)),
        ("Captured pieces", removal(rules)),
        ("Promotion.", promotion(rules)),
        ("Winning.", "A player who cannot move, for want of pieces or of free squares, loses.".to_owned()),
        ("Draws.", draws(rules)),
        ("Notation.", notation(rules)),
    ]
    .map(|(question, words)| Answer { question, words })
}

fn board(rules: &Rules) -> String {
    let (rows, columns) = (rules.layout.rows, rules.layout.columns);
    let squares = match rules.layout.playable {
        Playable::LowerLeft => "the dark squares, one of them at each player's lower left",
        Playable::LowerRight => "the dark squares, one of them at each player's lower right",
        Playable::All => "every square",
    };
    format!("{columns}×{rows}, played on {squares}.")
}

fn start(rules: &Rules) -> String {
    let in_row = match rules.layout.playable {
        Playable::All => rules.layout.columns,
        _ => rules.layout.columns / 2,
    };
    let men = in_row * rules.start.rows_of_men;
    let rows = match rules.start.empty_rows {
        0 => format!("on the {} nearest rows", number(rules.start.rows_of_men.into())),
        _ => format!("on {} rows, the nearest row left empty", number(rules.start.rows_of_men.into())),
    };
    format!("{men} men each, {rows}. {} moves first.", rules.sides[0])
}

fn men(rules: &Rules) -> String {
    let capturable = match rules.man_takes {
        Capturable::MenAndKings => "",
        Capturable::MenOnly => " A man cannot capture a king.",
    };
    let (moves, captures) = (rules.man_moves.in_words(), in_words_for_men(rules.man_captures));
    format!("A man moves one square {moves} and captures {captures}.{capturable}")
}

fn in_words_for_men(directions: Directions) -> &'static str {
    match directions {
        Directions::DIAGONALS => "diagonally forward and backward",
        other => other.in_words(),
    }
}

fn kings(rules: &Rules) -> String {
    let reach = match rules.king_reach {
        Reach::OneStep => "one square",
        Reach::AnyDistance => "any distance",
    };
    let captures = if rules.king_captures == rules.king_moves {
        "the same way".to_owned()
    } else {
        rules.king_captures.in_words().to_owned()
    };
    let landing = match (rules.king_reach, rules.landing) {
        (Reach::OneStep, _) => "",
        (_, Landing::WhereItGoesOn) => {
            " It lands on any free square behind the piece; where one of them lets it capture on, only there."
        }
        (_, Landing::Anywhere) => " It lands on any free square behind the piece.",
        (_, Landing::DirectlyBehind) => " It lands directly behind the piece.",
        (_, Landing::DirectlyBehindLastKing) => {
            " It lands on any free square behind the piece, but stops directly behind a king that it takes last."
        }
    };
    let turning = match rules.turning_back {
        TurningBack::Allowed => "",
        TurningBack::Forbidden => " It may not turn round by 180 degrees between two captures.",
    };
    let rest = rules.king_moves_in_a_row.map_or(String::new(), |moves| {
        let moves = number(moves.into());
        format!(
            " The same king moves at most {moves} times in a row without capturing while its side has a man."
        )
    });
    format!(
        "A king moves {reach} {} and captures {captures}.{landing}{turning}{rest}",
        rules.king_moves.in_words()
    )
}

fn captures(_rules: &Rules) -> String {
    "Who can capture must. A piece is captured by jumping over it to the square behind. \
     A capture that can go on must go on, all of it in one move."
        .to_owned()
}

fn priority(rules: &Rules) -> String {
    let questions: Vec<String> = rules
        .priority
        .iter()
        .map(|priority| match priority {
            Priority::MostPieces => "the most pieces".to_owned(),
            Priority::HighestValue { man, king } => {
                format!("the highest value, a king counting {king} and a man {man}")
            }
            Priority::ByKing => "with a king before with a man".to_owned(),
            Priority::MostKings => "the most kings".to_owned(),
            Priority::EarliestKing => "the capture that meets a king earliest".to_owned(),
        })
        .collect();
    match questions.as_slice() {
        [] => "Free choice.".to_owned(),
        questions => format!("Obligatory: {}. Equal captures: free choice.", questions.join(", then ")),
    }
}

fn removal(rules: &Rules) -> String {
    match rules.removal {
        Removal::AfterTheMove => {
            "leave the board after the move: until then they stand in the way and are not jumped twice."
        }
        Removal::AtOnce => "leave the board at once: their squares are free for the rest of the move.",
    }
    .to_owned()
}

fn promotion(rules: &Rules) -> String {
    match rules.promotion {
        Promotion::EndsTheMove => "A man that reaches the last row becomes a king, and its move ends there.",
        Promotion::AtRest => {
            "A man that comes to rest on the last row becomes a king; one that only passes while capturing stays a man."
        }
        Promotion::InPassing => {
            "A man that reaches the last row becomes a king at once and captures on as a king if it can."
        }
    }
    .to_owned()
}

fn draws(rules: &Rules) -> String {
    let rules: Vec<String> = rules.draws.iter().map(draw).collect();
    format!("By agreement; {}.", rules.join("; "))
}

fn draw(rule: &DrawRule) -> String {
    let when = match rule.material {
        Material::Any => String::new(),
        Material::LoneKing { at_least, at_most, kings, main_road } => {
            lone_king(at_least, at_most, kings, main_road)
        }
        Material::KingsOnBothSides { at_least, at_most } => {
            let (least, most) = (number(at_least.into()), number(at_most.into()));
            format!("kings on both sides and {least} to {most} pieces: ")
        }
        Material::OneAlikeEach => "one piece each, both men or both kings: ".to_owned(),
    };
    let limit = match rule.limit {
        Limit::Repetitions(times) => format!("the same position with the same side to move {times} times"),
        Limit::KingMoves(moves) => format!("{moves} moves of each side without a capture or a man's move"),
        Limit::MovesWithSameMaterial(moves) => {
            format!("{moves} moves of each side without a capture or a promotion")
        }
        Limit::MovesWithoutCapture(moves) => format!("{moves} moves of each side without a capture"),
        Limit::Moves(moves) => format!("{moves} moves of each side"),
        Limit::MovesOfLoneKing(moves) => format!("{moves} moves of the lone king"),
        Limit::AtOnce => "at once, unless a capture is possible".to_owned(),
    };
    when + &limit
}

fn lone_king(at_least: u8, at_most: u8, kings: u8, main_road: MainRoad) -> String {
    let pieces = match (at_least, at_most) {
        (least, most) if kings == least && least == most => {
            format!("{} {}", number(least.into()), if least == 1 { "king" } else { "kings" })
        }
        (least, _) if kings == least && kings > 1 => format!("{} kings or more", number(least.into())),
        (least, most) if least == most => format!("{} pieces with a king", number(least.into())),
        (least, most) => format!("{} or {} pieces with a king", number(least.into()), number(most.into())),
    };
    let road = match main_road {
        MainRoad::Either => "",
        MainRoad::LoneKing => " on the longest diagonal",
        MainRoad::StrongerSide => ", the stronger side on the longest diagonal",
    };
    format!("{pieces} against a lone king{road}: ")
}

fn notation(rules: &Rules) -> String {
    let (layout, notation) = (rules.layout, rules.notation);
    let last = layout.rows * layout.columns - 1;
    let corner = |row, column| {
        let squares = layout.squares().filter(move |square| layout.row(*square) == row);
        let square = if column == 0 { squares.min() } else { squares.max() };
        square.map_or(String::new(), |square| notation.square_text(&layout, square))
    };
    let bottom = layout.row(game::Square(last));
    format!(
        "{} has {} at the lower left and {} at the upper right.",
        rules.sides[0],
        corner(bottom, 0),
        corner(0, 1)
    )
}

fn number(value: u16) -> String {
    let words = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    words.get(usize::from(value)).map_or_else(|| value.to_string(), |word| (*word).to_owned())
}
