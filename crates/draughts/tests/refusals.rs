//! Every wish that breaks a rule is refused in words, and changes nothing.

use draughts::{Game, Position, variants};
use game::{RefusalCode, Square, Wish};

/// Checks the code and the sentence with which a wish like `22-18` is refused; `18 takes 15` names captures.
fn check(variant: &str, fen: &str, wish: &str, code: RefusalCode, sentence: &str) {
    let mut game = start(variant, fen);
    let before = game.position().fen();
    let refusal = game.play(&read(&game, wish)).expect_err("a refusal");
    assert_eq!((refusal.code, refusal.sentence.as_str()), (code, sentence), "{variant} {fen} {wish}");
    assert_eq!(game.position().fen(), before);
    assert!(game.plays().is_empty());
}

fn start(variant: &str, fen: &str) -> Game {
    let variant = variants::find(variant).expect("a variant of that name");
    match fen {
        "" => Game::new(variant),
        fen => Game::from_position(Position::from_fen(variant, fen).expect("a position")),
    }
}

/// A wish such as `22-18`, `22-18 takes 19` or `22-15 by 18`.
fn read(game: &Game, text: &str) -> Wish {
    let rules = game.variant().rules();
    let square = |name: &str| rules.notation.square(&rules.layout, name).expect("a square");
    let squares = |names: &str| names.split(',').map(square).collect::<Vec<_>>();
    let mut words = text.split(' ');
    let (from, to) = words.next().and_then(|ends| ends.split_once('-')).expect("two squares");
    let mut wish = Wish::go(square(from), square(to));
    match (words.next(), words.next()) {
        (Some("takes"), Some(names)) => wish.captures = Some(squares(names)),
        (Some("by"), Some(names)) => wish.path = Some(squares(names)),
        _ => {}
    }
    wish
}

#[test]
fn a_square_that_is_not_on_the_board() {
    let mut game = start("english", "");
    for (from, to) in [(99, 40), (42, 99), (255, 255)] {
        let refusal = game.play(&Wish::go(Square(from), Square(to))).unwrap_err();
        assert_eq!(refusal.code, RefusalCode::OutOfBoard);
    }
    let refusal = game.play(&Wish::go(Square(41), Square(32))).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::OutOfBoard);
    assert_eq!(refusal.sentence, "no piece ever stands on square 41, only every second square is played on");
}

#[test]
fn a_wish_without_a_piece() {
    let refusal = start("english", "").play(&Wish::place(Square(33))).unwrap_err();
    assert_eq!(refusal.sentence, "say which piece is to move");
}

#[test]
fn a_piece_that_is_not_ones_own() {
    let code = RefusalCode::NotYourPiece;
    check("english", "", "15-18", code, "there is no piece on 15");
    check("english", "", "22-18", code, "the piece on 22 belongs to White");
    check("international", "", "20-25", code, "the piece on 20 belongs to Black");
}

#[test]
fn a_quiet_move_while_a_capture_is_possible() {
    let code = RefusalCode::MustCapture;
    check("english", "B:W18:B15,1", "1-5", code, "you have to capture: the piece on 15 can");
    check("english", "B:W18:B14,15", "15-19", code, "you have to capture: the pieces on 15, 14 can");
    check("russian", "W:Wc3,a1:Bd4", "c3-b4", code, "the piece on c3 has to capture");
}

#[test]
fn a_capture_that_stops_too_early() {
    let code = RefusalCode::MustContinueCapture;
    check("english", "B:W15,23:B10", "10-19", code, "the capture goes on from 19 and takes 23 too");
    check("english", "B:W15,23:B10", "10-19 takes 15", code, "the capture goes on from 19 and takes 23 too");
}

#[test]
fn a_capture_that_others_go_before() {
    let code = RefusalCode::MustCaptureMost;
    let most = "you have to take as many pieces as you can: this takes 1 of 2";
    check("international", "W:W27,28:B22,23,12", "28-19", code, most);
    check("italian", "W:W22,K24:B18,20", "22-13", code, "you have to capture with a king where you can");
    check("czech", "W:Wa1,Kh4:Bb2,g5", "a1-c3", code, "you have to capture with a king where you can");
    check("spanish", "W:W10,7:B14,K12", "10-19", code, "you have to take as many kings as you can");
    check("frisian", "W:W28,32:B23,K27", "28-19", code, "you have to make the capture of the highest value");
}

