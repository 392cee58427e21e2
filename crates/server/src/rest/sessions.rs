//! Sessions: a tenant's backend starts games for its players and reads their results.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use common::{Mode, SessionId, TenantId};
use protocol::rest::{
    ApiError, CreateSession, GetSession, JoinSession, ListSessions, SessionList, SessionValidation,
    ValidateSession, WantedSpectators,
};
use protocol::{ErrorCode, Named};
use store::{ApiKey, SessionFilter, SessionRow, StoreError};

use super::Api;
use super::answer::{Name, RequestFailure, RestAnswer, json};
use super::extractors::{Authorized, AuthorizedJson, ValidQuery};
use super::idempotency::{self, Repeat};
use super::new_session::{self, Owner};
use super::session_view::{created_to_wire, to_wire};
use super::site_address::SiteAddress;

/// `POST /v1/sessions`
pub(crate) async fn create(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    uri: Uri,
    site: SiteAddress,
    AuthorizedJson { caller, value: wanted, raw: body }: AuthorizedJson<CreateSession>,
) -> RestAnswer<Response> {
    let (key, tenant) = &*caller;
    let mode = mode_of(key, &wanted)?;
    let repeat = match idempotency::claim(&api, key, &headers, &uri, &body).await? {
        Repeat::Earlier(earlier) => {
            let session = earlier.session(&api, key).await?;
            return Ok(idempotency::replayed(json(
                StatusCode::CREATED,
                &created_to_wire(&api, &site, tenant, &session)?,
            )));
        }
        repeat => repeat,
    };
    let spectators = tenant.settings.spectators.as_deref().and_then(WantedSpectators::from_name);
    let theme = tenant.settings.theme(key.mode);
    let owner = Owner { tenant: &key.tenant, sites: &key.allowed_origins, spectators, theme };
    let session = match new_session::new_session(&api, &owner, mode, wanted) {
        Ok(session) => {
            let kept = |session: &SessionRow| idempotency::kept(&repeat, session);
            new_session::store_session(
                &api,
                api.context.settings.plans.of(&tenant.plan).sessions_per_month,
                session,
                kept,
            )
            .await
        }
        Err(failure) => Err(failure),
    };
    match session {
        Ok(session) => Ok(json(StatusCode::CREATED, &created_to_wire(&api, &site, tenant, &session)?)),
        Err(failure) => {
            idempotency::release(&api, repeat).await;
            Err(failure)
        }
    }
}

/// `POST /v1/sessions/join`
pub(crate) async fn join(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    uri: Uri,
    site: SiteAddress,
    AuthorizedJson { caller, value: wanted, raw: body }: AuthorizedJson<JoinSession>,
) -> RestAnswer<Response> {
    let (key, tenant) = &*caller;
    let friend = wanted.player.id.clone();
    let repeat = match idempotency::claim(&api, key, &headers, &uri, &body).await? {
        Repeat::Earlier(earlier) => {
            let session = earlier.session(&api, key).await?;
            let answer = new_session::joined(&api, &site, tenant, &session, &friend)?;
            return Ok(idempotency::replayed(json(StatusCode::CREATED, &answer)));
        }
        repeat => repeat,
    };
    let code = wanted.room_code;
    match new_session::join_by_code(&api, tenant, key.mode, wanted.game, code, wanted.player).await {
        Ok(session) => {
            idempotency::complete(&api, &repeat, &session).await?;
            Ok(json(StatusCode::CREATED, &new_session::joined(&api, &site, tenant, &session, &friend)?))
        }
        Err(failure) => {
            idempotency::release(&api, repeat).await;
            Err(failure)
        }
    }
}

/// `GET /v1/sessions/:id`
pub(crate) async fn get(
    State(api): State<Arc<Api>>,
    Authorized(caller): Authorized,
    Name(id): Name,
    ValidQuery(wanted): ValidQuery<GetSession>,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    let found = find(&api, key, &SessionId(id)).await?;
    let fits = |session: &SessionRow| wanted.game.is_none_or(|game| game.name() == session.game);
    let session = found.filter(fits).ok_or_else(|| ApiError::not_found("session"))?;
    Ok(json(StatusCode::OK, &to_wire(&api, session)?))
}

/// `GET /v1/sessions`
pub(crate) async fn list(
    State(api): State<Arc<Api>>,
    Authorized(caller): Authorized,
    ValidQuery(wanted): ValidQuery<ListSessions>,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    let filter = SessionFilter {
        game: wanted.game.map(|game| game.name().to_owned()),
        status: wanted.status,
        after: wanted.after.map(SessionId),
        limit: wanted.limit + 1,
    };
    let mut found = api.context.store.sessions(&key.tenant, key.mode, filter).await?;
    let has_more = found.len() > wanted.limit as usize;
    found.truncate(wanted.limit as usize);
    let after = found.last().filter(|_| has_more).map(|session| session.id.0.clone());
    // An unreadable session has been logged and is skipped.
    let sessions = found.into_iter().filter_map(|session| to_wire(&api, session).ok()).collect();
    Ok(json(StatusCode::OK, &SessionList { sessions, has_more, after }))
}

/// `GET /v1/sessions/validate`
pub(crate) async fn validate(
    State(api): State<Arc<Api>>,
    ValidQuery(wanted): ValidQuery<ValidateSession>,
) -> RestAnswer<Response> {
    let invalid = || ApiError::new(ErrorCode::TokenInvalid, "this session token is not valid").param("token");
    let verified = api.tokens.verify(&wanted.token, api.context.clock.wall()).ok_or_else(invalid)?;
    let claims = verified.claims;
    let mode = claims.mode;
    let session = api.context.store.session(&TenantId(claims.tid), mode, &SessionId(claims.sid)).await?;
    let session = to_wire(&api, session.ok_or_else(invalid)?)?;
    Ok(json(StatusCode::OK, &SessionValidation { status: session.status, result: session.result }))
}

/// The mode of the new session; by default that of the key.
fn mode_of(key: &ApiKey, wanted: &CreateSession) -> Result<Mode, RequestFailure> {
    match (key.mode, wanted.mode) {
        (Mode::Test, None | Some(Mode::Test)) => Ok(Mode::Test),
        (Mode::Test, Some(_)) => Err(ApiError::test_key_live_session().into()),
        (_, None) => Ok(Mode::Live),
        (_, Some(Mode::Test)) => {
            Err(ApiError::new(ErrorCode::BadRequest, "a live API key cannot create test sessions")
                .param("mode")
                .hint("use a bg_test_ key")
                .into())
        }
        (_, Some(mode)) => Ok(mode),
    }
}

/// A session in the mode of the key; a live key also sees training sessions.
async fn find(api: &Api, key: &ApiKey, id: &SessionId) -> Result<Option<SessionRow>, StoreError> {
    let found = api.context.store.session(&key.tenant, key.mode, id).await?;
    match (found, key.mode) {
        (None, Mode::Live) => api.context.store.session(&key.tenant, Mode::Training, id).await,
        (found, _) => Ok(found),
    }
}
