//! The players of a match, as the command line names them.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use common::{Level, Named};
use draughts::bot::{Searcher, Skill, choose_with};
use draughts::contest::Contestant;
use draughts::tables::Tables;
use draughts::{Game, Variant};
use game::{Budget, Chance, Match, Play};

use super::hub_player::HubPlayer;
use crate::failure::{Failure, Problem};
use crate::table_folder::tables_of;
use crate::thinker::{Goal, Stopwatch, Thinker};

/// A player as it was asked for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PlayerSpec {
    /// A bot of a level, as the server has it.
    Level(Level),
    /// A bot at a place of the ladder of skills.
    Rung(f64),
    /// Any legal move.
    Random,
    /// The full search with a limit.
    Search(Goal),
    /// A program that speaks the Hub protocol.
    Hub(String),
}

impl PlayerSpec {
    /// Reads `hard`, `random`, `rung:7`, `nodes:20000`, `depth:9`, `time:100` or `hub:COMMAND`.
    pub(super) fn read(text: &str) -> Result<PlayerSpec, Failure> {
        if let Some(level) = Level::from_name(text) {
            return Ok(PlayerSpec::Level(level));
        }
        let limited = |number: &str, goal: fn(u64) -> Goal| {
            number.parse().ok().filter(|number| *number > 0).map(goal).map(PlayerSpec::Search)
        };
        let spec = match text.split_once(':') {
            None if text == "random" => Some(PlayerSpec::Random),
            Some(("rung", place)) => {
                let place = place.parse().ok().filter(|place| (0.0..=HIGHEST_RUNG).contains(place));
                place.map(PlayerSpec::Rung)
            }
            Some(("nodes", number)) => limited(number, |nodes| Goal { nodes, ..Goal::NONE }),
            Some(("depth", number)) => limited(number, |depth| Goal {
                depth: u32::try_from(depth).unwrap_or(u32::MAX),
                ..Goal::NONE
            }),
            Some(("time", number)) => limited(number, |millis| Goal::of_time(Duration::from_millis(millis))),
            Some(("hub", command)) if !command.trim().is_empty() => Some(PlayerSpec::Hub(command.to_owned())),
            _ => None,
        };
        spec.ok_or_else(|| {
            let problem = Problem::new(format!("`{text}` is no player"));
            let help =
                "a player is easy, medium, hard, random, rung:N, nodes:N, depth:N, time:MS or hub:COMMAND";
            Failure::usage(problem.help(help))
        })
    }
}

/// What players share.
pub(super) struct Club {
    variant: &'static Variant,
    hub_time: Duration,
    tables: Arc<Tables>,
}

impl Club {
    /// The players of a variant; Hub programs have this many milliseconds for a move.
    pub(super) fn new(
        variant: &'static Variant,
        millis: u64,
        tables: Option<&Path>,
    ) -> Result<Club, Failure> {
        Ok(Club { variant, hub_time: Duration::from_millis(millis), tables: tables_of(variant, tables)? })
    }

    /// A player of its own for one thread.
    pub(super) fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn Contestant>, Failure> {
        Ok(match spec {
            PlayerSpec::Level(level) => Box::new(LevelPlayer(*level)),
            PlayerSpec::Random => Box::new(RandomPlayer),
            PlayerSpec::Rung(place) => Box::new(RungPlayer {
                searcher: Searcher::new(self.variant, RUNG_TABLE_BYTES),
                skill: Skill::at(*place),
            }),
            PlayerSpec::Search(goal) => Box::new(SearchPlayer {
                thinker: Thinker::new(self.variant, TABLE_MEGABYTES, 1, Arc::clone(&self.tables)),
                goal: *goal,
            }),
            PlayerSpec::Hub(command) => Box::new(HubPlayer::start(command, self.variant, self.hub_time)?),
        })
    }
}

/// The table of a player that searches.
const TABLE_MEGABYTES: usize = 32;

/// The table of a player of the ladder.
const RUNG_TABLE_BYTES: usize = 8 << 20;
/// The last rung of the ladder.
const HIGHEST_RUNG: f64 = (Skill::RUNGS.len() - 1) as f64;

struct RungPlayer {
    searcher: Searcher,
    skill: Skill,
}

impl Contestant for RungPlayer {
    fn new_game(&mut self) {
        self.searcher.forget();
    }

    fn choose(&mut self, game: &Game, seed: u64) -> Result<Play, String> {
        let answer = choose_with(game, &mut self.searcher, self.skill, None, &mut Chance::new(seed));
        answer.play.ok_or_else(|| "the game is over".to_owned())
    }
}

struct LevelPlayer(Level);

impl Contestant for LevelPlayer {
    fn choose(&mut self, game: &Game, seed: u64) -> Result<Play, String> {
        let play = game.bot_move(self.0, Budget::of_nodes(u64::MAX), seed);
        play.ok_or_else(|| "the game is over".to_owned())
    }
}

struct RandomPlayer;

impl Contestant for RandomPlayer {
    fn choose(&mut self, game: &Game, seed: u64) -> Result<Play, String> {
        game.random_move(seed).ok_or_else(|| "the game is over".to_owned())
    }
}

struct SearchPlayer {
    thinker: Thinker,
    goal: Goal,
}

impl Contestant for SearchPlayer {
    fn new_game(&mut self) {
        self.thinker.forget();
    }

    fn choose(&mut self, game: &Game, _seed: u64) -> Result<Play, String> {
        if let [only] = game.legal_plays() {
            return Ok(only.clone());
        }
        let watch = Stopwatch::processor();
        let report = self.thinker.think(game, self.goal, &|| watch.elapsed(), &mut |_| {});
        let best = report.best_move().or(game.legal_plays().first());
        best.cloned().ok_or_else(|| "the game is over".to_owned())
    }
}
