//! Moves of humans and bots, draw offers, resignation, rematches.

use game::{RefusalCode, Side, Wish};

use super::Room;
use crate::{
    Audience, Code, Command, Effect, Entry, Event, Notice, Occupant, Reason, Refusal, Seat, Thinking,
    Timestamp,
};

impl Room {
    pub(super) fn obey(
        &mut self,
        side: Side,
        command: Command,
        now: Timestamp,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        match command {
            Command::Move { wish, ply } => self.move_by(side, &wish, ply, now, effects),
            Command::Rematch => self.want_rematch(side, effects),
            _ if self.ending.is_some() => Err(over()),
            Command::Resign => {
                self.end(Some(side.other()), Reason::Resignation, now, effects);
                Ok(())
            }
            Command::OfferDraw => self.offer_draw(side, now, effects),
            Command::AcceptDraw => self.accept_draw(side, now, effects),
            Command::DeclineDraw => self.decline_draw(side, effects),
        }
    }

    fn move_by(
        &mut self,
        side: Side,
        wish: &Wish,
        ply: Option<usize>,
        now: Timestamp,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        if let Some(ply) = ply
            && ply != self.history.len()
        {
            return self.repeated(side, wish, ply);
        }
        if self.ending.is_some() {
            return Err(over());
        }
        if self.game.side_to_move() != side {
            return Err(Refusal::new(Code::NotYourTurn, "it is your opponent's turn"));
        }
        self.make(side, wish, now, effects)
    }

    /// A client that did not hear the answer sends its move again: the move stands, and is not played twice.
    fn repeated(&self, side: Side, wish: &Wish, ply: usize) -> Result<(), Refusal> {
        let made = self.history.get(ply).is_some_and(|entry| {
            let play = &entry.play;
            entry.side == side
                && play.to == wish.to
                && play.from == wish.from
                && wish.captures.as_ref().is_none_or(|captures| *captures == play.captures)
                && wish.path.as_ref().is_none_or(|path| *path == play.path)
        });
        if made {
            return Ok(());
        }
        Err(Refusal::new(
            Code::StalePly,
            &format!("the move was meant for ply {ply}, but {} moves have been made", self.history.len()),
        )
        .hint("send game:reconnect to see the game as it stands"))
    }

    fn make(
        &mut self,
        side: Side,
        wish: &Wish,
        now: Timestamp,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        let played = self.game.play(wish)?;
        let player = self.seats[side.index()].player.clone();
        // The clock of the world may have been set back between two runs of the server.
        let before = self.history.last().map_or(self.started_at, |entry| entry.at);
        let at = self.outside(now).max(before);
        let entry = Entry { side, player: player.clone(), play: played.play, at };
        self.history.push(entry.clone());
        self.bot_overdue_at = None;
        let warned = self.clock.as_mut().is_some_and(|clock| clock.reset());
        self.announce(
            Audience::Everyone,
            Event::Moved { entry: entry.clone(), view: Box::new(self.view()) },
            effects,
        );
        if warned {
            self.announce(Audience::Everyone, Event::IdleWarningCleared, effects);
        }
        let turn = self.game.side_to_move().index();
        effects.push(Effect::Notify(Notice::Moved { entry, number: self.history.len(), turn }));
        for highlight in played.highlights {
            effects.push(Effect::Notify(Notice::Remarkable { player: player.clone(), highlight }));
        }
        if self.draw_offer == Some(side.other()) {
            self.draw_offer = None;
            self.announce(Audience::Everyone, Event::DrawDeclined { player }, effects);
        }
        match self.game.outcome() {
            Some(outcome) => self.end_over_the_board(outcome, now, effects),
            None => self.begin_turn(now, effects),
        }
        Ok(())
    }

    /// Starts the clock of a human, or asks a bot to think.
    pub(super) fn begin_turn(&mut self, now: Timestamp, effects: &mut Vec<Effect>) {
        let seat = &self.seats[self.game.side_to_move().index()];
        match seat.occupant {
            Occupant::Bot { level } => {
                let (from, to) = self.timing.answer_delays[level.index()];
                let answer_at = now + self.dice.between(from, to);
                self.bot_overdue_at = Some(answer_at + self.timing.bot_patience);
                let seed = self.dice.roll();
                effects.push(Effect::Think(Thinking { ply: self.history.len(), level, seed, answer_at }));
            }
            Occupant::Human { .. } if seat.is_here() => {
                if let Some(clock) = &mut self.clock {
                    clock.run(now);
                }
            }
            Occupant::Human { .. } => {}
        }
    }

