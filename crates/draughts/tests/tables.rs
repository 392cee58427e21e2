//! Endgame tables: values that follow from each other, and that a simple solver finds as well.

use draughts::tables::{Slice, TableError, TableValue, TableWork, Tables, shipped, shipped_slices};
use draughts::{Game, Position, Variant, each_variant, variants};
use game::{Budget, Chance, Match as _, Piece, Rank, Score, Side, Wish};

fn variant(name: &str) -> &'static Variant {
    variants::find(name).expect("a variant")
}

fn tables(name: &str, pieces: u8) -> Tables {
    Tables::build(variant(name), pieces, TableWork { threads: 2, ..TableWork::ALONE }).expect("small enough")
}

fn position(name: &str, fen: &str) -> Position {
    Position::from_fen(variant(name), fen).expect("a position")
}

/// The value of a position in a table of all positions with up to three pieces.
fn check(name: &str, tables: &Tables, cases: &[(&str, TableValue)]) {
    for (fen, value) in cases {
        assert_eq!(tables.value(&position(name, fen)), Some(*value), "{name} {fen}");
    }
}

#[test]
fn known_endings_have_their_values() {
    let english = tables("english", 3);
    check(
        "english",
        &english,
        &[
            // A blocked side has lost
            ("W:W5:B1", TableValue::Loss { plies: 0 }),
            // The capture of the last piece wins
            ("B:W14:B9", TableValue::Win { plies: 1 }),
            // One king each, far apart: the one in the double corner holds
            ("W:WK32:BK1", TableValue::Draw),
        ],
    );
    // Two kings win against one, even in a double corner
    assert!(matches!(english.value(&position("english", "W:WK18,K19:BK28")), Some(TableValue::Win { .. })));
    let russian = tables("russian", 3);
    check("russian", &russian, &[("W:WKc3,Kh2:BKd4", TableValue::Win { plies: 1 })]);
    // Two kings do not win against a king that holds the main road
    check("russian", &russian, &[("W:WKc1,Kf8:BKe5", TableValue::Draw)]);
}

#[test]
fn a_position_with_more_pieces_is_not_in_the_tables() {
    let tables = tables("english", 2);
    assert_eq!(tables.value(&Position::start(variant("english"))), None);
    assert_eq!(tables.value(&position("english", "W:WK18,K19:BK28")), None);
}

#[test]
fn a_man_that_stands_where_it_would_be_a_king_is_not_in_the_tables() {
    assert_eq!(tables("english", 2).value(&position("english", "B:W2:BK20")), None);
}

#[test]
fn a_slice_needs_those_that_it_leads_to() {
    let mut tables = Tables::empty(variant("english"));
    let two_kings = Slice { own_men: 0, own_kings: 2, enemy_men: 0, enemy_kings: 1 };
    let needed = Slice { own_men: 0, own_kings: 1, enemy_men: 0, enemy_kings: 1 };
    assert_eq!(tables.add(two_kings, TableWork::ALONE), Err(TableError::Missing(needed)));
}

#[test]
fn a_file_reads_back_and_a_damaged_one_is_refused() {
    let tables = tables("english", 2);
    let slice = Slice { own_men: 1, own_kings: 0, enemy_men: 0, enemy_kings: 1 };
    let file = tables.to_file(&slice.with_turned()).expect("it is there");
    let mut read = Tables::empty(variant("english"));
    assert_eq!(read.add_file(&file), Ok(slice.with_turned()));
    assert_eq!(read.bytes(slice), tables.bytes(slice));
    let mut damaged = file.clone();
    damaged[file.len() / 2] ^= 1;
    assert_eq!(read.add_file(&damaged), Err(TableError::Damaged));
    assert_eq!(read.add_file(&file[..file.len() - 1]), Err(TableError::Damaged));
    let mut other = Tables::empty(variant("russian"));
    assert_eq!(other.add_file(&file), Err(TableError::OtherVariant("english".to_owned())));
}

