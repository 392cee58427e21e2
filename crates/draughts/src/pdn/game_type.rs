//! The `GameType` tag: which variant a game is, and how its squares are named.

use crate::layout::Playable;
use crate::notation::{Colour, Corner, Notation, SquareNames};
use crate::{Variant, variants};

/// A variant with the notation that a text uses for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameType {
    /// The rules.
    pub variant: &'static Variant,
    /// The names of squares, the colours and the results.
    pub notation: Notation,
}

/// Numbers that some programs use for a variant that the standard numbers differently.
struct Dialect {
    number: u8,
    details: fn(&Details) -> bool,
    variant: &'static str,
}

const DIALECTS: [Dialect; 4] = [
    Dialect { number: 27, details: |details| details.columns == 8, variant: "pool" },
    Dialect { number: 31, details: |details| details.inverted, variant: "portuguese" },
    Dialect { number: 32, details: |_| true, variant: "english" },
    Dialect { number: 43, details: |_| true, variant: "turkish" },
];

/// Notations of the standard beside the one that a bare number stands for here.
const ALTERNATIVES: [&str; 3] = ["23,W,8,8,A0,0", "23,B,8,8,A1,1", "31,B,8,8,N2,0"];

impl GameType {
    /// A variant in its usual notation.
    #[must_use]
    pub fn of(variant: &'static Variant) -> GameType {
        GameType { variant, notation: variant.rules().notation }
    }

    /// Reads the value of a `GameType` tag: a number alone, or with all its details.
    ///
    /// Older programs use the corner digit differently, so a value outside the standard keeps the
    /// usual notation of its number, unless it names squares in the other way (letters or numbers).
    pub fn read(value: &str) -> Result<GameType, String> {
        let (number, details) = value.split_once(',').map_or((value, None), |(a, b)| (a, Some(b)));
        let number: u8 = number.trim().parse().map_err(|_| format!("{value} is not a GameType"))?;
        let details = details
            .map(|text| Details::read(text).ok_or(format!("{value} is not a GameType")))
            .transpose()?;
        let variant = variant_of(number, details.as_ref())?;
        let Some(details) = details else { return Ok(GameType::of(variant)) };
        let layout = &variant.rules().layout;
        if (details.columns, details.rows) != (layout.columns, layout.rows) {
            let (columns, rows) = (layout.columns, layout.rows);
            return Err(format!("GameType {number} is played on a board of {columns} by {rows}"));
        }
        Ok(GameType { variant, notation: details.notation(variant, ALTERNATIVES.contains(&value)) })
    }

    /// The value of the tag, where the variant has a number.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        self.notation.game_type_text(&self.variant.rules().layout)
    }
}

fn variant_of(number: u8, details: Option<&Details>) -> Result<&'static Variant, String> {
    let dialect = DIALECTS.iter().find(|dialect| {
        let fits = details.map_or(official(number).is_none(), dialect.details);
        dialect.number == number && fits
    });
    let variant = dialect.map_or_else(|| official(number), |dialect| variants::find(dialect.variant));
    variant.ok_or_else(|| format!("GameType {number} is not a variant that is known here"))
}

fn official(number: u8) -> Option<&'static Variant> {
    variants::ALL.iter().find(|variant| variant.rules().notation.game_type == Some(number))
}

/// What follows the number: `W,10,10,N2,0`.
struct Details {
    first: Colour,
    columns: u8,
    rows: u8,
    squares: SquareNames,
    corner: Corner,
    inverted: bool,
}

impl Details {
    fn read(text: &str) -> Option<Details> {
        let mut fields = text.split(',').map(str::trim);
        let first = match fields.next()? {
            "W" | "w" => Colour::White,
            "B" | "b" => Colour::Black,
            _ => return None,
        };
        let columns = fields.next()?.parse().ok()?;
        let rows = fields.next()?.parse().ok()?;
        let (letter, digit) = fields.next()?.split_at_checked(1)?;
        let squares = match letter {
            "A" | "a" | "S" | "s" => SquareNames::Letters,
            "N" | "n" => SquareNames::Numbers,
            _ => return None,
        };
        let corner = match digit {
            "0" => Corner::BottomLeft,
            "1" => Corner::BottomRight,
            "2" => Corner::TopLeft,
            "3" => Corner::TopRight,
            _ => return None,
        };
        let inverted = match fields.next() {
            None | Some("0") => false,
            Some("1") => true,
            Some(_) => return None,
        };
        fields.next().is_none().then_some(Details { first, columns, rows, squares, corner, inverted })
    }

    fn notation(&self, variant: &Variant, exact: bool) -> Notation {
        let usual = variant.rules().notation;
        if !exact && self.squares == usual.squares {
            return Notation { first: self.first, ..usual };
        }
        // A board in a mirror has the same games: left and right change places.
        let mirrored = self.inverted != (variant.rules().layout.playable == Playable::LowerRight);
        let corner = if mirrored { self.corner.mirrored() } else { self.corner };
        Notation { first: self.first, squares: self.squares, corner, ..usual }
    }
}

impl Corner {
    fn mirrored(self) -> Corner {
        match self {
            Corner::BottomLeft => Corner::BottomRight,
            Corner::BottomRight => Corner::BottomLeft,
            Corner::TopLeft => Corner::TopRight,
            Corner::TopRight => Corner::TopLeft,
        }
    }
}
