//! Requests of the dashboard: the cookie of a sign-in, which counts only together with a header that pages of other sites cannot send.

use std::sync::Arc;

use axum::http::{HeaderMap, HeaderValue, Method, header};
use common::{KeyId, Mode, Named, TenantId};
use protocol::ErrorCode;
use protocol::rest::{ApiError, headers};
use store::{ApiKey, SignIn, SignInSecret, Tenant};

use super::Api;
use super::answer::RequestFailure;
use crate::embedded_files::header_text;
use crate::origins;
use crate::settings::Settings;

/// Who acts in the audit log if the operator does.
pub(super) const OPERATOR: &str = "operator";

/// Somebody who is signed in to the dashboard.
pub(crate) struct SignedIn {
    pub(crate) sign_in: SignIn,
    /// The mode that the request is about.
    pub(crate) mode: Mode,
    /// The tenant that the request is about, as if it came with this key; `None` if the operator names none.
    pub(crate) tenant: Option<Arc<(ApiKey, Tenant)>>,
}

impl SignedIn {
    /// Who is signed in, if this is a request of the dashboard with the cookie of a sign-in that has not ended.
    pub(super) async fn of(
        api: &Api,
        method: &Method,
        sent: &HeaderMap,
    ) -> Result<Option<Arc<SignedIn>>, RequestFailure> {
        let Some(mode) = sent.get(headers::DASHBOARD) else { return Ok(None) };
        require_own_page(&api.context.settings, method, sent)?;
        let mode = mode_of(mode)?;
        let secret = cookie(sent, cookie_name(&api.context.settings)).and_then(SignInSecret::parse);
        let Some(secret) = secret else { return Ok(None) };
        let found = api.context.store.find_sign_in(&secret, api.context.clock.wall().0).await?;
        let Some(sign_in) = found else { return Ok(None) };
        if sign_in.mode == Mode::Test && mode != Mode::Test {
            return Err(ApiError::new(ErrorCode::TestKeyLiveSession, "a test key opens the test mode only")
                .hint("sign in with a bg_live_ key")
                .into());
        }
        let tenant = acting_for(api, &sign_in, mode, header_text(sent, &tenant_header())).await?;
        Ok(Some(Arc::new(SignedIn { sign_in, mode, tenant })))
    }

    /// Whether they run the server.
    pub(super) fn is_operator(&self) -> bool {
        self.sign_in.tenant.is_none()
    }

    /// The tenant whose sign-ins they list and end; `None` for an operator.
    pub(super) fn own_tenant(&self) -> Option<&TenantId> {
        self.sign_in.tenant.as_ref().map(|(tenant, _)| tenant)
    }

    /// The tenant that the request is about.
    pub(super) fn tenant(&self) -> Result<&Arc<(ApiKey, Tenant)>, RequestFailure> {
        self.tenant.as_ref().ok_or_else(|| {
            let error = ApiError::new(ErrorCode::BadRequest, "the request names no tenant");
            error.param(headers::DASHBOARD_TENANT).hint("choose a tenant first").into()
        })
    }
}

/// The header that sets the cookie of a sign-in.
pub(super) fn set_cookie(settings: &Settings, secret: &SignInSecret) -> String {
    let life = settings.times.dashboard_sign_in.as_secs();
    cookie_text(settings, secret.expose(), life)
}

/// The header that removes the cookie.
pub(super) fn remove_cookie(settings: &Settings) -> String {
    cookie_text(settings, "", 0)
}

/// Refuses what does not come from a page of this server. Other sites cannot send the header of the dashboard without asking first,
/// which is never allowed; this also holds if a browser has a mistake there.
pub(super) fn require_own_page(
    settings: &Settings,
    method: &Method,
    sent: &HeaderMap,
) -> Result<(), RequestFailure> {
    let text = |name| sent.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or_default());
    let is_own = match text(header::ORIGIN) {
        Some(origin) => {
            origins::is_own_host(Some(origin), text(header::HOST))
                || origins::allowed(Some(origin), &[], settings.public_url.as_deref())
        }
        // Browsers name the origin of every change.
        None => method == Method::GET || method == Method::HEAD,
    };
    let site = sent.get("sec-fetch-site");
    if is_own && site.is_none_or(|site| site == "same-origin") && sent.contains_key(headers::DASHBOARD) {
        return Ok(());
    }
    Err(ApiError::not_the_dashboard().into())
}

/// The tenant that a request is about, with a key that stands for the sign-in.
async fn acting_for(
    api: &Api,
    sign_in: &SignIn,
    mode: Mode,
    named: &str,
) -> Result<Option<Arc<(ApiKey, Tenant)>>, RequestFailure> {
    let (tenant, actor) = match &sign_in.tenant {
        Some((tenant, _)) if !named.is_empty() && tenant.as_str() != named => {
            return Err(ApiError::not_found("tenant").into());
        }
        Some((tenant, key)) => (tenant.clone(), key.clone()),
        None if named.is_empty() => return Ok(None),
        None => (TenantId(named.to_owned()), KeyId(OPERATOR.to_owned())),
    };
    let found = api.context.store.tenant(&tenant).await?.ok_or_else(|| ApiError::not_found("tenant"))?;
    let key = ApiKey {
        id: actor,
        tenant,
        mode,
        prefix: String::new(),
        allowed_origins: Vec::new(),
        created_ms: sign_in.created_ms,
        last_used_ms: None,
        expires_ms: Some(sign_in.expires_ms),
        revoked_ms: None,
    };
    Ok(Some(Arc::new((key, found))))
}

