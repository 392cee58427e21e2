//! Decisions: the events that follow from an input. Nothing changes here.

use common::PlayerId;
use game::{Outcome, Preview, RefusalCode, Side, Wish};

use super::Room;
use crate::ending::VOID;
use crate::idle_clock::IdleClock;
use crate::{
    Change, Code, Command, Connection, Event, Input, Moment, Occupant, Proof, Reason, RoomRefusal, Seat,
    Secret,
};

impl Room {
    /// Returns the events that follow from an input, or the refusal. Everything that is due
    /// ([`Room::deadline`]) must be decided and applied first, by [`Input::Tick`].
    ///
    /// # Errors
    /// The input is not possible now; the refusal says why.
    pub fn decide(&self, input: &Input, at: impl Into<Moment>) -> Result<Vec<Event>, RoomRefusal> {
        let at = at.into();
        let changes = match input {
            Input::Command { by, claim, command } => {
                let side = self.seat_of(by, claim.as_ref())?;
                self.obey(side, command)?
            }
            Input::Return { connection, player, proof, secret, rematch_possible } => {
                self.take_back(connection, player, proof, secret.as_ref(), *rematch_possible, at)?
            }
            Input::Resume { side, connection, secret } => self.resume(*side, connection, secret.as_ref()),
            Input::Disconnected { connection } => self.leave(connection, false),
            Input::Lost { connections } => {
                connections.iter().flat_map(|connection| self.leave(connection, true)).collect()
            }
            Input::BotMoved { ply, wish } => self.bot_moved(*ply, wish),
            Input::Void => {
                if self.ending.is_none() {
                    vec![void()]
                } else {
                    Vec::new()
                }
            }
            Input::Restarted { down_since } => vec![Change::Restarted { down_since: *down_since }],
            Input::Tick => return Ok(self.act_on_due(at)),
        };
        Ok(changes.into_iter().map(|change| Event { at, change }).collect())
    }

    /// The seat this connection may act for.
    ///
    /// # Errors
    /// The connection holds no seat, or claims another player's id.
    pub fn seat_of(&self, by: &Connection, claim: Option<&PlayerId>) -> Result<Side, RoomRefusal> {
        let side = self.side_behind(by).ok_or_else(RoomRefusal::unknown_room)?;
        match claim {
            Some(claim) if claim != self.player(side) => {
                Err(RoomRefusal::new(Code::NotYourSeat, "you can only play for yourself")
                    .hint("send the playerId you were given in game:started"))
            }
            _ => Ok(side),
        }
    }

    fn leave(&self, connection: &Connection, with_server: bool) -> Vec<Change> {
        let side = self.side_behind(connection);
        let left = side.map(|side| Change::Left { side, connection: connection.clone(), with_server });
        left.into_iter().collect()
    }

    fn obey(&self, side: Side, command: &Command) -> Result<Vec<Change>, RoomRefusal> {
        match command {
            Command::Move { wish, ply } => self.move_by(side, wish, *ply),
            Command::Rematch => self.want_rematch(side),
            _ if self.ending.is_some() => Err(over()),
            Command::Resign => Ok(vec![ended(Some(side.other()), Reason::Resignation)]),
            Command::OfferDraw => self.offer_draw(side),
            Command::AcceptDraw => {
                self.offered_to(side)?;
                Ok(vec![agreement()])
            }
            Command::DeclineDraw => {
                self.offered_to(side)?;
                Ok(vec![Change::DrawDeclined { side }])
            }
        }
    }

    fn move_by(&self, side: Side, wish: &Wish, ply: Option<usize>) -> Result<Vec<Change>, RoomRefusal> {
        if let Some(ply) = ply
            && ply != self.history.len()
        {
            return self.repeated(side, wish, ply);
        }
        if self.ending.is_some() {
            return Err(over());
        }
        if self.game.side_to_move() != side {
            return Err(RoomRefusal::new(Code::NotYourTurn, "it is your opponent's turn"));
        }
        self.make(side, wish)
    }

