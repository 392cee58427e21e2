//! The rooms of every player of a cluster, so that each node finds them.

use common::{Named, RoomId, SessionId};

use crate::error::WorkError;
use crate::sql::{Database, Expected, PostgresConnection, all, params};
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
            let Database::Postgres(db) = db else { return Ok(()) };
            let mut taken = TakenSeats::default();
            seats.iter().for_each(|(room, seat)| taken.add(*room, seat));
            // Who has a seat keeps it.
            taken.insert(db, Expected::Any)
        })
    }
}

/// Players who take seats in new rooms, column by column: they are stored with one statement.
#[derive(Default)]
pub(crate) struct TakenSeats {
    rooms: Vec<i64>,
    tenants: Vec<String>,
    modes: Vec<&'static str>,
    games: Vec<String>,
    players: Vec<String>,
    sessions: Vec<Option<String>>,
}

impl TakenSeats {
    pub(crate) fn add(&mut self, room: i64, seat: &SeatRow) {
        let SeatRow { player: WaitingKey { tenant, mode, game, player }, session } = seat;
        self.rooms.push(room);
        self.tenants.push(tenant.0.clone());
        self.modes.push(mode.name());
        self.games.push(game.clone());
        self.players.push(player.0.clone());
        self.sessions.push(session.as_ref().map(|session| session.0.clone()));
    }

    /// Seats the players; a conflict if one of them plays already.
    pub(crate) fn take(self, db: &PostgresConnection) -> Result<(), WorkError> {
        let count = self.rooms.len();
        self.insert(db, Expected::Exactly(count, StoreError::Conflict("seat")))
    }

    /// Inserts the seats, without those of players who have one.
    fn insert(self, db: &PostgresConnection, expected: Expected) -> Result<(), WorkError> {
        if self.rooms.is_empty() {
            return Ok(());
        }
        let TakenSeats { rooms, tenants, modes, games, players, sessions } = self;
        let sql = "INSERT INTO seats (room, tenant, mode, game, player, session)
                   SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
                   ON CONFLICT DO NOTHING";
        db.change_arrays_later(
            sql,
            vec![
                Box::new(rooms),
                Box::new(tenants),
                Box::new(modes),
                Box::new(games),
                Box::new(players),
                Box::new(sessions),
            ],
            expected,
        )
    }
}

/// Frees the players of rooms whose games are over; they still find them.
pub(crate) fn free(db: &PostgresConnection, rooms: Vec<i64>) -> Result<(), WorkError> {
    let sql = "UPDATE seats SET is_running = false WHERE room = ANY($1::bigint[])";
    db.change_arrays_later(sql, vec![Box::new(rooms)], Expected::Any)
}
