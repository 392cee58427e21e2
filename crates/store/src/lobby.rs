//! Finding sessions: in pages, by room code, and expired ones.

use common::{Mode, Named, SessionId, SessionStatus, TenantId};

use crate::error::WorkError;
use crate::json::Json;
use crate::session::{PlayerRow, SessionRow, read_session, select};
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

fn join(db: &Database, request: &JoinByCode) -> Result<Joining, WorkError> {
    let JoinByCode { tenant, mode, code, game, player, now_ms, .. } = request;
    let sql = select(
        "WHERE tenant = ?1 AND room_code = ?2 AND mode = ?3 AND game = ?4
             AND status = 'pending' AND code_until_ms > ?5",
    );
    let found = one(db, &sql, params![tenant.as_str(), code, mode.name(), game, now_ms], read_session)?;
    let Some(mut session) = found else { return Ok(Joining::Unknown) };
    if session.players.iter().any(|seated| seated.id == player.id) {
        return Ok(Joining::Joined(Box::new(session)));
    }
    if session.players.len() >= request.seats {
        return Ok(Joining::Full);
    }
    session.players.push(player.clone());
    change(
        db,
        "UPDATE sessions SET players = ?2 WHERE id = ?1",
        params![session.id.as_str(), Json(&session.players)],
    )?;
    Ok(Joining::Joined(Box::new(session)))
}
