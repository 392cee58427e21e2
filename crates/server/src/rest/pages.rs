//! The pages and files of the web app and the documents: served for paths without an API route, with a separate rate limit.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use common::TenantId;
use protocol::rest::ApiError;
use store::StoreError;

use super::Api;
use super::answer::RequestFailure;
use super::callers::{self, Outside};
use super::game_page::GameAddress;
use crate::document_pages::document;
use crate::web::{self, Site};

/// The shortest wait: a page needs all its files, so the limit must have room for them again.
const SHORTEST_WAIT: Duration = Duration::from_secs(5);

/// Serves a page or file, unless the address is over its limit.
pub(super) async fn counted(api: &Api, request: Request, next: Next) -> Response {
    let Some(wait) = api.callers.take_outside(Outside::Page, &callers::client_address(&request)).await else {
        return next.run(request).await;
    };
    let wait = wait.max(SHORTEST_WAIT);
    let wants_page = request.headers().get_all(header::ACCEPT).iter();
    let wants_page =
        wants_page.filter_map(|accept| accept.to_str().ok()).any(|accept| accept.contains("text/html"));
    let response = if wants_page { busy_page(wait) } else { callers::too_many().into_response() };
    callers::with_retry_after(response, wait)
}

/// Serves a page of the documents or the web app, or 404.
pub(crate) async fn no_such_route(
    State(api): State<Arc<Api>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method == Method::OPTIONS {
        return StatusCode::NO_CONTENT.into_response();
    }
    if (method == Method::GET || method == Method::HEAD) && !callers::is_api(uri.path()) {
        let base = api.context.settings.base_path();
        if let Some(document) = document(uri.path(), &headers, &base) {
            return document;
        }
        let frame_ancestors = match web::is_embedded_page(uri.path()) {
            true => frame_ancestors(&api, uri.query().unwrap_or_default()).await,
            false => Vec::new(),
        };
        let catalogue = &api.context.catalogue;
        let site = Site { base: &base, frame_ancestors: &frame_ancestors, catalogue };
        if let Some(address) = GameAddress::parse(uri.path()) {
            return address.answer(&api, &headers, &site).await.unwrap_or_else(IntoResponse::into_response);
        }
        if let Some(page) = web::page(uri.path(), &headers, &site) {
            return page;
        }
    }
    RequestFailure(ApiError::not_found("route").hint("GET /openapi.json lists what there is")).into_response()
}

/// The sites that may embed the page in a frame. `/embed?tenant=…` allows the sites of that tenant: those in
/// its settings, or else the origins of its keys. Without a tenant, those of guests.
async fn frame_ancestors(api: &Api, query: &str) -> Vec<String> {
    if api.context.settings.allow_any_origin {
        return vec!["*".to_owned()];
    }
    let mut pairs =
        serde_urlencoded::from_str::<Vec<(String, String)>>(query).unwrap_or_default().into_iter();
    let Some((_, tenant)) = pairs.find(|(name, _)| name == "tenant") else {
        return api.context.settings.guest_origins.clone();
    };
    // If the tenant cannot be read, no site may embed it.
    api.tenant_sites(&TenantId(tenant)).await.unwrap_or_default()
}

impl Api {
    async fn tenant_sites(&self, id: &TenantId) -> Result<Vec<String>, StoreError> {
        let Some(tenant) = self.context.store.tenant(id).await? else { return Ok(Vec::new()) };
        if !tenant.settings.frame_ancestors.is_empty() {
            return Ok(tenant.settings.frame_ancestors);
        }
        let now = self.context.clock.wall().0;
        let mut keys = self.context.store.keys(id).await?;
        keys.retain(|key| key.revoked_ms.is_none() && key.expires_ms.is_none_or(|end| now < end));
        let mut sites: Vec<String> = keys.into_iter().flat_map(|key| key.allowed_origins).collect();
        sites.sort();
        sites.dedup();
        Ok(sites)
    }
}

/// A page that reports the limit and reloads itself, without script, style or other files.
fn busy_page(wait: Duration) -> Response {
    let seconds = wait.as_secs_f64().ceil() as u64;
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <meta http-equiv=\"refresh\" content=\"{seconds}\"><title>One moment – Parlour</title>\
         <h1>One moment</h1>\
         <p>Too many pages were asked for from your network address within a minute. This page tries again \
         by itself in {seconds} seconds; running games go on meanwhile.</p></html>"
    );
    let mut response = (StatusCode::TOO_MANY_REQUESTS, Html(page)).into_response();
    let policy = HeaderValue::from_static("default-src 'none'");
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}
