//! `parlour moves`: every legal move of a position.

use std::io::Write;

use clap::Args;
use draughts::Position;
use draughts::layout::Playable;
use draughts::notation::SquareNames;
use game::{Play, Square};
use serde_json::{Value, json};

use crate::draughts_arguments::PositionArguments;
use crate::failure::Failure;

/// Print the legal moves of a position, one per line
#[derive(Args)]
#[command(after_help = "Example: parlour moves --variant international --fen \"W:WK46:B23\"\n\n\
    A capture shows the captured squares, `46x14<23>`; a + says that the man ends as a king.")]
pub(crate) struct Moves {
    #[command(flatten)]
    position: PositionArguments,
    /// Print JSON, with the path of each move and the indices used on the wire
    #[arg(long)]
    json: bool,
}

impl Moves {
    /// Prints the moves, sorted.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let position = self.position.position()?;
        let mut moves: Vec<(String, Play)> =
            position.legal_plays().into_iter().map(|play| (text(&position, &play), play)).collect();
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        if self.json {
            let moves: Vec<Value> =
                moves.iter().map(|(text, play)| described(&position, text, play)).collect();
            let list = json!({ "variant": position.variant().name(), "fen": position.fen(), "moves": moves });
            return Ok(writeln!(out, "{list:#}")?);
        }
        for (text, _) in moves {
            writeln!(out, "{text}")?;
        }
        Ok(())
    }
}

/// A move with everything that distinguishes it: `32-28`, `46x14<23>`, `10x3<6>+`.
pub(crate) fn text(position: &Position, play: &Play) -> String {
    let name = |square: &Square| name(position, *square);
    let from = play.from.as_ref().map(name).unwrap_or_default();
    let crown = if play.promotes { "+" } else { "" };
    let to = name(&play.to);
    if play.captures.is_empty() {
        return format!("{from}-{to}{crown}");
    }
    let mut captured = play.captures.clone();
    captured.sort_by_cached_key(|square| order(position, *square));
    let captured: Vec<String> = captured.iter().map(name).collect();
    format!("{from}x{to}<{}>{crown}", captured.join(","))
}

/// The sort key of a square: numbers in order; lettered squares from the top row down, or by name where all
/// are played on.
fn order(position: &Position, square: Square) -> (u8, String) {
    let (notation, layout) = (&position.rules().notation, position.layout());
    match (notation.squares, layout.playable) {
        (SquareNames::Numbers, _) => (notation.number(layout, square), String::new()),
        (SquareNames::Letters, Playable::All) => (0, name(position, square)),
        (SquareNames::Letters, _) => (square.0, String::new()),
    }
}

fn name(position: &Position, square: Square) -> String {
    position.rules().notation.square_text(position.layout(), square)
}

fn described(position: &Position, text: &str, play: &Play) -> Value {
    let names = |squares: &[Square]| squares.iter().map(|square| name(position, *square)).collect::<Vec<_>>();
    let indices = |squares: &[Square]| squares.iter().map(|square| square.0).collect::<Vec<_>>();
    json!({
        "move": text,
        "from": play.from.map(|square| name(position, square)),
        "to": name(position, play.to),
        "captures": names(&play.captures),
        "path": names(&play.path),
        "becomesKing": play.promotes,
        "wire": {
            "from": play.from.map(|square| square.0),
            "to": play.to.0,
            "captures": indices(&play.captures),
            "path": indices(&play.path),
        },
    })
}
