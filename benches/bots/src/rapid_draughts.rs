//! npm `rapid-draughts` as a player, in a Node process.

use std::process::Command;

use crate::process_player::ProcessPlayer;

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// Whether Node and the package are there.
pub(crate) fn is_there() -> bool {
    let node = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    node && std::path::Path::new(FOLDER).join("node_modules/rapid-draughts").is_dir()
}

/// Starts a player with so many milliseconds of processor time for a move.
pub(crate) fn start(millis: u64) -> ProcessPlayer {
    let mut node = Command::new("node");
    ProcessPlayer::start(node.arg("rapid-draughts.mjs").current_dir(FOLDER), move |_, _| millis.to_string())
}
