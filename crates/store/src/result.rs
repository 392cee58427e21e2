//! Results: how a game ended, stored apart from its room.

use common::{Mode, Named, PlayerId, RoomId, SessionId, TenantId};

use crate::error::WorkError;
use crate::json::Json;
use crate::sql::{Database, Expected, Row, RowResult, change_later, one, params};
use crate::{PlayerRow, Store, StoreAnswer, StoreError};

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResultRow {
    /// The session of the game.
    pub session: Option<SessionId>,
    /// The game.
    pub game: String,
    /// The variant.
    pub variant: String,
    /// The players in seat order.
    pub players: Vec<PlayerRow>,
    /// The winner; `None` in a draw.
    pub winner: Option<PlayerId>,
    /// The reason.
    pub reason: String,
    /// How long it lasted.
    pub duration_ms: u64,
    /// How many moves were made.
    pub move_count: u32,
    /// The full record as JSON, if it cannot be derived from the log.
    pub record: Option<String>,
}

/// A stored result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredResult {
    /// The room of the game.
    pub room: RoomId,
    /// When it ended.
    pub ended_ms: i64,
    /// How it ended.
    pub result: ResultRow,
}

const COLUMNS: &str =
    "rooms.id, ended_ms, session, game, variant, players, winner, reason, duration_ms, move_count, record
     FROM rooms JOIN heads ON heads.room = rooms.number JOIN results ON results.number = heads.result";

impl Store {
    /// The result of a room.
    pub fn result(&self, tenant: &TenantId, mode: Mode, room: &RoomId) -> StoreAnswer<Option<StoredResult>> {
        let (tenant, room) = (tenant.clone(), room.clone());
        self.read(move |db| {
            let sql =
                format!("SELECT {COLUMNS} WHERE rooms.id = ?1 AND results.tenant = ?2 AND results.mode = ?3");
            one(db, &sql, params![room.as_str(), tenant.as_str(), mode.name()], read_result)
        })
    }
}

/// The smallest number of a result that ended at this time or later.
pub(crate) fn first_number(ended_ms: i64) -> i64 {
    ended_ms.saturating_mul(1 << 20)
}

/// The room of a result, and when its game ended.
pub(crate) struct Ended<'a> {
    pub(crate) number: i64,
    pub(crate) tenant: &'a TenantId,
    pub(crate) mode: Mode,
    pub(crate) at_ms: i64,
}

/// Inserts the result of a room, after all other results of its millisecond.
pub(crate) fn insert(db: &Database, ended: &Ended<'_>, row: &ResultRow) -> Result<(), WorkError> {
    let ResultRow { session, game, variant, winner, reason, duration_ms, move_count, record, .. } = row;
    let Ended { number, tenant, mode, at_ms } = ended;
    let (first, end) = (first_number(*at_ms), first_number(*at_ms + 1));
    let sql =
        "INSERT INTO results (number, room, tenant, mode, session, game, variant, players, winner, reason,
                   duration_ms, move_count, record, ended_ms)
               VALUES ((SELECT coalesce(max(number) + 1, ?1) FROM results WHERE number >= ?1 AND number < ?15),
                   ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
    #[rustfmt::skip]
    let values = params![
        first, number, tenant.as_str(), mode.name(), session.as_ref().map(SessionId::as_str), game, variant, Json(&row.players), winner.as_ref().map(PlayerId::as_str), reason,
        duration_ms, move_count, record, at_ms, end,
    ];
    change_later(db, sql, values, Expected::Any)?;
    let sql = "UPDATE heads SET result = (SELECT max(number) FROM results WHERE number >= ?2 AND number < ?3)
               WHERE room = ?1 AND result IS NULL";
    let expected = Expected::Exactly(1, StoreError::Taken("result"));
    change_later(db, sql, [*number, first, end], expected)
}

fn read_result(row: &Row<'_>) -> RowResult<StoredResult> {
    let result = ResultRow {
        session: row.get::<Option<String>>(2)?.map(SessionId),
        game: row.get(3)?,
        variant: row.get(4)?,
        players: row.get::<Json<Vec<PlayerRow>>>(5)?.0,
        winner: row.get::<Option<String>>(6)?.map(PlayerId),
        reason: row.get(7)?,
        duration_ms: row.get(8)?,
        move_count: row.get(9)?,
        record: row.get(10)?,
    };
    Ok(StoredResult { room: RoomId(row.get(0)?), ended_ms: row.get(1)?, result })
}
