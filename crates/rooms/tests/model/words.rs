//! The messages of a room as the reference model writes them.

use common::Timestamp;
use rooms::{Notice, Reason, Room, RoomMessage};

use crate::reference::picture;
use crate::table::START;

pub(crate) fn words(room: &Room, message: &RoomMessage) -> String {
    let seconds = |at: &Timestamp| at.since(START).as_secs();
    let name = |side: &game::Side| room.seats()[side.index()].player.clone();
    match message {
        RoomMessage::Started { you, .. } => format!("started {} {}", name(you), shown(room)),
        RoomMessage::Reconnected { you, reconnect_token } => {
            let token = if reconnect_token.is_some() { " with a key" } else { "" };
            format!("reconnected {} {}{token}", name(you), shown(room))
        }
        RoomMessage::Watching => format!("watching {}", shown(room)),
        RoomMessage::Moved => {
            let last = room.history().last().expect("a move was made");
            format!("moved {} {} {}", name(&last.side), last.play.to.0, shown(room))
        }
        RoomMessage::IdleWarning { player, seconds_remaining, expires_at } => {
            format!("warning {player} {seconds_remaining} until {}", seconds(expires_at))
        }
        RoomMessage::IdleWarningCleared => "warning cleared".to_owned(),
        RoomMessage::Disconnected { player, connection, expires_at } => {
            format!("gone {player} {} until {}", connection.0, seconds(expires_at))
        }
        RoomMessage::Returned { player } => format!("returned {player}"),
        RoomMessage::DrawOffered { player } => format!("draw offered {player}"),
        RoomMessage::DrawDeclined { player } => format!("draw declined {player}"),
        RoomMessage::RematchOffered { player } => format!("rematch offered {player}"),
        RoomMessage::Over => over(room),
        RoomMessage::TakenOver => "taken over".to_owned(),
    }
}

pub(crate) fn news(room: &Room, notice: &Notice) -> String {
    match notice {
        Notice::Started => "notify started".to_owned(),
        Notice::Moved { number, .. } => format!("notify moved {number}"),
        Notice::Remarkable { .. } => "notify remarkable".to_owned(),
        Notice::IdleWarning { .. } => "notify warning".to_owned(),
        Notice::IdleTimeout { loser, .. } => format!("notify timeout {loser}"),
        Notice::Ended => format!("notify {}", over(room)),
    }
}

fn over(room: &Room) -> String {
    let ending = room.ending().expect("the game is over");
    let reason = match ending.reason {
        Reason::Victory => "victory",
        Reason::Draw => "draw",
        Reason::Resignation => "resignation",
        Reason::AfkTimeout => "afk_timeout",
        Reason::TimeForfeit => "time_forfeit",
        Reason::Disconnect => "disconnect",
    };
    let winner = ending.winner_id.as_ref().map_or("nobody", |winner| winner.0.as_str());
    format!("over {winner} {reason}")
}

fn shown(room: &Room) -> String {
    let marks: Vec<u8> = room.history().iter().map(|entry| entry.play.to.0).collect();
    let connected = room.seats().each_ref().map(|seat| seat.is_here());
    picture(&marks, room.game().side_to_move().index(), connected)
}

/// The kind of a message: `over disconnect`, `draw offered`, `moved`.
pub(crate) fn gist(words: &str) -> String {
    let mut words = words.split(' ');
    let first = words.next().unwrap_or_default();
    match first {
        "over" => format!("over {}", words.nth(1).unwrap_or_default()),
        "draw" | "taken" => format!("{first} {}", words.next().unwrap_or_default()),
        "rematch" | "warning" => match words.next() {
            Some(second @ ("offered" | "cleared")) => format!("{first} {second}"),
            _ => first.to_owned(),
        },
        _ => first.to_owned(),
    }
}
