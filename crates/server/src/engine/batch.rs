//! One batch: what waits is decided, stored together, applied, and told. A room has one decision on its way at a time, and in
//! memory only what is stored, so that nothing is ever rolled back.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use protocol::Refusal;
use rooms::{Change, Event, Input, Moment, Secret, Timestamp};
use store::{Append, Journal, Snapshot, StoreError};
use tokio::sync::oneshot;
use tracing::{debug, error, warn};

use super::opening::Opening;
use super::panics::{mistake, mistake_after_storing};
use super::{Reply, Request, RoomEngine, RoomHandle, answer, append};
use crate::{refusals, wire};

/// How many events a log may have after its newest snapshot.
const EVENTS_PER_SNAPSHOT: u64 = 128;

/// Something that was decided and is to be stored.
enum Decision {
    Room {
        room: Arc<RoomHandle>,
        events: Vec<Event>,
        at: Moment,
        secret: Option<Secret>,
        rematch: Option<Box<Opening>>,
        reply: Option<Reply>,
    },
    Opening {
        opening: Box<Opening>,
        reply: oneshot::Sender<Result<(), Refusal>>,
    },
}

/// What follows from an input.
enum Decided {
    /// These events; none if nothing changes.
    Events { events: Vec<Event>, rematch: Option<Box<Opening>> },
    /// Something else has been due before it.
    Overdue(Vec<Event>),
}

impl RoomEngine {
    /// Decides, stores and applies what waits; returns the requests that have to wait for the next batch.
    pub(super) async fn run_batch(self: &Arc<Self>, waiting: Vec<Request>) -> Vec<Request> {
        // A deadline has passed only if the store takes writes; otherwise it moves with the time that this costs.
        let writable = if waiting.iter().any(|request| self.is_due(request)) {
            self.context.heartbeat().await
        } else {
            Ok(())
        };
        let now = Moment { now: self.context.clock.now(), lag: self.context.clock.lag() };
        let (mut decisions, mut later) = (Vec::new(), Vec::new());
        for request in waiting {
            match (&writable, request) {
                (Err(error), Request::Apply { room, asked, reply, .. })
                    if self.deadline_passed(&room, asked, now.now) =>
                {
                    answer(reply, Err(refusals::unavailable(error)));
                }
                (_, request) => self.decide(request, now, &mut decisions, &mut later).await,
            }
        }
        if !decisions.is_empty() {
            self.store_and_apply(decisions, &mut later).await;
        }
        later
    }

    fn is_due(&self, request: &Request) -> bool {
        match request {
            Request::Apply { room, asked, .. } => {
                self.deadline_passed(room, *asked, self.context.clock.now())
            }
            Request::Open { .. } => false,
        }
    }

    fn deadline_passed(&self, room: &RoomHandle, asked: Timestamp, now: Timestamp) -> bool {
        room.live().room.deadline().is_some_and(|at| at <= judged_at(room, asked, now))
    }

    async fn decide(
        self: &Arc<Self>,
        request: Request,
        now: Moment,
        decisions: &mut Vec<Decision>,
        later: &mut Vec<Request>,
    ) {
        let (room, input, asked, reply) = match request {
            Request::Open { opening, reply } => return decisions.push(Decision::Opening { opening, reply }),
            Request::Apply { room, input, asked, reply } => (room, input, asked, reply),
        };
        if room.is_closed() {
            return answer(reply, Err(refusals::unknown_room()));
        }
        if !room.begin_decision() {
            return later.push(Request::Apply { room, input, asked, reply });
        }
        let at = Moment { now: judged_at(&room, asked, now.now), lag: now.lag };
        let decided = catch_unwind(AssertUnwindSafe(|| self.decide_one(&room, &input, at)));
        match decided {
            Ok(Ok(Decided::Events { events, rematch })) if !events.is_empty() => {
                let secret = secret_of(input);
                decisions.push(Decision::Room { room, events, at, secret, rematch, reply });
            }
            Ok(Ok(Decided::Events { .. })) => {
                room.end_decision();
                self.say_without_change(&room, &input, at.now);
                answer(reply, Ok(room.seq()));
            }
            Ok(Ok(Decided::Overdue(events))) => {
                // What is due comes first, and what was asked in the next batch.
                decisions.push(Decision::Room {
                    room: Arc::clone(&room),
                    events,
                    at,
                    secret: None,
                    rematch: None,
                    reply: None,
                });
                later.push(Request::Apply { room, input, asked, reply });
            }
            Ok(Err(refusal)) => {
                room.end_decision();
                answer(reply, Err(refusal));
            }
            Err(_) => {
                self.recover(&room, later).await;
                room.end_decision();
                answer(reply, Err(mistake()));
            }
        }
    }