    /// A client that missed the answer sends its move again: accepted without events if it is the move made
    /// at `ply`.
    fn repeated(&self, side: Side, wish: &Wish, ply: usize) -> Result<Vec<Change>, RoomRefusal> {
        let made = self.history.get(ply).is_some_and(|entry| {
            let play = &entry.play;
            entry.side == side
                && play.to == wish.to
                && play.from == wish.from
                && wish.captures.as_ref().is_none_or(|captures| *captures == play.captures)
                && wish.path.as_ref().is_none_or(|path| *path == play.path)
        });
        if made {
            return Ok(Vec::new());
        }
        Err(RoomRefusal::new(
            Code::StalePly,
            &format!("the move was meant for ply {ply}, but {} moves have been made", self.history.len()),
        )
        .hint("send game:reconnect to see the game as it stands"))
    }

    fn make(&self, side: Side, wish: &Wish) -> Result<Vec<Change>, RoomRefusal> {
        let Preview { play, outcome, .. } = self.game.preview(wish)?;
        let mut changes = vec![Change::Moved { play }];
        if self.idle_clock.as_ref().is_some_and(IdleClock::is_warning) {
            changes.push(Change::IdleWarningCleared);
        }
        if self.draw_offer == Some(side.other()) {
            changes.push(Change::DrawDeclined { side });
        }
        changes.extend(outcome.map(ended_over_the_board));
        Ok(changes)
    }

    /// Drops a late or illegal answer; at its deadline the bot plays another move.
    fn bot_moved(&self, ply: usize, wish: &Wish) -> Vec<Change> {
        let side = self.game.side_to_move();
        let awaited = self.ending.is_none() && ply == self.history.len() && self.seats[side.index()].is_bot();
        if awaited { self.make(side, wish).unwrap_or_default() } else { Vec::new() }
    }

    /// The move of a bot without a legal answer in time: the first legal one.
    pub(super) fn move_for_bot(&self) -> Vec<Change> {
        let first = self.game.legal_plays().into_iter().next();
        let made = first.and_then(|play| self.make(self.game.side_to_move(), &Wish::from(&play)).ok());
        // A running game without a legal move is a bug.
        made.unwrap_or_else(|| vec![void()])
    }

    fn offer_draw(&self, side: Side) -> Result<Vec<Change>, RoomRefusal> {
        if !self.variant.description().draws_by_agreement {
            return Err(RoomRefusal::new(
                Code::Rule(RefusalCode::IllegalMove),
                "this game has no draw offers, it is drawn only over the board",
            ));
        }
        if self.draw_offer == Some(side.other()) {
            return Ok(vec![agreement()]);
        }
        if self.draw_offer == Some(side) {
            return Ok(Vec::new());
        }
        let mut changes = vec![Change::DrawOffered { side }];
        if self.seats[side.other().index()].is_bot() {
            changes.push(Change::DrawDeclined { side: side.other() });
        }
        Ok(changes)
    }

    fn offered_to(&self, side: Side) -> Result<(), RoomRefusal> {
        if self.draw_offer == Some(side.other()) {
            return Ok(());
        }
        Err(RoomRefusal::new(Code::Rule(RefusalCode::IllegalMove), "your opponent has not offered a draw"))
    }

    fn want_rematch(&self, side: Side) -> Result<Vec<Change>, RoomRefusal> {
        let illegal = |sentence| Err(RoomRefusal::new(Code::Rule(RefusalCode::IllegalMove), sentence));
        if self.ending.is_none() {
            return illegal("the game is still going on, a rematch can be asked for when it is over");
        }
        if self.rematch_begun {
            return illegal("the rematch has begun already");
        }
        if self.rematch_wanted[side.index()] {
            return Ok(Vec::new());
        }
        Ok(self.rematch_offered(side))
    }

