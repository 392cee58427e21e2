//! The colours of a tenant's boards, shown and changed on the dashboard. A request is about the sessions of one mode.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use protocol::rest::{BoardColours, DashboardTheme};
use serde_json::Value;

use super::Api;
use super::answer::{RestAnswer, json};
use super::audit;
use super::extractors::{OwnDashboard, OwnDashboardJson};

/// What the audit log names.
const OBJECT: &str = "theme";

/// `GET /v1/dashboard/theme`
pub(crate) async fn get(OwnDashboard(caller): OwnDashboard) -> Response {
    let (acting, tenant) = &*caller;
    let stored = tenant.settings.theme(acting.mode).cloned().map(Value::Object);
    let theme = stored.and_then(|theme| serde_json::from_value(theme).ok());
    json(StatusCode::OK, &DashboardTheme { theme })
}

/// `PUT /v1/dashboard/theme`
pub(crate) async fn set(
    State(api): State<Arc<Api>>,
    OwnDashboardJson { caller, value: colours }: OwnDashboardJson<BoardColours>,
) -> RestAnswer<Response> {
    let (acting, _) = &*caller;
    api.context.store.set_theme(&acting.tenant, acting.mode, Some(colours.to_theme())).await?;
    audit::note(&api, acting, "theme.set", OBJECT).await?;
    Ok(json(StatusCode::OK, &DashboardTheme { theme: Some(colours) }))
}

/// `DELETE /v1/dashboard/theme`
pub(crate) async fn remove(
    State(api): State<Arc<Api>>,
    OwnDashboard(caller): OwnDashboard,
) -> RestAnswer<Response> {
    let (acting, _) = &*caller;
    api.context.store.set_theme(&acting.tenant, acting.mode, None).await?;
    audit::note(&api, acting, "theme.remove", OBJECT).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}
