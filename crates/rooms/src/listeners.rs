//! Connections that receive a room's messages without playing. They are not part of the log and are lost on
//! restart.

use std::collections::BTreeSet;

use game::Side;

use crate::{Audience, Code, Connection, Room, RoomRefusal, Viewer};

/// How many replaced connections are remembered, so that they get a specific refusal, and their seat back.
const REPLACED_REMEMBERED: usize = 8;

/// Spectators of a room, and connections replaced by a newer one of the same player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listeners {
    watchers: BTreeSet<Connection>,
    /// Oldest first, each with the seat that it had.
    replaced: Vec<(Side, Connection)>,
    /// The number of spectators at other nodes.
    elsewhere: usize,
}

impl Listeners {
    /// The number of spectators, at all nodes.
    #[must_use]
    pub fn watching(&self) -> usize {
        self.watchers.len() + self.elsewhere
    }

    /// The number of spectators at this node.
    #[must_use]
    pub fn watching_here(&self) -> usize {
        self.watchers.len()
    }

    /// Notes the number of spectators at other nodes.
    pub fn note_elsewhere(&mut self, count: usize) {
        self.elsewhere = count;
    }

    /// The connections of an audience. Replaced connections still receive what everyone receives.
    #[must_use]
    pub fn of(&self, room: &Room, audience: &Audience) -> Vec<Connection> {
        let [first, second] = room.seats().each_ref().map(|seat| seat.connection());
        let players = match audience {
            Audience::Connection(connection) => return vec![connection.clone()],
            Audience::Player(side) => return [first, second][side.index()].into_iter().cloned().collect(),
            Audience::Everyone => [first, second],
            Audience::AllBut(side) => [[first, second][side.other().index()], None],
        };
        let listeners = self.watchers.iter().chain(self.replaced.iter().map(|(_, replaced)| replaced));
        players.into_iter().flatten().chain(listeners).cloned().collect()
    }

    /// Whether a connection plays in the room or listens to it.
    #[must_use]
    pub fn is_present(&self, room: &Room, connection: &Connection) -> bool {
        room.side_behind(connection).is_some()
            || self.watchers.contains(connection)
            || self.is_replaced(connection)
    }

    /// Adds a spectator. A player who asks remains a player.
    ///
    /// # Errors
    /// The viewer may not watch this game, or it has no room for another spectator.
    pub fn watch(&mut self, room: &Room, connection: Connection, viewer: &Viewer) -> Result<(), RoomRefusal> {
        if !self.is_present(room, &connection) && !room.admits(viewer) {
            return Err(RoomRefusal::unknown_room());
        }
        if room.side_behind(&connection).is_some() || self.watchers.contains(&connection) {
            return Ok(());
        }
        if self.watching() >= room.timing().gallery {
            return Err(RoomRefusal::new(Code::RateLimited, "the gallery of this game is full")
                .hint("try again later, or watch another game"));
        }
        self.replaced.retain(|(_, replaced)| *replaced != connection);
        self.watchers.insert(connection);
        Ok(())
    }

    /// Removes a spectator.
    ///
    /// # Errors
    /// The connection is not present.
    pub fn unwatch(&mut self, room: &Room, connection: &Connection) -> Result<(), RoomRefusal> {
        if !self.is_present(room, connection) {
            return Err(RoomRefusal::unknown_room());
        }
        self.watchers.remove(connection);
        Ok(())
    }

    /// Removes a connection that was closed or has taken a seat.
    pub fn remove(&mut self, connection: &Connection) {
        self.watchers.remove(connection);
        self.replaced.retain(|(_, replaced)| replaced != connection);
    }

    /// Remembers a connection whose seat a newer one of the same player has taken.
    pub fn replace(&mut self, side: Side, older: Connection) {
        if self.replaced.len() == REPLACED_REMEMBERED {
            self.replaced.remove(0);
        }
        self.replaced.push((side, older));
    }

    /// The connections that had a seat before, newest first.
    pub fn replaced_at(&self, side: Side) -> impl Iterator<Item = &Connection> {
        self.replaced.iter().rev().filter(move |(seat, _)| *seat == side).map(|(_, replaced)| replaced)
    }

    fn is_replaced(&self, connection: &Connection) -> bool {
        self.replaced.iter().any(|(_, replaced)| replaced == connection)
    }

    /// The refusal for a connection without a seat that tries to act.
    #[must_use]
    pub fn why_no_seat(&self, by: &Connection) -> RoomRefusal {
        if self.watchers.contains(by) {
            RoomRefusal::new(Code::SpectatorsCannot, "spectators can watch, but not take part")
        } else if self.is_replaced(by) {
            RoomRefusal::new(Code::TakenOver, "you are playing this game from another connection now")
                .hint("send game:reconnect with your session token or reconnectToken to play from here again")
        } else {
            RoomRefusal::unknown_room()
        }
    }
}
