//! A room: two seats and one game.

mod deadlines;
mod decide;
mod evolve;
mod news;

use std::time::Duration;

use common::{PlayerId, RoomId, Timestamp};
use game::{Chance, Heading, Match, Play, RefusalCode, Side, Square, Variant};

use crate::allowance::Allowance;
use crate::game_clock::GameClock;
use crate::idle_clock::IdleClock;
use crate::{
    ClockReading, Code, Connection, PlayedMove, RoomEnding, RoomRefusal, RoomSetup, RoomStanding, Scope,
    Seat, Secret, Spectators, Thinking, TimeLimit, Timing, Viewer,
};

/// A game between two seats.
#[derive(Clone)]
pub struct Room {
    pub(crate) id: RoomId,
    pub(crate) scope: Scope,
    pub(crate) variant: &'static dyn Variant,
    pub(crate) timing: Timing,
    pub(crate) seats: [Seat; 2],
    pub(crate) game: Box<dyn Match>,
    pub(crate) history: Vec<PlayedMove>,
    /// The number of events in the log.
    pub(crate) version: u64,
    /// The sequence number of the last event announced to everyone.
    pub(crate) seq: u64,
    pub(crate) started_at: Timestamp,
    pub(crate) idle_clock: Option<IdleClock>,
    pub(crate) game_clock: Option<GameClock>,
    pub(crate) allowances: [Allowance; 2],
    pub(crate) dice: Chance,
    pub(crate) thinking: Option<Thinking>,
    pub(crate) draw_offer: Option<Side>,
    pub(crate) rematch_wanted: [bool; 2],
    pub(crate) rematch_begun: bool,
    pub(crate) is_rematch: bool,
    pub(crate) spectators: Spectators,
    pub(crate) ending: Option<RoomEnding>,
    /// When a finished room is dropped, in room time.
    pub(crate) forget_at: Option<Timestamp>,
}

impl Room {
    /// The id of the room.
    #[must_use]
    pub fn id(&self) -> &RoomId {
        &self.id
    }

