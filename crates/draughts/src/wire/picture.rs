//! The picture of a draughts position.

use game::{Rank, Side};
use wire::{Picture, ShownPosition};

const CROWN: &str = "M-19 11-22-9-10 0 0-16 10 0 22-9 19 11ZM-18 14H18V19H-18Z";

/// The colours of a side's pieces: the disc and the lines on it.
struct Colours {
    disc: &'static str,
    line: &'static str,
}

/// Draws the board, the squares of the last move and the pieces.
pub(super) fn draw(position: &ShownPosition<'_>) -> Picture {
    let every_square = position.board.playable.len() == position.pieces.len();
    let mut picture = Picture::new(position.board, if every_square { "#d8b48a" } else { "#ecdcb9" });
    for square in &position.board.playable {
        let (row, column) = (square.0 / position.board.columns, square.0 % position.board.columns);
        // A board that is played on every square has lines, not colours.
        match every_square {
            false => picture.square(*square, "#98683f"),
            true if (row + column) % 2 == 1 => picture.square(*square, "#cfa676"),
            true => {}
        }
    }
    for square in position.touched() {
        picture.square(square, "#7e8f6a");
    }
    let colours = position.board.sides.map(|side| colours(side.name));
    for (square, piece) in position.occupied() {
        let Colours { disc, line } = &colours[piece.side.index()];
        let ring = match (piece.rank, piece.side) {
            (Rank::King, _) => "<circle r=\"32\"/>",
            (Rank::Man, Side::First) => "<circle r=\"25\"/>",
            (Rank::Man, Side::Second) => "<circle r=\"25\" stroke-width=\"5\" stroke-dasharray=\"0 8\"/>",
        };
        let crown = match piece.rank {
            Rank::King => format!("<path d=\"{CROWN}\" fill=\"{line}\" stroke=\"none\"/>"),
            Rank::Man => String::new(),
        };
        let shadow = "<circle r=\"38\" cy=\"5\" fill=\"#0004\"/>";
        let man = format!("<circle r=\"37\" fill=\"{disc}\"/>{ring}");
        picture.on(square, &format!("{shadow}<g stroke=\"{line}\" stroke-width=\"3\">{man}{crown}</g>"));
    }
    picture
}

/// The colours that fit the name of a side.
fn colours(side: &str) -> Colours {
    match side {
        "White" => Colours { disc: "#faf4e6", line: "#6b543b" },
        "Black" => Colours { disc: "#23201e", line: "#c9beb3" },
        "Green" => Colours { disc: "#2f6b4a", line: "#dcefe2" },
        "Buff" => Colours { disc: "#e8cf9c", line: "#6b543b" },
        _ => Colours { disc: "#c23a2c", line: "#ffe6d6" },
    }
}

#[cfg(test)]
mod tests {
    use wire::{ShownPosition, WireGame};

    use crate::wire::Checkers;

    #[test]
    fn every_variant_is_drawn_with_all_its_men_and_squares() {
        for variant in Checkers::variants() {
            let board = variant.description();
            let start = variant.start();
            let svg = Checkers::picture(&ShownPosition { board, pieces: &start.board(), last: None }).svg();
            let men = start.board().iter().flatten().count();
            assert_eq!(svg.matches("r=\"37\"").count(), men, "{}", board.variant);
            let names = board.sides.map(|side| side.name);
            let [first, second] = names.map(|name| super::colours(name).disc);
            assert_ne!(first, second, "{names:?}");
            assert!(svg.contains(first) && svg.contains(second), "{}", board.variant);
        }
    }

    #[test]
    fn kings_wear_a_crown_and_the_last_move_is_marked() {
        let variant =
            Checkers::variants().into_iter().find(|known| known.description().variant == "international");
        let variant = variant.expect("it is on offer");
        let mut game = variant.start_from("W:W6,K40:B10").expect("a position");
        let play = game.play(&game::Wish::go(game::Square(10), game::Square(1))).expect("6-1").play;
        let shown = ShownPosition { board: variant.description(), pieces: &game.board(), last: Some(&play) };
        let svg = Checkers::picture(&shown).svg();
        assert_eq!(svg.matches(super::CROWN).count(), 2);
        assert_eq!(svg.matches("#7e8f6a").count(), 2);
    }
}
