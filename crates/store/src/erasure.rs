//! Erasing a player: the id and the names go from every table of the tenant, in small steps.

use rusqlite::{Connection, params};

use crate::error::Trouble;
use crate::forget::Forgotten;
use crate::secret::random_text;
use crate::sql::{all, change};
use crate::{Mode, PlayerId, RoomId, Store, StoreError, TenantId};

/// How many rows one step looks at, so that the writer is never held up for long.
const STEP: u32 = 200;

/// JSON columns that can name a player; rooms and their events are handled apart.
const COLUMNS: [(&str, &str); 6] = [
    ("sessions", "players"),
    ("sessions", "settings"),
    ("sessions", "result"),
    ("results", "players"),
    ("results", "record"),
    ("outbox", "body"),
];

/// The rows that are looked at: those of the tenant, in one mode or in all.
const OWN: &str = "tenant = ?1 AND (?2 IS NULL OR mode = ?2)";

/// What became of a request to erase a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Erasure {
    /// The player is gone from this many rows.
    Done(usize),
    /// The player sits in running games, so nothing was erased: end these first.
    StillPlaying(Vec<RoomId>),
}

/// The player to erase, owned so that each step can take it along.
#[derive(Clone)]
struct Target {
    tenant: TenantId,
    mode: Option<Mode>,
    player: PlayerId,
    pseudonym: String,
    /// The id as it stands in JSON text, quotes included.
    quoted: String,
}

/// How far the walk over one table has come.
struct Progress {
    next: Option<i64>,
    erased: usize,
}

impl Store {
    /// Erases a player's id and names everywhere in the tenant, or in one mode of it, in the unused space of
    /// the files too.
    pub async fn erase_player(
        &self,
        tenant: &TenantId,
        mode: Option<Mode>,
        player: &PlayerId,
    ) -> Result<Erasure, StoreError> {
        let target = Target::new(tenant, mode, player);
        let seated = self.write_step(&target, |db, target| target.running_games(db)).await?;
        if !seated.is_empty() {
            return Ok(Erasure::StillPlaying(seated));
        }
        let mut erased = self.write_step(&target, |db, target| target.erase_plain_rows(db)).await?;
        erased += self.walk(&target, |db, target, after| target.erase_rooms(db, after)).await?;
        for (table, column) in COLUMNS {
            let step =
                move |db: &Connection, target: &Target, after| target.erase_column(db, table, column, after);
            erased += self.walk(&target, step).await?;
        }
        // The log still holds the rows as they were until it is emptied.
        self.write_alone(empty_the_log).await?;
        Ok(Erasure::Done(erased))
    }

    async fn walk<F>(&self, target: &Target, step: F) -> Result<usize, StoreError>
    where
        F: Fn(&Connection, &Target, i64) -> Result<Progress, Trouble> + Copy + Send + 'static,
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
        F: FnOnce(&Connection, &Target) -> Result<T, Trouble> + Send + 'static,
    {
        let target = target.clone();
        self.write(move |db| step(db, &target)).await
    }
}

/// Empties the log; whoever still reads from it makes that impossible for the moment.
fn empty_the_log(db: &Connection) -> Result<(), Trouble> {
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

    fn strike(&self, json: &str) -> Result<String, Trouble> {
        Ok(Forgotten { id: self.player.as_str(), pseudonym: &self.pseudonym }.strike(json)?)
    }

    fn running_games(&self, db: &Connection) -> Result<Vec<RoomId>, Trouble> {
        let sql = format!(
            "SELECT id FROM rooms WHERE ended_ms IS NULL AND broken IS NULL AND {OWN} AND instr(snapshot, ?3)"
        );
        all(db, &sql, params![self.tenant, self.mode, self.quoted], |row| row.get(0))
    }

    /// Rows where the id stands alone in a column.
    fn erase_plain_rows(&self, db: &Connection) -> Result<usize, Trouble> {
        let mut erased = self.erase_broken_rooms(db)?;
        for table in ["ratings", "waiting"] {
            let sql = format!("DELETE FROM {table} WHERE {OWN} AND player = ?3");
            erased += change(db, &sql, params![self.tenant, self.mode, self.player])?;
        }
        let sql = format!("DELETE FROM idempotency WHERE {OWN} AND instr(body, ?3)");
        erased += change(db, &sql, params![self.tenant, self.mode, self.quoted])?;
        for (table, column) in [("results", "winner"), ("audit", "actor"), ("audit", "object")] {
            let sql = format!("UPDATE {table} SET {column} = ?4 WHERE {OWN} AND {column} = ?3");
            erased += change(db, &sql, params![self.tenant, self.mode, self.player, self.pseudonym])?;
        }
        Ok(erased)
    }

    /// A room that cannot be read goes as a whole if the player is in it.
    fn erase_broken_rooms(&self, db: &Connection) -> Result<usize, Trouble> {
        let named = format!("broken IS NOT NULL AND {OWN} AND instr(snapshot, ?3)");
        let sql = format!("DELETE FROM events WHERE room IN (SELECT id FROM rooms WHERE {named})");
        change(db, &sql, params![self.tenant, self.mode, self.quoted])?;
        change(db, &format!("DELETE FROM rooms WHERE {named}"), params![self.tenant, self.mode, self.quoted])
    }

    fn erase_column(
        &self,
        db: &Connection,
        table: &str,
        column: &str,
        after: i64,
    ) -> Result<Progress, Trouble> {
        let sql = format!(
            "SELECT rowid, CASE WHEN {OWN} AND instr({column}, ?3) THEN {column} END
             FROM {table} WHERE rowid > ?4 ORDER BY rowid LIMIT ?5"
        );
        let rows = all(db, &sql, params![self.tenant, self.mode, self.quoted, after, STEP], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, Option<String>>(1)?))
        })?;
        let mut progress = Progress { next: rows.last().map(|(row, _)| *row), erased: 0 };
        let sql = format!("UPDATE {table} SET {column} = ?2 WHERE rowid = ?1");
        for (row, json) in rows.iter().filter_map(|(row, json)| json.as_ref().map(|json| (row, json))) {
            progress.erased += change(db, &sql, params![row, self.strike(json)?])?;
        }
        Ok(progress)
    }

    fn erase_rooms(&self, db: &Connection, after: i64) -> Result<Progress, Trouble> {
        let mut progress = self.erase_column(db, "rooms", "snapshot", after)?;
        let sql = format!("SELECT id FROM rooms WHERE {OWN} AND rowid > ?3 AND rowid <= ?4");
        let range = params![self.tenant, self.mode, after, progress.next];
        let rooms: Vec<RoomId> = all(db, &sql, range, |row| row.get(0))?;
        for room in &rooms {
            progress.erased += self.erase_events(db, room)?;
        }
        Ok(progress)
    }

    fn erase_events(&self, db: &Connection, room: &RoomId) -> Result<usize, Trouble> {
        let sql = "SELECT seq, json FROM events WHERE room = ?1 AND instr(json, ?2)";
        let events = all(db, sql, params![room, self.quoted], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
        })?;
        for (seq, json) in &events {
            let sql = "UPDATE events SET json = ?3 WHERE room = ?1 AND seq = ?2";
            change(db, sql, params![room, seq, self.strike(json)?])?;
        }
        Ok(events.len())
    }
}