#[test]
fn the_name_of_a_slice_reads_back() {
    for slice in Slice::pairs(variant("english").rules(), 6) {
        assert_eq!(Slice::read(&slice.to_string()), Some(slice));
        assert_eq!(Slice::read(&slice.turned().to_string()), Some(slice.turned()));
    }
    assert_eq!(Slice::read("7k-1k"), None);
}

#[test]
fn a_win_that_comes_after_a_draw_by_counting_is_not_certain() {
    let tables = tables("english", 3);
    let game = Game::from_position(position("english", "W:WK18,K19:BK28"));
    let (value, certain) = tables.value_in(&game).expect("in the table");
    assert!(certain && matches!(value, TableValue::Win { .. }));
    // In russian draughts two kings have five moves
    let russian = self::tables("russian", 3);
    let game = Game::from_position(position("russian", "W:WKc1,Ka3:Bh6"));
    assert_eq!(russian.value_in(&game).map(|(_, certain)| certain), Some(true));
}

#[test]
fn a_king_that_must_rest_keeps_mixed_sides_out_of_the_frisian_tables() {
    let slices = Slice::pairs(variant("frisian").rules(), 3);
    let names: Vec<String> = slices.iter().map(Slice::to_string).collect();
    assert_eq!(names, ["1k-1k", "1m-1k", "1m-1m", "2k-1k", "1m-2k"]);
}

/// A random position with these pieces; `None` if a man would be a king.
fn random_position(variant: &'static Variant, slice: Slice, chance: &mut Chance) -> Option<Position> {
    let side_to_move = if chance.happens(50) { Side::First } else { Side::Second };
    let mut position = Position::empty(variant, side_to_move);
    let layout = &variant.rules().layout;
    let squares: Vec<_> = layout.squares().collect();
    let kinds = [
        (slice.own_men, side_to_move, Rank::Man),
        (slice.own_kings, side_to_move, Rank::King),
        (slice.enemy_men, side_to_move.other(), Rank::Man),
        (slice.enemy_kings, side_to_move.other(), Rank::King),
    ];
    for (count, side, rank) in kinds {
        for _ in 0..count {
            let square = *chance.pick(&squares)?;
            let is_free = position.piece(square).is_none();
            if !is_free || (rank == Rank::Man && layout.row(square) == layout.last_row(side)) {
                return None;
            }
            position.put(square, Some(Piece { side, rank }));
        }
    }
    Some(position)
}

/// Whether the side to move wins within so many plies: a plain search through all moves, by the rules of a game.
fn wins_within(game: &mut Game, plies: u32) -> bool {
    if plies == 0 || game.outcome().is_some() {
        return false;
    }
    let mover = game.position().side_to_move();
    game.legal_plays().to_vec().iter().any(|play| {
        game.play(&Wish::from(play)).expect("a legal move");
        let won = match game.outcome() {
            Some(outcome) => outcome.winner == Some(mover),
            None => loses_within(game, plies - 1),
        };
        game.undo();
        won
    })
}

/// Whether the side to move loses within so many plies.
fn loses_within(game: &mut Game, plies: u32) -> bool {
    let mover = game.position().side_to_move();
    if let Some(outcome) = game.outcome() {
        return outcome.winner == Some(mover.other());
    }
    plies > 0
        && game.legal_plays().to_vec().iter().all(|play| {
            game.play(&Wish::from(play)).expect("a legal move");
            let lost = match game.outcome() {
                Some(outcome) => outcome.winner == Some(mover.other()),
                None => wins_within(game, plies - 1),
            };
            game.undo();
            lost
        })
}

/// How far the plain solver looks.
const FARTHEST: u32 = 3;

