//! Players who go, players who come back, and a server that was down.

use game::Side;

use super::Room;
use crate::{
    Audience, Code, Connection, Effect, Event, Guard, Occupant, PlayerId, Presence, Proof, Refusal, Seat,
    Secret, Timestamp, Timing,
};

impl Room {
    /// A connection is gone. One that no longer holds a seat starts no reconnect window.
    pub(super) fn lose(&mut self, connection: &Connection, now: Timestamp, effects: &mut Vec<Effect>) {
        self.watchers.remove(connection);
        self.replaced.retain(|replaced| replaced != connection);
        let Some(side) = self.side_behind(connection) else {
            return;
        };
        if self.ending.is_some() {
            // Whoever has gone does not want to play again just now.
            self.rematch_wanted[side.index()] = false;
            let until = now + self.timing.reconnect_window;
            self.seats[side.index()].set_presence(Presence::Away { until });
            return;
        }
        let Timing { reconnect_window, reconnect_total, .. } = self.timing;
        let until = now + self.allowances[side.index()].leave(now, reconnect_window, reconnect_total);
        self.seats[side.index()].set_presence(Presence::Away { until });
        if self.game.side_to_move() == side
            && let Some(clock) = &mut self.clock
        {
            clock.pause(now);
        }
        let player = self.seats[side.index()].player.clone();
        let event = Event::Disconnected { player, connection: connection.clone(), expires_at: until };
        self.announce(Audience::AllBut(side), event, effects);
    }

    /// A player takes their seat again; the newer connection wins.
    pub(super) fn take_back(
        &mut self,
        connection: Connection,
        player: &PlayerId,
        proof: &Proof,
        secret: Option<Secret>,
        now: Timestamp,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        let held = self.side_behind(&connection);
        if let Some(side) = held.filter(|side| self.seats[side.index()].player == *player) {
            // The connection holds the seat already: it needs no proof to see the game again.
            self.bring_up_to_date(&connection, side, None, effects);
            return Ok(());
        }
        let side = self.seat_opened_by(player, proof)?;
        if held.is_some() {
            return Err(Refusal::new(Code::NotYourSeat, "you already play on the other side of this board"));
        }
        self.watchers.remove(&connection);
        self.replaced.retain(|replaced| *replaced != connection);
        let opponent_waits = side != self.game.side_to_move() && self.idle_end_waits();
        let seat = &mut self.seats[side.index()];
        let is_late = seat.lost_at().is_some_and(|until| until < now);
        let was_here = seat.connection().cloned();
        seat.renew_guard(secret.as_ref(), Some(proof));
        seat.set_presence(Presence::Here(connection.clone()));
        if let Some(older) = was_here.clone() {
            self.answer(&older, Event::TakenOver, effects);
            self.remember_replaced(older);
        }
        if self.ending.is_none() {
            self.allowances[side.index()].stop(now);
            self.announce(Audience::AllBut(side), Event::Returned { player: player.clone() }, effects);
            let is_to_move = self.game.side_to_move() == side;
            if (is_to_move && was_here.is_none()) || opponent_waits {
                self.give_time_to_move(now);
            }
        }
        self.bring_up_to_date(&connection, side, secret, effects);
        if self.ending.is_none() {
            // A warning that was held back while somebody was away comes now.
            self.catch_up(now, effects);
        } else if was_here.is_none() {
            self.renew_rematch_wish(side, is_late, effects);
        }
        Ok(())
    }

    fn bring_up_to_date(
        &self,
        connection: &Connection,
        you: Side,
        secret: Option<Secret>,
        effects: &mut Vec<Effect>,
    ) {
        let reconnect_token = secret.map(|secret| secret.plain);
        let event = Event::Reconnected { you, view: Box::new(self.view()), reconnect_token };
        self.answer(connection, event, effects);
        self.repeat_ending(connection, effects);
    }

    /// The server was down: clocks stopped when it did, and every human gets a whole window to return, which uses up
    /// nothing of the time they may be away.
    pub(super) fn restart(&mut self, down_since: Timestamp, now: Timestamp, effects: &mut Vec<Effect>) {
        self.watchers.clear();
        self.replaced.clear();
        let until = now + self.timing.reconnect_window;
        for seat in &mut self.seats {
            seat.set_presence(Presence::Away { until });
        }
        if let Some(ending) = &self.ending {
            // Whoever missed the end has as long to hear of it as if the server had never been down.
            self.forget_at = Some(ending.at + self.timing.keep_finished + now.since(down_since));
            return;
        }
        for allowance in &mut self.allowances {
            allowance.stop(down_since);
        }
        if let Some(clock) = &mut self.clock {
            clock.pause(down_since);
        }
        if self.seats[self.game.side_to_move().index()].is_bot() {
            self.begin_turn(now, effects);
        }
    }

    /// The seat that this player's proof opens. Whether a player sits here is not told to those without proof.
    fn seat_opened_by(&self, player: &PlayerId, proof: &Proof) -> Result<Side, Refusal> {
        Side::BOTH
            .into_iter()
            .find(|side| {
                let seat = &self.seats[side.index()];
                seat.player == *player
                    && matches!(&seat.occupant, Occupant::Human { guard, presence } if guard.accepts(proof, presence))
            })
            .ok_or_else(|| {
                Refusal::new(Code::NotYourSeat, "this seat belongs to somebody else").hint(
                    "connect with the session token the seat was taken with, or send the reconnectToken of game:started; \
                     without it a guest comes back from the same address and page, once the old connection is gone",
                )
            })
    }

    /// The clock goes on with what is left, at least the warning time.
    fn give_time_to_move(&mut self, now: Timestamp) {
        if let Some(clock) = &mut self.clock {
            clock.pause(now);
            clock.resume(now);
        }
    }
}

impl Seat {
    pub(super) fn set_presence(&mut self, to: Presence) {
        if let Occupant::Human { presence, .. } = &mut self.occupant {
            *presence = to;
        }
    }

    /// A guest gets a new secret; the one they showed stays good until the new one is used.
    pub(super) fn renew_guard(&mut self, secret: Option<&Secret>, shown: Option<&Proof>) {
        let Occupant::Human { guard: Guard::Guest { digest, previous, secret_shown, .. }, .. } =
            &mut self.occupant
        else {
            return;
        };
        let shown = match shown {
            Some(Proof::Guest { digest, .. }) => digest.as_ref(),
            _ => None,
        };
        *secret_shown |= shown.is_some();
        let Some(secret) = secret else { return };
        let current = std::mem::replace(digest, secret.digest.clone());
        if shown.is_none() || shown != previous.as_ref() {
            *previous = Some(current);
        }
    }
}
