//! Erasing a player: removes id and names from every table of the tenant, in small steps.

use std::collections::HashSet;

use common::{Mode, Named, PlayerId, RoomId, TenantId};

use crate::error::WorkError;
use crate::redaction::Redacted;
use crate::secret::random_text;
use crate::sql::{Database, all, change, one, params};
use crate::{Store, StoreError, room, room_log};

/// How many rows one step reads, so that the writer is not blocked for long.
const STEP: u32 = 200;

/// The same for room logs, which have many small rows.
const LOG_STEP: u32 = 1000;

/// The JSON columns of room logs, with the key of each table.
const LOGS: [(&str, &str, &str); 2] = [("snapshots", "room", "snapshot"), ("journal", "number", "event")];

/// Other JSON columns that can contain a player.
const COLUMNS: [(&str, &str, &str); 6] = [
    ("sessions", "rowid", "players"),
    ("sessions", "rowid", "settings"),
    ("sessions", "rowid", "result"),
    ("results", "number", "players"),
    ("results", "number", "record"),
    ("outbox", "number", "body"),
];

/// The rows to check: those of the tenant, in one mode or in all.
const OWN: &str = "tenant = ?1 AND (?2 IS NULL OR mode = ?2)";

/// The rooms whose snapshot or events contain the player.
const NAMED: &str = "(EXISTS (SELECT 1 FROM snapshots WHERE room = rooms.number AND instr(snapshot, ?3))
                      OR EXISTS (
                          WITH RECURSIVE log (number) AS (
                              SELECT last FROM heads WHERE heads.room = rooms.number
                              UNION SELECT previous FROM log JOIN journal USING (number))
                          SELECT 1 FROM log JOIN journal USING (number) WHERE instr(event, ?3)))";

/// The result of a request to erase a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Erasure {
    /// The player was erased from this many rows.
    Done(usize),
    /// The player has running games: end these first and repeat the request.
    StillPlaying(Vec<RoomId>),
}

/// The player to erase, owned so that each step can hold it.
#[derive(Clone)]
struct Target {
    tenant: TenantId,
    mode: Option<Mode>,
    player: PlayerId,
    pseudonym: String,
    /// The id as in JSON text, with quotes.
    quoted: String,
}

/// The position in one table.
struct ErasureProgress {
    next: Option<i64>,
    erased: usize,
}

impl Store {
    /// Erases a player's id and names in the tenant, or in one mode of it, including the unused space of the
    /// files.
    pub async fn erase_player(
        &self,
        tenant: &TenantId,
        mode: Option<Mode>,
        player: &PlayerId,
    ) -> Result<Erasure, StoreError> {
        let target = Target::new(tenant, mode, player);
        let seated = self.running_games(&target).await?;
        if !seated.is_empty() {
            return Ok(Erasure::StillPlaying(seated));
        }
        let mut erased = self.write_step(&target, |db, target| target.erase_plain_rows(db)).await?;
        for log in LOGS {
            erased += self.walk(&target, move |db, target, after| target.erase_logs(db, log, after)).await?;
        }
        for place in COLUMNS {
            let step = move |db: &Database, target: &Target, after| target.erase_column(db, place, after);
            erased += self.walk(&target, step).await?;
        }
        // The write-ahead log holds the old rows until it is emptied.
        self.write_alone(empty_the_log).await?;
        // Games that started meanwhile were skipped.
        let seated = self.running_games(&target).await?;
        Ok(if seated.is_empty() { Erasure::Done(erased) } else { Erasure::StillPlaying(seated) })
    }

    /// The running games that contain the player.
    async fn running_games(&self, target: &Target) -> Result<Vec<RoomId>, StoreError> {
        let target = target.clone();
        self.read(move |db| {
            let sql = format!(
                "SELECT id FROM running CROSS JOIN rooms ON rooms.number = running.room WHERE broken IS NULL AND {OWN} AND {NAMED}"
            );
            all(db, &sql, params![target.tenant.as_str(), target.mode.map(Named::name), target.quoted], |row| row.get(0).map(RoomId))
        })
        .await
    }

    async fn walk<F>(&self, target: &Target, step: F) -> Result<usize, StoreError>
    where
        F: Fn(&Database, &Target, i64) -> Result<ErasureProgress, WorkError> + Copy + Send + 'static,
    {
        let (mut erased, mut next) = (0, Some(0));
        while let Some(after) = next {
            let progress = self.write_step(target, move |db, target| step(db, target, after)).await?;
            erased += progress.erased;
            next = progress.next;
        }
        Ok(erased)
    }

    async fn write_step<T, F>(&self, target: &Target, step: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Database, &Target) -> Result<T, WorkError> + Send + 'static,
    {
        let target = target.clone();
        self.write(move |db| step(db, &target)).await
    }
}

/// Empties the write-ahead log; fails while a reader uses it.
fn empty_the_log(db: &Database) -> Result<(), WorkError> {
    let Some(db) = db.sqlite() else { return Ok(()) };
    let busy = db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get::<_, bool>(0))?;
    if busy { Err(StoreError::Overloaded.into()) } else { Ok(()) }
}

