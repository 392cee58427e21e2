//! The figures of a tenant on the dashboard.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use common::{RoomId, Timestamp};
use protocol::rest::{DashboardOverview, DashboardProgress, GamesOfHour, MovesOfMinute, WebhooksOfHour};
use rooms::Scope;
use store::{ApiKey, SessionFilter};

use super::Api;
use super::answer::{RestAnswer, json};
use super::extractors::OwnDashboard;
use super::known_room;
use crate::conversions;

const HOUR_MS: i64 = 60 * 60 * 1000;
/// How many hours are shown.
const HOURS: i64 = 24;
/// How many of the newest sessions are searched for a first move.
const NEWEST_SESSIONS: u32 = 20;
/// More running games are not counted.
const MOST_GAMES: u32 = 1_000_000;

/// `GET /v1/dashboard/overview`
pub(crate) async fn overview(
    State(api): State<Arc<Api>>,
    OwnDashboard(caller): OwnDashboard,
) -> RestAnswer<Response> {
    let (ApiKey { tenant, mode, .. }, _) = &*caller;
    let (store, now) = (&api.context.store, api.context.clock.wall());
    let first_hour = (now.0 / HOUR_MS - HOURS + 1) * HOUR_MS;
    let games = store.games_by_hour(tenant, *mode, first_hour);
    let webhooks = store.webhooks_by_hour(tenant, *mode, first_hour);
    let running = store.running_games_of(tenant, *mode, MOST_GAMES);
    let waiting = store.waiting_players(tenant, *mode);
    let sessions = store.sessions_this_month(tenant, *mode, now.0);
    let games: HashMap<_, _> = games.await?.into_iter().map(|hour| (hour.from_ms, hour.games)).collect();
    let webhooks: HashMap<_, _> = webhooks.await?.into_iter().map(|hour| (hour.from_ms, hour)).collect();
    let hours = || (0..HOURS).map(|hour| first_hour + hour * HOUR_MS);
    let from = |millis| conversions::utc(Timestamp(millis));
    let scope = Scope { tenant: tenant.clone(), mode: *mode };
    let minutes = api.move_times.last_hour(&scope, now).into_iter().map(|minute| MovesOfMinute {
        from: conversions::utc(minute.from),
        moves: minute.moves,
        median_ms: minute.median_ms,
        p95_ms: minute.p95_ms,
    });
    Ok(json(
        StatusCode::OK,
        &DashboardOverview {
            at: conversions::utc(now),
            games_now: running.await?,
            waiting: waiting.await?,
            sessions_this_month: sessions.await?,
            games_by_hour: hours()
                .map(|hour| GamesOfHour { from: from(hour), games: games.get(&hour).copied().unwrap_or(0) })
                .collect(),
            webhooks_by_hour: hours()
                .map(|hour| {
                    let found = webhooks.get(&hour);
                    let (attempts, failed) = found.map_or((0, 0), |found| (found.attempts, found.failed));
                    WebhooksOfHour { from: from(hour), attempts, failed }
                })
                .collect(),
            moves_by_minute: minutes.collect(),
        },
    ))
}

/// `GET /v1/dashboard/progress`
pub(crate) async fn progress(
    State(api): State<Arc<Api>>,
    OwnDashboard(caller): OwnDashboard,
) -> RestAnswer<Response> {
    let (ApiKey { tenant, mode, .. }, _) = &*caller;
    let store = &api.context.store;
    let filter = SessionFilter { limit: NEWEST_SESSIONS, ..SessionFilter::default() };
    let sessions = store.sessions(tenant, *mode, filter).await?;
    let mut moved = false;
    for room in sessions.iter().filter_map(|session| session.room.as_ref()) {
        moved = moved || has_moves(&api, room).await?;
    }
    let webhook = store.has_delivered(tenant, *mode).await?;
    Ok(json(StatusCode::OK, &DashboardProgress { session: !sessions.is_empty(), moved, webhook }))
}

async fn has_moves(api: &Api, room: &RoomId) -> RestAnswer<bool> {
    let found = known_room::read(api, room, |room| !room.history().is_empty()).await?;
    Ok(found.unwrap_or(false))
}