    fn decide_one(&self, room: &RoomHandle, input: &Input, at: Moment) -> Result<Decided, Refusal> {
        let live = room.live();
        let refused = |refusal| wire::refusal(room.game, refusal);
        if !matches!(input, Input::Void | Input::Restarted { .. }) {
            let overdue = live.decide(&Input::Tick, at).map_err(refused)?;
            if !overdue.is_empty() {
                return Ok(Decided::Overdue(overdue));
            }
        }
        let events = live.decide(input, at).map_err(refused)?;
        if !events.iter().any(|event| event.change == Change::RematchBegun) {
            return Ok(Decided::Events { events, rematch: None });
        }
        match (self.prepare_rematch(&live.room, at), input) {
            (Ok(opening), _) => Ok(Decided::Events { events, rematch: Some(Box::new(opening)) }),
            // Whoever comes back comes back, also if no new game can begin.
            (Err(_), Input::Return { .. }) => {
                let mut input = input.clone();
                if let Input::Return { rematch_possible, .. } = &mut input {
                    *rematch_possible = false;
                }
                let events = live.decide(&input, at).map_err(refused)?;
                Ok(Decided::Events { events, rematch: None })
            }
            (Err(refusal), _) => Err(refusal),
        }
    }

    /// What is said about an input that changes nothing in the log.
    fn say_without_change(self: &Arc<Self>, room: &Arc<RoomHandle>, input: &Input, now: Timestamp) {
        let mut live = room.live();
        match input {
            Input::Return { connection, .. } => {
                for told in live.welcome_back(connection, None) {
                    self.tell(room, &live, &told);
                }
            }
            Input::Disconnected { connection } => {
                live.listeners.remove(connection);
                self.tell_spectators(room, &live);
            }
            Input::Tick if live.room.is_forgotten(now) => self.forget(room, &live),
            Input::Tick => self.set_deadline(room, &live),
            _ => {}
        }
    }

    async fn store_and_apply(self: &Arc<Self>, decisions: Vec<Decision>, later: &mut Vec<Request>) {
        let (decisions, groups) = self.appends_of(decisions, later).await;
        let has_news = groups.iter().flatten().any(|append| !append.outbox.is_empty());
        let stored = self.context.await_write(self.context.store.append(groups)).await;
        if let Err(error) = &stored {
            if self.context.lifecycle.is_closed() {
                debug!(%error, "events came after the end of service");
            } else {
                warn!(%error, decisions = decisions.len(), "events could not be stored");
            }
        }
        let results = stored.unwrap_or_else(|error| vec![Err(error); decisions.len()]);
        if has_news {
            self.webhooks.notifier.notify();
        }
        let mut snapshots = Vec::new();
        for (decision, stored) in decisions.into_iter().zip(results) {
            match (decision, stored) {
                (Decision::Opening { opening, reply }, Ok(())) => {
                    self.begin(*opening);
                    reply.send(Ok(())).ok(); // a caller that has gone needs no answer
                }
                (Decision::Opening { reply, .. }, Err(error)) => {
                    reply.send(Err(refusals::unavailable(&error))).ok();
                }
                (Decision::Room { room, events, at, secret, rematch, reply }, Ok(())) => {
                    let applied = AssertUnwindSafe(|| {
                        self.apply_stored(&room, &events, at, secret.as_ref(), &mut snapshots);
                    });
                    let panicked = catch_unwind(applied).is_err();
                    if panicked {
                        self.recover(&room, later).await;
                    }
                    room.end_decision();
                    answer(reply, if panicked { Err(mistake_after_storing()) } else { Ok(room.seq()) });
                    if let Some(opening) = rematch {
                        self.begin_rematch(&room.id, *opening);
                    }
                }
                (Decision::Room { room, rematch, reply, .. }, Err(error)) => {
                    if let Some(opening) = rematch {
                        self.give_up_opening(&opening);
                    }
                    if let StoreError::Conflict(_) = error {
                        error!(
                            room = room.id.as_str(),
                            "the log has events that the room has not, it is read again"
                        );
                        self.reload(&room).await;
                    }
                    room.end_decision();
                    answer(reply, Err(refusals::unavailable(&error)));
                }
            }
        }
        if !snapshots.is_empty() {
            drop(self.context.store.save_snapshots(snapshots)); // without them only recovery takes longer
        }
    }

