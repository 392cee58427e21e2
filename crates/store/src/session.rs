//! Sessions: what the REST interface creates, from the first request to the result.

use common::{Mode, Named, PlayerId, RoomId, SessionId, SessionStatus, TenantId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::error::WorkError;
use crate::idempotency::{self, StoredResponse};
use crate::json::Json;
use crate::outbox::{self, OutboxRow};
use crate::sql::{Database, Row, RowResult, change, one, params};
use crate::word::word;
use crate::{Store, StoreAnswer, StoreError};

/// A player as the tenant introduced it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlayerRow {
    /// The tenant's own id of the player.
    pub id: PlayerId,
    /// The name others see.
    pub display_name: String,
}

/// A code that lets a friend join, while it is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomCode {
    /// The code.
    pub code: String,
    /// When it ends by itself; it also ends when the game starts.
    pub until_ms: i64,
}

/// A session.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionRow {
    /// The session.
    pub id: SessionId,
    /// The tenant it belongs to.
    pub tenant: TenantId,
    /// The world it belongs to.
    pub mode: Mode,
    /// The game.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// Matchmaking, bot or private.
    pub match_type: String,
    /// How far it has come.
    pub status: SessionStatus,
    /// Its players, the creator first.
    pub players: Vec<PlayerRow>,
    /// Settings for the game, as JSON.
    pub settings: String,
    /// The room of its game.
    pub room: Option<RoomId>,
    /// The code a friend joins with.
    pub room_code: Option<RoomCode>,
    /// The result as JSON.
    pub result: Option<String>,
    /// When it was created.
    pub created_ms: i64,
    /// When it expires if no game has started.
    pub expires_ms: i64,
}

/// A session to create, with everything that is stored in the same moment.
#[derive(Debug, Clone, Default)]
pub struct NewSession {
    /// The session.
    pub session: SessionRow,
    /// How many sessions the tenant may create in a month; none means unlimited.
    pub monthly_quota: Option<u64>,
    /// Webhook events that follow from it.
    pub outbox: Vec<OutboxRow>,
    /// The answer to keep for a repeated request.
    pub response: Option<StoredResponse>,
}

/// What became of a session to create.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Creation {
    /// It is stored; this many were created this month.
    Created(u64),
    /// The month's sessions are used up.
    QuotaReached,
}

/// How a session moves on; an ended or expired one never moves again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionUpdate {
    /// The session.
    pub session: SessionId,
    /// How far it has come.
    pub status: SessionStatus,
    /// The room of its game, if it is known now.
    pub room: Option<RoomId>,
    /// The result as JSON, if it is known now.
    pub result: Option<String>,
}

impl Store {
    /// Creates a session; a room code in use and an id in use are `Taken`.
    pub fn create_session(&self, new: NewSession) -> StoreAnswer<Creation> {
        self.write(move |db| create(db, &new))
    }

    /// The session, if it belongs to this tenant and mode.
    pub fn session(&self, tenant: &TenantId, mode: Mode, id: &SessionId) -> StoreAnswer<Option<SessionRow>> {
        let (tenant, id) = (tenant.clone(), id.clone());
        self.read(move |db| {
            let sql = select("WHERE id = ?1 AND tenant = ?2 AND mode = ?3");
            one(db, &sql, params![id.as_str(), tenant.as_str(), mode.name()], read_session)
        })
    }

    /// Moves a session on outside a room, with the webhook events that follow; a finished one is a conflict.
    pub fn update_session(&self, change: SessionUpdate, outbox: Vec<OutboxRow>) -> StoreAnswer<()> {
        self.write(move |db| {
            update(db, &change)?;
            outbox::insert_all(db, &outbox)
        })
    }

    /// How many sessions a tenant created in the month of the given time.
    pub fn sessions_this_month(&self, tenant: &TenantId, mode: Mode, now_ms: i64) -> StoreAnswer<u64> {
        let tenant = tenant.clone();
        self.read(move |db| created_this_month(db, &tenant, mode, now_ms))
    }
}

/// The condition of sessions that can be joined by their code at the time `?3`: until the game starts, and as long as somebody waits in
/// them or the time of the code has not passed.
pub(crate) const CODE_IS_VALID: &str = "status = 'pending' AND (code_until_ms > ?3
    OR EXISTS (SELECT 1 FROM waiting WHERE waiting.session = sessions.id))";

pub(crate) fn update(db: &Database, update: &SessionUpdate) -> Result<(), WorkError> {
    let SessionUpdate { session, status, room, result } = update;
    let sql = "UPDATE sessions SET status = ?2, room = coalesce(?3, room), result = coalesce(?4, result)
               WHERE id = ?1 AND status IN ('pending', 'active')";
    match change(
        db,
        sql,
        params![session.as_str(), status.name(), room.as_ref().map(RoomId::as_str), result],
    )? {
        1 => Ok(()),
        _ => Err(StoreError::Conflict("session").into()),
    }
}