fn mode_of(given: &HeaderValue) -> Result<Mode, RequestFailure> {
    let mode = given.to_str().ok().and_then(Mode::from_name).filter(|mode| *mode != Mode::Training);
    mode.ok_or_else(|| {
        let error = ApiError::new(ErrorCode::BadRequest, "the mode of the dashboard is live or test");
        error.param(headers::DASHBOARD).into()
    })
}

fn tenant_header() -> axum::http::HeaderName {
    axum::http::HeaderName::try_from(headers::DASHBOARD_TENANT)
        .expect("the header names of the contract are sound")
}

/// With TLS the name has a prefix that browsers accept only from this very host, with `Secure` and for all paths.
fn cookie_name(settings: &Settings) -> &'static str {
    if settings.is_behind_tls() { "__Host-parlour-dashboard" } else { "parlour-dashboard" }
}

fn cookie_text(settings: &Settings, value: &str, seconds: u64) -> String {
    let secure = if settings.is_behind_tls() { "; Secure" } else { "" };
    let name = cookie_name(settings);
    format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Strict{secure}")
}

/// The value of a cookie.
fn cookie<'a>(sent: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let all = sent.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(found, value)| (found == name).then_some(value))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
    use store::SignInSecret;

    use super::{cookie, remove_cookie, require_own_page, set_cookie};
    use crate::settings::Settings;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect()
    }

    fn check(
        public_url: Option<&str>,
        method: &Method,
        pairs: &[(&'static str, &'static str)],
        expected: bool,
    ) {
        let settings = Settings { public_url: public_url.map(str::to_owned), ..Settings::default() };
        let allowed = require_own_page(&settings, method, &headers(pairs)).is_ok();
        assert_eq!(allowed, expected, "{method} {pairs:?}");
    }

    const MARK: (&str, &str) = ("x-parlour-dashboard", "live");
    const HOST: (&str, &str) = ("host", "games.example:7300");
    const OWN: (&str, &str) = ("origin", "http://games.example:7300");

    #[test]
    fn a_change_needs_the_header_and_the_origin_of_the_page() {
        check(None, &Method::POST, &[MARK, HOST, OWN], true);
        check(None, &Method::POST, &[HOST, OWN], false);
        check(None, &Method::POST, &[MARK, HOST], false);
        check(None, &Method::GET, &[MARK, HOST], true);
        check(None, &Method::GET, &[HOST], false);
        for origin in [
            "http://evil.example",
            "null",
            "",
            "http://games.example",
            "http://games.example:7300.evil.example",
        ] {
            for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE] {
                check(None, &method, &[MARK, HOST, ("origin", origin)], false);
            }
        }
    }

    #[test]
    fn a_page_behind_a_proxy_has_the_origin_of_the_public_url() {
        let site = Some("https://games.example/parlour");
        let behind = ("host", "10.0.0.1:7300");
        check(site, &Method::POST, &[MARK, behind, ("origin", "https://games.example")], true);
        check(site, &Method::POST, &[MARK, behind, ("origin", "https://evil.example")], false);
    }

    #[test]
    fn a_browser_that_says_that_another_site_asks_is_believed() {
        for (site, expected) in
            [("same-origin", true), ("same-site", false), ("cross-site", false), ("none", false)]
        {
            check(None, &Method::POST, &[MARK, HOST, OWN, ("sec-fetch-site", site)], expected);
        }
    }

    #[test]
    fn the_cookie_is_out_of_reach_for_scripts_and_other_sites() {
        let secret = SignInSecret::generate();
        let plain = set_cookie(&Settings::default(), &secret);
        let start = format!("parlour-dashboard={}; Path=/; Max-Age=43200; ", secret.expose());
        assert_eq!(plain, format!("{start}HttpOnly; SameSite=Strict"));
        let settings =
            Settings { public_url: Some("https://games.example".to_owned()), ..Settings::default() };
        assert_eq!(
            set_cookie(&settings, &secret),
            format!("__Host-{start}HttpOnly; SameSite=Strict; Secure")
        );
        assert!(remove_cookie(&settings).starts_with("__Host-parlour-dashboard=; Path=/; Max-Age=0;"));
    }

    #[test]
    fn the_cookie_is_found_among_others() {
        let sent = headers(&[("cookie", "a=b; parlour-dashboard=secret; x-parlour-dashboard=other")]);
        assert_eq!(cookie(&sent, "parlour-dashboard"), Some("secret"));
        assert_eq!(cookie(&sent, "parlour"), None);
    }
}
