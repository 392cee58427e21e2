//! Sessions as tenants see them, and the tokens of their players.

use common::{Mode, SessionStatus, Timestamp};
use protocol::rest::{
    ApiError, MatchType, PlayerToken, Session, SessionClaims, SessionCreated, SessionPlayer, SessionResult,
};
use protocol::{DisplayName, ErrorCode, GameName, Named};
use store::{PlayerRow, SessionRow, Tenant};
use tracing::error;

use super::Api;
use super::answer::RequestFailure;
use super::new_session::SEATS;
use super::site_address::SiteAddress;
use crate::conversions;
use crate::session_settings::SessionSettings;

/// A new session, with the tokens of its players.
pub(super) fn created_to_wire(
    api: &Api,
    site: &SiteAddress,
    tenant: &Tenant,
    session: &SessionRow,
) -> Result<SessionCreated, Unreadable> {
    let now = api.context.clock.wall();
    let SessionKind { game, mode, match_type } = SessionKind::of(session)?;
    let first = session.players.first().map_or("", |player| player.id.as_str());
    let two = session.players.len() == SEATS;
    let theme = SessionSettings::read(&session.settings).theme;
    let tokens = session.players.iter().filter(|_| two).map(|player| {
        let session_token = token(api, session, player.id.as_str(), now)?;
        Ok(PlayerToken {
            player_id: player.id.0.clone(),
            play_url: site.play_url(&session_token),
            embed_url: site.embed_url(&tenant.id, &session_token, theme.as_ref()),
            session_token,
        })
    });
    let expires_at = expires(api, session, now);
    let session_token = token(api, session, first, now)?;
    Ok(SessionCreated {
        session_id: session.id.0.clone(),
        play_url: site.play_url(&session_token),
        embed_url: site.embed_url(&tenant.id, &session_token, theme.as_ref()),
        session_token,
        expires_in: u32::try_from(expires_at.since(now).as_millis().div_ceil(1000)).unwrap_or(u32::MAX),
        expires_at: conversions::utc(expires_at),
        game,
        variant: session.variant.clone(),
        mode,
        match_type,
        room_code: session.room_code.as_ref().map(|code| code.code.clone()),
        players: session.players.iter().map(wire_player).collect(),
        webhooks_enabled: match mode {
            Mode::Live => true,
            Mode::Test => tenant.settings.test_webhooks,
            Mode::Training => false,
        },
        tokens: tokens.collect::<Result<_, _>>()?,
        theme,
    })
}

/// A session as its tenant sees it.
pub(super) fn to_wire(api: &Api, session: SessionRow) -> Result<Session, Unreadable> {
    let SessionKind { game, mode, match_type } = SessionKind::of(&session)?;
    let pending = session.status == SessionStatus::Pending;
    let overdue = pending
        && session.expires_ms <= api.context.clock.wall().0
        && !api.matchmaking.is_waited_with(&session);
    let status = if overdue { SessionStatus::Expired } else { session.status };
    let result = session.result.as_deref().map(serde_json::from_str::<SessionResult>).transpose();
    Ok(Session {
        game,
        mode,
        match_type,
        status,
        players: session.players.iter().map(wire_player).collect(),
        result: result.map_err(|error| Unreadable::new(&session, "result", &error.to_string()))?,
        id: session.id.0,
        variant: session.variant,
        room_id: session.room.map(|room| room.0),
        created_at: conversions::utc(Timestamp(session.created_ms)),
    })
}

/// The token of a player.
pub(super) fn token(
    api: &Api,
    session: &SessionRow,
    holder: &str,
    now: Timestamp,
) -> Result<String, Unreadable> {
    token_until(api, session, holder, now, expires(api, session, now))
}

/// The token of a player, which expires at `end`.
pub(super) fn token_until(
    api: &Api,
    session: &SessionRow,
    holder: &str,
    now: Timestamp,
    end: Timestamp,
) -> Result<String, Unreadable> {
    let SessionKind { game, mode, match_type } = SessionKind::of(session)?;
    let seconds = |time: Timestamp| u64::try_from(time.0 / 1000).unwrap_or(0);
    let (own, others): (Vec<_>, Vec<_>) =
        session.players.iter().partition(|player| player.id.as_str() == holder);
    Ok(api.tokens.sign(&SessionClaims {
        sid: session.id.0.clone(),
        tid: session.tenant.0.clone(),
        game,
        variant: session.variant.clone(),
        mode,
        match_type,
        players: own.into_iter().chain(others).map(wire_player).collect(),
        exp: seconds(end),
        iat: seconds(now),
    }))
}

/// When a token expires: after its configured life, and not later than its session.
fn expires(api: &Api, session: &SessionRow, now: Timestamp) -> Timestamp {
    (now + api.context.settings.times.token_life).min(Timestamp(session.expires_ms))
}

fn wire_player(player: &PlayerRow) -> SessionPlayer {
    let shown = DisplayName::clean(&player.display_name).or_else(|| DisplayName::clean("Player"));
    SessionPlayer { id: player.id.0.clone(), display_name: shown.expect("the fallback is visible") }
}

/// The kind of a session, parsed from the store.
struct SessionKind {
    game: GameName,
    mode: Mode,
    match_type: MatchType,
}

impl SessionKind {
    fn of(session: &SessionRow) -> Result<SessionKind, Unreadable> {
        let unreadable = |field, value| Unreadable::new(session, field, value);
        Ok(SessionKind {
            game: GameName::from_name(&session.game).ok_or_else(|| unreadable("game", &session.game))?,
            mode: session.mode,
            match_type: MatchType::from_name(&session.match_type)
                .ok_or_else(|| unreadable("match type", &session.match_type))?,
        })
    }
}

/// A stored session that this server cannot read; the problem has been logged.
#[derive(Debug)]
pub(super) struct Unreadable {
    sentence: String,
}

impl Unreadable {
    fn new(session: &SessionRow, field: &str, value: &str) -> Unreadable {
        let sentence = format!("the {field} of session {} cannot be read", session.id.as_str());
        error!(session = session.id.as_str(), field, value, "stored session not readable");
        Unreadable { sentence }
    }
}

impl From<Unreadable> for RequestFailure {
    fn from(unreadable: Unreadable) -> RequestFailure {
        let error = ApiError::new(ErrorCode::Internal, unreadable.sentence);
        error.hint("a newer version of the server may have stored it").into()
    }
}

#[cfg(test)]
mod tests {
    use store::SessionRow;

    use super::SessionKind;

    /// Reads a session with this game and match type; the refusal names the session.
    fn check(game: &str, match_type: &str, expected: Result<(), &str>) {
        let (id, game, match_type) = ("s1".into(), game.to_owned(), match_type.to_owned());
        let read = SessionKind::of(&SessionRow { id, game, match_type, ..SessionRow::default() });
        let sentence = read.map(|_| ()).map_err(|unreadable| unreadable.sentence);
        assert_eq!(sentence, expected.map_err(str::to_owned));
    }

    #[test]
    fn a_stored_session_of_an_unknown_game_is_an_error_and_never_another_game() {
        check("tictactoe", "private", Ok(()));
        check("chess", "private", Err("the game of session s1 cannot be read"));
        check("", "private", Err("the game of session s1 cannot be read"));
        check("tictactoe", "duel", Err("the match type of session s1 cannot be read"));
    }
}
