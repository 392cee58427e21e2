//! Rule cards: the rules of a variant in words, made from the same data that the engine asks.
//!
//! A sentence has no part that is put together from words, so that each can be translated alone: what differs is its key or a number.

use ::game::{Rule, RuleCard, Sentence, Square};

use crate::direction::Directions;
use crate::draws::{DrawRule, Limit, MainRoad, Material};
use crate::layout::Playable;
use crate::rules::{Capturable, Landing, Priority, Promotion, Reach, Removal, Rules, TurningBack};

/// The rules in words.
#[must_use]
pub fn rule_card(rules: &Rules) -> RuleCard {
    RuleCard { title: rules.title, rules: answers(rules).into() }
}

/// The questions that two rule sets answer differently, each with both answers.
#[must_use]
pub fn differences(one: &Rules, other: &Rules) -> Vec<Difference> {
    answers(one)
        .into_iter()
        .zip(answers(other))
        .filter(|(one, other)| one != other)
        .map(|(one, other)| Difference {
            question: one.title.unwrap_or_default(),
            one: one.text(),
            other: other.text(),
        })
        .collect()
}

/// A question that two rule sets answer differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The question, such as `Promotion`.
    pub question: &'static str,
    /// What the one rule set answers.
    pub one: String,
    /// What the other answers.
    pub other: String,
}

fn answers(rules: &Rules) -> [Rule; 11] {
    [
        Rule::new("board", "Board", vec![board(rules)]),
        Rule::new("start", "Start", start(rules)),
        Rule::new("men", "Men", men(rules)),
        Rule::new("kings", "Kings", kings(rules)),
        Rule::new("captures", "Captures", captures()),
        Rule::new("whichCapture", "Which capture", priority(rules)),
        Rule::new("capturedPieces", "Captured pieces", vec![removal(rules)]),
        Rule::new("promotion", "Promotion", vec![promotion(rules)]),
        Rule::new("winning", "Winning", vec![winning()]),
        Rule::new("draws", "Draws", draws(rules)),
        Rule::new("notation", "Notation", vec![notation(rules)]),
    ]
}

fn board(rules: &Rules) -> Sentence {
    let (rows, columns) = (rules.layout.rows, rules.layout.columns);
    let (key, squares) = match rules.layout.playable {
        Playable::LowerLeft => ("darkLowerLeft", "the dark squares, one of them at each player's lower left"),
        Playable::LowerRight => {
            ("darkLowerRight", "the dark squares, one of them at each player's lower right")
        }
        Playable::All => ("everySquare", "every square"),
    };
    let text = format!("{columns}×{rows}, played on {squares}.");
    Sentence::new(key, text).with("columns", columns).with("rows", rows)
}

fn start(rules: &Rules) -> Vec<Sentence> {
    let in_row = match rules.layout.playable {
        Playable::All => rules.layout.columns,
        _ => rules.layout.columns / 2,
    };
    let (rows, side) = (rules.start.rows_of_men, rules.sides[0]);
    let men = in_row * rows;
    let in_words = number(rows);
    let (key, text) = match rules.start.empty_rows {
        0 => ("nearestRows", format!("{men} men each, on the {in_words} nearest rows.")),
        _ => ("behindEmptyRow", format!("{men} men each, on {in_words} rows, the nearest row left empty.")),
    };
    vec![
        Sentence::new(key, text).with("count", men).with("rows", rows),
        Sentence::new("movesFirst", format!("{side} moves first.")).with("side", side),
    ]
}

fn men(rules: &Rules) -> Vec<Sentence> {
    let (moves, captures) = (rules.man_moves, rules.man_captures);
    let captures_in_words = match captures {
        Directions::DIAGONALS => "diagonally forward and backward",
        other => other.in_words(),
    };
    let mut sentences = vec![
        Sentence::new(
            format!("manMoves{}", name(moves)),
            format!("A man moves one square {}.", moves.in_words()),
        ),
        Sentence::new(format!("manCaptures{}", name(captures)), format!("It captures {captures_in_words}.")),
    ];
    if rules.man_takes == Capturable::MenOnly {
        sentences.push(Sentence::new("manTakesNoKing", "A man cannot capture a king."));
    }
    sentences
}