    /// The events of decisions as the store takes them. A decision that panics here is given up.
    async fn appends_of(
        self: &Arc<Self>,
        decisions: Vec<Decision>,
        later: &mut Vec<Request>,
    ) -> (Vec<Decision>, Vec<Vec<Append>>) {
        let (mut sound, mut groups) =
            (Vec::with_capacity(decisions.len()), Vec::with_capacity(decisions.len()));
        for decision in decisions {
            match (catch_unwind(AssertUnwindSafe(|| self.appends(&decision))), decision) {
                (Ok(group), decision) => {
                    groups.push(group);
                    sound.push(decision);
                }
                (Err(_), Decision::Opening { reply, .. }) => drop(reply.send(Err(mistake()))),
                (Err(_), Decision::Room { room, rematch, reply, .. }) => {
                    rematch.iter().for_each(|opening| self.give_up_opening(opening));
                    self.recover(&room, later).await;
                    room.end_decision();
                    answer(reply, Err(mistake()));
                }
            }
        }
        (sound, groups)
    }

    /// The events of a decision as the store takes them, with everything that is true together with them.
    fn appends(&self, decision: &Decision) -> Vec<Append> {
        match decision {
            Decision::Opening { opening, .. } => vec![self.append_of_opening(opening)],
            Decision::Room { room, events, at, rematch, .. } => {
                let append = append::append(&self.webhooks, &room.live().room, events, *at);
                let opened = rematch.as_ref().map(|opening| self.append_of_opening(opening));
                [append].into_iter().chain(opened).collect()
            }
        }
    }

    /// Applies events that are stored, and says what follows from them.
    fn apply_stored(
        self: &Arc<Self>,
        room: &Arc<RoomHandle>,
        events: &[Event],
        at: Moment,
        secret: Option<&Secret>,
        snapshots: &mut Vec<Snapshot>,
    ) {
        let mut live = room.live();
        for event in events {
            for told in live.evolve(event, secret) {
                self.tell(room, &live, &told);
            }
            self.ask_bot(&live, event);
            append::count(&live.room, event);
        }
        room.note(&live, at.now);
        self.tell_spectators(room, &live);
        self.set_deadline(room, &live);
        if room.needs_snapshot(live.room.version(), EVENTS_PER_SNAPSHOT) {
            snapshots.push(append::snapshot(&live.room));
        }
    }

    /// Snapshots of running rooms, so that the next start has less to replay.
    pub(crate) async fn save_snapshots(&self) {
        let mut snapshots = Vec::new();
        for room in self.registry.all().iter().filter(|room| !room.is_over()) {
            let live = room.live();
            if room.needs_snapshot(live.room.version(), EVENTS_PER_SNAPSHOT / 8) {
                snapshots.push(append::snapshot(&live.room));
            }
        }
        if let Err(error) = self.context.store.save_snapshots(snapshots).await {
            warn!(%error, "snapshots could not be stored, the next start replays whole logs");
        }
    }
}

/// The time that an input is judged by: when it was asked, however long it had to wait.
fn judged_at(room: &RoomHandle, asked: Timestamp, now: Timestamp) -> Timestamp {
    asked.min(now).max(room.decided())
}

fn secret_of(input: Input) -> Option<Secret> {
    match input {
        Input::Return { secret, .. } => secret,
        _ => None,
    }
}
