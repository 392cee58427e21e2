//! A search that remembers: for one variant, with a table that is kept from move to move.

use std::sync::Arc;

use game::{Play, Score};

use super::endgame::EndgameProbe;
use super::evaluator::Evaluator;
use super::handicap::Handicap;
use super::limits::Limits;
use super::memory::Memory;
use super::root;
use super::selectivity::Selectivity;
use super::window::{DECIDED, WON};
use crate::tables::Tables;
use crate::{Game, RuleSet, Variant};

/// A search for games of one variant.
///
/// ```
/// use draughts::bot::{Limits, Searcher};
/// use draughts::{Game, variants};
///
/// let game = Game::new(variants::find("russian").expect("a variant"));
/// let mut searcher = Searcher::new(game.variant(), 1 << 20);
/// let report = searcher.think(&game, &Limits::of_nodes(10_000), &mut |_| {});
/// assert!(game.legal_plays().contains(report.best_move().expect("the game goes on")));
/// ```
pub struct Searcher {
    variant: &'static Variant,
    engine: Box<dyn SearchEngine>,
}

/// The result of a search, or of one of its iterations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchReport {
    /// How many plies were searched.
    pub depth: u32,
    /// How many positions were searched.
    pub nodes: u64,
    /// The best moves, the best first; empty if the game is over.
    pub variations: Vec<Variation>,
}

/// A move with the play that follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// For the side to move, in hundredths of a man; a win or a loss is near ±30,000, see [`Variation::decided_in`].
    pub value: i32,
    /// The move, and what both sides would play after it.
    pub plays: Vec<Play>,
}

impl Searcher {
    /// A search with a table of at most this many bytes.
    #[must_use]
    pub fn new(variant: &'static Variant, table_bytes: usize) -> Searcher {
        Searcher { variant, engine: variant.engine().searcher(variant.evaluator(), table_bytes) }
    }

    /// A search with other weights than those of the variant: the bytes of a file that a tool has learned.
    #[must_use]
    pub fn with_weights(variant: &'static Variant, table_bytes: usize, weights: &[u8]) -> Searcher {
        let evaluator = Arc::new(Evaluator::of_file(weights, &variant.rules().layout));
        Searcher { variant, engine: variant.engine().searcher(evaluator, table_bytes) }
    }

    /// The same search with endgame tables.
    #[must_use]
    pub fn with_endgames(mut self, endgames: Arc<dyn EndgameProbe>) -> Searcher {
        self.engine.use_endgames(endgames);
        self
    }

    /// Adds endgame tables, unless the search has some.
    pub(crate) fn add_endgames(&mut self, endgames: impl FnOnce() -> Arc<Tables>) {
        if !self.engine.has_endgames() {
            self.engine.use_endgames(endgames());
        }
    }

    /// Another search that shares the table, for another thread: what one finds helps the others.
    #[must_use]
    pub fn sibling(&self) -> Searcher {
        Searcher { variant: self.variant, engine: self.engine.sibling() }
    }

    /// The variant that it plays.
    #[must_use]
    pub const fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// Searches the position of a game. `progress` is called with the result of every complete iteration.
    ///
    /// # Panics
    /// If the game is of another variant.
    pub fn think(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        progress: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        self.think_with(game, limits, Handicap::NONE, progress)
    }

    /// Searches with the errors of a lower level.
    pub(crate) fn think_with(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        handicap: Handicap,
        progress: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        assert_eq!(game.variant(), self.variant, "a game of the searcher's variant");
        self.engine.think(game, limits, handicap, progress)
    }

    /// The same search, more or less selective than usual.
    #[must_use]
    pub fn with_selectivity(mut self, selectivity: Selectivity) -> Searcher {
        self.engine.use_selectivity(selectivity);
        self
    }

    /// Forgets all positions.
    pub fn forget(&mut self) {
        self.engine.forget();
    }
}

impl SearchReport {
    /// The best move; `None` if the game is over.
    #[must_use]
    pub fn best_move(&self) -> Option<&Play> {
        self.variations.first()?.plays.first()
    }

    /// The value of the best move for the side to move; zero if the game is over.
    #[must_use]
    pub fn value(&self) -> i32 {
        self.variations.first().map_or(0, |variation| variation.value)
    }
}

impl Variation {
    /// Whether the move was searched at all before a limit was reached.
    #[must_use]
    pub const fn is_valued(&self) -> bool {
        self.value != root::NOT_VALUED
    }

    /// In how many plies the game is decided, if a win or a loss is certain.
    #[must_use]
    pub const fn decided_in(&self) -> Option<u32> {
        let distance = WON - self.value.abs();
        if self.value.abs() >= DECIDED { Some(distance.unsigned_abs()) } else { None }
    }

    /// The score, where `side` is the side to move.
    #[must_use]
    pub fn score(&self, side: game::Side) -> Score {
        match self.decided_in() {
            Some(plies) => Score::Win { side: if self.value > 0 { side } else { side.other() }, plies },
            None => Score::of_men(self.value, side),
        }
    }
}

/// A searcher of one rule set behind one type.
pub(crate) trait SearchEngine: Send {
    fn think(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        handicap: Handicap,
        progress: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport;

    fn use_endgames(&mut self, endgames: Arc<dyn EndgameProbe>);

    fn has_endgames(&self) -> bool;

    fn sibling(&self) -> Box<dyn SearchEngine>;

    fn forget(&mut self);

    fn use_selectivity(&mut self, selectivity: Selectivity);
}

impl<R: RuleSet> SearchEngine for Memory<R> {
    fn think(
        &mut self,
        game: &Game,
        limits: &Limits<'_>,
        handicap: Handicap,
        progress: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        root::think::<R>(self, game, limits, handicap, progress)
    }

    fn use_endgames(&mut self, endgames: Arc<dyn EndgameProbe>) {
        self.endgames = Some(endgames);
    }

    fn has_endgames(&self) -> bool {
        self.endgames.is_some()
    }

    fn sibling(&self) -> Box<dyn SearchEngine> {
        Box::new(Memory::<R>::sharing(
            Arc::clone(&self.evaluator),
            Arc::clone(&self.table),
            self.endgames.clone(),
        ))
    }

    fn forget(&mut self) {
        Memory::forget(self);
    }

    fn use_selectivity(&mut self, selectivity: Selectivity) {
        self.selectivity = selectivity;
    }
}
