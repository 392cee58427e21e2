//! FEN: the first byte selects the variant, the second how to parse, the rest is the text.
#![no_main]

use draughts::fen::{Numbers, Reading, read};
use draughts::{Position, variants};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, u8, &str)| {
    let (variant, reading, text) = input;
    let variant = &variants::ALL[usize::from(variant) % variants::ALL.len()];
    let reading = match reading % 4 {
        0 => Reading::Strict,
        1 => Reading::Lenient(Numbers::Refused),
        2 => Reading::Lenient(Numbers::FromTopLeft),
        _ => Reading::Lenient(Numbers::FromBottomLeft),
    };
    match read(text, variant, &variant.rules().notation, reading) {
        Ok(fen) => assert_eq!(Position::from_fen(variant, &fen.position.fen()), Ok(fen.position)),
        Err(error) => assert!(error.column as usize <= text.chars().count() + 1),
    }
});
