//! Conversion of events to store appends, with everything committed in the same transaction.

use common::{PlayerId, SessionId, SessionStatus};
use protocol::Named;
use rooms::{Change, Event, Moment, Room, RoomEnding};
use store::{Append, PlayerRow, ResultRow, SessionUpdate, Snapshot};
use tracing::info;

use super::ratings;
use crate::webhook_events::WebhookEvents;
use crate::wire::{self, record};

/// The append for events decided on a room, with everything committed in the same transaction.
pub(crate) fn append(webhooks: &WebhookEvents, room: &Room, events: &[Event], at: Moment) -> Append {
    let ends = events.iter().any(|event| matches!(event.change, Change::Ended { .. }));
    // Only the end of a game needs the room after the events.
    let finished = ends.then(|| after(room, events));
    let ending = finished.as_ref().and_then(|room| Some((room, room.ending()?)));
    Append {
        at_ms: at.outside().0,
        after: room.version(),
        events: events.iter().map(json).collect(),
        outbox: webhooks.of_events(room, events, finished.as_ref()),
        result: ending.map(|(room, ending)| result_row(room, ending)),
        sessions: ending.map_or_else(Vec::new, |(room, ending)| session_updates(room, Some(ending))),
        rated: ending.and_then(|(room, ending)| ratings::rated_game(room, ending)),
        ..of_room(room)
    }
}

/// The append for the first event of a room.
pub(crate) fn opened(webhooks: &WebhookEvents, room: &Room, event: &Event) -> Append {
    Append {
        at_ms: event.at.outside().0,
        after: 0,
        events: vec![json(event)],
        outbox: webhooks.of_events(room, std::slice::from_ref(event), None),
        sessions: session_updates(room, None),
        ..of_room(room)
    }
}

/// The stored snapshot of a room.
pub(crate) fn snapshot(room: &Room) -> Snapshot {
    let snapshot = serde_json::to_string(&room.save()).expect("a room is plain data");
    Snapshot { room: room.id().clone(), seq: room.version(), snapshot }
}

/// Counts an applied event in the metrics.
pub(crate) fn count(room: &Room, event: &Event) {
    let game = room.variant().description().game;
    match &event.change {
        Change::Moved { .. } => metrics::counter!("parlour_moves_total", "game" => game).increment(1),
        Change::Ended { reason, .. } => {
            let reason = wire::reason(*reason).name();
            metrics::counter!("parlour_games_ended_total", "game" => game, "reason" => reason).increment(1);
            info!(room = room.id().as_str(), reason, "game ended");
        }
        Change::IdleWarned => metrics::counter!("parlour_idle_warnings_total", "game" => game).increment(1),
        _ => {}
    }
}

fn of_room(room: &Room) -> Append {
    Append {
        room: room.id().clone(),
        tenant: room.scope().tenant.clone(),
        mode: room.scope().mode,
        ..Append::default()
    }
}

fn after(room: &Room, events: &[Event]) -> Room {
    let mut room = room.clone();
    events.iter().for_each(|event| room.evolve(event));
    room
}

fn json(event: &Event) -> String {
    serde_json::to_string(event).expect("an event is plain data")
}

fn result_row(room: &Room, ending: &RoomEnding) -> ResultRow {
    let description = room.variant().description();
    let result = record::result(room, ending);
    ResultRow {
        session: room.seats().iter().find_map(|seat| seat.session.as_ref()).cloned(),
        game: description.game.to_owned(),
        variant: description.variant.to_owned(),
        players: room
            .seats()
            .iter()
            .map(|seat| PlayerRow { id: seat.player.clone(), display_name: seat.display_name.clone() })
            .collect(),
        winner: result.winner.map(PlayerId),
        reason: result.reason.name().to_owned(),
        duration_ms: u64::try_from(ending.at.since(room.started_at()).as_millis()).unwrap_or(u64::MAX),
        move_count: result.move_count,
        // The log of a void game may not be replayable.
        record: ending
            .is_void()
            .then(|| serde_json::to_string(&record::record(room)).expect("a record is plain data")),
    }
}

/// The first game of a session moves it from pending to ended; rematches do not affect it.
fn session_updates(room: &Room, ending: Option<&RoomEnding>) -> Vec<SessionUpdate> {
    if room.is_rematch() {
        return Vec::new();
    }
    let mut sessions: Vec<&SessionId> =
        room.seats().iter().filter_map(|seat| seat.session.as_ref()).collect();
    sessions.dedup();
    let status = if ending.is_some() { SessionStatus::Ended } else { SessionStatus::Active };
    let result = ending
        .map(|ending| serde_json::to_string(&record::result(room, ending)).expect("a result is plain data"));
    sessions
        .into_iter()
        .map(|session| SessionUpdate {
            session: session.clone(),
            status,
            room: Some(room.id().clone()),
            result: result.clone(),
        })
        .collect()
}
