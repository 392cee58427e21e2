//! Plays as the hard bot of the last release. Each line of input is `VARIANT SEED MOVE MOVE …`, the moves from the start
//! as `FROM,TO,CAPTURED,…`; the answer is a move in the same form.

#[path = "../../src/move_text.rs"]
mod move_text;

use std::io::{self, BufRead, Write};

use draughts::{Game, variants};
use game::{Budget, Level, Match, Wish};

/// The positions that its strongest level searched for a move.
const NODES: u64 = 400_000;

fn main() -> io::Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let answer = answer(&line?).map_err(io::Error::other)?;
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

fn answer(line: &str) -> Result<String, String> {
    let mut words = line.split_whitespace();
    let variant = words.next().and_then(variants::find).ok_or("a line begins with a variant")?;
    let seed = words.next().and_then(|word| word.parse().ok()).ok_or("the second word is a seed")?;
    let mut game = Game::new(variant);
    for word in words {
        let wish =
            move_text::find(&game, word).map(Wish::from).ok_or_else(|| format!("{word} is not legal"))?;
        game.play(&wish).map_err(|refusal| refusal.sentence)?;
    }
    let chosen = game.bot_move(Level::Hard, Budget::of_nodes(NODES), seed).ok_or("the game is over")?;
    Ok(move_text::text(game.position(), &chosen))
}
