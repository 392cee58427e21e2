//! PDN: any bytes; what was parsed is written and parsed again, and games without faults keep their exact
//! form.
#![no_main]

use draughts::fen::Numbers;
use draughts::pdn::{Assumptions, Reader, Style, read_games, rewrite};
use draughts::variants;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let assumptions = Assumptions { variant: &variants::ALL[1], numbers: Numbers::FromTopLeft };
    for game in Reader::new(bytes).flatten() {
        let text = game.to_string();
        assert_eq!(read_games(&text), [Ok(game.clone())], "{text}");
        if let Ok(exact) = rewrite(&game, &assumptions, &Style::default()) {
            let again = rewrite(&exact, &assumptions, &Style::default());
            assert_eq!(again, Ok(exact), "{text}");
        }
    }
});