fn kings(rules: &Rules) -> Vec<Sentence> {
    let (moves, captures) = (rules.king_moves, rules.king_captures);
    let (verb, reach) = match rules.king_reach {
        Reach::OneStep => ("Steps", "one square"),
        Reach::AnyDistance => ("Flies", "any distance"),
    };
    let mut sentences = vec![
        Sentence::new(
            format!("king{verb}{}", name(moves)),
            format!("A king moves {reach} {}.", moves.in_words()),
        ),
        if captures == moves {
            Sentence::new("kingCapturesAlike", "It captures the same way.")
        } else {
            let text = format!("It captures {}.", captures.in_words());
            Sentence::new(format!("kingCaptures{}", name(captures)), text)
        },
    ];
    if rules.king_reach == Reach::AnyDistance {
        sentences.push(landing(rules.landing));
    }
    if rules.turning_back == TurningBack::Forbidden {
        let text = "It may not turn round by 180 degrees between two captures.";
        sentences.push(Sentence::new("noTurningBack", text));
    }
    if let Some(moves) = rules.king_moves_in_a_row {
        let text = format!(
            "The same king moves at most {} times in a row without capturing while its side has a man.",
            number(moves)
        );
        sentences.push(Sentence::new("kingRests", text).with("count", moves));
    }
    sentences
}

fn landing(landing: Landing) -> Sentence {
    let (key, text) = match landing {
        Landing::WhereItGoesOn => (
            "landsWhereItGoesOn",
            "It lands on any free square behind the piece; where one of them lets it capture on, only there.",
        ),
        Landing::Anywhere => ("landsAnywhere", "It lands on any free square behind the piece."),
        Landing::DirectlyBehind => ("landsDirectlyBehind", "It lands directly behind the piece."),
        Landing::DirectlyBehindLastKing => (
            "landsDirectlyBehindLastKing",
            "It lands on any free square behind the piece, but stops directly behind a king that it takes last.",
        ),
    };
    Sentence::new(key, text)
}

fn captures() -> Vec<Sentence> {
    vec![
        Sentence::new("mustCapture", "Who can capture must."),
        Sentence::new("jump", "A piece is captured by jumping over it to the square behind."),
        Sentence::new("mustGoOn", "A capture that can go on must go on, all of it in one move."),
    ]
}

fn priority(rules: &Rules) -> Vec<Sentence> {
    if rules.priority.is_empty() {
        return vec![Sentence::new("freeChoice", "Free choice.")];
    }
    let mut sentences: Vec<Sentence> =
        rules.priority.iter().map(|priority| before_others(*priority)).collect();
    if sentences.len() > 1 {
        sentences.push(Sentence::new("inThisOrder", "The rules count in this order."));
    }
    sentences.push(Sentence::new("equalCaptures", "Equal captures: free choice."));
    sentences
}

fn before_others(priority: Priority) -> Sentence {
    match priority {
        Priority::MostPieces => Sentence::new("mostPieces", "The most pieces must be captured."),
        Priority::HighestValue { man, king } => {
            let text = format!("The highest value must be captured, a king counting {king} and a man {man}.");
            Sentence::new("highestValue", text).with("king", king).with("man", man)
        }
        Priority::ByKing => Sentence::new("byKing", "A capture with a king goes before one with a man."),
        Priority::MostKings => Sentence::new("mostKings", "The most kings must be captured."),
        Priority::EarliestKing => {
            Sentence::new("earliestKing", "The capture that meets a king earliest goes before others.")
        }
    }
}

fn removal(rules: &Rules) -> Sentence {
    let (key, text) = match rules.removal {
        Removal::AfterTheMove => (
            "leaveAfterTheMove",
            "They leave the board after the move: until then they stand in the way and are not jumped twice.",
        ),
        Removal::AtOnce => {
            ("leaveAtOnce", "They leave the board at once: their squares are free for the rest of the move.")
        }
    };
    Sentence::new(key, text)
}

fn promotion(rules: &Rules) -> Sentence {
    let (key, text) = match rules.promotion {
        Promotion::EndsTheMove => (
            "promotionEndsTheMove",
            "A man that reaches the last row becomes a king, and its move ends there.",
        ),
        Promotion::AtRest => (
            "promotionAtRest",
            "A man that comes to rest on the last row becomes a king; one that only passes while capturing stays a man.",
        ),
        Promotion::InPassing => (
            "promotionInPassing",
            "A man that reaches the last row becomes a king at once and captures on as a king if it can.",
        ),
    };
    Sentence::new(key, text)
}

fn winning() -> Sentence {
    Sentence::new("noMoveLoses", "A player who cannot move, for want of pieces or of free squares, loses.")
}

fn draws(rules: &Rules) -> Vec<Sentence> {
    let mut sentences = vec![Sentence::new("byAgreement", "By agreement.")];
    for DrawRule { material, limit: counted, .. } in rules.draws {
        sentences.extend(condition(*material));
        sentences.push(limit(*counted));
    }
    sentences
}

