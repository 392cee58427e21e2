//! The hard bot of the last release as a player: the program in `last-release`, built from the code of that release.

use std::process::Command;

use crate::process_player::ProcessPlayer;

/// Starts the program at this path.
pub(crate) fn start(program: &str) -> ProcessPlayer {
    ProcessPlayer::start(&mut Command::new(program), |game, seed| format!("{} {seed}", game.variant().name()))
}
