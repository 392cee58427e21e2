//! The picture of a position as PNG, in the size that other sites want for the preview of a link.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use common::lock;
use protocol::rest::ApiError;
use protocol::{ErrorCode, Outline, Picture, Rgba, Shape};
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, StrokeDash, Transform,
};
use tokio::sync::Semaphore;
use tracing::error;

/// The width of every preview, as sites recommend it.
pub(super) const WIDTH: u32 = 1200;
/// The height of every preview.
pub(super) const HEIGHT: u32 = 630;
/// The room above and below the board.
const MARGIN: f32 = 24.0;
/// The width of the edge around the board.
const EDGE: f32 = 8.0;
const GROUND: Rgba = Rgba::opaque(0xf4efe6);
const EDGE_COLOUR: Rgba = Rgba::opaque(0x4d3019);
/// How many drawn pictures are kept.
const KEPT: usize = 64;
/// How many requests wait for a picture while another one is drawn.
const WAITING: usize = 16;

/// Draws pictures, one at a time, and keeps the last ones.
pub(super) struct PreviewImages {
    /// The drawn pictures by the digest of their shapes, the oldest first.
    drawn: Mutex<VecDeque<(blake3::Hash, Bytes)>>,
    turn: Arc<Semaphore>,
    waiting: Semaphore,
}

impl Default for PreviewImages {
    fn default() -> PreviewImages {
        PreviewImages {
            drawn: Mutex::default(),
            turn: Arc::new(Semaphore::new(1)),
            waiting: Semaphore::new(WAITING),
        }
    }
}

impl PreviewImages {
    /// The picture as PNG. It is drawn on a thread for work that blocks; if too many requests wait for one, this one is declined.
    pub(super) async fn png(&self, picture: Picture) -> Result<Bytes, ApiError> {
        let digest = blake3::hash(picture.svg().as_bytes());
        if let Some(png) = self.find(digest) {
            return Ok(png);
        }
        let _place = self.waiting.try_acquire().map_err(|_| declined())?;
        let turn = Arc::clone(&self.turn).acquire_owned().await.map_err(|_| declined())?;
        // The same picture may have been drawn meanwhile.
        if let Some(png) = self.find(digest) {
            return Ok(png);
        }
        let drawing = tokio::task::spawn_blocking(move || {
            // The turn ends with the work, also if the client has gone.
            let _turn = turn;
            png_of(&picture)
        });
        let png = drawing.await.ok().flatten().map(Bytes::from).ok_or_else(|| {
            error!("picture not drawn");
            ApiError::new(ErrorCode::Internal, "the picture could not be drawn")
        })?;
        let mut drawn = lock(&self.drawn);
        drawn.push_back((digest, png.clone()));
        if drawn.len() > KEPT {
            drawn.pop_front();
        }
        Ok(png)
    }

    fn find(&self, digest: blake3::Hash) -> Option<Bytes> {
        lock(&self.drawn).iter().find(|(known, _)| *known == digest).map(|(_, png)| png.clone())
    }
}

fn declined() -> ApiError {
    ApiError::new(ErrorCode::Unavailable, "too many pictures are being drawn").hint("ask again in a moment")
}

/// Draws the board in the middle, where it stays whole if a site shows only a square of the preview.
fn png_of(picture: &Picture) -> Option<Vec<u8>> {
    let mut pixels = Pixmap::new(WIDTH, HEIGHT)?;
    pixels.fill(color(GROUND));
    let [width, height] = picture.size().map(|length| length as f32);
    let scale = ((HEIGHT as f32 - 2.0 * MARGIN) / height).min((WIDTH as f32 - 2.0 * MARGIN) / width);
    let [left, top] = [WIDTH as f32 - width * scale, HEIGHT as f32 - height * scale].map(|room| room / 2.0);
    let edge = Rect::from_xywh(
        left - EDGE,
        top - EDGE,
        2.0f32.mul_add(EDGE, width * scale),
        2.0f32.mul_add(EDGE, height * scale),
    )?;
    pixels.fill_rect(edge, &paint(EDGE_COLOUR), Transform::identity(), None);
    let place = Transform::from_row(scale, 0.0, 0.0, scale, left, top);
    for shape in picture.shapes() {
        draw(&mut pixels, shape, place)?;
    }
    pixels.encode_png().ok()
}

fn draw(pixels: &mut Pixmap, shape: &Shape, place: Transform) -> Option<()> {
    let path = path_of(&shape.outline)?;
    let [x, y] = shape.at.map(|length| length as f32);
    let place = place.pre_translate(x, y);
    if let Some(fill) = shape.fill {
        pixels.fill_path(&path, &paint(fill), FillRule::Winding, place, None);
    }
    if let Some(stroke) = shape.stroke {
        let dash = stroke
            .dashes
            .and_then(|dashes| StrokeDash::new(dashes.map(|length| length as f32).to_vec(), 0.0));
        let line = Stroke {
            width: stroke.width as f32,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash,
            ..Stroke::default()
        };
        pixels.stroke_path(&path, &paint(stroke.colour), &line, place, None);
    }
    Some(())
}

