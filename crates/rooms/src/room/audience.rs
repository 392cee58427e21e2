//! Those present: who hears what, and who may act for which seat.

use game::Side;

use super::Room;
use crate::{Audience, Code, Connection, Effect, Event, PlayerId, Refusal, Viewer};

/// How many replaced connections a room remembers, to tell them why they are read-only.
const REPLACED_REMEMBERED: usize = 8;

impl Room {
    /// The connections of an audience; a replaced connection still hears what everyone hears.
    #[must_use]
    pub fn listeners(&self, audience: &Audience) -> Vec<Connection> {
        let player = |side: Side| self.seats[side.index()].connection();
        let players: Vec<&Connection> = match audience {
            Audience::Connection(connection) => return vec![connection.clone()],
            Audience::Player(side) => return player(*side).into_iter().cloned().collect(),
            Audience::Everyone => Side::BOTH.into_iter().filter_map(player).collect(),
            Audience::AllBut(side) => player(side.other()).into_iter().collect(),
        };
        players.into_iter().chain(&self.watchers).chain(&self.replaced).cloned().collect()
    }

    pub(super) fn is_present(&self, connection: &Connection) -> bool {
        self.side_behind(connection).is_some()
            || self.watchers.contains(connection)
            || self.replaced.contains(connection)
    }

    pub(super) fn side_behind(&self, connection: &Connection) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.seats[side.index()].connection() == Some(connection))
    }

    /// The seat this connection may act for.
    pub(super) fn seat_of(&self, by: &Connection, claim: Option<&PlayerId>) -> Result<Side, Refusal> {
        let Some(side) = self.side_behind(by) else {
            return Err(self.why_no_seat(by));
        };
        match claim {
            Some(claim) if *claim != self.seats[side.index()].player => {
                Err(Refusal::new(Code::NotYourSeat, "you can only play for yourself")
                    .hint("send the playerId you were given in game:started"))
            }
            _ => Ok(side),
        }
    }

    fn why_no_seat(&self, by: &Connection) -> Refusal {
        if self.watchers.contains(by) {
            Refusal::new(Code::SpectatorsCannot, "spectators can watch, but not take part")
        } else if self.replaced.contains(by) {
            Refusal::new(Code::TakenOver, "you are playing this game from another connection now")
                .hint("send game:reconnect with your session token or reconnectToken to play from here again")
        } else {
            Refusal::unknown_room()
        }
    }

    pub(super) fn watch(
        &mut self,
        connection: Connection,
        viewer: &Viewer,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        if !self.is_present(&connection) && !self.admits(viewer) {
            return Err(Refusal::unknown_room());
        }
        if self.side_behind(&connection).is_none() && !self.watchers.contains(&connection) {
            if self.watchers.len() >= self.timing.gallery {
                return Err(Refusal::new(Code::RateLimited, "the gallery of this game is full")
                    .hint("try again later, or watch another game"));
            }
            self.replaced.retain(|replaced| *replaced != connection);
            self.watchers.insert(connection.clone());
        }
        self.answer(&connection, Event::Watching { view: Box::new(self.view()) }, effects);
        self.repeat_ending(&connection, effects);
        Ok(())
    }

    pub(super) fn unwatch(&mut self, connection: &Connection) -> Result<(), Refusal> {
        if !self.is_present(connection) {
            return Err(Refusal::unknown_room());
        }
        self.watchers.remove(connection);
        Ok(())
    }

    /// Whether a viewer may watch: by what the game allows, or because their session plays it.
    fn admits(&self, viewer: &Viewer) -> bool {
        let plays = |session| self.seats.iter().any(|seat| seat.session.as_ref() == Some(session));
        self.spectators.admit(&self.house, viewer) || viewer.session.as_ref().is_some_and(plays)
    }

    /// Whoever comes to a finished game is told how it ended.
    pub(super) fn repeat_ending(&self, to: &Connection, effects: &mut Vec<Effect>) {
        if let Some(ending) = &self.ending {
            self.answer(to, Event::Over(ending.clone()), effects);
        }
    }

    pub(super) fn remember_replaced(&mut self, connection: Connection) {
        if self.replaced.len() == REPLACED_REMEMBERED {
            self.replaced.remove(0);
        }
        self.replaced.push(connection);
    }
}
