//! A game of draughts in progress, for any variant: the interface for servers and terminals.

use game::{
    Analysis, BotAnswer, BotMemory, Budget, Chance, Heading, Highlight, Level, Match, Outcome, Piece, Play,
    Played, Preview, Refusal, RefusalCode, Side, ThinkingTime, Wish,
};

use crate::bot::{Searcher, Skill};
use crate::position::Position;
use crate::progress::Progress;
use crate::refusal;
use crate::variant::Variant;
use crate::wish::{Fit, fit};
use crate::{bot, pdn};

/// The table of a bot of a rung: enough for the positions of a few moves, and small for a phone.
const RUNG_TABLE_BYTES: usize = 4 << 20;
/// The table of an analysis in steps: each step finds again what the one before has found.
const ANALYSIS_TABLE_BYTES: usize = 16 << 20;

/// A game: the position, how it came about, and whether it is over.
#[derive(Clone, Debug)]
pub struct Game {
    plays: Vec<Play>,
    /// The state before each of the plays.
    earlier: Vec<Progress>,
    now: Progress,
    legal: Vec<Play>,
    outcome: Option<Outcome>,
}

impl Game {
    /// A game from the start position.
    #[must_use]
    pub fn new(variant: &'static Variant) -> Game {
        Game::from_position(Position::start(variant))
    }

    /// A game from any position; it may be over at once.
    #[must_use]
    pub fn from_position(position: Position) -> Game {
        let (plays, earlier, legal) = (Vec::new(), Vec::new(), Vec::new());
        let mut game = Game { plays, earlier, now: Progress::new(position), legal, outcome: None };
        game.look_ahead();
        game
    }

    /// The variant that is played.
    #[must_use]
    pub fn variant(&self) -> &'static Variant {
        self.now.position.variant()
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.now.position
    }

    /// The position from which the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.earlier.first().unwrap_or(&self.now).position
    }

    /// The moves so far.
    #[must_use]
    pub fn plays(&self) -> &[Play] {
        &self.plays
    }

    /// The positions so far, the one now last.
    pub fn positions(&self) -> impl Iterator<Item = &Position> {
        self.earlier.iter().chain([&self.now]).map(|progress| &progress.position)
    }

    /// Every legal move; empty if the game is over.
    #[must_use]
    pub fn legal_plays(&self) -> &[Play] {
        &self.legal
    }

    /// How the game ended over the board; `None` if it goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    /// How many plies are left before a rule that counts moves draws the game, as long as the material stays the same.
    #[must_use]
    pub fn plies_before_draw(&self) -> u16 {
        self.now.plies_left()
    }

    /// Returns the legal move that fits the wish.
    ///
    /// # Errors
    /// The rule that forbids the wish, in words.
    pub fn resolve(&self, wish: &Wish) -> Result<Play, Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::new(RefusalCode::GameOver, "the game is over, no move is possible"));
        }
        match fit(&self.now.position, &self.legal, wish) {
            Fit::One(play) => Ok(play),
            Fit::Several(plays) => Err(refusal::ambiguous(&self.now.position, plays)),
            Fit::None => Err(refusal::explain(&self.now, &self.legal, wish)),
        }
    }

    /// Plays the one legal move that fits the wish. On `Err` the game is unchanged.
    ///
    /// # Errors
    /// The rule that forbids the wish, in words.
    pub fn play(&mut self, wish: &Wish) -> Result<Played, Refusal> {
        let play = self.resolve(wish)?;
        let next = self.now.after(&play);
        self.earlier.push(std::mem::replace(&mut self.now, next));
        self.plays.push(play.clone());
        self.look_ahead();
        Ok(Played { highlights: highlights(&play), play })
    }

    /// Takes back the last move and returns it; `None` if there is none.
    pub fn undo(&mut self) -> Option<Play> {
        self.now = self.earlier.pop()?;
        let play = self.plays.pop();
        self.look_ahead();
        play
    }

    /// Takes the searcher of a memory, or a new one if it has none for this variant.
    fn remembered(&self, memory: &mut BotMemory, table_bytes: usize) -> Box<Searcher> {
        let kept = memory.0.take().and_then(|kept| kept.downcast::<Searcher>().ok());
        kept.filter(|searcher| searcher.variant() == self.variant())
            .unwrap_or_else(|| Box::new(Searcher::new(self.variant(), table_bytes)))
    }

    /// Finds the legal moves of the position, and whether it ends the game.
    fn look_ahead(&mut self) {
        self.legal = self.now.legal_plays();
        self.outcome = self.now.outcome(&self.legal, self.earlier.iter());
        if self.outcome.is_some() {
            self.legal.clear();
        }
    }
}

