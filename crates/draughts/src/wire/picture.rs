//! The picture of a draughts position.

use game::{Piece, Rank, Side, Square};
use wire::{Picture, Rgba, Shape, ShownPosition};

const CROWN: Shape = Shape::lines(&[
    &[[-19, 11], [-22, -9], [-10, 0], [0, -16], [10, 0], [22, -9], [19, 11]],
    &[[-18, 14], [18, 14], [18, 19], [-18, 19]],
]);
const TOUCHED: Rgba = Rgba::opaque(0x7e8f6a);

/// The colours of a side's pieces: the disc and the lines on it.
struct Colours {
    disc: Rgba,
    line: Rgba,
}

/// Draws the board, the squares of the last move and the pieces.
pub(super) fn draw(position: &ShownPosition<'_>) -> Picture {
    let every_square = position.board.playable.len() == position.pieces.len();
    let ground = if every_square { 0xd8b48a } else { 0xecdcb9 };
    let mut picture = Picture::new(position.board, Rgba::opaque(ground));
    for square in &position.board.playable {
        let (row, column) = (square.0 / position.board.columns, square.0 % position.board.columns);
        // A board that is played on every square has lines, not colours.
        match every_square {
            false => picture.square(*square, Rgba::opaque(0x98683f)),
            true if (row + column) % 2 == 1 => picture.square(*square, Rgba::opaque(0xcfa676)),
            true => {}
        }
    }
    for square in position.touched() {
        picture.square(square, TOUCHED);
    }
    let colours = position.board.sides.map(|side| colours(side.name));
    for (square, piece) in position.occupied() {
        draw_piece(&mut picture, square, piece, &colours[piece.side.index()]);
    }
    picture
}

fn draw_piece(picture: &mut Picture, square: Square, piece: Piece, colours: &Colours) {
    let Colours { disc, line } = *colours;
    let shadow = Shape::circle(38).moved([0, 5]).filled(Rgba::shade(0x44));
    picture.on(square, shadow);
    picture.on(square, Shape::circle(37).filled(disc).outlined(line, 3));
    picture.on(
        square,
        match (piece.rank, piece.side) {
            (Rank::King, _) => Shape::circle(32).outlined(line, 3),
            (Rank::Man, Side::First) => Shape::circle(25).outlined(line, 3),
            (Rank::Man, Side::Second) => Shape::circle(25).dashed(line, 5, [0, 8]),
        },
    );
    if piece.rank == Rank::King {
        picture.on(square, CROWN.filled(line));
    }
}

/// The colours that fit the name of a side.
fn colours(side: &str) -> Colours {
    let (disc, line) = match side {
        "White" => (0xfaf4e6, 0x6b543b),
        "Black" => (0x23201e, 0xc9beb3),
        "Green" => (0x2f6b4a, 0xdcefe2),
        "Buff" => (0xe8cf9c, 0x6b543b),
        _ => (0xc23a2c, 0xffe6d6),
    };
    Colours { disc: Rgba::opaque(disc), line: Rgba::opaque(line) }
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
            let [first, second] = names.map(|name| super::colours(name).disc.svg());
            assert_ne!(first, second, "{names:?}");
            assert!(svg.contains(&first) && svg.contains(&second), "{}", board.variant);
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
        assert_eq!(svg.matches("M-19 11 ").count(), 2);
        assert_eq!(svg.matches("#7e8f6a").count(), 2);
    }
}
