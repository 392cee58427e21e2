//! Sessions: a tenant's backend gets its players a game, and asks what became of it.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::Response;
use protocol::rest::{
    ApiError, CreateSession, GameResult, GetSession, JoinSession, ListSessions, MatchType, Mode, PlayerToken,
    Session as WireSession, SessionClaims, SessionCreated, SessionList, SessionPlayer, SessionStatus,
    SessionValidation, ValidateSession,
};
use protocol::{DisplayName, ErrorCode, GameName, Incoming, Named, parse_body, parse_query};
use rooms::Timestamp;
use store::{
    ApiKey, Creation, JoinByCode, Joining, NewSession, Player, PlayerId, RoomCode, Session, SessionFilter,
    SessionId, StoreError, StoredResponse, Tenant, TenantId,
};

use super::answer::{Answer, Failure, Name, RawBody, json};
use super::callers::{Caller, monthly_sessions};
use super::idempotency::{self, Repeat};
use crate::app::App;
use crate::session_settings::SessionSettings;
use crate::{notices, random, record};

/// A private game has two seats.
const SEATS: usize = 2;

/// `POST /v1/sessions`
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    uri: Uri,
    RawBody(body): RawBody,
) -> Answer<Response> {
    let (key, tenant) = caller.key()?;
    content_is_json(&headers)?;
    let wanted: CreateSession = parse_body(&body)?;
    let mode = mode_of(key, &wanted)?;
    let repeat = match idempotency::claim(&app, key, &headers, &uri, &body).await? {
        Repeat::Earlier(earlier) => {
            let session = app.store.session(&key.tenant, earlier.mode, &earlier.session).await?;
            let session = session.ok_or_else(|| ApiError::not_found("session"))?;
            return Ok(idempotency::replayed(json(StatusCode::CREATED, &created(&app, tenant, &session))));
        }
        repeat => repeat,
    };
    let owner = Owner { tenant: &key.tenant, sites: &key.allowed_origins };
    let session = match new_session(&app, &owner, mode, wanted) {
        Ok(session) => {
            let kept = |session: &Session| idempotency::kept(&repeat, session);
            store_session(&app, monthly_sessions(tenant.plan), session, kept).await
        }
        Err(failure) => Err(failure),
    };
    match session {
        Ok(session) => Ok(json(StatusCode::CREATED, &created(&app, tenant, &session))),
        Err(failure) => {
            idempotency::release(&app, repeat).await;
            Err(failure)
        }
    }
}

/// `POST /v1/sessions/join`
pub(crate) async fn join(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> Answer<Response> {
    let (key, tenant) = caller.key()?;
    content_is_json(&headers)?;
    let wanted: JoinSession = parse_body(&body)?;
    join_by_code(&app, tenant, key.mode, wanted.game, wanted.room_code, wanted.player).await
}

/// `GET /v1/sessions/:id`
pub(crate) async fn get(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Name(id): Name,
    RawQuery(query): RawQuery,
) -> Answer<Response> {
    let (key, _) = caller.key()?;
    let wanted: GetSession = read_query(query.as_deref())?;
    let found = find(&app, key, &SessionId(id)).await?;
    let fits = |session: &Session| wanted.game.is_none_or(|game| game.name() == session.game);
    let session = found.filter(fits).ok_or_else(|| ApiError::not_found("session"))?;
    Ok(json(StatusCode::OK, &shown(&app, session)))
}

/// `GET /v1/sessions`
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    RawQuery(query): RawQuery,
) -> Answer<Response> {
    let (key, _) = caller.key()?;
    let wanted: ListSessions = read_query(query.as_deref())?;
    let filter = SessionFilter {
        game: wanted.game.map(|game| game.name().to_owned()),
        status: wanted.status.and_then(|status| store::SessionStatus::parse(status.name())),
        after: wanted.after.map(SessionId),
        limit: wanted.limit + 1,
    };
    let mut found = app.store.sessions(&key.tenant, key.mode, filter).await?;
    let has_more = found.len() > wanted.limit as usize;
    found.truncate(wanted.limit as usize);
    let after = found.last().filter(|_| has_more).map(|session| session.id.0.clone());
    let sessions = found.into_iter().map(|session| shown(&app, session)).collect();
    Ok(json(StatusCode::OK, &SessionList { sessions, has_more, after }))
}

