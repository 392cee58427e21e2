//! The log of requests with keys: collected in memory, stored once a second, and listed on the dashboard.

use std::mem;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use common::{Timestamp, lock};
use protocol::Named;
use protocol::rest::{ListRequests, LoggedRequest, RequestList};
use store::{ApiKey, RequestRow, Store, StoreError};

use super::Api;
use super::answer::{RequestId, RestAnswer, json, pending_code};
use super::extractors::{OwnDashboard, ValidQuery};
use crate::conversions;

/// How many requests are stored at a time; more of them are not logged, so that a busy tenant does not slow down moves.
const MOST_AT_ONCE: usize = 200;
/// The longest path that is logged.
const PATH_LENGTH: usize = 200;

/// What the paths of players begin with.
const PLAYERS: &str = "/v1/players/";

/// The requests that are not stored yet.
#[derive(Default)]
pub(crate) struct RequestLog {
    waiting: Mutex<Vec<RequestRow>>,
}

impl RequestLog {
    /// Notes a request that was answered.
    pub(crate) fn note(&self, row: RequestRow, now: Timestamp) {
        let mut waiting = lock(&self.waiting);
        if waiting.len() >= MOST_AT_ONCE {
            metrics::counter!("parlour_requests_not_logged_total").increment(1);
            return;
        }
        let taken = i64::try_from(row.duration_ms).unwrap_or(i64::MAX);
        waiting.push(RequestRow { at_ms: now.0.saturating_sub(taken), ..row });
    }

    /// Stores what was noted.
    pub(crate) async fn store(&self, store: &Store) -> Result<(), StoreError> {
        let rows = mem::take(&mut *lock(&self.waiting));
        if rows.is_empty() { Ok(()) } else { store.add_requests(rows).await }
    }
}

/// What was asked, before it is answered.
pub(super) struct Asked {
    id: String,
    method: String,
    path: String,
    since: Instant,
}

impl Asked {
    /// By this request.
    pub(super) fn by(request: &Request) -> Asked {
        let id = request.extensions().get().map(|RequestId(id)| id.clone());
        Asked {
            id: id.unwrap_or_default(),
            method: request.method().to_string(),
            path: logged_path(request.uri().path()),
            since: Instant::now(),
        }
    }

    /// The entry of the log, now that it is answered.
    pub(super) fn of(self, key: &ApiKey, response: &Response) -> RequestRow {
        RequestRow {
            id: self.id,
            tenant: key.tenant.clone(),
            mode: key.mode,
            key: key.id.clone(),
            at_ms: 0,
            method: self.method,
            path: self.path,
            status: response.status().as_u16(),
            error: pending_code(response).map(|code| code.name().to_owned()),
            duration_ms: u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// A path as it is logged: without the ids of players, which are erased on demand.
fn logged_path(path: &str) -> String {
    match path.strip_prefix(PLAYERS) {
        Some(_) => format!("{PLAYERS}…"),
        None => path.chars().take(PATH_LENGTH).collect(),
    }
}

/// `GET /v1/dashboard/requests`
pub(crate) async fn list(
    State(api): State<Arc<Api>>,
    OwnDashboard(caller): OwnDashboard,
    ValidQuery(wanted): ValidQuery<ListRequests>,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    // What was asked a moment ago is shown, too.
    api.request_log.store(&api.context.store).await?;
    let limit = wanted.limit as usize;
    let mut found = api.context.store.requests(&key.tenant, key.mode, wanted.after, wanted.limit + 1).await?;
    let has_more = found.len() > limit;
    found.truncate(limit);
    let after = found.last().filter(|_| has_more).map(|row| row.id.clone());
    let requests = found.into_iter().map(to_wire).collect();
    Ok(json(StatusCode::OK, &RequestList { requests, has_more, after }))
}

fn to_wire(row: RequestRow) -> LoggedRequest {
    LoggedRequest {
        id: row.id,
        at: conversions::utc(Timestamp(row.at_ms)),
        key_id: row.key.0,
        method: row.method,
        path: row.path,
        status: row.status,
        code: row.error,
        duration_ms: row.duration_ms,
    }
}

#[cfg(test)]
mod tests {
    use super::logged_path;

    #[test]
    fn the_log_of_requests_names_no_player() {
        assert_eq!(logged_path("/v1/players/user_123"), "/v1/players/…");
        assert_eq!(logged_path("/v1/sessions/sess_1"), "/v1/sessions/sess_1");
        assert_eq!(logged_path(&format!("/{}", "ä".repeat(500))).chars().count(), 200);
    }
}
