//! What a room says, in the words of the reference.

use rooms::{Ending, Event, Notice, Reason, Timestamp, View};

use crate::reference::picture;
use crate::table::START;

pub(crate) fn words(event: &Event) -> String {
    let seconds = |at: &Timestamp| at.since(START).as_secs();
    match event {
        Event::Started { you, view, .. } => {
            format!("started {} {}", view.players[you.index()].id, shown(view))
        }
        Event::Reconnected { you, view, reconnect_token } => {
            let token = if reconnect_token.is_some() { " with a key" } else { "" };
            format!("reconnected {} {}{token}", view.players[you.index()].id, shown(view))
        }
        Event::Watching { view } => format!("watching {}", shown(view)),
        Event::Moved { entry, view } => format!("moved {} {} {}", entry.player, entry.play.to.0, shown(view)),
        Event::IdleWarning { player, seconds_remaining, expires_at } => {
            format!("warning {player} {seconds_remaining} until {}", seconds(expires_at))
        }
        Event::IdleWarningCleared => "warning cleared".to_owned(),
        Event::IdleStatus(_) => "idle status".to_owned(),
        Event::Disconnected { player, connection, expires_at } => {
            format!("gone {player} {} until {}", connection.0, seconds(expires_at))
        }
        Event::Returned { player } => format!("returned {player}"),
        Event::DrawOffered { player } => format!("draw offered {player}"),
        Event::DrawDeclined { player } => format!("draw declined {player}"),
        Event::RematchOffered { player } => format!("rematch offered {player}"),
        Event::Over(ending) => over(ending),
        Event::TakenOver => "taken over".to_owned(),
    }
}

pub(crate) fn news(notice: &Notice) -> String {
    match notice {
        Notice::Started => "notify started".to_owned(),
        Notice::Moved { number, .. } => format!("notify moved {number}"),
        Notice::Remarkable { .. } => "notify remarkable".to_owned(),
        Notice::IdleWarning { .. } => "notify warning".to_owned(),
        Notice::IdleTimeout { loser, .. } => format!("notify timeout {loser}"),
        Notice::Ended(ending) => format!("notify {}", over(ending)),
    }
}

fn over(ending: &Ending) -> String {
    let reason = match ending.reason {
        Reason::Victory => "victory",
        Reason::Draw => "draw",
        Reason::Resignation => "resignation",
        Reason::AfkTimeout => "afk_timeout",
        Reason::Disconnect => "disconnect",
    };
    let winner = ending.winner_id.as_ref().map_or("nobody", |winner| winner.0.as_str());
    format!("over {winner} {reason}")
}

fn shown(view: &View) -> String {
    let marks: Vec<u8> = view.history.iter().map(|entry| entry.play.to.0).collect();
    picture(&marks, view.turn, view.players.each_ref().map(|player| player.connected))
}

/// The kind of a saying: `over disconnect`, `draw offered`, `moved`.
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