/// `GET /v1/sessions/validate`
pub(crate) async fn validate(State(app): State<Arc<App>>, RawQuery(query): RawQuery) -> Answer<Response> {
    let wanted: ValidateSession = read_query(query.as_deref())?;
    let invalid = || ApiError::new(ErrorCode::TokenInvalid, "this session token is not valid").param("token");
    let verified = app.tokens.verify(&wanted.token, app.clock.wall()).ok_or_else(invalid)?;
    let claims = verified.claims;
    let mode = crate::reception::session_mode(&claims);
    let session = app.store.session(&store::TenantId(claims.tid), mode, &SessionId(claims.sid)).await?;
    let session = shown(&app, session.ok_or_else(invalid)?);
    Ok(json(StatusCode::OK, &SessionValidation { status: session.status, result: session.result }))
}

/// Whose session it is, and from where its tokens may be used.
pub(super) struct Owner<'a> {
    pub(super) tenant: &'a TenantId,
    pub(super) sites: &'a [String],
}

/// Seats a friend in the private session of a code.
pub(super) async fn join_by_code(
    app: &App,
    tenant: &Tenant,
    mode: store::Mode,
    game: GameName,
    code: String,
    friend: SessionPlayer,
) -> Answer<Response> {
    let request = JoinByCode {
        tenant: tenant.id.clone(),
        mode,
        code,
        game: game.name().to_owned(),
        player: Player { id: PlayerId(friend.id.clone()), display_name: friend.display_name.into_string() },
        seats: SEATS,
        now_ms: app.clock.wall().0,
    };
    match app.store.join_by_code(request).await? {
        Joining::Joined(session) => {
            let mut answer = created(app, tenant, &session);
            answer.session_token = token(app, &session, &friend.id, app.clock.wall());
            answer.tokens = Vec::new();
            Ok(json(StatusCode::CREATED, &answer))
        }
        Joining::Full => {
            Err(ApiError::new(ErrorCode::BadRequest, "both seats of this game are taken").into())
        }
        Joining::Unknown => {
            let hint = "codes are valid until the game starts, for ten minutes at most";
            Err(ApiError::not_found("room code").param("roomCode").hint(hint).into())
        }
    }
}

/// Reads a query string with the precision of a body.
pub(crate) fn read_query<T: Incoming>(query: Option<&str>) -> Result<T, Failure> {
    let pairs = form_pairs(query.unwrap_or_default());
    Ok(parse_query(pairs)?)
}

fn form_pairs(query: &str) -> Vec<(String, String)> {
    // What cannot be decoded cannot have been meant: the required parameter is then missed by name.
    serde_urlencoded::from_str(query).unwrap_or_default()
}

pub(super) fn content_is_json(headers: &HeaderMap) -> Result<(), Failure> {
    let content = headers.get(axum::http::header::CONTENT_TYPE).and_then(|content| content.to_str().ok());
    let essence = content.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::UnsupportedMediaType, "the body must be JSON")
        .hint("send Content-Type: application/json")
        .into())
}

