//! The matchmaking queue: waiting players in order of arrival.

use common::{Mode, Named, PlayerId, SessionId, TenantId};

use crate::error::WorkError;
use crate::sql::{Database, Expected, PostgresConnection, Row, RowResult, change, one, params, readable};
use crate::word::word;
use crate::{Store, StoreAnswer};

/// The key of a waiting player, who waits at most once per game.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WaitingKey {
    /// The tenant of the player.
    pub tenant: TenantId,
    /// The mode of the game.
    pub mode: Mode,
    /// The game.
    pub game: String,
    /// The player.
    pub player: PlayerId,
}

/// A place in the queue that a pair gives up for its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedPlace {
    /// Who waits where.
    pub key: WaitingKey,
    /// The connection with which they wait, as their entry names it.
    pub connection: String,
}

/// A waiting player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingRow {
    /// Who waits where.
    pub key: WaitingKey,
    /// The session of the player; it does not expire meanwhile.
    pub session: Option<SessionId>,
    /// The requested variant.
    pub variant: String,
    /// When the player joined, by the clock of the node.
    pub joined_ms: i64,
    /// The data that the server needs after a restart, as JSON.
    pub entry: String,
}

const SELECT: &str = "SELECT tenant, mode, game, player, session, variant, joined_ms, entry FROM waiting";

impl Store {
    /// Adds a player to the queue, behind all who wait for the same variant, whatever the clocks of other nodes say; returns false if
    /// they are in it already.
    pub fn join_queue(&self, row: WaitingRow) -> StoreAnswer<bool> {
        self.write(move |db| {
            let WaitingRow { key, session, variant, joined_ms, entry } = &row;
            let WaitingKey { tenant, mode, game, player } = key;
            let sql = "INSERT INTO waiting (tenant, mode, game, player, session, variant, joined_ms, entry)
                       SELECT ?1, ?2, ?3, ?4, ?5, ?6,
                           CASE WHEN max(joined_ms) >= ?7 THEN max(joined_ms) + 1 ELSE ?7 END, ?8
                       FROM waiting WHERE tenant = ?1 AND mode = ?2 AND game = ?3 AND variant = ?6
                       ON CONFLICT DO NOTHING";
            let params = params![
                tenant.as_str(),
                mode.name(),
                game,
                player.as_str(),
                session.as_ref().map(SessionId::as_str),
                variant,
                joined_ms,
                entry
            ];
            Ok(change(db, sql, params)? == 1)
        })
    }

    /// Replaces a place in the queue, if it is still the given one; returns whether it was.
    pub fn replace_in_queue(&self, row: WaitingRow, entry_before: String) -> StoreAnswer<bool> {
        self.write(move |db| {
            let WaitingKey { tenant, mode, game, player } = &row.key;
            let sql = "UPDATE waiting SET entry = ?6 WHERE tenant = ?1 AND mode = ?2 AND game = ?3 AND player = ?4 AND entry = ?5";
            let values =
                params![tenant.as_str(), mode.name(), game, player.as_str(), entry_before, row.entry];
            Ok(change(db, sql, values)? == 1)
        })
    }

    /// Removes a place from the queue, if it is still the given one; returns whether it was.
    pub fn remove_from_queue(&self, key: WaitingKey, entry: String) -> StoreAnswer<bool> {
        self.write(move |db| {
            let WaitingKey { tenant, mode, game, player } = &key;
            let sql = "DELETE FROM waiting WHERE tenant = ?1 AND mode = ?2 AND game = ?3 AND player = ?4 AND entry = ?5";
            Ok(change(db, sql, params![tenant.as_str(), mode.name(), game, player.as_str(), entry])? == 1)
        })
    }

    /// Removes a player from the queue; returns false if they were not in it.
    pub fn leave_queue(&self, key: WaitingKey) -> StoreAnswer<bool> {
        self.write(move |db| remove(db, &key))
    }

    /// The place of a player in the queue.
    pub fn place_in_queue(&self, key: WaitingKey) -> StoreAnswer<Option<WaitingRow>> {
        self.read(move |db| {
            let sql = format!("{SELECT} WHERE tenant = ?1 AND mode = ?2 AND game = ?3 AND player = ?4");
            let values = params![key.tenant.as_str(), key.mode.name(), key.game, key.player.as_str()];
            Ok(readable(db, &sql, values, read_waiting)?.pop())
        })
    }

    /// The waiting players in order of arrival, without unreadable rows.
    pub fn queue(&self, limit: u32) -> StoreAnswer<Vec<WaitingRow>> {
        self.read(move |db| {
            let sql = format!("{SELECT} ORDER BY joined_ms, tenant, player LIMIT ?1");
            readable(db, &sql, [limit], read_waiting)
        })
    }

