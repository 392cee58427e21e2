//! Two bots play a match: `cargo run --release -p draughts --example match -- --variant english --games 40 hard medium`.
//!
//! A player is a level (`easy`, `medium`, `hard`), `random`, or a number of nodes for a level, as in `hard:20000`.
//! Every opening of a few random moves is played twice, with the sides changed.

use std::process::ExitCode;
use std::time::Instant;

use draughts::{Game, variants};
use game::{Budget, Chance, Level, Match, Side, Wish};

/// Random moves at the beginning of each game.
const OPENING_PLIES: usize = 4;

#[derive(Clone, Copy)]
struct Player {
    /// `None` plays at random.
    level: Option<Level>,
    nodes: u64,
}

struct Options {
    variant: &'static draughts::Variant,
    games: u64,
    players: [Player; 2],
}

fn main() -> ExitCode {
    match options(std::env::args().skip(1)) {
        Ok(options) => {
            play_match(&options);
            ExitCode::SUCCESS
        }
        Err(wrong) => {
            eprintln!("{wrong}");
            eprintln!("usage: match [--variant english] [--games 40] <player> <player>");
            ExitCode::FAILURE
        }
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let (mut variant, mut games, mut players) = ("english".to_owned(), 40, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} wants a value"));
        match argument.as_str() {
            "--variant" => variant = value()?,
            "--games" => games = value()?.parse().map_err(|_| "--games wants a number".to_owned())?,
            player => players.push(read_player(player)?),
        }
    }
    let players = players.try_into().map_err(|_| "a match has two players".to_owned())?;
    let variant = variants::find(&variant).ok_or(format!("there is no variant {variant}"))?;
    Ok(Options { variant, games, players })
}

fn read_player(text: &str) -> Result<Player, String> {
    let (name, nodes) = text.split_once(':').unwrap_or((text, ""));
    let level = match name {
        "easy" => Some(Level::Easy),
        "medium" => Some(Level::Medium),
        "hard" => Some(Level::Hard),
        "random" => None,
        _ => return Err(format!("{name} is no player")),
    };
    let nodes = if nodes.is_empty() { Ok(u64::MAX) } else { nodes.parse() };
    Ok(Player { level, nodes: nodes.map_err(|_| format!("{text} wants a number after the colon"))? })
}

fn play_match(options: &Options) {
    let (mut won, mut drawn, mut lost, mut plies) = (0, 0, 0, 0);
    let begin = Instant::now();
    for number in 0..options.games {
        let first_plays = if number % 2 == 0 { Side::First } else { Side::Second };
        let (winner, length) = play_game(options, number, first_plays);
        plies += length;
        match winner {
            None => drawn += 1,
            Some(side) if side == first_plays => won += 1,
            Some(_) => lost += 1,
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("{}: +{won} ={drawn} -{lost}", options.variant.name());
    println!("{plies} plies in {seconds:.1} s, {:.1} ms each", seconds * 1000.0 / plies as f64);
    println!("{:.1} million nodes per second from the start position", speed(options) / 1e6);
}

/// Who wins a game in which the first player has this side, and how many plies the bots thought about.
fn play_game(options: &Options, number: u64, first_plays: Side) -> (Option<Side>, u64) {
    let mut game = Game::new(options.variant);
    let mut opening = Chance::new(number / 2);
    for _ in 0..OPENING_PLIES {
        let Some(play) = opening.pick(game.legal_plays()).cloned() else { break };
        game.play(&Wish::from(&play)).expect("a legal move");
    }
    let mut plies = 0;
    while game.outcome().is_none() {
        let player = options.players[usize::from(Match::side_to_move(&game) != first_plays)];
        let seed = (number << 32) + plies;
        let play = match player.level {
            Some(level) => game.bot_move(level, Budget::of_nodes(player.nodes), seed),
            None => game.random_move(seed),
        };
        game.play(&Wish::from(&play.expect("the game goes on"))).expect("a legal move");
        plies += 1;
    }
    (game.outcome().and_then(|outcome| outcome.winner), plies)
}

fn speed(options: &Options) -> f64 {
    let begin = Instant::now();
    let analysis = Game::new(options.variant).analyse(Budget::of_nodes(1_000_000), 1);
    analysis.nodes as f64 / begin.elapsed().as_secs_f64()
}
