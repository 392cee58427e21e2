//! Sessions for guests: what the server's own page needs, without a tenant or a key.

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use common::{Mode, SessionStatus, TenantId};
use game::Side;
use protocol::rest::{
    ApiError, CreateSession, GuestInvitation, GuestJoin, GuestSession, InvitationStatus, SessionPlayer,
    WantedSide,
};
use protocol::{DisplayName, ErrorCode, GameName, Incoming, Named};
use rooms::{Room, Viewer};
use store::Tenant;

use super::Api;
use super::answer::{Name, RawBody, RequestFailure, RestAnswer, json};
use super::known_room;
use super::new_session::{self, Owner};
use super::reading::content_is_json;
use super::session_view::created_to_wire;
use super::site_address::SiteAddress;
use super::unknown_fields::UnknownFields;
use crate::identity::GUEST_TENANT;
use crate::random;
use crate::session_settings::SessionSettings;

/// `POST /v1/guest/sessions`
pub(crate) async fn create(
    State(api): State<Arc<Api>>,
    site: SiteAddress,
    FromGuest { tenant, value: wanted }: FromGuest<GuestSession>,
) -> RestAnswer<Response> {
    let names = std::iter::once(wanted.display_name).chain(wanted.opponent_name);
    let session = CreateSession {
        game: wanted.game,
        variant: wanted.variant,
        mode: None,
        match_type: wanted.match_type,
        players: names.map(guest).collect(),
        player_count: None,
        play: wanted.play,
        theme: None,
        spectators: wanted.spectators,
        side: wanted.side,
    };
    let sites = &api.context.settings.guest_origins;
    let owner = Owner { tenant: &tenant.id, sites, spectators: None, theme: None };
    let session = new_session::new_session(&api, &owner, Mode::Live, session)?;
    let session = new_session::store_session(&api, None, session, |_| None).await?;
    Ok(json(StatusCode::CREATED, &created_to_wire(&api, &site, &tenant, &session)?))
}

/// `POST /v1/guest/join`
pub(crate) async fn join(
    State(api): State<Arc<Api>>,
    site: SiteAddress,
    FromGuest { tenant, value: wanted }: FromGuest<GuestJoin>,
) -> RestAnswer<Response> {
    let friend = guest(wanted.display_name);
    let id = friend.id.clone();
    let (mode, code) = (Mode::Live, wanted.room_code);
    let session = new_session::join_by_code(&api, &tenant, mode, wanted.game, code, friend).await?;
    Ok(json(StatusCode::CREATED, &new_session::joined(&api, &site, &tenant, &session, &id)?))
}

/// `GET /v1/guest/invitations/:roomCode`
pub(crate) async fn invitation(State(api): State<Arc<Api>>, Name(code): Name) -> RestAnswer<Response> {
    let tenant = guest_tenant(&api)?;
    let (code, now) = (code.trim().to_ascii_uppercase(), api.context.clock.wall().0);
    let found = api.context.store.invitation(&tenant.id, Mode::Live, &code, now).await?;
    let found = found.ok_or_else(|| ApiError::not_found("room code").param("roomCode"))?;
    let room_id = match found.session.room.clone() {
        Some(room) => known_room::read(&api, &room, watchable).await?.flatten(),
        None => None,
    };
    let game = GameName::from_name(&found.session.game).ok_or_else(|| ApiError::not_found("room code"))?;
    let settings = SessionSettings::read(&found.session.settings);
    let is_full = found.session.players.len() >= new_session::SEATS;
    let status = match found.session.status {
        SessionStatus::Expired => InvitationStatus::Expired,
        _ if is_full => InvitationStatus::Full,
        _ if found.is_valid => InvitationStatus::Open,
        _ => InvitationStatus::Expired,
    };
    let host = found.session.players.into_iter().next();
    let invitation = GuestInvitation {
        room_code: code,
        status,
        game,
        variant: found.session.variant,
        host: host.map(|host| host.display_name).unwrap_or_default(),
        host_waits: found.is_waited_in,
        host_side: settings.side.map(|side| match side {
            Side::First => WantedSide::First,
            Side::Second => WantedSide::Second,
        }),
        time_control: settings.play.time_control,
        room_id,
    };
    Ok(json(StatusCode::OK, &invitation))
}

/// The id of a room that anyone may watch.
fn watchable(room: &Room) -> Option<String> {
    room.admits(&Viewer::ANYONE).then(|| room.id().0.clone())
}

/// A JSON body of a guest, read and checked, if guests may play here. The body is read first, as it is for callers with
/// a key.
pub(crate) struct FromGuest<T> {
    tenant: Tenant,
    value: T,
}

impl<T: Incoming> FromRequest<Arc<Api>> for FromGuest<T> {
    type Rejection = RequestFailure;

    async fn from_request(request: Request, api: &Arc<Api>) -> Result<FromGuest<T>, RequestFailure> {
        let is_json = content_is_json(request.headers());
        let unknown = UnknownFields::of(request.extensions());
        let RawBody(raw) = RawBody::from_request(request, api).await?;
        let tenant = guest_tenant(api)?;
        is_json?;
        Ok(FromGuest { tenant, value: unknown.read_body(&raw)? })
    }
}

fn guest_tenant(api: &Api) -> Result<Tenant, RequestFailure> {
    if api.context.settings.guests {
        return Ok(Tenant { id: TenantId(GUEST_TENANT.to_owned()), ..Tenant::default() });
    }
    Err(ApiError::new(ErrorCode::GuestsNotAllowed, "this server does not let guests play").into())
}

fn guest(name: DisplayName) -> SessionPlayer {
    SessionPlayer { id: random::guest_id().0, display_name: name }
}
