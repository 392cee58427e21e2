//! Sessions as their tenants see them, and the tokens of their players.

use protocol::rest::{
    GameResult, MatchType, Mode, PlayerToken, Session as WireSession, SessionClaims, SessionCreated,
    SessionPlayer, SessionStatus,
};
use protocol::{DisplayName, GameName, Named};
use rooms::Timestamp;
use store::{Player, Session, Tenant};

use super::Api;
use super::new_session::SEATS;
use crate::conversions;
use crate::session_settings::SessionSettings;

pub(super) fn created(api: &Api, tenant: &Tenant, session: &Session) -> SessionCreated {
    let now = api.context.clock.wall();
    let mode = wire_mode(session);
    let first = session.players.first().map_or("", |player| player.id.as_str());
    let two = session.players.len() == SEATS;
    let tokens = session.players.iter().filter(|_| two).map(|player| PlayerToken {
        player_id: player.id.0.clone(),
        session_token: token(api, session, player.id.as_str(), now),
    });
    let expires_at = expires(api, session, now);
    SessionCreated {
        session_id: session.id.0.clone(),
        session_token: token(api, session, first, now),
        expires_in: u32::try_from(expires_at.since(now).as_millis().div_ceil(1000)).unwrap_or(u32::MAX),
        expires_at: conversions::utc(expires_at),
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

pub(super) fn shown(api: &Api, session: Session) -> WireSession {
    let pending = session.status == store::SessionStatus::Pending;
    let overdue = pending
        && session.expires_ms <= api.context.clock.wall().0
        && !api.matchmaking.is_waited_with(&session);
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
        created_at: conversions::utc(Timestamp(session.created_ms)),
    }
}

pub(super) fn token(api: &Api, session: &Session, holder: &str, now: Timestamp) -> String {
    let seconds = |time: Timestamp| u64::try_from(time.0 / 1000).unwrap_or(0);
    let (own, others): (Vec<_>, Vec<_>) =
        session.players.iter().partition(|player| player.id.as_str() == holder);
    api.tokens.sign(&SessionClaims {
        sid: session.id.0.clone(),
        tid: session.tenant.0.clone(),
        game: game(session),
        variant: session.variant.clone(),
        mode: wire_mode(session),
        match_type: MatchType::from_name(&session.match_type).unwrap_or(MatchType::Matchmaking),
        players: own.into_iter().chain(others).map(wire_player).collect(),
        exp: seconds(expires(api, session, now)),
        iat: seconds(now),
    })
}

/// A token lives as long as the settings say, and no longer than its session can be joined.
fn expires(api: &Api, session: &Session, now: Timestamp) -> Timestamp {
    (now + api.context.settings.times.token_life).min(Timestamp(session.expires_ms))
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
