//! `parlour play`: a game against a bot in the terminal.

use std::io::{self, BufRead, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use common::{Level, Named};
use draughts::fen::Numbers;
use draughts::pdn::{GameType, read_move};
use draughts::{Game, Position};
use game::{Budget, Match, Rank, Side, Wish};

use super::analyse::move_text;
use crate::draughts_arguments::find_variant;
use crate::failure::{Failure, Problem};

/// Play against a bot in the terminal
#[derive(Args)]
#[command(after_help = "Example: parlour play --variant russian --level medium\n\n\
    Type moves as players write them (11-15, 22x15, c3-d4), or: moves, hint, undo, board, resign, quit.")]
pub(crate) struct PlayCommand {
    /// The variant; `parlour variants` lists them
    #[arg(long, value_name = "V", default_value = "english")]
    variant: String,
    /// The bot: easy, medium or hard
    #[arg(long, value_name = "L", default_value = "medium")]
    level: String,
    /// Let the bot have the first move
    #[arg(long)]
    second: bool,
    /// The position to begin with, as FEN
    #[arg(long, value_name = "F")]
    fen: Option<String>,
    /// The seed of the bot's choices; another one each time without it
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// The search behind `hint`.
const HINT: Budget = Budget { nodes: 300_000, depth: u32::MAX };

impl PlayCommand {
    /// Plays until the game is over, or the player leaves.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let variant = find_variant(&self.variant)?;
        let level = Level::from_name(&self.level).ok_or_else(|| {
            let problem = Problem::new(format!("there is no level `{}`", self.level));
            Failure::usage(problem.help("choose easy, medium or hard"))
        })?;
        let start = match &self.fen {
            None => Position::start(variant),
            Some(text) => Position::from_fen(variant, text).map_err(|error| {
                let start = Position::start(variant).fen();
                let problem = Problem::new(format!("the FEN `{text}` is wrong at {error}"));
                Failure::usage(problem.help(format!("the start position of {} is {start}", variant.name())))
            })?,
        };
        let seed = self.seed.unwrap_or_else(clock_seed);
        let player = if self.second { Side::Second } else { Side::First };
        let mut table = Terminal { game: Game::from_position(start), level, player, seed };
        table.play(&mut io::stdin().lock(), out)
    }
}

struct Terminal {
    game: Game,
    level: Level,
    player: Side,
    seed: u64,
}

impl Terminal {
    fn play(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "You play {}. Type a move, or help.", self.name(self.player))?;
        loop {
            if self.game.outcome().is_none() && self.game.position().side_to_move() != self.player {
                self.answer(out)?;
            }
            if let Some(outcome) = self.game.outcome() {
                write!(out, "{}", board_text(self.game.position(), self.player))?;
                let words = match (outcome.winner, outcome.draw_rule) {
                    (Some(winner), _) => format!("{} wins", self.name(winner)),
                    (None, rule) => format!("drawn: {}", rule.unwrap_or("agreement").replace('_', " ")),
                };
                return Ok(writeln!(out, "{words}")?);
            }
            write!(out, "{}", board_text(self.game.position(), self.player))?;
            if !self.turn(input, out)? {
                return Ok(());
            }
        }
    }

    /// Asks until a move is made or taken back; false if the player leaves.
    fn turn(&mut self, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<bool, Failure> {
        loop {
            write!(out, "> ")?;
            out.flush()?;
            let mut text = String::new();
            let read = input.read_line(&mut text);
            if read.map_err(|error| Problem::new(format!("cannot read standard input: {error}")))? == 0 {
                writeln!(out)?;
                return Ok(false);
            }
            match text.trim() {
                "" => {}
                "quit" | "exit" => return Ok(false),
                "resign" => {
                    writeln!(out, "{} wins", self.name(self.player.other()))?;
                    return Ok(false);
                }
                "help" => writeln!(
                    out,
                    "a move such as {}, moves, hint, undo, board, resign or quit",
                    self.example()
                )?,
                "board" => return Ok(true),
                "moves" => writeln!(out, "{}", self.moves().join(" "))?,
                "hint" => self.hint(out)?,
                "undo" if self.game.plays().len() < 2 => {
                    writeln!(out, "there is no move of yours to take back")?;
                }
                "undo" => {
                    self.game.undo();
                    self.game.undo();
                    return Ok(true);
                }
                other => {
                    let game_type = GameType::of(self.game.variant());
                    let read = read_move(self.game.position(), &game_type, Numbers::FromTopLeft, other);
                    match read.and_then(|play| self.game.play(&Wish::from(&play))) {
                        Ok(_) => return Ok(true),
                        Err(refusal) => writeln!(out, "{}; `moves` lists the legal ones", refusal.sentence)?,
                    }
                }
            }
        }
    }

    /// The bot moves.
    fn answer(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        let seed = self.seed.wrapping_add(self.game.plays().len() as u64);
        let Some(play) = self.game.bot_move(self.level, Budget::of_nodes(u64::MAX), seed) else {
            return Ok(());
        };
        let (number, text) = (self.game.plays().len() / 2 + 1, move_text(self.game.position(), &play));
        self.game.play(&Wish::from(&play)).expect("bots make legal moves");
        Ok(writeln!(out, "{} plays {number}. {text}", self.name(self.player.other()))?)
    }

    fn hint(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let analysis = self.game.analyse(HINT, 1);
        let Some(line) = analysis.lines.first() else { return Ok(()) };
        let best = line.plays.first().map_or_else(String::new, |play| move_text(self.game.position(), play));
        Ok(writeln!(out, "{best}: {}", line.score.words(self.game.variant().rules().sides))?)
    }

    fn moves(&self) -> Vec<String> {
        let mut moves: Vec<String> =
            self.game.legal_plays().iter().map(|play| move_text(self.game.position(), play)).collect();
        moves.sort();
        moves
    }

    fn example(&self) -> String {
        self.moves().into_iter().next().unwrap_or_default()
    }

    fn name(&self, side: Side) -> &'static str {
        self.game.variant().rules().sides[side.index()]
    }
}

/// The board as the player sees it, with the names of the squares around or on it.
fn board_text(position: &Position, player: Side) -> String {
    let (layout, notation) = (position.layout(), position.rules().notation);
    let turned = player == Side::Second;
    let mut text = String::new();
    for row in 0..layout.rows {
        let row = if turned { layout.rows - 1 - row } else { row };
        for column in 0..layout.columns {
            let column = if turned { layout.columns - 1 - column } else { column };
            let cell = match layout.at(row, column) {
                None => "    ".to_owned(),
                Some(square) => match position.piece(square) {
                    None => format!("{:>3} ", notation.square_text(layout, square)),
                    Some(piece) => {
                        let letter = position.rules().sides[piece.side.index()].chars().next().unwrap_or('?');
                        match piece.rank {
                            Rank::Man => format!("  {} ", letter.to_ascii_lowercase()),
                            Rank::King => format!(" {letter}{letter} "),
                        }
                    }
                },
            };
            text.push_str(&cell);
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// A seed from the clock.
fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64)
}