fn create(db: &Database, new: &NewSession) -> Result<Creation, WorkError> {
    let session = &new.session;
    let created = created_this_month(db, &session.tenant, session.mode, session.created_ms)?;
    if new.monthly_quota.is_some_and(|quota| created >= quota) {
        return Ok(Creation::QuotaReached);
    }
    if let Some(code) = &session.room_code {
        claim_code(db, session, code)?;
    }
    insert(db, session)?;
    if let Some(response) = &new.response {
        idempotency::keep(db, response)?;
    }
    outbox::insert_all(db, &new.outbox)?;
    count_one_more(db, session)?;
    Ok(Creation::Created(created + 1))
}

fn created_this_month(db: &Database, tenant: &TenantId, mode: Mode, now_ms: i64) -> Result<u64, WorkError> {
    let sql = "SELECT sessions FROM session_counts WHERE tenant = ?1 AND mode = ?2
               AND month = ?3";
    let values = params![tenant.as_str(), mode.name(), month(now_ms)];
    Ok(one(db, sql, values, |row| row.get(0))?.unwrap_or(0))
}

fn count_one_more(db: &Database, session: &SessionRow) -> Result<(), WorkError> {
    let sql = "INSERT INTO session_counts (tenant, mode, month, sessions)
               VALUES (?1, ?2, ?3, 1)
               ON CONFLICT (tenant, mode, month) DO UPDATE SET sessions = session_counts.sessions + 1";
    change(db, sql, params![session.tenant.as_str(), session.mode.name(), month(session.created_ms)])?;
    Ok(())
}

/// The month of a time in UTC, as `2026-11`.
fn month(at_ms: i64) -> String {
    let time = Timestamp(at_ms).in_utc();
    time.map_or_else(String::new, |time| format!("{:04}-{:02}", time.year(), time.month()))
}

/// Takes the code from a session that nobody can join any more, and refuses one that is in use.
fn claim_code(db: &Database, session: &SessionRow, code: &RoomCode) -> Result<(), WorkError> {
    let sql = format!(
        "UPDATE sessions SET room_code = NULL WHERE tenant = ?1 AND room_code = ?2 AND NOT ({CODE_IS_VALID})"
    );
    change(db, &sql, params![session.tenant.as_str(), code.code, session.created_ms])?;
    let sql = "SELECT 1 FROM sessions WHERE tenant = ?1 AND room_code = ?2";
    match one(db, sql, params![session.tenant.as_str(), code.code], |_| Ok(()))? {
        Some(()) => Err(StoreError::Taken("room code").into()),
        None => Ok(()),
    }
}

fn insert(db: &Database, session: &SessionRow) -> Result<(), WorkError> {
    let SessionRow { id, tenant, mode, game, variant, match_type, status, settings, room, .. } = session;
    let code = session.room_code.as_ref();
    let sql = "INSERT INTO sessions (id, tenant, mode, game, variant, match_type, status, players, settings,
                   room, room_code, code_until_ms, result, created_ms, expires_ms)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15) ON CONFLICT (id) DO NOTHING";
    #[rustfmt::skip]
    let values = params![
        id.as_str(), tenant.as_str(), mode.name(), game, variant, match_type, status.name(), Json(&session.players), settings,
        room.as_ref().map(RoomId::as_str), code.map(|code| &code.code), code.map(|code| code.until_ms),
        session.result, session.created_ms, session.expires_ms,
    ];
    match change(db, sql, values)? {
        1 => Ok(()),
        _ => Err(StoreError::Taken("session id").into()),
    }
}

pub(crate) fn select(condition: &str) -> String {
    format!(
        "SELECT id, tenant, mode, game, variant, match_type, status, players, settings,
             room, room_code, code_until_ms, result, created_ms, expires_ms FROM sessions {condition}"
    )
}

pub(crate) fn read_session(row: &Row<'_>) -> RowResult<SessionRow> {
    let code: Option<String> = row.get(10)?;
    let until_ms: Option<i64> = row.get(11)?;
    Ok(SessionRow {
        id: SessionId(row.get(0)?),
        tenant: TenantId(row.get(1)?),
        mode: word(row, 2)?,
        game: row.get(3)?,
        variant: row.get(4)?,
        match_type: row.get(5)?,
        status: word(row, 6)?,
        players: row.get::<Json<Vec<PlayerRow>>>(7)?.0,
        settings: row.get(8)?,
        room: row.get::<Option<String>>(9)?.map(RoomId),
        room_code: code.zip(until_ms).map(|(code, until_ms)| RoomCode { code, until_ms }),
        result: row.get(12)?,
        created_ms: row.get(13)?,
        expires_ms: row.get(14)?,
    })
}