fn path_of(outline: &Outline) -> Option<Path> {
    match *outline {
        Outline::Rectangle { width, height } => {
            Some(PathBuilder::from_rect(Rect::from_xywh(0.0, 0.0, width as f32, height as f32)?))
        }
        Outline::Circle { radius } => PathBuilder::from_circle(0.0, 0.0, radius as f32),
        Outline::Lines(lines) => {
            let mut path = PathBuilder::new();
            for points in lines {
                let mut points = points.iter().map(|point| point.map(|length| length as f32));
                let [x, y] = points.next()?;
                path.move_to(x, y);
                points.for_each(|[x, y]| path.line_to(x, y));
            }
            path.finish()
        }
    }
}

fn paint(colour: Rgba) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(color(colour));
    paint
}

fn color(Rgba { rgb: [red, green, blue], alpha }: Rgba) -> Color {
    Color::from_rgba8(red, green, blue, alpha)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use common::lock;
    use game::{Square, Variant, Wish};
    use protocol::{ErrorCode, Picture, ShownPosition, WireGame};
    use tictactoe::TicTacToe;
    use tiny_skia::Pixmap;

    use super::{HEIGHT, KEPT, PreviewImages, WAITING, WIDTH, png_of};

    /// The position after crosses and noughts on these squares, in turn.
    fn picture(squares: &[u8]) -> Picture {
        let mut game = TicTacToe.start();
        for square in squares {
            game.play(&Wish::place(Square(*square))).expect("the square is free");
        }
        TicTacToe::picture(&ShownPosition {
            board: TicTacToe.description(),
            pieces: &game.board(),
            last: None,
        })
    }

    /// The opaque pixels of a colour in a PNG.
    fn count(png: &[u8], rgb: [u8; 3]) -> usize {
        let pixels = Pixmap::decode_png(png).expect("a PNG");
        assert_eq!([pixels.width(), pixels.height()], [WIDTH, HEIGHT]);
        let is_equal = |pixel: &&tiny_skia::PremultipliedColorU8| {
            [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()] == [rgb[0], rgb[1], rgb[2], u8::MAX]
        };
        pixels.pixels().iter().filter(is_equal).count()
    }

    #[test]
    fn a_preview_shows_the_board_and_every_piece_in_the_colour_of_its_side() {
        let (cross, nought) = ([0xa3, 0x2a, 0x1e], [0x1f, 0x4e, 0x79]);
        let drawn = |squares: &[u8]| png_of(&picture(squares)).expect("it can be drawn");
        let empty = drawn(&[]);
        assert_eq!((count(&empty, cross), count(&empty, nought)), (0, 0));
        let (two, three) = (drawn(&[0, 4]), drawn(&[0, 4, 8]));
        assert!(count(&two, cross) > 1_000 && count(&two, nought) > 1_000);
        assert!(count(&three, cross) > count(&two, cross) * 3 / 2);
        assert_eq!(count(&three, nought), count(&two, nought));
    }

    #[tokio::test]
    async fn a_position_is_drawn_once_and_only_the_last_pictures_are_kept() {
        let images = PreviewImages::default();
        let first = images.png(picture(&[])).await.expect("it can be drawn");
        let again = images.png(picture(&[])).await.expect("it is known");
        assert_eq!(first.as_ptr(), again.as_ptr());
        let pairs = (0..9u8).flat_map(|first| (0..9).map(move |second| [first, second]));
        for squares in pairs.filter(|[first, second]| first != second).take(KEPT) {
            images.png(picture(&squares)).await.expect("it can be drawn");
        }
        assert_eq!(lock(&images.drawn).len(), KEPT);
        assert!(images.find(blake3::hash(picture(&[]).svg().as_bytes())).is_none());
    }

    #[tokio::test]
    async fn while_a_picture_is_drawn_a_bounded_number_of_requests_waits() {
        let images = Arc::new(PreviewImages::default());
        let turn = Arc::clone(&images.turn).acquire_owned().await.expect("it is never closed");
        let ask = || {
            let images = Arc::clone(&images);
            tokio::spawn(async move { images.png(picture(&[4])).await })
        };
        let waiting: Vec<_> = (0..WAITING).map(|_| ask()).collect();
        while images.waiting.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let declined = ask().await.expect("it does not panic").expect_err("no place is free");
        assert_eq!(declined.code, ErrorCode::Unavailable);
        drop(turn);
        for request in waiting {
            assert!(request.await.expect("it does not panic").is_ok());
        }
    }
}
