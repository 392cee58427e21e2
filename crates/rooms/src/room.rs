//! A room: two seats, one game, its spectators, and everything that can happen to it.

mod absence;
mod audience;
mod deadlines;
mod ending;
mod play;
mod view;

use std::collections::BTreeSet;
use std::time::Duration;

use game::{Match, Play, RefusalCode, Side, Square, Variant};
use serde::{Deserialize, Serialize};

use crate::allowance::Allowance;
use crate::clock::IdleClock;
use crate::dice::Dice;
use crate::{
    Audience, Code, Connection, Effect, Ending, Entry, Event, House, Input, Moment, Notice, PlayerId,
    Refusal, RoomId, Seat, Secret, Spectators, Timestamp,
};

/// A game between two seats.
#[derive(Clone)]
pub struct Room {
    pub(crate) id: RoomId,
    pub(crate) house: House,
    pub(crate) variant: &'static dyn Variant,
    pub(crate) timing: Timing,
    pub(crate) seats: [Seat; 2],
    pub(crate) game: Box<dyn Match>,
    pub(crate) history: Vec<Entry>,
    pub(crate) seq: u64,
    pub(crate) started_at: Timestamp,
    pub(crate) clock: Option<IdleClock>,
    pub(crate) allowances: [Allowance; 2],
    pub(crate) dice: Dice,
    pub(crate) bot_overdue_at: Option<Timestamp>,
    pub(crate) draw_offer: Option<Side>,
    pub(crate) rematch_wanted: [bool; 2],
    pub(crate) rematch_begun: bool,
    pub(crate) is_rematch: bool,
    pub(crate) spectators: Spectators,
    pub(crate) ending: Option<Ending>,
    /// When a finished room is given up, in the time of rooms.
    pub(crate) forget_at: Option<Timestamp>,
    /// How far the time of rooms is behind the world's.
    pub(crate) lag: Duration,
    pub(crate) watchers: BTreeSet<Connection>,
    pub(crate) replaced: Vec<Connection>,
}

/// The durations of a room and its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// How long a player may be gone, each time.
    pub reconnect_window: Duration,
    /// How long a player may be gone in one game, all absences together.
    #[serde(default = "Timing::usual_total")]
    pub reconnect_total: Duration,
    /// How long a finished room still answers.
    pub keep_finished: Duration,
    /// How long after its due time a bot's answer is waited for.
    pub bot_patience: Duration,
    /// The ranges of a bot's answer time: easy, medium, hard.
    pub answer_delays: [(Duration, Duration); 3],
    /// How many spectators fit in.
    pub gallery: usize,
}

impl Timing {
    /// What rooms were opened with before this could be decided.
    const fn usual_total() -> Duration {
        Duration::from_secs(5 * 60)
    }
}

/// Everything needed to open a room.
pub struct Setup {
    /// The name of the new room.
    pub id: RoomId,
    /// Where it belongs.
    pub house: House,
    /// The rules to play.
    pub variant: &'static dyn Variant,
    /// The players, first mover first.
    pub seats: [Seat; 2],
    /// The secrets that guests are told, once.
    pub secrets: [Option<Secret>; 2],
    /// Patience and warning time of a turn; nothing switches the clock off.
    pub idle: Option<(Duration, Duration)>,
    /// The durations.
    pub timing: Timing,
    /// The room's chance.
    pub seed: u64,
    /// Whether the same players have just played each other.
    pub is_rematch: bool,
    /// Who may watch.
    pub spectators: Spectators,
}

impl Room {
    /// Opens a room and starts the game.
    pub fn open(setup: Setup, at: impl Into<Moment>, effects: &mut Vec<Effect>) -> Room {
        let at = at.into();
        let mut room = Room {
            id: setup.id,
            house: setup.house,
            variant: setup.variant,
            timing: setup.timing,
            seats: setup.seats,
            game: setup.variant.start(),
            history: Vec::new(),
            seq: 0,
            started_at: at.outside(),
            clock: setup.idle.map(|(timeout, warning)| IdleClock::new(timeout, warning)),
            allowances: [Allowance::default(); 2],
            dice: Dice::new(setup.seed),
            bot_overdue_at: None,
            draw_offer: None,
            rematch_wanted: [false; 2],
            rematch_begun: false,
            is_rematch: setup.is_rematch,
            spectators: setup.spectators,
            ending: None,
            forget_at: None,
            lag: at.lag,
            watchers: BTreeSet::new(),
            replaced: Vec::new(),
        };
        let seq = room.next_seq();
        for (you, secret) in Side::BOTH.into_iter().zip(setup.secrets) {
            let event = Event::Started {
                you,
                view: Box::new(room.view()),
                reconnect_token: secret.map(|secret| secret.plain),
            };
            effects.push(Effect::Tell { to: Audience::Player(you), seq, event });
        }
        effects.push(Effect::Notify(Notice::Started));
        room.begin_turn(at.now, effects);
        room
    }

