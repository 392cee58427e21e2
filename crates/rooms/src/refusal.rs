//! Why a room refuses an input, for programs and for people.

use game::{Play, RefusalCode};

/// A refused input; the room is unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRefusal {
    /// The reason, for programs.
    pub code: Code,
    /// The reason, for people: one sentence.
    pub sentence: String,
    /// What to do instead.
    pub hint: Option<String>,
    /// The moves that match an ambiguous request; empty for every other refusal.
    pub candidates: Vec<Play>,
}

/// The reasons of a room; rules of the game are `Rule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// The connection is not in this room.
    UnknownRoom,
    /// The seat belongs to another player.
    NotYourSeat,
    /// The other side is to move.
    NotYourTurn,
    /// The game has ended.
    GameOver,
    /// The move was meant for another position.
    StalePly,
    /// Spectators cannot act.
    SpectatorsCannot,
    /// A newer connection of the same player holds the seat.
    TakenOver,
    /// The player is in a queue already.
    AlreadyWaiting,
    /// The queue or the gallery is full.
    RateLimited,
    /// A rule of the game.
    Rule(RefusalCode),
}

impl Code {
    /// The code on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Code::UnknownRoom => "unknown_room",
            Code::NotYourSeat => "not_your_seat",
            Code::NotYourTurn => "not_your_turn",
            Code::GameOver => "game_over",
            Code::StalePly => "stale_ply",
            Code::SpectatorsCannot => "spectators_cannot",
            Code::TakenOver => "taken_over",
            Code::AlreadyWaiting => "already_waiting",
            Code::RateLimited => "rate_limited",
            Code::Rule(rule) => rule.as_str(),
        }
    }
}

impl RoomRefusal {
    /// The refusal for a room that does not exist, that the caller is not in, or that they may not watch. It
    /// does not reveal which.
    #[must_use]
    pub fn unknown_room() -> RoomRefusal {
        RoomRefusal::new(Code::UnknownRoom, "you are not in a room of that name").hint(
            "send game:reconnect to take your seat again; GET /v1/rooms lists the games that can be watched, \
             and finished ones are kept for ten minutes",
        )
    }

    pub(crate) fn new(code: Code, sentence: &str) -> RoomRefusal {
        RoomRefusal { code, sentence: sentence.to_owned(), hint: None, candidates: Vec::new() }
    }

    pub(crate) fn hint(mut self, hint: &str) -> RoomRefusal {
        self.hint = Some(hint.to_owned());
        self
    }
}

impl From<game::Refusal> for RoomRefusal {
    fn from(refusal: game::Refusal) -> RoomRefusal {
        RoomRefusal {
            code: Code::Rule(refusal.code),
            sentence: refusal.sentence,
            hint: refusal.hint,
            candidates: refusal.candidates,
        }
    }
}
