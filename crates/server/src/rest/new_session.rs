//! Creating and joining sessions: validated and stored.

use common::{Mode, PlayerId, SessionId, SessionStatus, TenantId};
use game::Side;
use protocol::rest::{
    ApiError, CreateSession, MatchType, SessionCreated, SessionPlayer, WantedSide, WantedSpectators,
};
use protocol::{ErrorCode, GameName, Named};
use serde_json::{Map, Value};
use store::{
    Creation, JoinByCode, Joining, NewSession, PlayerRow, RoomCode, SessionRow, StoreError, StoredResponse,
    Tenant,
};

use super::Api;
use super::answer::{RequestFailure, RestAnswer};
use super::session_view::{Unreadable, created_to_wire, token};
use super::site_address::SiteAddress;
use crate::session_settings::SessionSettings;
use crate::{random, refusals};

/// The seats of a private game.
pub(super) const SEATS: usize = 2;

/// The tenant of a session, and the origins its tokens may be used from.
pub(super) struct Owner<'a> {
    pub(super) tenant: &'a TenantId,
    pub(super) sites: &'a [String],
    /// Who may watch its live matchmaking games, if the tenant has set it.
    pub(super) spectators: Option<WantedSpectators>,
    /// The theme of sessions whose request has none, if the tenant has chosen one.
    pub(super) theme: Option<&'a Map<String, Value>>,
}

pub(super) fn new_session(
    api: &Api,
    owner: &Owner<'_>,
    mode: Mode,
    wanted: CreateSession,
) -> Result<SessionRow, RequestFailure> {
    let game = wanted.game.name();
    let variant = api.context.catalogue.find(game, wanted.variant.as_deref()).ok_or_else(|| {
        refusals::unknown_variant(&api.context.catalogue, game, wanted.variant.as_deref().unwrap_or_default())
    })?;
    let match_type = wanted.match_type.unwrap_or(MatchType::Matchmaking);
    if wanted.players.len() > 1 && match_type != MatchType::Private {
        return Err(ApiError::new(ErrorCode::BadRequest, "only a private session has two players")
            .param("players")
            .hint("set matchType to private, or create one session for each player")
            .into());
    }
    // The session's limits are checked against the game's when it is created.
    crate::idle::IdleSettings::resolve(
        variant,
        &api.context.settings.times,
        &wanted.play.afk,
        &protocol::AfkSettings::default(),
    )?;
    let now = api.context.clock.wall();
    let is_public = mode == Mode::Live && match_type == MatchType::Matchmaking;
    let settings = SessionSettings {
        play: wanted.play,
        theme: wanted.theme.or_else(|| owner.theme.cloned()),
        origins: owner.sites.iter().filter(|site| *site != "*").cloned().collect(),
        spectators: wanted.spectators.or(owner.spectators.filter(|_| is_public)),
        side: wanted.side.map(settled_side),
    };
    let players = players(mode, wanted.players, wanted.player_count.unwrap_or(1));
    let life = match match_type {
        MatchType::Private if players.len() < SEATS => api.context.settings.times.room_code_life,
        _ => api.context.settings.times.token_life,
    };
    Ok(SessionRow {
        id: SessionId(random::session_id().0),
        tenant: owner.tenant.clone(),
        mode,
        game: game.to_owned(),
        variant: variant.description().variant.to_owned(),
        match_type: match_type.name().to_owned(),
        status: SessionStatus::Pending,
        room_code: (match_type == MatchType::Private).then(|| RoomCode {
            code: random::room_code(),
            until_ms: (now + api.context.settings.times.room_code_life).0,
        }),
        players,
        settings: settings.write(),
        room: None,
        result: None,
        created_ms: now.0,
        expires_ms: (now + life).0,
    })
}

pub(super) async fn store_session(
    api: &Api,
    monthly_quota: Option<u64>,
    mut session: SessionRow,
    kept: impl Fn(&SessionRow) -> Option<StoredResponse>,
) -> RestAnswer<SessionRow> {
    loop {
        let outbox = api.webhooks.of_session(&session, SessionStatus::Pending);
        let has_news = !outbox.is_empty();
        let new = NewSession { session: session.clone(), monthly_quota, outbox, response: kept(&session) };
        match api.context.store.create_session(new).await {
            Ok(Creation::Created(_)) => {
                if has_news {
                    api.webhooks.notifier.notify();
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
            // The tenant has another session with this room code: try another one.
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

/// Adds a friend to the private session of a code.
pub(super) async fn join_by_code(
    api: &Api,
    tenant: &Tenant,
    mode: Mode,
    game: GameName,
    code: String,
    friend: SessionPlayer,
) -> RestAnswer<SessionRow> {
    let now = api.context.clock.wall();
    let request = JoinByCode {
        tenant: tenant.id.clone(),
        mode,
        code,
        game: game.name().to_owned(),
        player: PlayerRow { id: PlayerId(friend.id), display_name: friend.display_name.into_string() },
        seats: SEATS,
        now_ms: now.0,
        until_ms: (now + api.context.settings.times.token_life).0,
    };
    match api.context.store.join_by_code(request).await? {
        Joining::Joined(session) => Ok(*session),
        Joining::Full => {
            Err(ApiError::new(ErrorCode::BadRequest, "both seats of this game are taken").into())
        }
        Joining::Unknown => {
            let hint = "codes are valid until the game starts, and as long as the host waits";
            Err(ApiError::not_found("room code").param("roomCode").hint(hint).into())
        }
    }
}

/// The response to a friend who joined, with their own token.
pub(super) fn joined(
    api: &Api,
    site: &SiteAddress,
    tenant: &Tenant,
    session: &SessionRow,
    friend: &str,
) -> Result<SessionCreated, Unreadable> {
    let mut answer = created_to_wire(api, site, tenant, session)?;
    answer.session_token = token(api, session, friend, api.context.clock.wall())?;
    answer.play_url = site.play_url(&answer.session_token);
    answer.embed_url = site.embed_url(&tenant.id, &answer.session_token, answer.theme.as_ref());
    answer.tokens = Vec::new();
    Ok(answer)
}

/// The side of the first player; one by lot is drawn now.
fn settled_side(wanted: WantedSide) -> Side {
    match wanted {
        WantedSide::First => Side::First,
        WantedSide::Second => Side::Second,
        WantedSide::Random => Side::BOTH[usize::from(rand::random::<bool>())],
    }
}

/// The players of a session; those of a training session are anonymous.
fn players(mode: Mode, given: Vec<SessionPlayer>, count: u32) -> Vec<PlayerRow> {
    if mode == Mode::Training {
        let anonymous = |number| PlayerRow {
            id: PlayerId(random::guest_id().0),
            display_name: format!("Player {number}"),
        };
        return (1..=count).map(anonymous).collect();
    }
    given
        .into_iter()
        .map(|player| PlayerRow { id: PlayerId(player.id), display_name: player.display_name.into_string() })
        .collect()
}
