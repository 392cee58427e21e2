//! The log of a room: one line per numbered event, enough to follow what happened.

use rooms::{Audience, Effect, Event, Timestamp};
use serde_json::{Value, json};
use store::EventRow;

/// The numbered events among the effects, each once.
pub(crate) fn rows(effects: &[Effect], now: Timestamp) -> Vec<EventRow> {
    let mut rows: Vec<EventRow> = Vec::new();
    for effect in effects {
        let Effect::Tell { to, seq, event } = effect else { continue };
        let direct = matches!(to, Audience::Connection(_));
        if direct || rows.last().is_some_and(|row| row.seq == *seq) {
            continue;
        }
        rows.push(EventRow { seq: *seq, at_ms: now.0, json: line(event).to_string() });
    }
    rows
}

fn line(event: &Event) -> Value {
    match event {
        Event::Started { view, .. } => {
            let players: Vec<&str> = view.players.iter().map(|player| player.id.as_str()).collect();
            json!({ "event": "started", "players": players, "variant": view.variant })
        }
        Event::Moved { entry, .. } => json!({ "event": "moved", "entry": entry }),
        Event::IdleWarning { player, expires_at, .. } => {
            json!({ "event": "idle_warning", "player": player, "expires_at": expires_at })
        }
        Event::IdleWarningCleared => json!({ "event": "idle_warning_cleared" }),
        Event::Disconnected { player, expires_at, .. } => {
            json!({ "event": "disconnected", "player": player, "expires_at": expires_at })
        }
        Event::Returned { player } => json!({ "event": "returned", "player": player }),
        Event::DrawOffered { player } => json!({ "event": "draw_offered", "player": player }),
        Event::DrawDeclined { player } => json!({ "event": "draw_declined", "player": player }),
        Event::RematchOffered { player } => json!({ "event": "rematch_offered", "player": player }),
        Event::Over(ending) => json!({ "event": "over", "ending": ending }),
        Event::Reconnected { .. } | Event::Watching { .. } | Event::IdleStatus(_) | Event::TakenOver => {
            json!({ "event": "told" })
        }
    }
}
