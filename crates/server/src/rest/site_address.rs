//! The addresses of pages that answers name: where a player plays, and what a tenant embeds.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use common::{RoomId, TenantId};
use protocol::rest::BoardColours;
use serde_json::{Map, Value};

use super::Api;
use crate::identity::GUEST_TENANT;
use crate::settings::Settings;

/// The address of this server as the caller knows it, without a slash at the end.
pub(crate) struct SiteAddress(String);

impl FromRequestParts<Arc<Api>> for SiteAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, api: &Arc<Api>) -> Result<SiteAddress, Infallible> {
        Ok(SiteAddress::of(&api.context.settings, &parts.headers))
    }
}

impl SiteAddress {
    /// The public URL if one is set, or else the host that the request names.
    pub(super) fn of(settings: &Settings, headers: &HeaderMap) -> SiteAddress {
        if let Some(url) = &settings.public_url {
            return SiteAddress(url.trim_end_matches('/').to_owned());
        }
        let scheme = if settings.tls_cert.is_some() { "https" } else { "http" };
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).filter(|host| is_host(host));
        let host = host.map_or_else(|| settings.listen.to_string(), str::to_owned);
        SiteAddress(format!("{scheme}://{host}"))
    }

    /// The public URL if one is set, or else this address.
    pub(super) fn at(settings: &Settings, address: &str) -> SiteAddress {
        SiteAddress(settings.public_url.as_deref().unwrap_or(address).trim_end_matches('/').to_owned())
    }

    /// Where the holder of a token plays. Browsers send nothing after `#` to a server, so no log has the token.
    pub(crate) fn play_url(&self, token: &str) -> String {
        format!("{}/game#t={token}", self.0)
    }

    /// Where anyone who may see a game finds it.
    pub(crate) fn game_url(&self, room: &RoomId) -> String {
        format!("{}/g/{room}", self.0)
    }

    /// The same game for a frame, with the board colours of the theme; the page may be framed by the sites of the tenant.
    pub(crate) fn embed_url(
        &self,
        tenant: &TenantId,
        token: &str,
        theme: Option<&Map<String, Value>>,
    ) -> String {
        let colours = theme.into_iter().flat_map(BoardColours::in_theme);
        let colours: String = colours.map(|(name, digits)| format!("&{name}={digits}")).collect();
        match tenant.as_str() {
            GUEST_TENANT => format!("{}/embed#t={token}{colours}", self.0),
            tenant => format!("{}/embed?tenant={tenant}#t={token}{colours}", self.0),
        }
    }
}

/// Whether this is a host with or without a port, and nothing that could be another part of an address.
fn is_host(text: &str) -> bool {
    let sound =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '_' | ':' | '[' | ']');
    !text.is_empty() && text.chars().all(sound)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};
    use common::TenantId;
    use serde_json::json;

    use super::SiteAddress;
    use crate::identity::GUEST_TENANT;
    use crate::settings::Settings;

    fn check(public_url: Option<&str>, host: &str, expected: &str) {
        let settings = Settings { public_url: public_url.map(str::to_owned), ..Settings::default() };
        let headers = HeaderMap::from_iter([(header::HOST, HeaderValue::from_str(host).unwrap())]);
        let site = SiteAddress::of(&settings, &headers);
        assert_eq!(site.play_url("jwt"), format!("{expected}/game#t=jwt"));
        assert_eq!(site.game_url(&"room_1".into()), format!("{expected}/g/room_1"));
        let frame = |tenant: &str| site.embed_url(&TenantId::from(tenant), "jwt", None);
        assert_eq!(frame("t1"), format!("{expected}/embed?tenant=t1#t=jwt"));
        assert_eq!(frame(GUEST_TENANT), format!("{expected}/embed#t=jwt"));
    }

    #[test]
    fn pages_are_at_the_public_url_or_where_the_caller_reached_the_server() {
        check(Some("https://games.example/parlour/"), "10.0.0.1:7300", "https://games.example/parlour");
        check(None, "localhost:7300", "http://localhost:7300");
        check(None, "[::1]:7300", "http://[::1]:7300");
    }

    #[test]
    fn a_frame_has_the_board_colours_of_the_theme_and_nothing_else_of_it() {
        let site = SiteAddress("https://games.example".to_owned());
        let theme = json!({ "dark": "#a5744a", "mark": "#&t=evil", "primary": "#ffffff" });
        let frame = site.embed_url(&TenantId::from("t1"), "jwt", theme.as_object());
        assert_eq!(frame, "https://games.example/embed?tenant=t1#t=jwt&dark=a5744a");
    }

    #[test]
    fn a_host_that_is_no_host_is_not_repeated() {
        for host in ["evil.example/x?", "a@b", "", "x y"] {
            check(None, host, "http://127.0.0.1:7300");
        }
    }
}
