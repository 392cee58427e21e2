//! Figures about the games and webhooks of one tenant, for the people who look after them.

use common::{Mode, Named, TenantId};

use crate::result::first_number;
use crate::sql::{Database, all, one, params};
use crate::word::word;
use crate::{Store, StoreAnswer};

const HOUR_MS: i64 = 60 * 60 * 1000;

/// How many of the newest results of all tenants are looked at, so that the figures of a busy server take no long read.
const MOST_RESULTS: u32 = 200_000;

/// How many of the newest attempts of one tenant are looked at.
const MOST_ATTEMPTS: u32 = 20_000;

/// The games that ended in an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HourOfGames {
    /// When the hour began.
    pub from_ms: i64,
    /// How many games ended in it.
    pub games: u64,
}

/// The attempts to deliver webhooks in an hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HourOfWebhooks {
    /// When the hour began.
    pub from_ms: i64,
    /// How many attempts there were.
    pub attempts: u64,
    /// How many of them failed.
    pub failed: u64,
}

/// The sessions that were created in a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MonthOfSessions {
    /// The month, such as `2026-11`.
    pub month: String,
    /// The mode of the sessions.
    pub mode: Mode,
    /// How many there were.
    pub sessions: u64,
}

impl Store {
    /// How many players of a tenant wait for an opponent.
    pub fn waiting_players(&self, tenant: &TenantId, mode: Mode) -> StoreAnswer<u64> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let sql = "SELECT count(*) FROM waiting WHERE tenant = ?1 AND mode = ?2";
            Ok(one(db, sql, params![tenant.as_str(), mode.name()], |row| row.get(0))?.unwrap_or_default())
        })
    }

    /// The games of a tenant that ended since a time, by the hour; hours without games are left out.
    pub fn games_by_hour(
        &self,
        tenant: &TenantId,
        mode: Mode,
        since_ms: i64,
    ) -> StoreAnswer<Vec<HourOfGames>> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let sql = "SELECT ended_ms / ?5 * ?5 AS hour, count(*) FROM
                           (SELECT tenant, mode, ended_ms FROM results WHERE number >= ?1 ORDER BY number DESC LIMIT ?4) AS newest
                       WHERE tenant = ?2 AND mode = ?3 GROUP BY hour ORDER BY hour";
            let values = params![first_number(since_ms), tenant.as_str(), mode.name(), MOST_RESULTS, HOUR_MS];
            all(db, sql, values, |row| Ok(HourOfGames { from_ms: row.get(0)?, games: row.get(1)? }))
        })
    }

    /// The attempts to deliver webhooks of a tenant since a time, by the hour; hours without attempts are left out.
    pub fn webhooks_by_hour(
        &self,
        tenant: &TenantId,
        mode: Mode,
        since_ms: i64,
    ) -> StoreAnswer<Vec<HourOfWebhooks>> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let sql = "SELECT at_ms / ?5 * ?5 AS hour, count(*), count(error) FROM
                           (SELECT at_ms, error FROM deliveries WHERE tenant = ?1 AND mode = ?2 ORDER BY number DESC LIMIT ?4) AS newest
                       WHERE at_ms >= ?3 GROUP BY hour ORDER BY hour";
            let values = params![tenant.as_str(), mode.name(), since_ms, MOST_ATTEMPTS, HOUR_MS];
            all(db, sql, values, |row| {
                Ok(HourOfWebhooks { from_ms: row.get(0)?, attempts: row.get(1)?, failed: row.get(2)? })
            })
        })
    }

    /// Whether one of the newest webhooks of a tenant was delivered.
    pub fn has_delivered(&self, tenant: &TenantId, mode: Mode) -> StoreAnswer<bool> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let sql = "SELECT 1 FROM (SELECT error FROM deliveries WHERE tenant = ?1 AND mode = ?2
                           ORDER BY number DESC LIMIT ?3) AS newest WHERE error IS NULL LIMIT 1";
            let found = one(db, sql, params![tenant.as_str(), mode.name(), MOST_ATTEMPTS], |_| Ok(()))?;
            Ok(found.is_some())
        })
    }

    /// The engine of the database and how many bytes it has.
    pub fn size(&self) -> StoreAnswer<(&'static str, u64)> {
        self.read(|db| {
            let (engine, sql) = match db {
                Database::Sqlite(_) => {
                    ("sqlite", "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
                }
                Database::Postgres(_) => ("postgres", "SELECT pg_database_size(current_database())"),
            };
            Ok((engine, one(db, sql, (), |row| row.get(0))?.unwrap_or_default()))
        })
    }

    /// How many sessions a tenant created in each month, newest first.
    pub fn sessions_by_month(&self, tenant: &TenantId, limit: u32) -> StoreAnswer<Vec<MonthOfSessions>> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let sql = "SELECT month, mode, sessions FROM session_counts WHERE tenant = ?1
                       ORDER BY month DESC, mode LIMIT ?2";
            all(db, sql, params![tenant.as_str(), limit], |row| {
                Ok(MonthOfSessions { month: row.get(0)?, mode: word(row, 1)?, sessions: row.get(2)? })
            })
        })
    }
}