impl Match for Game {
    fn side_to_move(&self) -> Side {
        self.now.position.side_to_move()
    }

    fn board(&self) -> Vec<Option<Piece>> {
        self.now.position.board()
    }

    fn legal_plays(&self) -> Vec<Play> {
        self.legal.clone()
    }

    fn preview(&self, wish: &Wish) -> Result<Preview, Refusal> {
        let play = self.resolve(wish)?;
        let next = self.now.after(&play);
        let outcome = next.outcome(&next.legal_plays(), self.earlier.iter().chain([&self.now]));
        Ok(Preview { highlights: highlights(&play), play, outcome })
    }

    fn play(&mut self, wish: &Wish) -> Result<Played, Refusal> {
        Game::play(self, wish)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn position_text(&self) -> String {
        self.now.position.fen()
    }

    fn transcript(&self, heading: &Heading, result: Option<Option<Side>>) -> Option<String> {
        Some(pdn::write_games(&[pdn::record(self.start(), &self.plays, heading, result)]))
    }

    fn last_move_text(&self) -> Option<String> {
        let (before, play) = (self.earlier.last()?, self.plays.last()?);
        let notation = before.position.rules().notation;
        Some(pdn::write_move(&before.position, &notation, play, pdn::Form::Shortest))
    }

    fn boxed(&self) -> Box<dyn Match> {
        Box::new(self.clone())
    }

    fn bot_move(&self, level: Level, budget: Budget, seed: u64) -> Option<Play> {
        bot::choose(self, level, budget, &mut Chance::new(seed))
    }

    fn bot_move_in_time(
        &self,
        level: Level,
        time: &ThinkingTime<'_>,
        _: Budget,
        memory: &mut BotMemory,
        seed: u64,
    ) -> BotAnswer {
        bot::choose_in_time(self, level, time, memory, &mut Chance::new(seed))
    }

    fn prepare_bots(&self) {
        bot::prepare(self.variant());
    }

    fn rung_move(&self, rung: usize, nodes: u64, memory: &mut BotMemory, seed: u64) -> BotAnswer {
        let skill = Skill::RUNGS[rung.min(Skill::RUNGS.len() - 1)];
        let skill = Skill { nodes: skill.nodes.min(nodes), ..skill };
        let mut searcher = self.remembered(memory, RUNG_TABLE_BYTES);
        let answer = bot::choose_with(self, &mut searcher, skill, None, &mut Chance::new(seed));
        memory.0 = Some(searcher);
        answer
    }

    fn analyse(&self, budget: Budget, lines: usize) -> Analysis {
        bot::analyse(self, budget, lines)
    }

    fn analyse_further(&self, budget: Budget, lines: usize, memory: &mut BotMemory) -> Analysis {
        let mut searcher = self.remembered(memory, ANALYSIS_TABLE_BYTES);
        let analysis = bot::analyse_with(self, &mut searcher, budget, lines);
        memory.0 = Some(searcher);
        analysis
    }
}

fn highlights(play: &Play) -> Vec<Highlight> {
    let mut highlights = Vec::new();
    if let (Some(from), false) = (play.from, play.captures.is_empty()) {
        highlights.push(Highlight::Capture { from, to: play.to, captures: play.captures.clone() });
    }
    if play.promotes {
        highlights.push(Highlight::King { square: play.to });
    }
    highlights
}