impl Target {
    fn new(tenant: &TenantId, mode: Option<Mode>, player: &PlayerId) -> Self {
        Target {
            tenant: tenant.clone(),
            mode,
            player: player.clone(),
            pseudonym: format!("deleted_{}", random_text(22)),
            quoted: serde_json::Value::from(player.as_str()).to_string(),
        }
    }

    fn redact(&self, json: &str) -> Result<String, WorkError> {
        Ok(Redacted { id: self.player.as_str(), pseudonym: &self.pseudonym }.redact(json)?)
    }

    /// Erases the id from plain columns, and removes stored idempotency responses that contain it.
    fn erase_plain_rows(&self, db: &Database) -> Result<usize, WorkError> {
        let (tenant, mode) = (self.tenant.as_str(), self.mode.map(Named::name));
        let mut erased = 0;
        for table in ["ratings", "waiting"] {
            let sql = format!("DELETE FROM {table} WHERE {OWN} AND player = ?3");
            erased += change(db, &sql, params![tenant, mode, self.player.as_str()])?;
        }
        if let Database::Postgres(_) = db {
            let sql = format!("DELETE FROM seats WHERE {OWN} AND player = ?3 AND NOT is_running");
            erased += change(db, &sql, params![tenant, mode, self.player.as_str()])?;
        }
        let sql = format!("DELETE FROM idempotency WHERE {OWN} AND instr(body, ?3)");
        erased += change(db, &sql, params![tenant, mode, self.quoted])?;
        for (table, column) in [("results", "winner"), ("audit", "actor"), ("audit", "object")] {
            let sql = format!("UPDATE {table} SET {column} = ?4 WHERE {OWN} AND {column} = ?3");
            erased += change(db, &sql, params![tenant, mode, self.player.as_str(), self.pseudonym])?;
        }
        Ok(erased)
    }

    fn erase_column(
        &self,
        db: &Database,
        (table, key, column): (&str, &str, &str),
        after: i64,
    ) -> Result<ErasureProgress, WorkError> {
        let sql = format!(
            "SELECT {key}, CASE WHEN {OWN} AND instr({column}, ?3) THEN {column} END
             FROM {table} WHERE {key} > ?4 ORDER BY {key} LIMIT ?5"
        );
        let rows = all(
            db,
            &sql,
            params![self.tenant.as_str(), self.mode.map(Named::name), self.quoted, after, STEP],
            |row| Ok((row.get::<i64>(0)?, row.get::<Option<String>>(1)?)),
        )?;
        let mut progress = ErasureProgress { next: rows.last().map(|(row, _)| *row), erased: 0 };
        let sql = format!("UPDATE {table} SET {column} = ?2 WHERE {key} = ?1");
        for (row, json) in rows.iter().filter_map(|(row, json)| json.as_ref().map(|json| (row, json))) {
            progress.erased += change(db, &sql, params![row, self.redact(json)?])?;
        }
        Ok(progress)
    }

    /// Erases the player from the next rows of a log table. Running games are skipped; rooms that were set
    /// aside are removed, because their JSON may be unreadable.
    fn erase_logs(
        &self,
        db: &Database,
        (table, key, column): (&str, &str, &str),
        after: i64,
    ) -> Result<ErasureProgress, WorkError> {
        let sql = format!(
            "SELECT max({key}) FROM (SELECT {key} FROM {table} WHERE {key} > ?1 ORDER BY {key} LIMIT ?2) AS step"
        );
        let next = one(db, &sql, params![after, LOG_STEP], |row| row.get::<Option<i64>>(0))?.flatten();
        let sql = format!(
            "SELECT {table}.{key}, room, CASE WHEN broken IS NULL THEN {column} END
             FROM {table} CROSS JOIN rooms ON rooms.number = {table}.room
             WHERE {table}.{key} > ?4 AND {table}.{key} <= ?5 AND instr({column}, ?3) AND {OWN}
                 AND (broken IS NOT NULL OR NOT EXISTS (SELECT 1 FROM running WHERE running.room = rooms.number))"
        );
        let values = params![self.tenant.as_str(), self.mode.map(Named::name), self.quoted, after, next];
        let rows: Vec<(i64, i64, Option<String>)> =
            all(db, &sql, values, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let mut removed = HashSet::new();
        let sql = format!("UPDATE {table} SET {column} = ?2 WHERE {key} = ?1");
        for (row, room, json) in &rows {
            match json {
                Some(json) => drop(change(db, &sql, params![row, self.redact(json)?])?),
                None if removed.insert(room) => remove_broken(db, *room)?,
                None => {}
            }
        }
        Ok(ErasureProgress { next, erased: rows.len() })
    }
}

/// Removes a room that was set aside, or only its log if its game has a result.
fn remove_broken(db: &Database, room: i64) -> Result<(), WorkError> {
    match one(db, "SELECT 1 FROM heads WHERE room = ?1 AND result IS NOT NULL", [room], |_| Ok(()))? {
        Some(()) => room_log::remove(db, room),
        None => room::remove(db, room),
    }
}
