//! What happened in a game, event by event: its log, replayed.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use common::RoomId;
use game::{Play, Square};
use protocol::rest::{ApiError, GameTimeline, RoomPlayer, TimelineEvent, TimelineName};
use protocol::{GameVisitor, KnownGame, Named};
use rooms::{Change, Event, Room, Scope};
use serde_json::Value;
use store::{Journal, StoreError};
use tracing::error;

use super::Api;
use super::answer::{Name, RestAnswer, json};
use super::extractors::OwnDashboard;
use crate::conversions::{game_name, utc};
use crate::engine;
use crate::wire;

/// How many events are listed.
const MOST_EVENTS: usize = 1_000;

/// `GET /v1/dashboard/games/:roomId/timeline`
pub(crate) async fn timeline(
    State(api): State<Arc<Api>>,
    OwnDashboard(caller): OwnDashboard,
    Name(room): Name,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    let scope = Scope { tenant: key.tenant.clone(), mode: key.mode };
    let id = RoomId(room);
    let store = &api.context.store;
    let stored = match store.room(&id).await {
        Ok(stored) => stored.filter(|stored| stored.tenant == scope.tenant && stored.mode == scope.mode),
        Err(StoreError::Invalid(problem)) => return Err(unreadable(&id, &problem).into()),
        Err(error) => return Err(error.into()),
    };
    if stored.is_none() {
        return Err(ApiError::not_found("game").into());
    }
    let log = match store.events_after(&id, 0).await {
        Err(StoreError::Invalid(problem)) => return Err(unreadable(&id, &problem).into()),
        log => log?,
    };
    let catalogue = Arc::clone(&api.context.catalogue);
    // Long games take a while, so this does not run on the runtime.
    let replayed = tokio::task::spawn_blocking(move || {
        let mut lines = TimelineLines::default();
        engine::replay_each(&catalogue, &log, |room, seq, event| lines.add(room, seq, event))
            .map(|room| lines.finish(&room))
    });
    let timeline = replayed.await.unwrap_or_else(|_| Err("replaying it panicked".to_owned()));
    let timeline = timeline.map_err(|problem| unreadable(&id, &problem))?;
    Ok(json(StatusCode::OK, &timeline))
}

fn unreadable(id: &RoomId, problem: &str) -> ApiError {
    error!(room = id.as_str(), problem, "game not readable");
    ApiError::not_found("log of this game")
}

/// The events so far.
#[derive(Default)]
struct TimelineLines {
    events: Vec<TimelineEvent>,
    has_more: bool,
}

impl TimelineLines {
    /// Adds an event, after which the room is as given.
    fn add(&mut self, room: &Room, seq: u64, event: &Event) {
        if self.events.len() >= MOST_EVENTS {
            self.has_more = true;
            return;
        }
        let (name, player, detail) = told(room, &event.change);
        let has_board = matches!(name, TimelineName::Opened | TimelineName::Moved);
        self.events.push(TimelineEvent {
            seq,
            at: utc(event.at.outside()),
            name,
            player,
            detail,
            board: has_board.then(|| game_name(room).visit(BoardCells { room })),
        });
    }

    fn finish(self, room: &Room) -> GameTimeline {
        let player =
            |seat: &rooms::Seat| RoomPlayer { id: seat.player.0.clone(), username: seat.username.clone() };
        GameTimeline {
            room_id: room.id().0.clone(),
            game: game_name(room),
            variant: room.variant().description().variant.to_owned(),
            players: room.seats().iter().map(player).collect(),
            events: self.events,
            has_more: self.has_more,
        }
    }
}

/// An event in words: what happened, who did it, and what else there is to say.
fn told(room: &Room, change: &Change) -> (TimelineName, Option<u8>, Option<String>) {
    let index = |side: &game::Side| u8::try_from(side.index()).ok();
    let to_move = || index(&room.game().side_to_move());
    match change {
        Change::Opened(_) => (TimelineName::Opened, None, None),
        Change::Moved { play } => {
            let mover = room.history().last().and_then(|entry| index(&entry.side));
            (TimelineName::Moved, mover, Some(move_text(room, play)))
        }
        Change::IdleWarned => (TimelineName::IdleWarned, to_move(), None),
        Change::IdleWarningCleared => (TimelineName::IdleWarningCleared, None, None),
        Change::Left { side, .. } => (TimelineName::Left, index(side), None),
        Change::Returned { side, .. } => (TimelineName::Returned, index(side), None),
        Change::DrawOffered { side } => (TimelineName::DrawOffered, index(side), None),
        Change::DrawDeclined { side } => (TimelineName::DrawDeclined, index(side), None),
        Change::Ended { winner, reason, .. } => {
            let reason = wire::reason(*reason).name().to_owned();
            (TimelineName::Ended, winner.as_ref().and_then(index), Some(reason))
        }
        Change::RematchOffered { side } => (TimelineName::RematchOffered, index(side), None),
        Change::RematchBegun => (TimelineName::RematchBegun, None, None),
        Change::RematchWithdrawn => (TimelineName::RematchWithdrawn, None, None),
        Change::Restarted { .. } => (TimelineName::Restarted, None, None),
    }
}

/// A move by the names of its squares.
fn move_text(room: &Room, play: &Play) -> String {
    let labels = &room.variant().description().labels;
    let name = |square: Square| {
        let label = labels.get(usize::from(square.0)).and_then(Option::as_ref);
        label.cloned().unwrap_or_else(|| square.0.to_string())
    };
    match play.from {
        None => name(play.to),
        Some(from) if play.captures.is_empty() => format!("{}-{}", name(from), name(play.to)),
        Some(from) => format!("{}x{}", name(from), name(play.to)),
    }
}

/// The cells of the board on the wire.
struct BoardCells<'a> {
    room: &'a Room,
}

impl GameVisitor for BoardCells<'_> {
    type Output = Vec<Value>;

    fn visit<G: KnownGame>(self) -> Vec<Value> {
        let cells = G::board(&self.room.game().board());
        cells.iter().map(|cell| serde_json::to_value(cell).unwrap_or_default()).collect()
    }
}