    /// A late or foolish answer is dropped: the patience deadline finds another move.
    pub(super) fn bot_moved(&mut self, ply: usize, wish: &Wish, now: Timestamp, effects: &mut Vec<Effect>) {
        let side = self.game.side_to_move();
        let awaited = self.ending.is_none() && ply == self.history.len() && self.seats[side.index()].is_bot();
        if awaited {
            // A refused wish leaves the room as it was.
            let _ = self.make(side, wish, now, effects);
        }
    }

    /// A bot that gave no sound answer in time plays the first legal move.
    pub(super) fn move_for_bot(&mut self, now: Timestamp, effects: &mut Vec<Effect>) {
        self.bot_overdue_at = None;
        if let Some(play) = self.game.legal_plays().first() {
            self.bot_moved(self.history.len(), &Wish::from(play), now, effects);
        }
    }

    fn offer_draw(&mut self, side: Side, now: Timestamp, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        if !self.variant.description().draws_by_agreement {
            return Err(Refusal::new(
                Code::Rule(RefusalCode::IllegalMove),
                "this game has no draw offers, it is drawn only over the board",
            ));
        }
        if self.draw_offer == Some(side.other()) {
            return self.accept_draw(side, now, effects);
        }
        if self.draw_offer == Some(side) {
            return Ok(());
        }
        let [player, opponent] = [side, side.other()].map(|side| self.seats[side.index()].player.clone());
        self.announce(Audience::Everyone, Event::DrawOffered { player }, effects);
        if self.seats[side.other().index()].is_bot() {
            self.announce(Audience::Everyone, Event::DrawDeclined { player: opponent }, effects);
        } else {
            self.draw_offer = Some(side);
        }
        Ok(())
    }

    fn accept_draw(&mut self, side: Side, now: Timestamp, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        self.offered_to(side)?;
        self.end_drawn("agreement", now, effects);
        Ok(())
    }

    fn decline_draw(&mut self, side: Side, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        self.offered_to(side)?;
        self.draw_offer = None;
        let player = self.seats[side.index()].player.clone();
        self.announce(Audience::Everyone, Event::DrawDeclined { player }, effects);
        Ok(())
    }

    fn offered_to(&self, side: Side) -> Result<(), Refusal> {
        if self.draw_offer == Some(side.other()) {
            return Ok(());
        }
        Err(Refusal::new(Code::Rule(RefusalCode::IllegalMove), "your opponent has not offered a draw"))
    }

    fn want_rematch(&mut self, side: Side, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        let illegal = |sentence| Err(Refusal::new(Code::Rule(RefusalCode::IllegalMove), sentence));
        if self.ending.is_none() {
            return illegal("the game is still going on, a rematch can be asked for when it is over");
        }
        if self.rematch_begun {
            return illegal("the rematch has begun already");
        }
        if self.rematch_wanted[side.index()] {
            return Ok(());
        }
        self.rematch_wanted[side.index()] = true;
        let player = self.seats[side.index()].player.clone();
        self.announce(Audience::Everyone, Event::RematchOffered { player }, effects);
        let opponent = side.other().index();
        self.rematch_wanted[opponent] |= self.seats[opponent].is_bot();
        self.begin_rematch_if_agreed(effects);
        Ok(())
    }

    /// Somebody is back who wanted to play again before a restart: they still do, unless they came back too late.
    pub(super) fn renew_rematch_wish(&mut self, side: Side, late: bool, effects: &mut Vec<Effect>) {
        if self.ending.is_none() || self.rematch_begun || !self.rematch_wanted[side.index()] {
            return;
        }
        if late {
            self.rematch_wanted[side.index()] = false;
            return;
        }
        let player = self.seats[side.index()].player.clone();
        self.announce(Audience::Everyone, Event::RematchOffered { player }, effects);
        self.begin_rematch_if_agreed(effects);
    }

    /// The next game begins when both want it and both are here.
    fn begin_rematch_if_agreed(&mut self, effects: &mut Vec<Effect>) {
        if self.rematch_wanted == [true; 2] && self.seats.iter().all(Seat::is_here) {
            self.rematch_begun = true;
            effects.push(Effect::Rematch);
        }
    }
}

fn over() -> Refusal {
    Refusal::new(Code::GameOver, "the game is over").hint("send game:rematch to play again")
}