/// The mode of the new session: the key's own unless said otherwise.
fn mode_of(key: &ApiKey, wanted: &CreateSession) -> Result<Mode, Failure> {
    match (key.mode, wanted.mode) {
        (store::Mode::Test, None | Some(Mode::Test)) => Ok(Mode::Test),
        (store::Mode::Test, Some(_)) => Err(ApiError::test_key_live_session().into()),
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

pub(super) fn new_session(
    app: &App,
    owner: &Owner<'_>,
    mode: Mode,
    wanted: CreateSession,
) -> Result<Session, Failure> {
    let game = wanted.game.name();
    let variant = app
        .catalogue
        .find(game, wanted.variant.as_deref())
        .ok_or_else(|| app.unknown_variant(game, wanted.variant.as_deref().unwrap_or_default()))?;
    let match_type = wanted.match_type.unwrap_or(MatchType::Matchmaking);
    if wanted.players.len() > 1 && match_type != MatchType::Private {
        return Err(ApiError::new(ErrorCode::BadRequest, "only a private session has two players")
            .param("players")
            .hint("set matchType to private, or create one session for each player")
            .into());
    }
    // The session's own limits are checked against the game's before anybody sits down.
    crate::idle::IdleWish::resolve(
        variant,
        &app.settings.times,
        &wanted.afk,
        &protocol::AfkSettings::default(),
    )?;
    let now = app.clock.wall();
    let settings = SessionSettings {
        bot_difficulty: wanted.bot_difficulty,
        afk: wanted.afk,
        theme: wanted.theme,
        origins: owner.sites.iter().filter(|site| *site != "*").cloned().collect(),
    };
    let players = players(mode, wanted.players, wanted.player_count.unwrap_or(1));
    let life = match match_type {
        MatchType::Private if players.len() < SEATS => app.settings.times.room_code_life,
        _ => app.settings.times.token_life,
    };
    Ok(Session {
        id: SessionId(random::session_id().0),
        tenant: owner.tenant.clone(),
        mode: store::Mode::parse(mode.name()).unwrap_or_default(),
        game: game.to_owned(),
        variant: variant.description().variant.to_owned(),
        match_type: match_type.name().to_owned(),
        status: store::SessionStatus::Pending,
        room_code: (match_type == MatchType::Private).then(|| RoomCode {
            code: random::room_code(),
            until_ms: (now + app.settings.times.room_code_life).0,
        }),
        players,
        settings: settings.write(),
        room: None,
        result: None,
        created_ms: now.0,
        expires_ms: (now + life).0,
    })
}

/// The players of a session; those of a training session have no names of their own.
fn players(mode: Mode, given: Vec<SessionPlayer>, count: u32) -> Vec<Player> {
    if mode == Mode::Training {
        let anonymous =
            |number| Player { id: PlayerId(random::guest_id().0), display_name: format!("Player {number}") };
        return (1..=count).map(anonymous).collect();
    }
    given
        .into_iter()
        .map(|player| Player { id: PlayerId(player.id), display_name: player.display_name.into_string() })
        .collect()
}

pub(super) async fn store_session(
    app: &App,
    monthly_quota: Option<u64>,
    mut session: Session,
    kept: impl Fn(&Session) -> Option<StoredResponse>,
) -> Answer<Session> {
    loop {
        let outbox = notices::of_session(app, &session, SessionStatus::Pending);
        let has_news = !outbox.is_empty();
        let new = NewSession { session: session.clone(), monthly_quota, outbox, response: kept(&session) };
        match app.store.create_session(new).await {
            Ok(Creation::Created(_)) => {
                if has_news {
                    app.bell.ring();
                }
                return Ok(session);
            }
            Ok(Creation::QuotaReached) => {
                return Err(ApiError::new(
                    ErrorCode::QuotaExceeded,
                    "the sessions of this month are used up",
                )
                .hint("a larger plan has more; the count starts again next month")
                .into());
            }
            // A room code in use by the same tenant: another one.
            Err(StoreError::Taken(_)) => {
                if let Some(code) = &mut session.room_code {
                    code.code = random::room_code();
                }
                session.id = SessionId(random::session_id().0);
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// A session of the caller, in the mode of the key; a live key also sees its training sessions.
async fn find(app: &App, key: &ApiKey, id: &SessionId) -> Result<Option<Session>, StoreError> {
    let found = app.store.session(&key.tenant, key.mode, id).await?;
    match (found, key.mode) {
        (None, store::Mode::Live) => app.store.session(&key.tenant, store::Mode::Training, id).await,
        (found, _) => Ok(found),
    }
}

pub(super) fn created(app: &App, tenant: &Tenant, session: &Session) -> SessionCreated {
    let now = app.clock.wall();
    let mode = wire_mode(session);
    let first = session.players.first().map_or("", |player| player.id.as_str());
    let two = session.players.len() == SEATS;
    let tokens = session.players.iter().filter(|_| two).map(|player| PlayerToken {
        player_id: player.id.0.clone(),
        session_token: token(app, session, player.id.as_str(), now),
    });
    let expires_at = expires(app, session, now);
    SessionCreated {
        session_id: session.id.0.clone(),
        session_token: token(app, session, first, now),
        expires_in: u32::try_from(expires_at.since(now).as_millis().div_ceil(1000)).unwrap_or(u32::MAX),
        expires_at: record::utc(expires_at),
        game: game(session),
        variant: session.variant.clone(),
        mode,
        match_type: MatchType::from_name(&session.match_type).unwrap_or(MatchType::Matchmaking),
        room_code: session.room_code.as_ref().map(|code| code.code.clone()),
        players: session.players.iter().map(wire_player).collect(),
        theme: SessionSettings::read(&session.settings).theme,
        webhooks_enabled: match mode {
            Mode::Live => true,
            Mode::Test => tenant.settings.test_webhooks,
            Mode::Training => false,
        },
        tokens: tokens.collect(),
    }
}

/// A token lives as long as the settings say, and no longer than its session can be joined.
fn expires(app: &App, session: &Session, now: Timestamp) -> Timestamp {
    (now + app.settings.times.token_life).min(Timestamp(session.expires_ms))
}

fn token(app: &App, session: &Session, holder: &str, now: Timestamp) -> String {
    let seconds = |time: Timestamp| u64::try_from(time.0 / 1000).unwrap_or(0);
    let (own, others): (Vec<_>, Vec<_>) =
        session.players.iter().partition(|player| player.id.as_str() == holder);
    app.tokens.sign(&SessionClaims {
        sid: session.id.0.clone(),
        tid: session.tenant.0.clone(),
        game: game(session),
        variant: session.variant.clone(),
        mode: wire_mode(session),
        match_type: MatchType::from_name(&session.match_type).unwrap_or(MatchType::Matchmaking),
        players: own.into_iter().chain(others).map(wire_player).collect(),
        exp: seconds(expires(app, session, now)),
        iat: seconds(now),
    })
}

fn shown(app: &App, session: Session) -> WireSession {
    let overdue = session.status == store::SessionStatus::Pending && session.expires_ms <= app.clock.wall().0;
    let status = if overdue { store::SessionStatus::Expired } else { session.status };
    WireSession {
        game: game(&session),
        mode: wire_mode(&session),
        match_type: MatchType::from_name(&session.match_type).unwrap_or(MatchType::Matchmaking),
        status: SessionStatus::from_name(status.as_str()).unwrap_or(SessionStatus::Expired),
        players: session.players.iter().map(wire_player).collect(),
        result: session.result.as_deref().and_then(|result| serde_json::from_str::<GameResult>(result).ok()),
        id: session.id.0,
        variant: session.variant,
        room_id: session.room.map(|room| room.0),
        created_at: record::utc(Timestamp(session.created_ms)),
    }
}

fn wire_player(player: &Player) -> SessionPlayer {
    let shown = DisplayName::clean(&player.display_name).or_else(|| DisplayName::clean("Player"));
    SessionPlayer { id: player.id.0.clone(), display_name: shown.expect("the fallback is visible") }
}

fn game(session: &Session) -> GameName {
    GameName::from_name(&session.game).unwrap_or(GameName::TicTacToe)
}

fn wire_mode(session: &Session) -> Mode {
    Mode::from_name(session.mode.as_str()).unwrap_or(Mode::Test)
}
