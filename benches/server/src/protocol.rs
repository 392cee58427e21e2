//! The messages of players: the events of our protocol, which the relays use too, and those of boardgame.io.

use serde::Deserialize;

use crate::boardgame_io;
use crate::lines::{CHECKERS_VARIANT, Move};
use crate::network::{Answer, Network, SocketNumber};

/// The protocol of a server, and the game played on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    Tictactoe,
    /// With or without the history of the game in every move.
    Checkers {
        history: bool,
    },
    BoardgameIo,
}

/// The meaning of a server event.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    Started {
        room: String,
        player: String,
        moves_first: bool,
    },
    /// A seat in a game of a pair that we arranged.
    Seated {
        room: String,
    },
    Moved,
    MovedAndOver,
    Over,
    Other,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Started {
    room_id: String,
    player_id: String,
    players: Vec<Seat>,
}

#[derive(Deserialize)]
struct Seat {
    id: String,
}

impl Protocol {
    /// The namespace of the game.
    pub fn namespace(self) -> &'static str {
        match self {
            Protocol::Tictactoe => "/tictactoe",
            Protocol::Checkers { .. } => "/checkers",
            Protocol::BoardgameIo => boardgame_io::NAMESPACE,
        }
    }

    /// The auth payload of a client, as JSON; empty if it has no options.
    pub fn auth(self) -> &'static str {
        match self {
            Protocol::Checkers { history: false } => r#"{"moveHistory":false}"#,
            _ => "",
        }
    }

    /// Whether we pair the players; other servers do that themselves.
    pub fn needs_arranged_pairs(self) -> bool {
        self == Protocol::BoardgameIo
    }

    /// Looks for an opponent.
    pub fn seek(self, network: &mut Network, socket: SocketNumber) -> Result<(), String> {
        let username = format!("player-{socket:05}");
        let payload = match self {
            Protocol::Checkers { .. } => {
                format!(r#"{{"username":"{username}","variant":"{CHECKERS_VARIANT}"}}"#)
            }
            _ => format!(r#"{{"username":"{username}"}}"#),
        };
        network.emit(socket, Answer::Wanted, "matchmaking:join", &payload)
    }

    /// Takes a seat in a game of a pair that we arranged.
    pub fn begin_arranged(
        self,
        network: &mut Network,
        socket: SocketNumber,
        seat: usize,
        pair: usize,
        game: usize,
    ) -> Result<(), String> {
        network.emit(socket, Answer::Unwanted, "sync", &boardgame_io::sync(seat, pair, game))
    }

    /// Makes a move after `ply` moves.
    pub fn play(
        self,
        network: &mut Network,
        socket: SocketNumber,
        room: &str,
        player: &str,
        ply: usize,
        wanted: Move,
    ) -> Result<(), String> {
        if self == Protocol::BoardgameIo {
            let payload = boardgame_io::update(room, player, ply, wanted);
            return network.emit(socket, Answer::Unwanted, "update", &payload);
        }
        let payload = match wanted {
            Move::Cell(cell) => {
                format!(r#"{{"roomId":"{room}","playerId":"{player}","position":{cell}}}"#)
            }
            Move::Step { from, to } => {
                format!(r#"{{"roomId":"{room}","playerId":"{player}","move":{{"from":{from},"to":{to}}}}}"#)
            }
        };
        network.emit(socket, Answer::Wanted, "game:move", &payload)
    }

    /// Requests a rematch.
    pub fn rematch(
        self,
        network: &mut Network,
        socket: SocketNumber,
        room: &str,
        player: &str,
    ) -> Result<(), String> {
        let payload = format!(r#"{{"roomId":"{room}","playerId":"{player}"}}"#);
        network.emit(socket, Answer::Wanted, "game:rematch", &payload)
    }

    /// Parses an event.
    pub fn hear(self, name: &str, payload: &str) -> Result<Heard, String> {
        match (self, name) {
            (Protocol::BoardgameIo, _) => boardgame_io::hear(name, payload),
            (_, "game:move:made") => Ok(Heard::Moved),
            (_, "game:over") => Ok(Heard::Over),
            (_, "game:started") => started(payload),
            (_, "game:error" | "server:restarting") => Err(format!("{name}: {payload}")),
            _ => Ok(Heard::Other),
        }
    }
}

fn started(payload: &str) -> Result<Heard, String> {
    let Started { room_id, player_id, players } =
        serde_json::from_str(payload).map_err(|error| format!("game:started: {error}"))?;
    let moves_first = players.first().is_some_and(|first| first.id == player_id);
    Ok(Heard::Started { room: room_id, player: player_id, moves_first })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_players_moves_first() {
        let payload = |own: &str| {
            format!(r#"{{"roomId":"room_a","playerId":"{own}","players":[{{"id":"p"}},{{"id":"q"}}]}}"#)
        };
        for (own, moves_first) in [("p", true), ("q", false)] {
            let heard = Protocol::Tictactoe.hear("game:started", &payload(own));
            let expected = Heard::Started { room: "room_a".into(), player: own.into(), moves_first };
            assert_eq!(heard, Ok(expected));
        }
    }

    #[test]
    fn an_error_of_the_server_is_an_error_of_the_measurement() {
        assert!(Protocol::Checkers { history: true }.hear("game:error", "{}").is_err());
    }
}
