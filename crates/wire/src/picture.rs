//! The picture of a position as SVG: a game draws its board and its pieces, for previews of links.

use game::{Description, Piece, Play, Square};

/// A position to draw.
#[derive(Clone, Copy, Debug)]
pub struct ShownPosition<'a> {
    /// The board.
    pub board: &'a Description,
    /// What stands on each square, row by row from the top left.
    pub pieces: &'a [Option<Piece>],
    /// The last move.
    pub last: Option<&'a Play>,
}

impl ShownPosition<'_> {
    /// The squares with a piece.
    pub fn occupied(&self) -> impl Iterator<Item = (Square, Piece)> {
        (0..).map(Square).zip(self.pieces).filter_map(|(square, piece)| Some((square, (*piece)?)))
    }

    /// The squares that the last move touched.
    #[must_use]
    pub fn touched(&self) -> Vec<Square> {
        self.last.map(|play| play.from.into_iter().chain([play.to]).collect()).unwrap_or_default()
    }
}

/// A drawing of a board; every square is 100 units wide.
#[derive(Clone, Debug)]
pub struct Picture {
    columns: u32,
    rows: u32,
    shapes: String,
}

impl Picture {
    /// The width and height of a square.
    pub const UNIT: u32 = 100;

    /// A board without squares in one colour.
    #[must_use]
    pub fn new(board: &Description, ground: &str) -> Picture {
        let mut picture =
            Picture { columns: board.columns.into(), rows: board.rows.into(), shapes: String::new() };
        let (width, height) = picture.size();
        picture.shape(&format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>"));
        picture
    }

    /// Fills a square with a colour.
    pub fn square(&mut self, square: Square, fill: &str) {
        let ((x, y), unit) = (self.corner(square), Self::UNIT);
        self.shape(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{unit}\" height=\"{unit}\" fill=\"{fill}\"/>"
        ));
    }

    /// Draws shapes on a square; they are SVG with the centre of the square as origin.
    pub fn on(&mut self, square: Square, shapes: &str) {
        let (x, y) = self.corner(square);
        let (x, y) = (x + Self::UNIT / 2, y + Self::UNIT / 2);
        self.shape(&format!("<g transform=\"translate({x} {y})\">{shapes}</g>"));
    }

    /// Draws a shape on the whole board, with the top left corner as origin.
    pub fn shape(&mut self, shape: &str) {
        self.shapes.push_str(shape);
    }

    /// The SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let (width, height) = self.size();
        let size = format!("width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"");
        let strokes = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {size} {strokes}>{}</svg>\n", self.shapes)
    }

    fn size(&self) -> (u32, u32) {
        (self.columns * Self::UNIT, self.rows * Self::UNIT)
    }

    fn corner(&self, square: Square) -> (u32, u32) {
        let square = u32::from(square.0);
        (square % self.columns * Self::UNIT, square / self.columns * Self::UNIT)
    }
}
