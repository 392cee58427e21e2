//! Admission: guests and holders of session tokens, from allowed origins.

use common::{PlayerId, SessionId, SessionStatus};
use http::header::{HOST, ORIGIN};
use protocol::rest::MatchType;
use protocol::{ErrorCode, GameName, Named, WireRefusal};
use rooms::ClientSource;
use serde_json::Value;
use sockets::Socket;
use store::SessionRow;

use super::SocketHandler;
use crate::identity::{self, Guest, Identity};
use crate::player::PlayerKey;
use crate::session_settings::SessionSettings;
use crate::{origins, random, refusals};

impl SocketHandler {
    /// The identity of a socket, or why it may not connect.
    pub(super) async fn identify(
        &self,
        socket: &Socket,
        game: GameName,
        auth: &Value,
    ) -> Result<Identity, WireRefusal> {
        let origin = socket.handshake().header(&ORIGIN);
        match auth.get("token").filter(|token| !token.is_null()) {
            None => self.admit_guest(socket, origin),
            Some(token) => {
                let token = token.as_str().ok_or_else(invalid_token)?;
                let host = socket.handshake().header(&HOST);
                self.admit_holder(game, token, origin, host).await
            }
        }
    }

    fn admit_guest(&self, socket: &Socket, origin: Option<&str>) -> Result<Identity, WireRefusal> {
        let settings = &self.context.settings;
        if !settings.guests {
            return Err(WireRefusal::new(
                ErrorCode::GuestsNotAllowed,
                "this server does not let guests play",
            )
            .hint("connect with a session token: io(url, { auth: { token } })"));
        }
        if !settings.allows_origin(origin, &settings.guest_origins) {
            return Err(WireRefusal::new(
                ErrorCode::OriginNotAllowed,
                "guests may not connect from this site",
            ));
        }
        Ok(Identity::Guest(Guest::new(random::guest_id(), source(socket, origin))))
    }

    async fn admit_holder(
        &self,
        game: GameName,
        token: &str,
        origin: Option<&str>,
        host: Option<&str>,
    ) -> Result<Identity, WireRefusal> {
        let mut verified = self.tokens.verify(token, self.context.clock.wall());
        if verified.is_none() && self.context.cluster.is_some() {
            // Another node may have signed it with a key that is new.
            let reloaded = self.tokens.reload(&self.context.store).await;
            reloaded.map_err(|error| refusals::unavailable(&error))?;
            verified = self.tokens.verify(token, self.context.clock.wall());
        }
        let verified = verified.ok_or_else(invalid_token)?;
        let claims = verified.claims;
        if claims.game != game {
            return Err(WireRefusal::new(
                ErrorCode::TokenInvalid,
                format!("this token is for {}, connect to the namespace /{}", claims.game, claims.game),
            ));
        }
        let scope = identity::scope(&claims.tid, claims.mode);
        let player = PlayerKey::new(scope, game, PlayerId(claims.players[0].id.clone()));
        if verified.expired {
            self.engine.hold_rooms_of(&player, 4).await?;
        }
        let session = self.context.session_of(&claims).await?;
        let returns = self.has_room_or_place(&player, &SessionId(claims.sid.clone()))
            || session.as_ref().is_some_and(|session| self.is_open_invitation(session));
        if verified.expired && !returns {
            return Err(WireRefusal::new(ErrorCode::TokenExpired, "this session token has expired")
                .hint("ask your server for a new session"));
        }
        let session = session.ok_or_else(invalid_token)?;
        let sites = SessionSettings::read(&session.settings).origins;
        let settings = &self.context.settings;
        // Without a public address, `playUrl` has the host of the request.
        let is_own_page = settings.public_url.is_none() && origins::is_own_host(origin, host);
        if !sites.is_empty() && !is_own_page && !settings.allows_origin(origin, &sites) {
            return Err(WireRefusal::new(ErrorCode::OriginNotAllowed, "Origin not allowed for this API key"));
        }
        Ok(Identity::Holder { claims: Box::new(claims), late: verified.expired })
    }

    /// Whether this is the invitation of a guest that can still be accepted: its host may return with a token that is old.
    fn is_open_invitation(&self, session: &SessionRow) -> bool {
        let is_guests = session.tenant.as_str() == identity::GUEST_TENANT;
        let is_private = session.match_type == MatchType::Private.name();
        let in_time = session.expires_ms > self.context.clock.wall().0;
        is_guests && is_private && in_time && session.status == SessionStatus::Pending
    }
}

fn invalid_token() -> WireRefusal {
    WireRefusal::new(ErrorCode::TokenInvalid, "this session token is not valid")
        .hint("pass the sessionToken of POST /v1/sessions unchanged: io(url, { auth: { token } })")
}

/// What identifies a guest: address and origin. `None` if one of them is shared: the address of a proxy, or
/// the origin `null`, which every sandboxed page has.
fn source(socket: &Socket, origin: Option<&str>) -> Option<ClientSource> {
    let address = socket.handshake().client_address();
    let tells_apart = address.proven && origin != Some("null");
    tells_apart.then(|| ClientSource { address: address.to_string(), origin: origin.map(str::to_owned) })
}