    /// The offer, and the start of the rematch if both players want it and are present.
    fn rematch_offered(&self, side: Side) -> Vec<Change> {
        let mut changes = vec![Change::RematchOffered { side }];
        let opponent = &self.seats[side.other().index()];
        let wanted = opponent.is_bot() || self.rematch_wanted[side.other().index()];
        if wanted && opponent.is_here() {
            changes.push(Change::RematchBegun);
        }
        changes
    }

    /// Returns a seat to its player; a newer connection replaces the older one.
    fn take_back(
        &self,
        connection: &Connection,
        player: &PlayerId,
        proof: &Proof,
        secret: Option<&Secret>,
        rematch_possible: bool,
        at: Moment,
    ) -> Result<Vec<Change>, RoomRefusal> {
        let held = self.side_behind(connection);
        if held.is_some_and(|side| self.player(side) == player) {
            // The connection holds the seat already and needs no proof.
            return Ok(Vec::new());
        }
        let side = self.seat_opened_by(player, proof)?;
        if held.is_some() {
            return Err(RoomRefusal::new(
                Code::NotYourSeat,
                "you already play on the other side of this board",
            ));
        }
        let shown = match proof {
            Proof::Guest { digest, .. } => digest.clone(),
            Proof::Session(_) => None,
        };
        let digest = secret.map(|secret| secret.digest.clone());
        let returned = Change::Returned { side, connection: connection.clone(), digest, shown };
        let seat = &self.seats[side.index()];
        let may_want = self.ending.is_some() && !self.rematch_begun && self.rematch_wanted[side.index()];
        // A rematch offer made before a restart still stands, unless the player returned too late.
        if !may_want || seat.connection().is_some() || seat.is_lost(at.now) {
            return Ok(vec![returned]);
        }
        if !rematch_possible {
            return Ok(vec![Change::RematchWithdrawn, returned]);
        }
        Ok([returned].into_iter().chain(self.rematch_offered(side)).collect())
    }

    /// Gives a seat whose player is away to a connection that had it before.
    fn resume(&self, side: Side, connection: &Connection, secret: Option<&Secret>) -> Vec<Change> {
        if self.seats[side.index()].is_here() || self.side_behind(connection).is_some() {
            return Vec::new();
        }
        let digest = secret.map(|secret| secret.digest.clone());
        vec![Change::Returned { side, connection: connection.clone(), digest, shown: None }]
    }

    /// The seat that this proof opens. Without proof, the refusal does not reveal whether the player sits
    /// here.
    fn seat_opened_by(&self, player: &PlayerId, proof: &Proof) -> Result<Side, RoomRefusal> {
        let opens = |seat: &Seat| {
            seat.player == *player
                && matches!(&seat.occupant, Occupant::Human { guard, presence } if guard.accepts(proof, presence))
        };
        Side::BOTH.into_iter().find(|side| opens(&self.seats[side.index()])).ok_or_else(|| {
            RoomRefusal::new(Code::NotYourSeat, "this seat belongs to somebody else").hint(
                "connect with the session token the seat was taken with, or send the reconnectToken of game:started; \
                 without it a guest comes back from the same address and page, once the old connection is gone",
            )
        })
    }
}

pub(super) fn ended(winner: Option<Side>, reason: Reason) -> Change {
    Change::Ended { winner, reason, line: None, draw_rule: None }
}

fn ended_over_the_board(outcome: Outcome) -> Change {
    let reason = if outcome.winner.is_some() { Reason::Victory } else { Reason::Draw };
    let draw_rule = outcome.draw_rule.map(str::to_owned);
    Change::Ended { winner: outcome.winner, reason, line: outcome.line, draw_rule }
}

fn agreement() -> Change {
    drawn("agreement")
}

/// The end of a game after a server error.
fn void() -> Change {
    drawn(VOID)
}

fn drawn(rule: &str) -> Change {
    Change::Ended { winner: None, reason: Reason::Draw, line: None, draw_rule: Some(rule.to_owned()) }
}

fn over() -> RoomRefusal {
    RoomRefusal::new(Code::GameOver, "the game is over").hint("send game:rematch to play again")
}
