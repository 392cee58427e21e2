//! The rooms of every player of a cluster, so that each node finds them.

use common::{Named, RoomId, SessionId};

use crate::error::WorkError;
use crate::sql::{Database, Expected, ToValue, all, change_later, params};
use crate::{Store, StoreAnswer, StoreError, WaitingKey};

/// A player who takes a seat in a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRow {
    /// The player, in one game.
    pub player: WaitingKey,
    /// The session that the seat was taken with.
    pub session: Option<SessionId>,
}

/// A room in which a player has a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatedIn {
    /// The room.
    pub room: RoomId,
    /// The session that the seat was taken with.
    pub session: Option<SessionId>,
    /// When the game ended.
    pub ended_ms: Option<i64>,
}

impl Store {
    /// The newest rooms of a player, oldest of them first, the running one last.
    pub fn rooms_of_player(&self, player: WaitingKey, limit: u32) -> StoreAnswer<Vec<SeatedIn>> {
        self.read(move |db| {
            let WaitingKey { tenant, mode, game, player } = &player;
            let sql = "SELECT rooms.id, seats.session, results.ended_ms
                       FROM seats JOIN rooms ON rooms.number = seats.room JOIN heads ON heads.room = seats.room
                           LEFT JOIN results ON results.number = heads.result
                       WHERE seats.tenant = ?1 AND seats.mode = ?2 AND seats.game = ?3 AND player = ?4 AND broken IS NULL
                       ORDER BY is_running DESC, seats.room DESC LIMIT ?5";
            let values = params![tenant.as_str(), mode.name(), game, player.as_str(), limit];
            let mut rooms = all(db, sql, values, |row| {
                let session = row.get::<Option<String>>(1)?.map(SessionId);
                Ok(SeatedIn { room: RoomId(row.get(0)?), session, ended_ms: row.get(2)? })
            })?;
            rooms.reverse();
            Ok(rooms)
        })
    }

    /// Adds the seats of rooms that a single server opened.
    pub fn add_seats(&self, seats: Vec<(i64, SeatRow)>) -> StoreAnswer<()> {
        self.write(move |db| {
            for (room, seat) in &seats {
                // Who has a seat keeps it.
                insert(db, *room, std::slice::from_ref(seat), Expected::Any)?;
            }
            Ok(())
        })
    }
}

/// Seats the players of a new room; a conflict if one of them plays already.
pub(crate) fn take(db: &Database, room: i64, seats: &[SeatRow]) -> Result<(), WorkError> {
    insert(db, room, seats, Expected::Exactly(seats.len(), StoreError::Conflict("seat")))
}

/// Frees the players of a room whose game is over; they still find it.
pub(crate) fn free(db: &Database, room: i64) -> Result<(), WorkError> {
    change_later(db, "UPDATE seats SET is_running = false WHERE room = ?1", [room], Expected::Any)
}

/// Inserts seats with one statement, without those of players who have one.
fn insert(db: &Database, room: i64, seats: &[SeatRow], expected: Expected) -> Result<(), WorkError> {
    if seats.is_empty() {
        return Ok(());
    }
    let row = |first: usize| {
        let [mode, game, player, session] = [1, 2, 3, 4].map(|next| first + next);
        format!("(?1, ?{first}, ?{mode}, ?{game}, ?{player}, ?{session})")
    };
    let rows: Vec<String> = (0..seats.len()).map(|number| row(2 + 5 * number)).collect();
    let columns = "room, tenant, mode, game, player, session";
    let sql = format!("INSERT INTO seats ({columns}) VALUES {} ON CONFLICT DO NOTHING", rows.join(", "));
    let words: Vec<Option<&str>> = seats.iter().flat_map(words).collect();
    let mut values: Vec<&dyn ToValue> = vec![&room];
    values.extend(words.iter().map(|word| word as &dyn ToValue));
    change_later(db, &sql, values.as_slice(), expected)
}

fn words(seat: &SeatRow) -> [Option<&str>; 5] {
    let SeatRow { player: WaitingKey { tenant, mode, game, player }, session } = seat;
    let session = session.as_ref().map(SessionId::as_str);
    [Some(tenant.as_str()), Some(mode.name()), Some(game), Some(player.as_str()), session]
}
