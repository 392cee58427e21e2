//! The list of running games visible to the caller.

use std::cmp::Reverse;
use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use common::Timestamp;
use protocol::rest::{ApiError, ListRooms, RoomList, RoomPlayer, RoomSummary};
use rooms::{Scope, Viewer};
use store::StoreError;

use super::Api;
use super::answer::{RequestFailure, RestAnswer, json};
use super::callers::{Caller, token_claims};
use super::extractors::ValidQuery;
use crate::engine::RoomHandle;
use crate::identity;

/// `GET /v1/rooms`: public games, and with a key or a token those of its tenant.
pub(crate) async fn list(
    State(api): State<Arc<Api>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    ValidQuery(wanted): ValidQuery<ListRooms>,
) -> RestAnswer<Response> {
    let reader = RoomListReader::of(&api, &caller, &headers)?;
    let after = wanted.after.as_deref().map(Cursor::parse).transpose()?;
    let running = api.running_games().await;
    let mut found = running.iter().filter(|room| {
        let asked = wanted.game.is_none_or(|game| game == room.game);
        let further = after.as_ref().is_none_or(|after| after.place() < room.place_in_lists());
        asked && further && reader.is_shown(room)
    });
    let page: Vec<&Arc<RoomHandle>> = found.by_ref().take(wanted.limit as usize).collect();
    let has_more = found.next().is_some();
    let after = page.last().filter(|_| has_more).map(|last| Cursor::of(last).text());
    let rooms = page.into_iter().map(|room| summary(&api, room)).collect();
    Ok(json(StatusCode::OK, &RoomList { rooms, has_more, after }))
}

/// The reader of the list.
enum RoomListReader {
    /// A key sees every game of its scope.
    Key(Scope),
    /// Others see the games they may watch without knowing the room.
    Viewer(Viewer),
}

impl RoomListReader {
    fn of(api: &Api, caller: &Caller, headers: &HeaderMap) -> Result<RoomListReader, RequestFailure> {
        match caller {
            Caller::Key(_) | Caller::SignedIn(_) => {
                let key = caller.key()?;
                let tenant = key.0.tenant.clone();
                Ok(RoomListReader::Key(Scope { tenant, mode: key.0.mode }))
            }
            Caller::Anonymous => Ok(RoomListReader::Viewer(Viewer::ANYONE)),
            Caller::InvalidKey => {
                let claims = token_claims(api, headers).ok_or_else(ApiError::invalid_api_key)?;
                let scope = identity::scope(&claims.tid, claims.mode);
                Ok(RoomListReader::Viewer(Viewer { scope: Some(scope), session: None }))
            }
        }
    }

    fn is_shown(&self, room: &RoomHandle) -> bool {
        match self {
            RoomListReader::Key(scope) => {
                room.scope == *scope || room.spectators.list(&room.scope, &Viewer::ANYONE)
            }
            RoomListReader::Viewer(viewer) => room.spectators.list(&room.scope, viewer),
        }
    }
}

/// A position in the list, newest game first. It stays valid after the game has ended.
struct Cursor {
    started_at: Timestamp,
    room: String,
}

impl Cursor {
    fn of(room: &RoomHandle) -> Cursor {
        Cursor { started_at: room.started_at, room: room.id.0.clone() }
    }

    fn place(&self) -> (Reverse<Timestamp>, &str) {
        (Reverse(self.started_at), &self.room)
    }

    fn parse(text: &str) -> Result<Cursor, RequestFailure> {
        let parts = text.split_once('.').filter(|(_, room)| room.starts_with("room_"));
        let cursor = parts.and_then(|(started, room)| {
            let millis = started.parse::<u64>().ok().and_then(|millis| i64::try_from(millis).ok())?;
            Some(Cursor { started_at: Timestamp(millis), room: room.to_owned() })
        });
        cursor.ok_or_else(|| StoreError::UnknownPage.into())
    }

    fn text(&self) -> String {
        format!("{}.{}", self.started_at.0, self.room)
    }
}

/// A game in lists, with aliases for guests.
fn summary(api: &Api, room: &RoomHandle) -> RoomSummary {
    let guests = room.scope == identity::guest_scope();
    let shown = |id: &String| if guests { api.state.aliases.of(&room.id, id) } else { id.clone() };
    let player = |(id, username): &(String, String)| RoomPlayer { id: shown(id), username: username.clone() };
    RoomSummary {
        room_id: room.id.0.clone(),
        players: room.players.iter().map(player).collect(),
        move_count: u32::try_from(room.moves()).unwrap_or(u32::MAX),
        variant: room.variant.to_owned(),
    }
}
