//! Moves: the first byte selects the variant, the next ones play a game, the text is parsed after every move.
#![no_main]

use draughts::fen::Numbers;
use draughts::pdn::{Form, GameType, read_move, write_move};
use draughts::{Position, variants};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, Vec<u8>, &str)| {
    let (variant, choices, text) = input;
    let game_type = GameType::of(&variants::ALL[usize::from(variant) % variants::ALL.len()]);
    let mut position = Position::start(game_type.variant);
    for choice in choices {
        let plays = position.legal_plays();
        if let Ok(play) = read_move(&position, &game_type, Numbers::FromTopLeft, text) {
            assert!(plays.contains(&play));
        }
        if plays.is_empty() {
            return;
        }
        let play = &plays[usize::from(choice) % plays.len()];
        for form in [Form::Shortest, Form::Long] {
            let text = write_move(&position, &game_type.notation, play, form);
            let read =
                read_move(&position, &game_type, Numbers::Refused, &text).expect("a written move is read");
            assert_eq!((read.from, read.to, read.captures.len()), (play.from, play.to, play.captures.len()));
        }
        position = position.after(play);
    }
});