    /// The tenant and mode the room belongs to.
    #[must_use]
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The rules that are played.
    #[must_use]
    pub fn variant(&self) -> &'static dyn Variant {
        self.variant
    }

    /// The durations and bounds of the room.
    #[must_use]
    pub fn timing(&self) -> &Timing {
        &self.timing
    }

    /// The seats, first mover first.
    #[must_use]
    pub fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// The game, for bots and views.
    #[must_use]
    pub fn game(&self) -> &dyn Match {
        self.game.as_ref()
    }

    /// Every move so far.
    #[must_use]
    pub fn history(&self) -> &[PlayedMove] {
        &self.history
    }

    /// The number of events in the log.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// The sequence number of the last event announced to everyone.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// When the game began, in wall-clock time.
    #[must_use]
    pub fn started_at(&self) -> Timestamp {
        self.started_at
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<&RoomEnding> {
        self.ending.as_ref()
    }

    /// Whether the previous game was between the same players.
    #[must_use]
    pub fn is_rematch(&self) -> bool {
        self.is_rematch
    }

    /// Who may watch.
    #[must_use]
    pub fn spectators(&self) -> Spectators {
        self.spectators
    }

    /// Whether both players are human.
    #[must_use]
    pub fn is_between_humans(&self) -> bool {
        self.seats.iter().all(|seat| !seat.is_bot())
    }

    /// The request to the bot to move, if it is a bot's turn.
    #[must_use]
    pub fn thinking(&self) -> Option<&Thinking> {
        self.thinking.as_ref()
    }

    /// How much time the players have.
    #[must_use]
    pub fn time_limit(&self) -> TimeLimit {
        match (&self.game_clock, &self.idle_clock) {
            (Some(clock), _) => TimeLimit::Clock { base: clock.base(), increment: clock.increment() },
            (None, Some(clock)) => TimeLimit::PerMove { timeout: clock.timeout(), warning: clock.warning() },
            (None, None) => TimeLimit::Unlimited,
        }
    }

    /// What the players' clocks show; `None` in a game without them.
    #[must_use]
    pub fn clock_reading(&self, now: Timestamp) -> Option<ClockReading> {
        self.game_clock.as_ref().map(|clock| clock.reading(now))
    }

    /// How long a bot whose turn it is may take to answer; `None` in a game without clocks.
    #[must_use]
    pub fn longest_answer(&self) -> Option<Duration> {
        self.game_clock.as_ref().map(|clock| clock.longest_answer(self.game.side_to_move()))
    }

    /// Timeout and warning time of a turn in seconds; `None` if there is no idle clock.
    #[must_use]
    pub fn idle_seconds(&self) -> Option<(u64, u64)> {
        self.idle_clock.as_ref().map(|clock| (clock.timeout().as_secs(), clock.warning().as_secs()))
    }

    /// The side whose seat this connection holds.
    #[must_use]
    pub fn side_behind(&self, connection: &Connection) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.seats[side.index()].connection() == Some(connection))
    }

    /// Whether a viewer may watch: the game allows it, or their session plays in it.
    #[must_use]
    pub fn admits(&self, viewer: &Viewer) -> bool {
        let plays = |session| self.seats.iter().any(|seat| seat.session.as_ref() == Some(session));
        self.spectators.admit(&self.scope, viewer) || viewer.session.as_ref().is_some_and(plays)
    }

    /// The legal moves of the side to move, of one piece or of all; empty if the game is over.
    ///
    /// # Errors
    /// The square does not exist.
    pub fn legal_plays(&self, from: Option<Square>) -> Result<Vec<Play>, RoomRefusal> {
        let squares = self.game.board().len();
        if let Some(square) = from.filter(|square| usize::from(square.0) >= squares) {
            let why = format!("there is no square {}, they are numbered 0 to {}", square.0, squares - 1);
            return Err(RoomRefusal::new(Code::Rule(RefusalCode::OutOfBoard), &why));
        }
        if self.ending.is_some() {
            return Ok(Vec::new());
        }
        let mut plays = self.game.legal_plays();
        plays.retain(|play| from.is_none() || play.from == from);
        Ok(plays)
    }

    /// The player whose idle clock runs, and when it ends.
    #[must_use]
    pub fn idle_status(&self) -> Option<(PlayerId, Timestamp)> {
        let ends_at = self.idle_ends_at()?;
        Some((self.player(self.game.side_to_move()).clone(), ends_at))
    }

    /// Running clocks and open offers.
    #[must_use]
    pub fn standing(&self) -> RoomStanding {
        let player = |side: Side| self.player(side).clone();
        if self.ending.is_some() {
            let offered = |side: &Side| self.rematch_wanted[side.index()] && !self.rematch_begun;
            let rematch_offer = Side::BOTH.into_iter().find(offered).map(player);
            return RoomStanding { rematch_offer, ..RoomStanding::default() };
        }
        let away = |side: Side| Some((player(side), self.seats[side.index()].lost_at()?));
        let is_warned = self.idle_clock.as_ref().is_some_and(IdleClock::is_warning);
        RoomStanding {
            idle_warning: self.idle_status().filter(|_| is_warned),
            away: Side::BOTH.into_iter().filter_map(away).collect(),
            draw_offer: self.draw_offer.map(player),
            rematch_offer: None,
        }
    }

    /// The game in its players' notation, if it has one.
    #[must_use]
    pub fn transcript(&self) -> Option<String> {
        match &self.ending {
            Some(ending) => ending.transcript.clone(),
            None => self.game.transcript(&self.heading(), None),
        }
    }

    /// The setup of a rematch: the same players with the seats swapped.
    #[must_use]
    pub fn rematch(&self, id: RoomId, seed: u64, secrets: [Option<Secret>; 2]) -> RoomSetup {
        let [first, second] = self.seats.clone();
        let mut seats = [second, first];
        for (seat, secret) in seats.iter_mut().zip(&secrets) {
            seat.renew_guard(secret.as_ref().map(|secret| secret.digest.clone()), None);
        }
        RoomSetup {
            id,
            scope: self.scope.clone(),
            variant: self.variant,
            seats,
            secrets,
            time_limit: self.time_limit(),
            timing: self.timing.clone(),
            seed,
            is_rematch: true,
            spectators: self.spectators,
        }
    }

    fn player(&self, side: Side) -> &PlayerId {
        &self.seats[side.index()].player
    }

    fn heading(&self) -> Heading {
        Heading {
            event: format!("{} on Parlour", self.variant.description().name),
            date: self.started_at.date(),
            players: self.seats.each_ref().map(|seat| seat.display_name.clone()),
            clocks: self.history.iter().map(|entry| entry.clock).collect(),
        }
    }
}