    /// The players who wait for one variant, in order of arrival, without unreadable rows.
    pub fn queue_of_variant(
        &self,
        tenant: &TenantId,
        mode: Mode,
        game: &str,
        variant: &str,
    ) -> StoreAnswer<Vec<WaitingRow>> {
        let (tenant, game, variant) = (tenant.clone(), game.to_owned(), variant.to_owned());
        self.read(move |db| {
            let sql = format!(
                "{SELECT} WHERE tenant = ?1 AND mode = ?2 AND game = ?3 AND variant = ?4 ORDER BY joined_ms, player"
            );
            readable(db, &sql, params![tenant.as_str(), mode.name(), game, variant], read_waiting)
        })
    }

    /// The players of a tenant and mode who wait, in order of arrival, without unreadable rows.
    pub fn queue_of_scope(&self, tenant: &TenantId, mode: Mode, limit: u32) -> StoreAnswer<Vec<WaitingRow>> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let sql = format!("{SELECT} WHERE tenant = ?1 AND mode = ?2 ORDER BY joined_ms, player LIMIT ?3");
            readable(db, &sql, params![tenant.as_str(), mode.name(), limit], read_waiting)
        })
    }

    /// The number of players who wait for one variant.
    pub fn queue_length(&self, tenant: &TenantId, mode: Mode, game: &str, variant: &str) -> StoreAnswer<u64> {
        let (tenant, game, variant) = (tenant.clone(), game.to_owned(), variant.to_owned());
        self.read(move |db| {
            let sql =
                "SELECT count(*) FROM waiting WHERE tenant = ?1 AND mode = ?2 AND game = ?3 AND variant = ?4";
            let length =
                one(db, sql, params![tenant.as_str(), mode.name(), game, variant], |row| row.get(0))?;
            Ok(length.unwrap_or_default())
        })
    }

    /// The players who wait with one session, in order of arrival, without unreadable rows.
    pub fn queue_of_session(&self, session: &SessionId) -> StoreAnswer<Vec<WaitingRow>> {
        let session = session.clone();
        self.read(move |db| {
            let sql = format!("{SELECT} WHERE session = ?1 ORDER BY joined_ms, player");
            readable(db, &sql, [session.as_str()], read_waiting)
        })
    }
}

pub(crate) fn read_waiting(row: &Row<'_>) -> RowResult<WaitingRow> {
    let key = WaitingKey {
        tenant: TenantId(row.get(0)?),
        mode: word(row, 1)?,
        game: row.get(2)?,
        player: PlayerId(row.get(3)?),
    };
    let (session, variant) = (row.get::<Option<String>>(4)?.map(SessionId), row.get(5)?);
    Ok(WaitingRow { key, session, variant, joined_ms: row.get(6)?, entry: row.get(7)? })
}

/// Removes a waiting player; returns whether there was one.
pub(crate) fn remove(db: &Database, key: &WaitingKey) -> Result<bool, WorkError> {
    let sql = "DELETE FROM waiting WHERE tenant = ?1 AND mode = ?2 AND game = ?3 AND player = ?4";
    Ok(change(db, sql, params![key.tenant.as_str(), key.mode.name(), key.game, key.player.as_str()])? == 1)
}

/// Removes a waiting player, if they still wait with the given connection; returns whether they did.
pub(crate) fn remove_paired(db: &Database, place: &PairedPlace) -> Result<bool, WorkError> {
    let PairedPlace { key: WaitingKey { tenant, mode, game, player }, connection } = place;
    // The entry is JSON, and the letters of a connection need no escapes in it. An underscore stands for any letter here, which
    // changes nothing: connections are random.
    let sql =
        "DELETE FROM waiting WHERE tenant = ?1 AND mode = ?2 AND game = ?3 AND player = ?4 AND entry LIKE ?5";
    let names_connection = format!("%\"{connection}\"%");
    Ok(change(db, sql, params![tenant.as_str(), mode.name(), game, player.as_str(), names_connection])? == 1)
}

/// Removes the players of rooms, whether they wait or not.
pub(crate) fn remove_seated(db: &PostgresConnection, rooms: Vec<i64>) -> Result<(), WorkError> {
    let sql = "DELETE FROM waiting WHERE (tenant, mode, game, player) IN
                   (SELECT tenant, mode, game, player FROM seats WHERE room = ANY($1::bigint[]))";
    db.change_arrays_later(sql, vec![Box::new(rooms)], Expected::Any)
}
