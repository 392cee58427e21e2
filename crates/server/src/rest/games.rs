//! Running and finished games.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use common::{Mode, RoomId, SessionId};
use protocol::ErrorCode;
use protocol::rest::{ApiError, GameRecord};
use rooms::{Room, Scope, Viewer};
use store::{Journal, StoreError};
use tracing::error;

use super::Api;
use super::answer::{Name, RequestFailure, RestAnswer, json};
use super::callers::{Caller, token_claims};
use super::known_room;
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

/// The reader of a game. A tenant may read every game of its scope, a player their own, and everyone the games they may watch.
struct GameReader {
    /// The tenant and mode of its key or token.
    scope: Option<Scope>,
    /// The player of its token.
    player: Option<String>,
    viewer: Viewer,
}

impl GameReader {
    fn may_read(&self, record: &GameRecord) -> bool {
        let Some(player) = &self.player else { return true };
        record.players().contains(&player.as_str())
    }

    /// The refusal if the game is not known or not for this reader.
    fn refusal(&self) -> RequestFailure {
        match self.scope {
            Some(_) => ApiError::not_found("game").into(),
            None => ApiError::missing_authorization().into(),
        }
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

/// Finds a game that the caller may read.
async fn find(
    api: &Api,
    caller: &Caller,
    headers: &HeaderMap,
    id: RoomId,
) -> Result<FoundGame, RequestFailure> {
    let reader = reader(api, caller, headers)?;
    if let Some(scope) = &reader.scope {
        let own = of_scope(api, scope, &id).await?.filter(|found| reader.may_read(&found.record));
        if let Some(found) = own {
            return Ok(found);
        }
    }
    let watchable = |room: &Room| room.admits(&reader.viewer).then(|| FoundGame::of(room));
    known_room::read(api, &id, watchable).await?.flatten().ok_or_else(|| reader.refusal())
}

async fn of_scope(api: &Api, scope: &Scope, id: &RoomId) -> Result<Option<FoundGame>, RequestFailure> {
    let Some(room) = api.engine.registry.find(id) else { return stored(api, scope, id.clone()).await };
    api.engine.refresh(&room).await?;
    Ok((room.scope == *scope).then(|| FoundGame::of(&room.live().room)))
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
        Caller::Key(_) | Caller::SignedIn(_) => {
            let key = caller.key()?;
            let mode = if key.0.mode == Mode::Test { Mode::Test } else { Mode::Live };
            let scope = Some(Scope { tenant: key.0.tenant.clone(), mode });
            Ok(GameReader { scope: scope.clone(), player: None, viewer: Viewer { scope, session: None } })
        }
        Caller::Anonymous => Ok(GameReader { scope: None, player: None, viewer: Viewer::ANYONE }),
        Caller::InvalidKey => {
            let claims = token_claims(api, headers).ok_or_else(ApiError::invalid_api_key)?;
            let player = claims.players.first().map(|holder| holder.id.clone());
            let player = Some(player.ok_or_else(ApiError::invalid_api_key)?);
            let scope = Some(identity::scope(&claims.tid, claims.mode));
            let session = Some(SessionId(claims.sid));
            Ok(GameReader { scope: scope.clone(), player, viewer: Viewer { scope, session } })
        }
    }
}
