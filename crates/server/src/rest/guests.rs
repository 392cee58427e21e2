//! Sessions for guests: what the server's own page needs, without a tenant or a key.

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use common::{Mode, TenantId};
use protocol::rest::{ApiError, CreateSession, GuestJoin, GuestSession, SessionPlayer};
use protocol::{DisplayName, ErrorCode, Incoming};
use store::Tenant;

use super::Api;
use super::answer::{RawBody, RequestFailure, RestAnswer, json};
use super::new_session::{self, Owner};
use super::reading::content_is_json;
use super::session_view::created_to_wire;
use super::site_address::SiteAddress;
use super::unknown_fields::UnknownFields;
use crate::identity::GUEST_TENANT;
use crate::random;

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
    };
    let owner = Owner { tenant: &tenant.id, sites: &api.context.settings.guest_origins, spectators: None };
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
