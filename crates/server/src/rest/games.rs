//! Running and finished games.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use common::{Mode, RoomId};
use protocol::ErrorCode;
use protocol::rest::{ApiError, GameRecord};
use rooms::{Room, Scope};
use store::{Journal, StoreError};
use tracing::error;

use super::Api;
use super::answer::{Name, RequestFailure, RestAnswer, json};
use super::callers::{Caller, token_claims};
use crate::engine;
use crate::identity;
use crate::wire::record as game_record;

/// `GET /v1/games/:roomId`
pub(crate) async fn record(
    State(api): State<Arc<Api>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Name(room): Name,
) -> RestAnswer<Response> {
    let found = find(&api, &caller, &headers, RoomId(room)).await?;
    Ok(json(StatusCode::OK, &found.record))
}

/// `GET /v1/games/:roomId/pdn`
pub(crate) async fn pdn(
    State(api): State<Arc<Api>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    Name(room): Name,
) -> RestAnswer<Response> {
    let found = find(&api, &caller, &headers, RoomId(room)).await?;
    let pdn = found.pdn.ok_or_else(|| {
        ApiError::new(ErrorCode::NotFound, "this game has no PDN")
            .hint(format!("games of {} have one", protocol::games::studied().0))
    })?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], pdn).into_response())
}

/// The reader of a game: a tenant may read every game of its scope, a player only their own.
struct GameReader {
    scope: Scope,
    player: Option<String>,
}

impl GameReader {
    fn may_read(&self, record: &GameRecord) -> bool {
        let Some(player) = &self.player else { return true };
        record.players().contains(&player.as_str())
    }
}

/// A running or finished game.
struct FoundGame {
    record: GameRecord,
    pdn: Option<String>,
}

impl FoundGame {
    fn of(room: &Room) -> Self {
        FoundGame { record: game_record::record(room), pdn: room.transcript() }
    }

    fn of_record(record: GameRecord) -> Self {
        let pdn = record.result().and_then(|result| result.parts.transcript()).map(str::to_owned);
        FoundGame { record, pdn }
    }
}

/// Finds a game for the key of its tenant or the token of one of its players.
async fn find(
    api: &Api,
    caller: &Caller,
    headers: &HeaderMap,
    id: RoomId,
) -> Result<FoundGame, RequestFailure> {
    let reader = reader(api, caller, headers)?;
    let found = match api.engine.registry.find(&id) {
        Some(room) => {
            api.engine.refresh(&room).await?;
            (room.scope == reader.scope).then(|| FoundGame::of(&room.live().room))
        }
        None => stored(api, &reader.scope, id).await?,
    };
    found.filter(|found| reader.may_read(&found.record)).ok_or_else(|| ApiError::not_found("game").into())
}

async fn stored(api: &Api, scope: &Scope, id: RoomId) -> Result<Option<FoundGame>, RequestFailure> {
    let Some(stored) = api.context.store.result(&scope.tenant, scope.mode, &id).await? else {
        // Another node may have it.
        let held = api.engine.hold(&id).await?;
        return Ok(held.filter(|room| room.scope == *scope).map(|room| FoundGame::of(&room.live().room)));
    };
    let found = match stored.result.record {
        Some(record) => {
            serde_json::from_str(&record).map(FoundGame::of_record).map_err(|error| error.to_string())
        }
        None => replayed(api, &id).await?,
    };
    Ok(found.inspect_err(|problem| error!(room = id.as_str(), problem, "game record not readable")).ok())
}

/// A game from its log, or the problem with the log.
async fn replayed(api: &Api, id: &RoomId) -> Result<Result<FoundGame, String>, StoreError> {
    Ok(match api.context.store.room(id).await {
        Ok(Some(stored)) => {
            engine::read_room(&api.context.catalogue, &stored).map(|room| FoundGame::of(&room))
        }
        Ok(None) => Err("it has no log".to_owned()),
        Err(StoreError::Invalid(problem)) => Err(problem),
        Err(error) => return Err(error),
    })
}

fn reader(api: &Api, caller: &Caller, headers: &HeaderMap) -> Result<GameReader, RequestFailure> {
    match caller {
        Caller::Key(key) => {
            let mode = if key.0.mode == Mode::Test { Mode::Test } else { Mode::Live };
            let tenant = key.0.tenant.clone();
            Ok(GameReader { scope: Scope { tenant, mode }, player: None })
        }
        Caller::Anonymous => Err(ApiError::missing_authorization().into()),
        Caller::InvalidKey => {
            let claims = token_claims(api, headers).ok_or_else(ApiError::invalid_api_key)?;
            let player = claims.players.first().map(|holder| holder.id.clone());
            let scope = identity::scope(&claims.tid, claims.mode);
            Ok(GameReader { scope, player: Some(player.ok_or_else(ApiError::invalid_api_key)?) })
        }
    }
}
