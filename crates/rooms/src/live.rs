//! A room with its listeners: what a server keeps in memory.

use common::PlayerId;

use crate::{
    Audience, Change, Connection, Event, Input, Listeners, Moment, Room, RoomMessage, RoomRefusal, RoomSetup,
    Secret, Told, Viewer,
};

/// A room and its listeners. Only events of its log change the room.
#[derive(Clone)]
pub struct LiveRoom {
    /// The room.
    pub room: Room,
    /// The connections that listen.
    pub listeners: Listeners,
}

/// The secrets sent to guests when an event is applied; the log keeps only their digests.
pub type Secrets = [Option<Secret>; 2];

impl LiveRoom {
    /// A room without listeners.
    #[must_use]
    pub fn new(room: Room) -> LiveRoom {
        LiveRoom { room, listeners: Listeners::default() }
    }

    /// Opens a room; returns it with its first event.
    #[must_use]
    pub fn open(setup: &RoomSetup, at: impl Into<Moment>) -> (LiveRoom, Event) {
        let event = setup.opened(at);
        let Change::Opened(opened) = &event.change else { unreachable!("a setup opens a room") };
        (LiveRoom::new(Room::opened(opened, setup.variant, event.at)), event)
    }

    /// The messages to the players of a new game.
    #[must_use]
    pub fn welcome(&self, secrets: Secrets) -> Vec<Told> {
        let told = |(you, secret): (game::Side, Option<Secret>)| Told {
            to: Audience::Player(you),
            seq: self.room.seq(),
            message: RoomMessage::Started { you, reconnect_token: secret.map(|secret| secret.plain) },
        };
        game::Side::BOTH.into_iter().zip(secrets).map(told).collect()
    }

    /// Decides as [`Room::decide`] does; a listener's command is refused with the reason it cannot act.
    ///
    /// # Errors
    /// The input is not possible now; the refusal says why.
    pub fn decide(&self, input: &Input, at: impl Into<Moment>) -> Result<Vec<Event>, RoomRefusal> {
        match input {
            Input::Command { by, .. } if self.room.side_behind(by).is_none() => {
                Err(self.listeners.why_no_seat(by))
            }
            _ => self.room.decide(input, at),
        }
    }

    /// Applies an event and returns the messages that follow, to be rendered before the next event is
    /// applied. A guest who returns by it receives the secret.
    pub fn evolve(&mut self, event: &Event, secret: Option<&Secret>) -> Vec<Told> {
        let mut told = Vec::new();
        match &event.change {
            Change::Returned { side, connection, .. } => {
                self.listeners.remove(connection);
                if let Some(older) = self.room.seats()[side.index()].connection().cloned() {
                    told.push(self.answer(&older, RoomMessage::TakenOver));
                    self.listeners.replace(*side, older);
                }
            }
            Change::Left { connection, .. } => self.listeners.remove(connection),
            _ => {}
        }
        self.room.evolve(event);
        told.extend(self.room.announcement(event));
        if let Change::Returned { connection, .. } = &event.change {
            told.extend(self.welcome_back(connection, secret));
        }
        told
    }

    /// The messages to a player who has taken their seat again, or who asked for it while holding it.
    #[must_use]
    pub fn welcome_back(&self, connection: &Connection, secret: Option<&Secret>) -> Vec<Told> {
        let Some(you) = self.room.side_behind(connection) else { return Vec::new() };
        let reconnect_token = secret.map(|secret| secret.plain.clone());
        self.with_ending(connection, RoomMessage::Reconnected { you, reconnect_token })
    }

    /// Adds a spectator and returns the messages to them.
    ///
    /// # Errors
    /// As [`Listeners::watch`].
    pub fn watch(&mut self, connection: &Connection, viewer: &Viewer) -> Result<Vec<Told>, RoomRefusal> {
        self.listeners.watch(&self.room, connection.clone(), viewer)?;
        Ok(self.with_ending(connection, RoomMessage::Watching))
    }

    /// Removes a spectator.
    ///
    /// # Errors
    /// As [`Listeners::unwatch`].
    pub fn unwatch(&mut self, connection: &Connection) -> Result<(), RoomRefusal> {
        self.listeners.unwatch(&self.room, connection)
    }

    /// Checks that a connection may see the game: it plays or listens, and players must use their own id.
    ///
    /// # Errors
    /// The connection is not present, or claims another player's id.
    pub fn check_present(&self, by: &Connection, claim: Option<&PlayerId>) -> Result<(), RoomRefusal> {
        if !self.listeners.is_present(&self.room, by) {
            return Err(RoomRefusal::unknown_room());
        }
        match self.room.side_behind(by) {
            Some(_) => self.room.seat_of(by, claim).map(drop),
            None => Ok(()),
        }
    }

    /// Checks that a connection plays here.
    ///
    /// # Errors
    /// The connection holds no seat, or claims another player's id.
    pub fn check_plays(&self, by: &Connection, claim: Option<&PlayerId>) -> Result<(), RoomRefusal> {
        self.seat_of(by, claim).map(drop)
    }

    /// The seat of a connection that plays here.
    ///
    /// # Errors
    /// The connection holds no seat, or claims another player's id.
    pub fn seat_of(&self, by: &Connection, claim: Option<&PlayerId>) -> Result<game::Side, RoomRefusal> {
        match self.room.side_behind(by) {
            Some(_) => self.room.seat_of(by, claim),
            None => Err(self.listeners.why_no_seat(by)),
        }
    }

    /// The connections of an audience.
    #[must_use]
    pub fn hearers(&self, audience: &Audience) -> Vec<Connection> {
        self.listeners.of(&self.room, audience)
    }

    /// A direct answer; if the game is over, followed by how it ended.
    fn with_ending(&self, to: &Connection, message: RoomMessage) -> Vec<Told> {
        let over = self.room.ending().map(|_| self.answer(to, RoomMessage::Over));
        [self.answer(to, message)].into_iter().chain(over).collect()
    }

    /// A direct answer with the current sequence number.
    fn answer(&self, to: &Connection, message: RoomMessage) -> Told {
        Told { to: Audience::Connection(to.clone()), seq: self.room.seq(), message }
    }
}
