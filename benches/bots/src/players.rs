//! The players of our own.

use std::time::Duration;

use draughts::bot::{Limits, Searcher, Skill, TimeLimits, choose_with};
use draughts::contest::Contestant;
use draughts::tables::shipped;
use draughts::{Game, Variant};
use game::{BotMemory, Budget, Chance, Level, Match, Play, ThinkingTime};

use crate::clock::Clock;

/// Any player.
pub(crate) type BoxedPlayer = Box<dyn Contestant>;

const OVER: &str = "the game is over";

/// A bot of a level, as the server has it.
pub(crate) struct LevelPlayer(pub(crate) Level);

impl Contestant for LevelPlayer {
    fn choose(&mut self, game: &Game, seed: u64) -> Result<Play, String> {
        game.bot_move(self.0, Budget::of_nodes(u64::MAX), seed).ok_or_else(|| OVER.to_owned())
    }
}

/// The hard bot as the server has it while many games run: with little time, and with its memory of the game.
pub(crate) struct HardPlayer {
    memory: BotMemory,
    limit: Duration,
}

impl HardPlayer {
    /// A player with at most so many milliseconds of processor time for a move.
    pub(crate) fn new(millis: u64) -> HardPlayer {
        HardPlayer { memory: BotMemory::default(), limit: Duration::from_millis(millis) }
    }
}

impl Contestant for HardPlayer {
    fn new_game(&mut self) {
        self.memory = BotMemory::default();
    }

    fn choose(&mut self, game: &Game, seed: u64) -> Result<Play, String> {
        game.prepare_bots();
        let clock = Clock::start();
        let elapsed = || clock.elapsed();
        let time = ThinkingTime { elapsed: &elapsed, soft: self.limit.mul_f64(SOFT_SHARE), hard: self.limit };
        let budget = Budget::of_nodes(u64::MAX);
        let answer = game.bot_move_in_time(Level::Hard, &time, budget, &mut self.memory, seed);
        answer.play.ok_or_else(|| OVER.to_owned())
    }
}

/// The share of its time after which the server lets a bot begin no deeper search.
const SOFT_SHARE: f64 = 0.6;

/// A bot at a rung of the ladder.
pub(crate) struct RungPlayer {
    searcher: Searcher,
    skill: Skill,
}

impl RungPlayer {
    /// The player of a rung.
    pub(crate) fn new(variant: &'static Variant, rung: usize) -> RungPlayer {
        RungPlayer { searcher: Searcher::new(variant, 8 << 20), skill: Skill::RUNGS[rung] }
    }
}

impl Contestant for RungPlayer {
    fn new_game(&mut self) {
        self.searcher.forget();
    }

    fn choose(&mut self, game: &Game, seed: u64) -> Result<Play, String> {
        let answer = choose_with(game, &mut self.searcher, self.skill, None, &mut Chance::new(seed));
        answer.play.ok_or_else(|| OVER.to_owned())
    }
}

/// Any legal move.
pub(crate) struct RandomPlayer;

impl Contestant for RandomPlayer {
    fn choose(&mut self, game: &Game, seed: u64) -> Result<Play, String> {
        game.random_move(seed).ok_or_else(|| OVER.to_owned())
    }
}

/// The full search with few nodes.
pub(crate) struct NodesPlayer(pub(crate) Searcher);

impl NodesPlayer {
    /// The positions that it searches for a move.
    pub(crate) const NODES: u64 = 20_000;
}

impl Contestant for NodesPlayer {
    fn new_game(&mut self) {
        self.0.forget();
    }

    fn choose(&mut self, game: &Game, _seed: u64) -> Result<Play, String> {
        let report = self.0.think(game, &Limits::of_nodes(NodesPlayer::NODES), &mut |_| {});
        report.best_move().cloned().ok_or_else(|| OVER.to_owned())
    }
}

/// The full search with a limit in time.
pub(crate) struct TimedPlayer {
    searcher: Searcher,
    limit: Duration,
}

impl TimedPlayer {
    /// A player with so many milliseconds of processor time for a move.
    pub(crate) fn new(variant: &'static Variant, millis: u64) -> TimedPlayer {
        let searcher = Searcher::new(variant, 32 << 20).with_endgames(shipped(variant));
        TimedPlayer { searcher, limit: Duration::from_millis(millis) }
    }
}

impl Contestant for TimedPlayer {
    fn new_game(&mut self) {
        self.searcher.forget();
    }

    fn choose(&mut self, game: &Game, _seed: u64) -> Result<Play, String> {
        if let [only] = game.legal_plays() {
            return Ok(only.clone());
        }
        let clock = Clock::start();
        let time = TimeLimits { elapsed: &|| clock.elapsed(), soft: self.limit, hard: self.limit };
        let report = self.searcher.think(game, &Limits { time: Some(time), ..Limits::NONE }, &mut |_| {});
        report.best_move().or(game.legal_plays().first()).cloned().ok_or_else(|| OVER.to_owned())
    }
}
