//! The protocol of boardgame.io: `sync` takes a seat and creates the match if it does not exist, `update` is
//! a move.
//!
//! It has no rematch: the next game is a new match on the same sockets.

use crate::lines::Move;
use crate::protocol::Heard;

/// The namespace of the game, which is its name.
pub const NAMESPACE: &str = "/tic-tac-toe";

/// Takes a seat in the match of a pair, or creates it.
pub fn sync(seat: usize, pair: usize, game: usize) -> String {
    format!(r#""match-{pair}-{game}","{seat}",null,2"#)
}

/// A move of a player; the state is numbered by the moves before it.
pub fn update(room: &str, player: &str, ply: usize, wanted: Move) -> String {
    let Move::Cell(cell) = wanted else { unreachable!("this server has tic-tac-toe alone") };
    format!(
        r#"{{"type":"MAKE_MOVE","payload":{{"type":"clickCell","args":[{cell}],"playerID":"{player}"}}}},{ply},"{room}","{player}""#
    )
}

/// Parses an event.
pub fn hear(name: &str, payload: &str) -> Result<Heard, String> {
    match name {
        "sync" => {
            let (room, _) = payload.trim_start_matches('"').split_once('"').ok_or("sync without a match")?;
            Ok(Heard::Seated { room: room.to_owned() })
        }
        "update" if payload.contains("\"gameover\":") => Ok(Heard::MovedAndOver),
        "update" => Ok(Heard::Moved),
        _ => Ok(Heard::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_to_sync_names_the_match() {
        let heard = hear("sync", r#""match-3-0",{"state":{}}"#);
        assert_eq!(heard, Ok(Heard::Seated { room: "match-3-0".into() }));
    }

    #[test]
    fn the_last_update_of_a_game_names_its_end() {
        assert_eq!(hear("update", r#""m",{"ctx":{"turn":2}}"#), Ok(Heard::Moved));
        assert_eq!(hear("update", r#""m",{"ctx":{"gameover":{"draw":true}}}"#), Ok(Heard::MovedAndOver));
        assert_eq!(hear("matchData", "[]"), Ok(Heard::Other));
    }

    #[test]
    fn a_move_names_the_state_it_was_made_in() {
        let text = update("match-3-0", "1", 5, Move::Cell(8));
        assert!(text.ends_with(r#""playerID":"1"}},5,"match-3-0","1""#), "{text}");
    }
}
