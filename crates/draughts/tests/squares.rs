//! Where squares lie and what they are called.

use draughts::direction::Direction;
use draughts::variants;
use game::Square;

/// Checks the name of the square in a row and column, seen by the player who starts.
fn check(variant: &str, name: &str, row: u8, column: u8) {
    let rules = variants::find(variant).expect("a variant of that name").rules();
    let square = Square(row * rules.layout.columns + column);
    assert_eq!(rules.notation.square_text(&rules.layout, square), name, "{variant} {row},{column}");
    assert_eq!(rules.notation.square(&rules.layout, name), Some(square), "{variant} {name}");
}

#[test]
fn english_counts_from_the_first_movers_lower_right() {
    check("english", "1", 7, 6);
    check("english", "4", 7, 0);
    check("english", "5", 6, 7);
    check("english", "32", 0, 1);
}

#[test]
fn international_counts_from_the_first_movers_upper_left() {
    check("international", "1", 0, 1);
    check("international", "5", 0, 9);
    check("international", "6", 1, 0);
    check("international", "46", 9, 0);
    check("canadian", "72", 11, 10);
}

#[test]
fn italian_plays_on_the_other_squares() {
    check("italian", "1", 0, 0);
    check("italian", "4", 0, 6);
    check("italian", "5", 1, 1);
    check("italian", "32", 7, 7);
}

#[test]
fn spanish_counts_the_italian_squares_backwards() {
    check("spanish", "1", 7, 7);
    check("spanish", "4", 7, 1);
    check("spanish", "5", 6, 6);
    check("spanish", "32", 0, 0);
}

#[test]
fn russian_and_turkish_use_letters() {
    check("russian", "a1", 7, 0);
    check("russian", "h8", 0, 7);
    check("turkish", "a2", 6, 0);
    check("turkish", "g8", 0, 6);
}

#[test]
fn thai_squares_are_numbered_as_in_english_draughts() {
    check("thai", "1", 7, 6);
    check("thai", "32", 0, 1);
}

#[test]
fn names_that_are_no_square_are_refused() {
    let rules = variants::find("russian").unwrap().rules();
    for name in ["", "a", "a2", "a9", "i1", "A1", "a+1", "1", "a01x", "é1"] {
        assert_eq!(rules.notation.square(&rules.layout, name), None, "{name}");
    }
    let rules = variants::find("english").unwrap().rules();
    for name in ["", "0", "33", "+1", "-1", "999", "a1"] {
        assert_eq!(rules.notation.square(&rules.layout, name), None, "{name}");
    }
}

#[test]
fn every_step_is_one_shift_and_nothing_wraps_around_an_edge() {
    for variant in variants::ALL {
        let layout = variant.rules().layout;
        assert_eq!(layout.all_bits().count_ones(), u32::from(layout.square_count()));
        for square in layout.squares() {
            let bit = layout.bit(square);
            assert_eq!(layout.square(bit), square, "{variant:?}");
            for direction in Direction::ALL {
                let from = layout.may_step(direction) & (1 << bit);
                let shift = layout.shift(direction);
                let to = if shift > 0 { from << shift } else { from >> -shift } & layout.all_bits();
                // The bits of a mirrored board run the other way along a row.
                let seen = match layout.playable {
                    draughts::layout::Playable::LowerRight => Direction::of_index(8 - direction.index()),
                    _ => direction,
                };
                let neighbour = layout.neighbour(square, seen).map_or(0, |next| 1 << layout.bit(next));
                assert_eq!(to, neighbour, "{variant:?} {square:?} {direction:?}");
            }
        }
    }
}
