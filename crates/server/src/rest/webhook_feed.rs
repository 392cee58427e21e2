//! The feed of webhook events: a tenant's events, in pages or as a stream.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use common::{EventId, Named, TenantId, lock};
use futures_util::stream;
use protocol::ErrorCode;
use protocol::rest::{ApiError, ListWebhookEvents, Webhook, WebhookList};
use serde_json::json as value;
use store::{ApiKey, FeedStart, OutboxEntry, StoreError};
use tokio::time::Instant;

use super::Api;
use super::answer::{RestAnswer, json};
use super::extractors::{Authorized, ValidQuery};
use crate::conversions;

/// How many streams one tenant may have open.
const MOST_STREAMS: u32 = 8;
/// How long events are kept for a listener after its last request.
const LISTENING: Duration = Duration::from_secs(60);
/// How often a stream renews its listening and its key is checked again.
const RENEWAL: Duration = Duration::from_secs(10);
/// How often a stream checks for new events.
const GLANCE: Duration = Duration::from_millis(100);
/// How many events a stream reads at a time.
const PAGE: u32 = 100;

/// How many streams each tenant has open.
#[derive(Default)]
pub(crate) struct Streams(Mutex<HashMap<TenantId, u32>>);

/// `GET /v1/webhooks/events`
pub(crate) async fn events(
    State(api): State<Arc<Api>>,
    Authorized(caller): Authorized,
    headers: HeaderMap,
    ValidQuery(wanted): ValidQuery<ListWebhookEvents>,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    let is_stream = accept.contains("text/event-stream");
    let start = match (wanted.after, wanted.since) {
        (Some(after), _) => FeedStart::After(EventId(after)),
        (None, Some(since)) => FeedStart::Time(i64::try_from(since.0).unwrap_or(i64::MAX)),
        (None, None) if is_stream => FeedStart::Now,
        (None, None) => FeedStart::Oldest,
    };
    let after = api.context.store.feed_start(&key.tenant, key.mode, start).await?;
    if is_stream {
        let feed = Feed::open(&api, key, after)?;
        feed.renew().await?;
        return Ok(stream(feed));
    }
    listen(&api, key).await?;
    page(&api, key, after, wanted.limit).await
}

async fn page(api: &Api, key: &ApiKey, after: i64, limit: u32) -> RestAnswer<Response> {
    let mut found = api.context.store.feed(&key.tenant, key.mode, after, limit + 1).await?;
    let has_more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let after = found.last().map(|entry| entry.row.id.0.clone());
    let events = found.iter().filter_map(|entry| serde_json::from_str::<Webhook>(&entry.row.body).ok());
    Ok(json(StatusCode::OK, &WebhookList { events: events.collect(), has_more, after }))
}

/// Streams events until the server stops or the key is no longer valid.
fn stream(feed: Feed) -> Response {
    let ready = value!({ "tenant": feed.key.tenant.as_str(), "mode": feed.key.mode.name(), "at": conversions::utc(feed.api.context.clock.wall()) });
    let ready = Event::default().event("ready").data(ready.to_string());
    let state = (feed, Some(ready));
    let events = stream::unfold(state, |(mut feed, ready)| async move {
        let event = match ready {
            Some(ready) => ready,
            None => {
                let OutboxEntry { row, .. } = feed.next().await?;
                Event::default().id(row.id.0).event("webhook").data(row.body)
            }
        };
        Some((Ok::<_, Infallible>(event), (feed, None)))
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(RENEWAL)).into_response()
}

/// One stream of events.
struct Feed {
    api: Arc<Api>,
    key: ApiKey,
    after: i64,
    waiting: VecDeque<OutboxEntry>,
    renewal: Instant,
}

impl Feed {
    fn open(api: &Arc<Api>, key: &ApiKey, after: i64) -> RestAnswer<Feed> {
        let mut streams = lock(&api.state.streams.0);
        let count = streams.entry(key.tenant.clone()).or_default();
        if *count >= MOST_STREAMS {
            let sentence = format!("{MOST_STREAMS} streams are open already");
            return Err(ApiError::new(ErrorCode::RateLimited, sentence).hint("close one of them").into());
        }
        *count += 1;
        let renewal = Instant::now() + RENEWAL;
        Ok(Feed { api: Arc::clone(api), key: key.clone(), after, waiting: VecDeque::new(), renewal })
    }

    /// The next event; `None` if the stream must end.
    async fn next(&mut self) -> Option<OutboxEntry> {
        loop {
            if let Some(entry) = self.waiting.pop_front() {
                self.after = entry.number;
                return Some(entry);
            }
            if self.api.context.lifecycle.is_draining() {
                return None;
            }
            if self.renewal <= Instant::now() {
                self.renew().await.ok()?;
                self.renewal = Instant::now() + RENEWAL;
            }
            let found =
                self.api.context.store.feed(&self.key.tenant, self.key.mode, self.after, PAGE).await.ok()?;
            if found.is_empty() {
                tokio::time::sleep(GLANCE).await;
            }
            self.waiting.extend(found);
        }
    }

    /// Renews listening, unless the key is no longer valid.
    async fn renew(&self) -> RestAnswer<()> {
        let now_ms = self.api.context.clock.wall().0;
        let keys = self.api.context.store.keys(&self.key.tenant).await?;
        let is_sound = |key: &ApiKey| {
            key.id == self.key.id
                && key.revoked_ms.is_none()
                && key.expires_ms.is_none_or(|until| now_ms < until)
        };
        if !keys.iter().any(is_sound) {
            return Err(ApiError::invalid_api_key().into());
        }
        Ok(listen(&self.api, &self.key).await?)
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        let mut streams = lock(&self.api.state.streams.0);
        if let Some(count) = streams.get_mut(&self.key.tenant) {
            *count -= 1;
            if *count == 0 {
                streams.remove(&self.key.tenant);
            }
        }
    }
}

/// Keeps events of the key's scope for listeners for a while.
async fn listen(api: &Api, key: &ApiKey) -> Result<(), StoreError> {
    let now = api.context.clock.wall();
    api.context.store.listen(&key.tenant, key.mode, now.0, (now + LISTENING).0).await?;
    api.subscribers_changed().await
}
