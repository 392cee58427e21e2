//! The picture of a position: a game draws its board and its pieces as plain shapes, for previews of links. They are written as
//! SVG here, and turned into pixels by the server.

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
    columns: i32,
    rows: i32,
    shapes: Vec<Shape>,
}

impl Picture {
    /// The width and height of a square.
    const UNIT: i32 = 100;

    /// A board without squares in one colour.
    #[must_use]
    pub fn new(board: &Description, ground: Rgba) -> Picture {
        let mut picture =
            Picture { columns: board.columns.into(), rows: board.rows.into(), shapes: Vec::new() };
        let [width, height] = picture.size();
        picture.shape(Shape::rectangle(width, height).filled(ground));
        picture
    }

    /// Fills a square with a colour.
    pub fn square(&mut self, square: Square, fill: Rgba) {
        let shape = Shape::rectangle(Self::UNIT, Self::UNIT).filled(fill);
        self.shape(shape.moved(self.corner(square)));
    }

    /// Draws a shape on a square, with the centre of the square as origin.
    pub fn on(&mut self, square: Square, shape: Shape) {
        self.shape(shape.moved(self.corner(square).map(|corner| corner + Self::UNIT / 2)));
    }

    /// Draws a shape on the whole board, with the top left corner as origin.
    pub fn shape(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    /// The width and height of the board.
    #[must_use]
    pub fn size(&self) -> [i32; 2] {
        [self.columns * Self::UNIT, self.rows * Self::UNIT]
    }

    /// The shapes, in the order in which they are drawn.
    #[must_use]
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// The SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let [width, height] = self.size();
        let size = format!("width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\"");
        let strokes = "fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\"";
        let shapes: String = self.shapes.iter().map(Shape::svg).collect();
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {size} {strokes}>{shapes}</svg>\n")
    }

    fn corner(&self, square: Square) -> [i32; 2] {
        let square = i32::from(square.0);
        [square % self.columns * Self::UNIT, square / self.columns * Self::UNIT]
    }
}

/// A shape of a picture. Its strokes have round ends and corners.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The form.
    pub outline: Outline,
    /// Where the origin of the outline is.
    pub at: [i32; 2],
    /// The colour of its inside.
    pub fill: Option<Rgba>,
    /// How the outline is drawn.
    pub stroke: Option<Stroke>,
}

/// The form of a shape.
#[derive(Clone, Copy, Debug)]
pub enum Outline {
    /// A rectangle; the origin is its top left corner.
    Rectangle {
        /// Its width.
        width: i32,
        /// Its height.
        height: i32,
    },
    /// A circle; the origin is its centre.
    Circle {
        /// Its radius.
        radius: i32,
    },
    /// Lines, each through all its points.
    Lines(&'static [&'static [[i32; 2]]]),
}

/// How an outline is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Stroke {
    /// The colour of the line.
    pub colour: Rgba,
    /// The width of the line.
    pub width: i32,
    /// The length of dashes and of the gaps between them; `None` if the line is solid.
    pub dashes: Option<[i32; 2]>,
}

/// A colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgba {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// From 0, which cannot be seen, to 255, through which nothing can be seen.
    pub alpha: u8,
}

impl Rgba {
    /// An opaque colour from a number such as `0xecdcb9`.
    #[must_use]
    pub const fn opaque(number: u32) -> Rgba {
        let [_, red, green, blue] = number.to_be_bytes();
        Rgba { rgb: [red, green, blue], alpha: u8::MAX }
    }

    /// Black through which the ground can be seen.
    #[must_use]
    pub const fn shade(alpha: u8) -> Rgba {
        Rgba { rgb: [0; 3], alpha }
    }

    /// The colour as it is written in SVG.
    #[must_use]
    pub fn svg(self) -> String {
        let [red, green, blue] = self.rgb;
        let opaque = format!("#{red:02x}{green:02x}{blue:02x}");
        if self.alpha == u8::MAX { opaque } else { format!("{opaque}{:02x}", self.alpha) }
    }
}

impl Shape {
    /// A rectangle with its top left corner at the origin.
    #[must_use]
    pub const fn rectangle(width: i32, height: i32) -> Shape {
        Shape::of(Outline::Rectangle { width, height })
    }

    /// A circle around the origin.
    #[must_use]
    pub const fn circle(radius: i32) -> Shape {
        Shape::of(Outline::Circle { radius })
    }

    /// Lines, each through all its points.
    #[must_use]
    pub const fn lines(lines: &'static [&'static [[i32; 2]]]) -> Shape {
        Shape::of(Outline::Lines(lines))
    }

    const fn of(outline: Outline) -> Shape {
        Shape { outline, at: [0, 0], fill: None, stroke: None }
    }

    /// The shape with a colour inside.
    #[must_use]
    pub const fn filled(self, colour: Rgba) -> Shape {
        Shape { fill: Some(colour), ..self }
    }

    /// The shape with a solid outline.
    #[must_use]
    pub const fn outlined(self, colour: Rgba, width: i32) -> Shape {
        Shape { stroke: Some(Stroke { colour, width, dashes: None }), ..self }
    }

    /// The shape with an outline of dashes; those without length are dots.
    #[must_use]
    pub const fn dashed(self, colour: Rgba, width: i32, dashes: [i32; 2]) -> Shape {
        Shape { stroke: Some(Stroke { colour, width, dashes: Some(dashes) }), ..self }
    }

    /// The shape, moved to the right and down.
    #[must_use]
    pub const fn moved(self, [right, down]: [i32; 2]) -> Shape {
        Shape { at: [self.at[0] + right, self.at[1] + down], ..self }
    }

    fn svg(&self) -> String {
        let [x, y] = self.at;
        let fill = self.fill.map(|colour| format!(" fill=\"{}\"", colour.svg())).unwrap_or_default();
        let style = fill + &self.stroke.as_ref().map(Stroke::svg).unwrap_or_default();
        match self.outline {
            Outline::Rectangle { width, height } => {
                format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{style}/>")
            }
            Outline::Circle { radius } => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{style}/>"),
            Outline::Lines(lines) => {
                let path: String = lines.iter().map(|points| path(points)).collect();
                let place = if self.at == [0, 0] {
                    String::new()
                } else {
                    format!(" transform=\"translate({x} {y})\"")
                };
                format!("<path d=\"{path}\"{place}{style}/>")
            }
        }
    }
}

impl Stroke {
    fn svg(&self) -> String {
        let dashes = self.dashes.map(|[dash, gap]| format!(" stroke-dasharray=\"{dash} {gap}\""));
        let (colour, width) = (self.colour.svg(), self.width);
        format!(" stroke=\"{colour}\" stroke-width=\"{width}\"{}", dashes.unwrap_or_default())
    }
}

/// A line through points as SVG writes it.
fn path(points: &[[i32; 2]]) -> String {
    let points: Vec<String> = points.iter().map(|[x, y]| format!("{x} {y}")).collect();
    format!("M{}", points.join(" "))
}
