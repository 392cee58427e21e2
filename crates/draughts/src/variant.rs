//! A variant that can be chosen at run time.

use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use game::{AnswerDelay, Description, IdleLimits, Match, Refusal, RefusalCode, RuleCard, SideName, Square};

use crate::bot::Evaluator;
use crate::bot::book::Book;
use crate::bot::weights::Weights;
use crate::card;
use crate::counters::RuleCounters;
use crate::engine::{Engine, EngineFor};
use crate::fen::{self, Numbers, Reading};
use crate::game::Game;
use crate::rules::{Removal, Rules};
use crate::ruleset::RuleSet;

/// A rule set behind one handle; compared by name.
pub struct Variant {
    rules: Rules,
    engine: &'static dyn Engine,
    description: OnceLock<Description>,
    evaluator: OnceLock<Arc<Evaluator>>,
    book: OnceLock<Book>,
}

impl Variant {
    /// The variant of a rule set.
    #[must_use]
    pub const fn of<R: RuleSet>() -> Variant {
        const { assert!(RuleCounters::fit(&R::RULES), "at most 8 draw rules, and at most 127 moves of each side") };
        Variant {
            rules: R::RULES,
            engine: &EngineFor::<R>(PhantomData),
            description: OnceLock::new(),
            evaluator: OnceLock::new(),
            book: OnceLock::new(),
        }
    }

    /// Its rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    pub(crate) const fn engine(&self) -> &'static dyn Engine {
        self.engine
    }

    /// Its weights, unpacked when they are first needed.
    pub(crate) fn evaluator(&self) -> Arc<Evaluator> {
        let unpack = || Arc::new(Evaluator::new(self.rules.weights, &self.rules.layout));
        Arc::clone(self.evaluator.get_or_init(unpack))
    }

    /// Its opening book, unpacked when it is first needed.
    pub(crate) fn book(&'static self) -> &'static Book {
        self.book.get_or_init(|| Book::shipped(self))
    }

    /// The file of its learned weights, as [`crate::bot::Searcher::with_weights`] reads it; `None` if it has none built in.
    #[must_use]
    pub const fn learned_weights(&self) -> Option<&'static [u8]> {
        self.rules.weights.learned
    }

    /// Uses a file of learned weights, unless the weights were needed before. Returns whether it does.
    pub fn learn(&self, file: &[u8]) -> bool {
        if self.evaluator.get().is_some() {
            return false;
        }
        // At most one file for each variant is kept, for as long as the program runs.
        let learned: &'static [u8] = file.to_vec().leak();
        let weights = Weights { learned: Some(learned), ..*self.rules.weights };
        self.evaluator.set(Arc::new(Evaluator::new(&weights, &self.rules.layout))).is_ok()
    }

    /// Its name on the wire.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.rules.name
    }
}

impl game::Variant for &'static Variant {
    fn description(&self) -> &Description {
        self.description.get_or_init(|| describe(&self.rules))
    }

    fn start(&self) -> Box<dyn Match> {
        Box::new(Game::new(self))
    }

    fn start_from(&self, position: &str) -> Result<Box<dyn Match>, Refusal> {
        let reading = Reading::Lenient(Numbers::Refused);
        match fen::read(position, self, &self.rules.notation, reading) {
            Ok(fen) => Ok(Box::new(Game::from_position(fen.position))),
            Err(error) => Err(Refusal::new(RefusalCode::IllegalMove, error.to_string())),
        }
    }

    fn rule_card(&self) -> RuleCard {
        card::rule_card(&self.rules)
    }
}

fn describe(rules: &Rules) -> Description {
    let (layout, notation) = (rules.layout, rules.notation);
    let label = |square| layout.is_playable(square).then(|| notation.square_text(&layout, square));
    let [first, second] = rules.sides;
    Description {
        game: "checkers",
        variant: rules.name,
        name: rules.title,
        columns: layout.columns,
        rows: layout.rows,
        playable: layout.squares().collect(),
        labels: (0..layout.rows * layout.columns).map(|square| label(Square(square))).collect(),
        sides: [SideName { wire: "red", name: first }, SideName { wire: "black", name: second }],
        idle: IdleLimits { timeout_seconds: 90, warning_seconds: 30 },
        answer_delays: [(500, 1500), (1000, 3000), (2000, 5000)]
            .map(|(from_millis, to_millis)| AnswerDelay { from_millis, to_millis }),
        draws_by_agreement: true,
        captures_leave_at_once: rules.removal == Removal::AtOnce,
    }
}

impl PartialEq for Variant {
    fn eq(&self, other: &Variant) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Variant {}

impl fmt::Debug for Variant {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
