//! Positions and moves as the Hub protocol writes them: one letter per square, captures with what they take.
//!
//! Squares are counted as players of the variant number them; where they use letters, 1 is the first square of the top row, White at
//! the bottom.

use draughts::notation::{Colour, Corner, Notation, SquareNames};
use draughts::{Game, Position, Variant};
use game::{Piece, Play, Rank, Square, Wish};

/// The squares of a variant in the order of the protocol.
pub(crate) struct HubNotation {
    variant: &'static Variant,
    notation: Notation,
    squares: Vec<Square>,
}

impl HubNotation {
    /// The notation of a variant.
    pub(crate) fn of(variant: &'static Variant) -> HubNotation {
        let usual = variant.rules().notation;
        let corner = match (usual.squares, usual.first) {
            (SquareNames::Numbers, _) => usual.corner,
            (SquareNames::Letters, Colour::White) => Corner::TopLeft,
            (SquareNames::Letters, Colour::Black) => Corner::BottomRight,
        };
        let notation = Notation { squares: SquareNames::Numbers, corner, ..usual };
        let layout = &variant.rules().layout;
        let mut squares: Vec<Square> = layout.squares().collect();
        squares.sort_by_key(|square| notation.number(layout, *square));
        HubNotation { variant, notation, squares }
    }

    /// A position as text: the side to move and each square.
    pub(crate) fn write_position(&self, position: &Position) -> String {
        let letter = |square: &Square| match position.piece(*square) {
            None => 'e',
            Some(Piece { side, rank }) => match (self.notation.colour(side), rank) {
                (Colour::White, Rank::Man) => 'w',
                (Colour::White, Rank::King) => 'W',
                (Colour::Black, Rank::Man) => 'b',
                (Colour::Black, Rank::King) => 'B',
            },
        };
        let turn = self.notation.colour(position.side_to_move()).letter();
        [turn].into_iter().chain(self.squares.iter().map(letter)).collect()
    }

    /// The position of a text.
    ///
    /// # Errors
    /// What is wrong with the text, in words.
    pub(crate) fn read_position(&self, text: &str) -> Result<Position, String> {
        let mut letters = text.chars();
        let turn = match letters.next() {
            Some('W') => Colour::White,
            Some('B') => Colour::Black,
            _ => return Err("a position begins with W or B, the side to move".to_owned()),
        };
        let mut position = Position::empty(self.variant, self.notation.side(turn));
        let letters: Vec<char> = letters.collect();
        if letters.len() != self.squares.len() {
            let (found, wanted) = (letters.len(), self.squares.len());
            return Err(format!("a position of {} has {wanted} squares, not {found}", self.variant.name()));
        }
        for (square, letter) in self.squares.iter().zip(letters) {
            let (colour, rank) = match letter {
                'e' => continue,
                'w' => (Colour::White, Rank::Man),
                'W' => (Colour::White, Rank::King),
                'b' => (Colour::Black, Rank::Man),
                'B' => (Colour::Black, Rank::King),
                other => return Err(format!("{other} is no piece: use w, W, b, B or e")),
            };
            position.put(*square, Some(Piece { side: self.notation.side(colour), rank }));
        }
        Ok(position)
    }

    /// A move as text: `32-28`, or `28x19x23` with the captured squares after both ends.
    pub(crate) fn write_move(&self, play: &Play) -> String {
        let number =
            |square: &Square| self.notation.number(&self.variant.rules().layout, *square).to_string();
        let ends = play.from.iter().chain([&play.to]);
        let sign = if play.captures.is_empty() { "-" } else { "x" };
        ends.chain(&play.captures).map(number).collect::<Vec<String>>().join(sign)
    }

    /// The legal move of a game that a text means.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub(crate) fn read_move(&self, game: &Game, text: &str) -> Result<Play, String> {
        let unreadable = || format!("{text} is no move: write it as 32-28 or 28x19x23");
        let squares: Option<Vec<Square>> = text.split(['-', 'x']).map(|number| self.square(number)).collect();
        let squares = squares.ok_or_else(unreadable)?;
        let [from, to, captures @ ..] = squares.as_slice() else { return Err(unreadable()) };
        let mut captures = captures.to_vec();
        captures.sort_unstable();
        let fits = |play: &&Play| {
            let mut taken = play.captures.clone();
            taken.sort_unstable();
            play.from == Some(*from) && play.to == *to && (captures.is_empty() || taken == captures)
        };
        let legal: Vec<&Play> = game.legal_plays().iter().filter(fits).collect();
        match legal.as_slice() {
            [play, ..] => Ok((*play).clone()),
            [] => match game.resolve(&Wish::go(*from, *to)) {
                Err(refusal) => Err(refusal.sentence),
                Ok(_) => Err(format!("{text} names other captured squares than the rules")),
            },
        }
    }

    fn square(&self, number: &str) -> Option<Square> {
        let number: usize = number.parse().ok()?;
        self.squares.get(number.checked_sub(1)?).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::HubNotation;
    use draughts::{Game, Position, variants};

    #[test]
    fn every_start_reads_back() {
        for variant in variants::ALL {
            let notation = HubNotation::of(variant);
            let start = Position::start(variant);
            let text = notation.write_position(&start);
            assert_eq!(notation.read_position(&text), Ok(start), "{text}");
        }
    }

    #[test]
    fn positions_are_written_as_the_protocol_shows_them() {
        let start = |name: &str| {
            let variant = variants::find(name).unwrap();
            HubNotation::of(variant).write_position(&Position::start(variant))
        };
        let international = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
        assert_eq!(start("international"), international);
        assert_eq!(start("english"), format!("B{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12)));
        assert_eq!(start("russian"), format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12)));
    }

    #[test]
    fn captures_name_what_they_take_in_any_order() {
        let variant = variants::find("international").unwrap();
        let notation = HubNotation::of(variant);
        let position = Position::from_fen(variant, "W:W28:B23,13").unwrap();
        let game = Game::from_position(position);
        let play = notation.read_move(&game, "28x8x13x23").unwrap();
        assert_eq!(notation.write_move(&play), "28x8x23x13");
        assert!(notation.read_move(&game, "28-22").is_err());
        assert!(notation.read_move(&game, "x").is_err());
    }
}