#[test]
fn a_piece_in_the_way() {
    let code = RefusalCode::Blocked;
    check("english", "", "5-9", code, "your own piece on 9 is in the way");
    check("international", "W:WK46,37:B1", "46-32", code, "your own piece on 37 is in the way");
    check("international", "W:WK46:B32,28", "46-23", code, "a piece on 32 is in the way");
    check("turkish", "W:Wa2,a3:Bh8", "a2-a4", code, "your own piece on a3 is in the way");
}

#[test]
fn a_direction_that_the_piece_does_not_have() {
    let code = RefusalCode::WrongDirection;
    check("english", "B:W32:B15", "15-10", code, "a man moves diagonally forward");
    check("english", "B:W32:B15", "15-1", code, "a man moves diagonally forward");
    check("turkish", "W:Wd4:Bg8,h8", "d4-d3", code, "a man moves straight forward or sideways");
    check("international", "W:WK28:B6", "28-18", code, "a king moves diagonally in all four directions");
}

#[test]
fn a_step_that_is_too_long() {
    let code = RefusalCode::IllegalMove;
    check("english", "B:W32:B15", "15-22", code, "there is no piece on 18 to capture");
    check("english", "B:W32:B6", "6-19", code, "a man moves one square at a time");
    check("english", "B:W32:BK6", "6-19", code, "a king moves one square at a time");
    check("english", "B:W32:BK6", "6-6", code, "a move has to leave its square");
}

#[test]
fn captured_pieces_that_do_not_fit() {
    let code = RefusalCode::IllegalMove;
    check("english", "B:W15,23:B10", "10-26 takes 15", code, "10x26 takes the pieces on 15, 23");
    check(
        "english",
        "B:W32:B15",
        "15-19 takes 18",
        code,
        "15-19 takes no piece and touches no square on its way",
    );
    check(
        "english",
        "B:W15,23:B10",
        "10-26 by 18",
        code,
        "10x26 does not touch these squares, or not in this order",
    );
}

#[test]
fn two_captures_with_the_same_ends() {
    let mut game = start("english", "B:W9,10,17,18:B6");
    let refusal = game.play(&read(&game, "6-22")).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::AmbiguousMove);
    assert_eq!(refusal.candidates.len(), 2);
    assert_eq!(refusal.hint.as_deref(), Some("6x15x22, 6x13x22"));
    let wish = read(&game, "6-22 takes 17,9");
    game.play(&wish).unwrap();
    assert_eq!(game.position().fen(), "W:W10,18:B22");
}

#[test]
fn a_king_that_has_to_rest() {
    let mut game = start("frisian", "W:WK46,50:B1");
    for wish in ["46-41", "1-7", "41-46", "7-12", "46-41", "12-18"] {
        game.play(&read(&game, wish)).unwrap();
    }
    let refusal = game.play(&read(&game, "41-46")).unwrap_err();
    assert_eq!(
        refusal.sentence,
        "the king on 41 has moved 3 times in a row, another piece has to move first"
    );
    assert_eq!(refusal.hint.as_deref(), Some("possible: 50-44, 50-45"));
}

#[test]
fn a_game_that_is_over() {
    let refusal = start("english", "B:W15:B11").resolve(&Wish::go(Square(0), Square(0)));
    assert!(refusal.is_err());
    let mut game = start("english", "B:W15:B11");
    game.play(&read(&game, "11-18")).unwrap();
    let refusal = game.play(&read(&game, "18-22")).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::GameOver);
}

#[test]
fn a_hint_names_what_is_possible() {
    let mut game = start("english", "");
    let refusal = game.play(&read(&game, "1-6")).unwrap_err();
    assert_eq!(refusal.hint.as_deref(), Some("possible: 12-16, 11-16, 11-15, 10-15, 10-14, 9-14, 9-13"));
}

#[test]
fn another_way_to_make_the_same_capture_is_accepted() {
    // Four pieces around: the king may go round either way.
    let mut game = start("international", "W:WK38:B18,19,32,33");
    let ways = game.position().every_way();
    let round: Vec<_> = ways.iter().filter(|way| way.to == way.from.unwrap()).collect();
    assert!(round.len() >= 2);
    for way in &round {
        let played = game.play(&Wish::from(*way)).unwrap();
        assert_eq!(played.play, **way);
        game.undo();
    }
}