    /// Handles an input, or refuses it and changes nothing. Overdue deadlines are acted on first, so effects
    /// are to be carried out even when the input is refused.
    pub fn handle(
        &mut self,
        input: Input,
        at: impl Into<Moment>,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        let Moment { now, lag } = at.into();
        self.lag = lag;
        if let Input::Restarted { down_since } = input {
            self.restart(down_since, now, effects);
            return Ok(());
        }
        if let Input::Void = input {
            self.void(now, effects);
            return Ok(());
        }
        self.catch_up(now, effects);
        match input {
            Input::Command { by, claim, command } => {
                let side = self.seat_of(&by, claim.as_ref())?;
                self.obey(side, command, now, effects)
            }
            Input::Return { connection, player, proof, secret } => {
                self.take_back(connection, &player, &proof, secret, now, effects)
            }
            Input::Watch { connection, viewer } => self.watch(connection, &viewer, effects),
            Input::Unwatch { connection } => self.unwatch(&connection),
            Input::Disconnected { connection } => {
                self.lose(&connection, now, effects);
                Ok(())
            }
            Input::BotMoved { ply, wish } => {
                self.bot_moved(ply, &wish, now, effects);
                Ok(())
            }
            Input::Tick | Input::Restarted { .. } | Input::Void => Ok(()),
        }
    }

    /// This room with the listeners of another, of which it is an earlier or equal state.
    #[must_use]
    pub fn with_listeners_of(mut self, other: &Room) -> Room {
        self.watchers.clone_from(&other.watchers);
        self.replaced.clone_from(&other.replaced);
        self
    }

    /// The name of the room.
    #[must_use]
    pub fn id(&self) -> &RoomId {
        &self.id
    }

    /// Where the room belongs.
    #[must_use]
    pub fn house(&self) -> &House {
        &self.house
    }

    /// The rules that are played.
    #[must_use]
    pub fn variant(&self) -> &'static dyn Variant {
        self.variant
    }

    /// The seats, first mover first.
    #[must_use]
    pub fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// The game, to think about.
    #[must_use]
    pub fn game(&self) -> &dyn Match {
        self.game.as_ref()
    }

    /// Every move so far.
    #[must_use]
    pub fn history(&self) -> &[Entry] {
        &self.history
    }

    /// The number of the last event; it is also the version of the room.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// When the game began, as the world dates it.
    #[must_use]
    pub fn started_at(&self) -> Timestamp {
        self.started_at
    }

    /// How the game ended, once it has.
    #[must_use]
    pub fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Whether the same players have played each other just before.
    #[must_use]
    pub fn is_rematch(&self) -> bool {
        self.is_rematch
    }

    /// Who may watch.
    #[must_use]
    pub fn spectators(&self) -> Spectators {
        self.spectators
    }

    /// How many watch.
    #[must_use]
    pub fn watching(&self) -> usize {
        self.watchers.len()
    }

    /// Whether two people play.
    #[must_use]
    pub fn is_between_humans(&self) -> bool {
        self.seats.iter().all(|seat| !seat.is_bot())
    }

    /// The legal moves of the side to move, of one piece or of all; only for those in the room.
    pub fn legal_plays(
        &self,
        by: &Connection,
        claim: Option<&PlayerId>,
        from: Option<Square>,
    ) -> Result<Vec<Play>, Refusal> {
        if !self.is_present(by) {
            return Err(Refusal::unknown_room());
        }
        if self.side_behind(by).is_some() {
            self.seat_of(by, claim)?;
        }
        let squares = self.game.board().len();
        if let Some(square) = from.filter(|square| usize::from(square.0) >= squares) {
            let why = format!("there is no square {}, they are numbered 0 to {}", square.0, squares - 1);
            return Err(Refusal::new(Code::Rule(RefusalCode::OutOfBoard), &why));
        }
        if self.ending.is_some() {
            return Ok(Vec::new());
        }
        let mut plays = self.game.legal_plays();
        plays.retain(|play| from.is_none() || play.from == from);
        Ok(plays)
    }

    /// How long the player to move has left; only for players.
    pub fn idle_status(&self, by: &Connection, claim: Option<&PlayerId>) -> Result<Event, Refusal> {
        self.seat_of(by, claim)?;
        let ends_at = self.idle_ends_at();
        let player = &self.seats[self.game.side_to_move().index()].player;
        Ok(Event::IdleStatus(ends_at.map(|at| (player.clone(), at))))
    }

    /// The setup of the next game of the same players, with the seats swapped.
    #[must_use]
    pub fn rematch(&self, id: RoomId, seed: u64, secrets: [Option<Secret>; 2]) -> Setup {
        let [first, second] = self.seats.clone();
        let mut seats = [second, first];
        for (seat, secret) in seats.iter_mut().zip(&secrets) {
            seat.renew_guard(secret.as_ref(), None);
        }
        Setup {
            id,
            house: self.house.clone(),
            variant: self.variant,
            seats,
            secrets,
            idle: self.clock.as_ref().map(|clock| (clock.timeout(), clock.warning())),
            timing: self.timing.clone(),
            seed,
            is_rematch: true,
            spectators: self.spectators,
        }
    }

    /// Nobody wants to play again any more.
    pub fn withdraw_rematch(&mut self) {
        self.rematch_wanted = [false; 2];
    }

    /// A time in rooms as the world dates it.
    fn outside(&self, time: Timestamp) -> Timestamp {
        Moment { now: time, lag: self.lag }.outside()
    }

    fn next_seq(&mut self) -> u64 {
        self.seq += 1;
        self.seq
    }

    /// Tells of a change: takes the next number.
    fn announce(&mut self, to: Audience, event: Event, effects: &mut Vec<Effect>) {
        let seq = self.next_seq();
        effects.push(Effect::Tell { to, seq, event });
    }

    /// Answers one connection: carries the current number.
    fn answer(&self, to: &Connection, event: Event, effects: &mut Vec<Effect>) {
        effects.push(Effect::Tell { to: Audience::Connection(to.clone()), seq: self.seq, event });
    }
}