/// The positions that a draw rule is about, with a colon: its limit follows.
fn condition(material: Material) -> Option<Sentence> {
    match material {
        Material::Any => None,
        Material::LoneKing { at_least, at_most, kings, main_road } => {
            Some(lone_king(at_least, at_most, kings, main_road))
        }
        Material::KingsOnBothSides { at_least, at_most } => {
            let (least, most) = (number(at_least), number(at_most));
            let text = format!("Kings on both sides and {least} to {most} pieces:");
            Some(Sentence::new("kingsOnBothSides", text).with("least", at_least).with("most", at_most))
        }
        Material::OneAlikeEach => {
            Some(Sentence::new("oneAlikeEach", "One piece each, both men or both kings:"))
        }
    }
}

fn lone_king(at_least: u8, at_most: u8, kings: u8, main_road: MainRoad) -> Sentence {
    let (road, where_it_stands) = match main_road {
        MainRoad::Either => ("", ""),
        MainRoad::LoneKing => ("OnLongestDiagonal", " on the longest diagonal"),
        MainRoad::StrongerSide => ("OffLongestDiagonal", ", the stronger side on the longest diagonal"),
    };
    let least = capital(number(at_least));
    let (key, pieces) = if kings == at_least && at_least == at_most {
        ("kings", format!("{least} {}", if at_least == 1 { "king" } else { "kings" }))
    } else if kings == at_least && kings > 1 {
        ("kingsOrMore", format!("{least} kings or more"))
    } else if at_least == at_most {
        ("pieces", format!("{least} pieces with a king"))
    } else {
        ("piecesUpTo", format!("{least} or {} pieces with a king", number(at_most)))
    };
    let text = format!("{pieces} against a lone king{where_it_stands}:");
    let sentence = Sentence::new(format!("{key}AgainstLoneKing{road}"), text);
    match key {
        "piecesUpTo" => sentence.with("least", at_least).with("most", at_most),
        _ => sentence.with("count", at_least),
    }
}

fn limit(limit: Limit) -> Sentence {
    let moves = |key, moves: u16, rest: &str| {
        Sentence::new(key, format!("{moves} moves of each side{rest}.")).with("count", moves)
    };
    match limit {
        Limit::Repetitions(times) => {
            let text = format!("The same position with the same side to move {times} times.");
            Sentence::new("repetitions", text).with("count", times)
        }
        Limit::KingMoves(count) => moves("kingMoves", count, " without a capture or a man's move"),
        Limit::MovesWithSameMaterial(count) => {
            moves("movesWithSameMaterial", count, " without a capture or a promotion")
        }
        Limit::MovesWithoutCapture(count) => moves("movesWithoutCapture", count, " without a capture"),
        Limit::Moves(count) => moves("moves", count, ""),
        Limit::MovesOfLoneKing(count) => {
            Sentence::new("movesOfLoneKing", format!("{count} moves of the lone king.")).with("count", count)
        }
        Limit::AtOnce => Sentence::new("atOnce", "at once, unless a capture is possible."),
    }
}

fn notation(rules: &Rules) -> Sentence {
    let (layout, notation) = (rules.layout, rules.notation);
    let last = layout.rows * layout.columns - 1;
    let corner = |row, column| {
        let squares = layout.squares().filter(move |square| layout.row(*square) == row);
        let square = if column == 0 { squares.min() } else { squares.max() };
        square.map_or(String::new(), |square| notation.square_text(&layout, square))
    };
    let (lower, upper) = (corner(layout.row(Square(last)), 0), corner(0, 1));
    let side = rules.sides[0];
    let text = format!("{side} has {lower} at the lower left and {upper} at the upper right.");
    Sentence::new("corners", text).with("side", side).with("lower", lower).with("upper", upper)
}

/// A set of directions in the key of a sentence.
fn name(directions: Directions) -> &'static str {
    match directions {
        Directions::FORWARD_DIAGONALS => "ForwardDiagonals",
        Directions::DIAGONALS => "Diagonals",
        Directions::FORWARD_AND_SIDEWAYS => "ForwardAndSideways",
        Directions::STRAIGHT => "Straight",
        Directions::ALL => "AllDirections",
        _ => "OtherDirections",
    }
}

fn capital(text: String) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn number(value: u8) -> String {
    let words = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    words.get(usize::from(value)).map_or_else(|| value.to_string(), |word| (*word).to_owned())
}
