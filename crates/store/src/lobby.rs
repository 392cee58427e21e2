//! Finding sessions: in pages, by room code, and expired ones.

use common::{Mode, Named, SessionId, SessionStatus, TenantId};

use crate::error::WorkError;
use crate::json::Json;
use crate::session::{CODE_IS_VALID, PlayerRow, SessionRow, read_session, select};
use crate::sql::{Database, change, one, params, readable};
use crate::{Store, StoreAnswer, StoreError};

/// Which sessions to list.
#[derive(Debug, Clone, Default)]
pub struct SessionFilter {
    /// Only this game.
    pub game: Option<String>,
    /// Only this status.
    pub status: Option<SessionStatus>,
    /// Only those created before this one, the last of the previous page.
    pub after: Option<SessionId>,
    /// The maximum number of sessions.
    pub limit: u32,
}

/// A player who joins by code.
#[derive(Debug, Clone)]
pub struct JoinByCode {
    /// The tenant of the player.
    pub tenant: TenantId,
    /// The mode of the code.
    pub mode: Mode,
    /// The code.
    pub code: String,
    /// The game the player expects.
    pub game: String,
    /// The player.
    pub player: PlayerRow,
    /// The number of seats of the session.
    pub seats: usize,
    /// The time of the request.
    pub now_ms: i64,
    /// The session does not expire before this time, so that the player can use their token.
    pub until_ms: i64,
}

/// A session by its room code, whether it can be joined or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The session.
    pub session: SessionRow,
    /// Whether its code can be used, as long as a seat is free.
    pub is_valid: bool,
    /// Whether somebody waits in it.
    pub is_waited_in: bool,
}

/// The result of joining by code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Joining {
    /// The player has joined; joining again changes nothing.
    Joined(Box<SessionRow>),
    /// Every seat is taken.
    Full,
    /// The code is unknown or expired.
    Unknown,
}

impl Store {
    /// The sessions of a tenant, newest first.
    pub fn sessions(
        &self,
        tenant: &TenantId,
        mode: Mode,
        filter: SessionFilter,
    ) -> StoreAnswer<Vec<SessionRow>> {
        let tenant = tenant.clone();
        self.read(move |db| list(db, &tenant, mode, &filter))
    }

    /// Adds a player to the session of a room code.
    pub fn join_by_code(&self, request: JoinByCode) -> StoreAnswer<Joining> {
        self.write(move |db| join(db, &request))
    }

    /// The session that had a room code last.
    pub fn invitation(
        &self,
        tenant: &TenantId,
        mode: Mode,
        code: &str,
        now_ms: i64,
    ) -> StoreAnswer<Option<Invitation>> {
        let (tenant, code) = (tenant.clone(), code.to_owned());
        self.read(move |db| invitation(db, &tenant, mode, &code, now_ms))
    }

    /// Lets a pending session and its room code live until a time at least.
    pub fn prolong_session(&self, session: &SessionId, until_ms: i64) -> StoreAnswer<()> {
        let session = session.clone();
        self.write(move |db| {
            let sql = "UPDATE sessions SET expires_ms = ?2, code_until_ms = ?2
                       WHERE id = ?1 AND status = 'pending' AND room_code IS NOT NULL AND expires_ms < ?2";
            change(db, sql, params![session.as_str(), until_ms]).map(drop)
        })
    }

    /// Expired pending sessions whose players are not queued, oldest first.
    pub fn expiring_sessions(&self, now_ms: i64, limit: u32) -> StoreAnswer<Vec<SessionRow>> {
        self.read(move |db| {
            let sql = select(
                "WHERE status = 'pending' AND expires_ms <= ?1
                     AND NOT EXISTS (SELECT 1 FROM waiting WHERE waiting.session = sessions.id)
                 ORDER BY expires_ms LIMIT ?2",
            );
            readable(db, &sql, params![now_ms, limit], read_session)
        })
    }
}

fn list(
    db: &Database,
    tenant: &TenantId,
    mode: Mode,
    filter: &SessionFilter,
) -> Result<Vec<SessionRow>, WorkError> {
    let (created_ms, id) = match &filter.after {
        None => (i64::MAX, SessionId::default()),
        Some(after) => cursor(db, tenant, mode, after)?,
    };
    let sql = select(
        "WHERE tenant = ?1 AND mode = ?2 AND (created_ms, id) < (?3, ?4)
             AND (?5 IS NULL OR game = ?5) AND (?6 IS NULL OR status = ?6)
         ORDER BY created_ms DESC, id DESC LIMIT ?7",
    );
    let values = params![
        tenant.as_str(),
        mode.name(),
        created_ms,
        id.as_str(),
        filter.game,
        filter.status.map(Named::name),
        filter.limit
    ];
    readable(db, &sql, values, read_session)
}

fn cursor(
    db: &Database,
    tenant: &TenantId,
    mode: Mode,
    after: &SessionId,
) -> Result<(i64, SessionId), WorkError> {
    let sql = "SELECT created_ms, id FROM sessions WHERE id = ?1 AND tenant = ?2 AND mode = ?3";
    let found = one(db, sql, params![after.as_str(), tenant.as_str(), mode.name()], |row| {
        Ok((row.get(0)?, SessionId(row.get(1)?)))
    })?;
    found.ok_or_else(|| StoreError::UnknownPage.into())
}

fn invitation(
    db: &Database,
    tenant: &TenantId,
    mode: Mode,
    code: &str,
    now_ms: i64,
) -> Result<Option<Invitation>, WorkError> {
    let sql = select("WHERE tenant = ?1 AND room_code = ?2 AND mode = ?3");
    let found = one(db, &sql, params![tenant.as_str(), code, mode.name()], read_session)?;
    let Some(session) = found else { return Ok(None) };
    let sql = format!("SELECT 1 FROM sessions WHERE tenant = ?1 AND id = ?2 AND {CODE_IS_VALID}");
    let valid = one(db, &sql, params![tenant.as_str(), session.id.as_str(), now_ms], |_| Ok(()))?;
    let waited =
        one(db, "SELECT 1 FROM waiting WHERE session = ?1", params![session.id.as_str()], |_| Ok(()))?;
    Ok(Some(Invitation { session, is_valid: valid.is_some(), is_waited_in: waited.is_some() }))
}

fn join(db: &Database, request: &JoinByCode) -> Result<Joining, WorkError> {
    let JoinByCode { tenant, mode, code, game, player, now_ms, until_ms, .. } = request;
    let condition =
        format!("WHERE tenant = ?1 AND room_code = ?2 AND mode = ?4 AND game = ?5 AND {CODE_IS_VALID}");
    let values = params![tenant.as_str(), code, now_ms, mode.name(), game];
    let found = one(db, &select(&condition), values, read_session)?;
    let Some(mut session) = found else { return Ok(Joining::Unknown) };
    if session.players.iter().any(|seated| seated.id == player.id) {
        return Ok(Joining::Joined(Box::new(session)));
    }
    if session.players.len() >= request.seats {
        return Ok(Joining::Full);
    }
    session.players.push(player.clone());
    session.expires_ms = session.expires_ms.max(*until_ms);
    change(
        db,
        "UPDATE sessions SET players = ?2, expires_ms = ?3 WHERE id = ?1",
        params![session.id.as_str(), Json(&session.players), session.expires_ms],
    )?;
    Ok(Joining::Joined(Box::new(session)))
}