fn agree_with_a_plain_search(variant: &'static Variant) {
    let tables = Tables::build(variant, 2, TableWork::ALONE).expect("small enough");
    let slices = Slice::pairs(variant.rules(), 2);
    let mut chance = Chance::new(7);
    let mut compared = 0;
    while compared < 60 {
        let pair = chance.pick(&slices).expect("slices").with_turned();
        let slice = *chance.pick(&pair).expect("one of both");
        let Some(position) = random_position(variant, slice, &mut chance) else { continue };
        let mut game = Game::from_position(position);
        let value = tables.value(&position).expect("two pieces");
        for plies in 0..=FARTHEST {
            let wins = matches!(value, TableValue::Win { plies: needed } if u32::from(needed) <= plies);
            let loses = matches!(value, TableValue::Loss { plies: needed } if u32::from(needed) <= plies);
            assert_eq!(wins_within(&mut game, plies), wins, "{} {value:?} in {plies}", position.fen());
            assert_eq!(loses_within(&mut game, plies), loses, "{} {value:?} in {plies}", position.fen());
        }
        compared += 1;
    }
}

fn values_follow_from_each_other(variant: &'static Variant) {
    let tables = Tables::build(variant, 2, TableWork::ALONE).expect("small enough");
    for slice in Slice::pairs(variant.rules(), 2) {
        assert_eq!(tables.count_wrong(slice, TableWork::ALONE), Ok(0), "{slice}");
    }
}

/// The shipped files say what a table that is built now says.
fn shipped_tables_are_those_that_are_built(variant: &'static Variant) {
    let shipped = shipped(variant);
    let kings = |slice: &Slice| slice.men() == 0;
    let mut built = Tables::empty(variant);
    for slice in Slice::pairs(variant.rules(), 3).into_iter().filter(kings) {
        built.add(slice, TableWork::ALONE).expect("kings lead to fewer kings");
    }
    for slice in shipped_slices(variant.rules()) {
        let bytes = shipped.bytes(slice).expect("it ships");
        assert_eq!(bytes.len(), shipped.size(slice));
        if slice.pieces() <= 3 {
            assert!(built.bytes(slice) == Some(bytes), "{slice}: run `cargo xtask tables`");
        }
    }
}

/// Whatever a shipped ending leads to ships as well, so that a search in it has no reason to go deeper.
fn a_search_ends_where_nothing_is_left_to_estimate(variant: &'static Variant) {
    let tables = shipped(variant);
    let mut chance = Chance::new(8);
    for slice in shipped_slices(variant.rules()).into_iter().flat_map(Slice::with_turned) {
        let mut left = 10;
        while left > 0 {
            let Some(position) = random_position(variant, slice, &mut chance) else { continue };
            let game = Game::from_position(position);
            left -= 1;
            if game.outcome().is_some() {
                continue;
            }
            let analysis = game.analyse(Budget::of_nodes(1_000_000), 1);
            let [line] = &analysis.lines[..] else { panic!("one line") };
            assert!(analysis.depth <= 3, "{}: {} plies", position.fen(), analysis.depth);
            if let Some((value, true)) = tables.value_in(&game) {
                let is_draw = value == TableValue::Draw;
                assert_eq!(line.score == Score::Men(0), is_draw, "{}: {:?}", position.fen(), line.score);
            }
        }
    }
}

macro_rules! tests_for_each {
    ($($module:ident $name:ident $word:ty),* $(,)?) => {
        $(
            mod $module {
                use draughts::Variant;
                use draughts::variants;

                fn variant() -> &'static Variant {
                    let name = stringify!($module).replace('_', "-");
                    variants::find(&name).expect("a variant of the list")
                }

                #[test]
                fn agrees_with_a_plain_search() {
                    super::agree_with_a_plain_search(variant());
                }

                #[test]
                fn values_follow_from_each_other() {
                    super::values_follow_from_each_other(variant());
                }

                #[test]
                fn shipped_tables_are_those_that_are_built() {
                    super::shipped_tables_are_those_that_are_built(variant());
                }

                #[test]
                fn a_search_ends_where_nothing_is_left_to_estimate() {
                    super::a_search_ends_where_nothing_is_left_to_estimate(variant());
                }
            }
        )*
    };
}

each_variant!(tests_for_each);

#[test]
fn three_pieces_follow_from_each_other() {
    for name in ["english", "russian"] {
        let tables = tables(name, 3);
        for slice in Slice::pairs(variant(name).rules(), 3) {
            assert_eq!(tables.count_wrong(slice, TableWork::ALONE), Ok(0), "{name} {slice}");
        }
    }
}
