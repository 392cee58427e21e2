//! One batch: decides queued requests, stores the events in one commit, applies them, and sends the messages.
//! A room has at most one decision being stored, and memory holds only stored state, so nothing is rolled
//! back.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use common::{Timestamp, lock};
use protocol::WireRefusal;
use rooms::{Change, Event, Input, Moment, Secret};
use store::{Append, Journal, Snapshot, StoreError};
use tokio::sync::oneshot;
use tracing::{debug, warn};

use super::opening::Opening;
use super::panics::{mistake, mistake_after_storing};
use super::{Reply, Request, RoomEngine, RoomHandle, answer, append};
use crate::{refusals, wire};

/// How many events a log may have after its newest snapshot.
const EVENTS_PER_SNAPSHOT: u64 = 128;

/// A decided request, to be stored.
#[expect(clippy::large_enum_variant, reason = "nearly all are of rooms")]
enum DecidedRequest {
    Room {
        room: Arc<RoomHandle>,
        input: Input,
        asked: Timestamp,
        events: Vec<Event>,
        at: Moment,
        rematch: Option<Box<Opening>>,
        reply: Option<Reply>,
        refused_at: Option<u64>,
    },
    Opening {
        opening: Box<Opening>,
        reply: oneshot::Sender<Result<(), WireRefusal>>,
    },
}

/// Where events come from.
#[derive(Clone, Copy)]
pub(super) enum Origin<'a> {
    /// They were decided here; a guest who returns by them gets the secret.
    Here(Option<&'a Secret>),
    /// They were found in the log.
    Log,
    /// Another node has told them, and the rematch that they begin.
    Hint,
}

/// The result of a decision.
enum Decided {
    /// These events; empty if nothing changes.
    Events { events: Vec<Event>, rematch: Option<Box<Opening>> },
    /// A deadline has passed before the input; its events come first.
    Overdue(Vec<Event>),
}

impl RoomEngine {
    /// Decides, stores and applies the requests; returns those left for the next batch.
    pub(super) async fn run_batch(self: &Arc<Self>, waiting: Vec<Request>) -> Vec<Request> {
        let mut later = Vec::new();
        let waiting = self.hear_others(waiting).await;
        // A deadline counts as passed only if the store can write; otherwise the downtime moves it.
        let writable = if waiting.iter().any(|request| self.is_due(request)) {
            self.context.heartbeat().await
        } else {
            Ok(())
        };
        let now = Moment { now: self.context.clock.now(), lag: self.context.clock.lag() };
        let mut decisions = Vec::new();
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
        self.save(Vec::new());
        later
    }

    fn is_due(&self, request: &Request) -> bool {
        match request {
            Request::Apply { room, asked, .. } => {
                self.deadline_passed(room, *asked, self.context.clock.now())
            }
            _ => false,
        }
    }

    fn deadline_passed(&self, room: &RoomHandle, asked: Timestamp, now: Timestamp) -> bool {
        room.live().room.deadline().is_some_and(|at| at <= judged_at(room, asked, now))
    }

    async fn decide(
        self: &Arc<Self>,
        request: Request,
        now: Moment,
        decisions: &mut Vec<DecidedRequest>,
        later: &mut Vec<Request>,
    ) {
        let (room, input, asked, reply, refused_at) = match request {
            Request::Open { opening, reply } => {
                return decisions.push(DecidedRequest::Opening { opening, reply });
            }
            Request::Apply { room, input, asked, reply, refused_at } => {
                (room, input, asked, reply, refused_at)
            }
            Request::Hear { .. } | Request::CatchUp { .. } | Request::Begin { .. } => return,
        };
        if room.is_closed() {
            return answer(reply, Err(refusals::unknown_room()));
        }
        if !room.begin_decision() {
            return later.push(Request::Apply { room, input, asked, reply, refused_at });
        }
        if refused_at == Some(room.version()) {
            // What the other node has stored was not heard.
            let mut snapshots = Vec::new();
            self.catch_up(&room, &mut snapshots, later).await.ok(); // then it is refused again
            self.save(snapshots);
        }
        let at = Moment { now: judged_at(&room, asked, now.now), lag: now.lag };
        let decided = catch_unwind(AssertUnwindSafe(|| self.decide_one(&room, &input, at)));
        match decided {
            Ok(Ok(Decided::Events { events, rematch })) if !events.is_empty() => {
                decisions.push(DecidedRequest::Room {
                    room,
                    input,
                    asked,
                    events,
                    at,
                    rematch,
                    reply,
                    refused_at,
                });
            }
            Ok(Ok(Decided::Events { .. })) => {
                room.end_decision();
                self.say_without_change(&room, &input, at.now);
                answer(reply, Ok(room.seq()));
            }
            Ok(Ok(Decided::Overdue(events))) => {
                let version = Some(room.version());
                // The passed deadline is handled first, the input in the next batch: then the room has another version, unless
                // another node was faster, whose events are read before.
                decisions.push(DecidedRequest::Room {
                    room: Arc::clone(&room),
                    input: Input::Tick,
                    asked,
                    events,
                    at,
                    rematch: None,
                    reply: None,
                    refused_at,
                });
                if refused_at == version {
                    return answer(reply, Err(refusals::unavailable(&StoreError::Conflict("room"))));
                }
                later.push(Request::Apply { room, input, asked, reply, refused_at: version });
            }
            Ok(Err(refusal)) => {
                let was_behind = self.was_behind(&room, later).await;
                room.end_decision();
                match was_behind {
                    Ok(true) => later.push(Request::Apply { room, input, asked, reply, refused_at: None }),
                    Ok(false) => answer(reply, Err(self.unless_dead(&room, &input, refusal).await)),
                    Err(error) => answer(reply, Err(refusals::unavailable(&error))),
                }
            }
            Err(_) => {
                self.recover(&room, later).await;
                room.end_decision();
                answer(reply, Err(mistake()));
            }
        }
    }

    fn decide_one(&self, room: &RoomHandle, input: &Input, at: Moment) -> Result<Decided, WireRefusal> {
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
            // A player's return succeeds even if no rematch can begin.
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

    /// Sends the messages for an input that adds nothing to the log.
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
            Input::Lost { connections } => {
                connections.iter().for_each(|connection| live.listeners.remove(connection));
                self.tell_spectators(room, &live);
            }
            Input::Tick if live.room.is_forgotten(now) => self.forget(room, &live),
            Input::Tick => {
                self.set_deadline(room, &live);
                self.note_wake(&live);
            }
            _ => {}
        }
    }

    async fn store_and_apply(self: &Arc<Self>, decisions: Vec<DecidedRequest>, later: &mut Vec<Request>) {
        let (decisions, groups) = self.appends_of(decisions, later).await;
        let told = self.to_be_told(&groups);
        let has_news = groups.iter().flatten().any(|append| !append.outbox.is_empty());
        let stored = self.context.await_write(self.context.store.append(groups)).await;
        if let Err(error) = &stored {
            if self.context.lifecycle.is_closed() {
                debug!(%error, "events after shutdown dropped");
            } else {
                warn!(%error, decisions = decisions.len(), "events not stored");
            }
        }
        let results = stored.unwrap_or_else(|error| vec![Err(error); decisions.len()]);
        if has_news {
            self.webhooks.notifier.notify();
        }
        let (mut snapshots, mut refused) = (Vec::new(), Vec::new());
        for ((decision, stored), told) in decisions.into_iter().zip(results).zip(told) {
            match (decision, stored) {
                (DecidedRequest::Opening { opening, reply }, Ok(())) => {
                    self.begin(*opening);
                    reply.send(Ok(())).ok(); // the caller may be gone
                }
                (DecidedRequest::Opening { reply, .. }, Err(error)) => {
                    reply.send(Err(refusals::unavailable(&error))).ok();
                }
                (DecidedRequest::Room { room, input, events, at, rematch, reply, .. }, Ok(())) => {
                    let applied = AssertUnwindSafe(|| {
                        let secret = secret_of(&input);
                        self.apply_stored(&room, &events, at.now, Origin::Here(secret), &mut snapshots);
                    });
                    self.tell_followers(&room, told);
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
                (DecidedRequest::Room { room, input, asked, rematch, reply, refused_at, .. }, Err(error)) => {
                    if let Some(opening) = rematch {
                        self.give_up_opening(&opening);
                    }
                    room.end_decision();
                    let version = Some(room.version());
                    if matches!(error, StoreError::Conflict(_)) && refused_at != version {
                        // Another node was faster; what it has stored is about to be heard.
                        refused.push(Request::Apply { room, input, asked, reply, refused_at: version });
                    } else {
                        answer(reply, Err(refusals::unavailable(&error)));
                    }
                }
            }
        }
        self.save(snapshots);
        // They came before those that are left.
        later.splice(..0, refused);
    }

    /// Stores what recovery is faster with, and goes on.
    pub(super) fn save(&self, snapshots: Vec<Snapshot>) {
        if !snapshots.is_empty() {
            drop(self.context.store.save_snapshots(snapshots));
        }
        let wakes = std::mem::take(&mut *lock(&self.wakes));
        if !wakes.is_empty() {
            drop(self.context.store.set_wakes(wakes));
        }
    }

    /// Converts decisions to appends. A decision that panics here is dropped.
    async fn appends_of(
        self: &Arc<Self>,
        decisions: Vec<DecidedRequest>,
        later: &mut Vec<Request>,
    ) -> (Vec<DecidedRequest>, Vec<Vec<Append>>) {
        let (mut sound, mut groups) =
            (Vec::with_capacity(decisions.len()), Vec::with_capacity(decisions.len()));
        for decision in decisions {
            match (catch_unwind(AssertUnwindSafe(|| self.appends(&decision))), decision) {
                (Ok(group), decision) => {
                    groups.push(group);
                    sound.push(decision);
                }
                (Err(_), DecidedRequest::Opening { reply, .. }) => drop(reply.send(Err(mistake()))),
                (Err(_), DecidedRequest::Room { room, rematch, reply, .. }) => {
                    rematch.iter().for_each(|opening| self.give_up_opening(opening));
                    self.recover(&room, later).await;
                    room.end_decision();
                    answer(reply, Err(mistake()));
                }
            }
        }
        (sound, groups)
    }

    /// The appends of a decision.
    fn appends(&self, decision: &DecidedRequest) -> Vec<Append> {
        match decision {
            DecidedRequest::Opening { opening, .. } => vec![self.append_of_opening(opening)],
            DecidedRequest::Room { room, events, at, rematch, .. } => {
                let live = room.live();
                let wake_ms = self.wake_after(&live.room, events);
                let append = Append { wake_ms, ..append::append(&self.webhooks, &live.room, events, *at) };
                let opened = rematch.as_ref().map(|opening| self.append_of_opening(opening));
                [append].into_iter().chain(opened).collect()
            }
        }
    }

    /// Applies stored events and sends the messages that follow.
    pub(super) fn apply_stored(
        self: &Arc<Self>,
        room: &Arc<RoomHandle>,
        events: &[Event],
        now: Timestamp,
        origin: Origin<'_>,
        snapshots: &mut Vec<Snapshot>,
    ) {
        let mut live = room.live();
        if self.context.cluster.is_some() {
            self.welcome_here(room, &live);
        }
        let secret = match origin {
            Origin::Here(secret) => secret,
            Origin::Log | Origin::Hint => None,
        };
        for event in events {
            for told in live.evolve(event, secret) {
                self.tell(room, &live, &told);
            }
            if room.is_owned() {
                self.ask_bot(&live, event);
            }
            if let Change::Left { side, .. } = event.change {
                self.give_back(&live, side);
            }
            match origin {
                Origin::Here(_) => append::count(&live.room, event),
                Origin::Log => self.find_rematch(&live, event),
                Origin::Hint => {}
            }
        }
        room.note(&live, now);
        self.tell_spectators(room, &live);
        self.set_deadline(room, &live);
        if room.is_owned() && room.needs_snapshot(live.room.version(), EVENTS_PER_SNAPSHOT) {
            snapshots.push(append::snapshot(&live.room));
        }
    }

    /// Stores snapshots of running rooms, so that the next start replays less.
    pub(crate) async fn save_snapshots(&self) {
        let mut snapshots = Vec::new();
        for room in self.registry.all().iter().filter(|room| room.is_owned() && !room.is_over()) {
            let live = room.live();
            if room.needs_snapshot(live.room.version(), EVENTS_PER_SNAPSHOT / 8) {
                snapshots.push(append::snapshot(&live.room));
            }
        }
        if let Err(error) = self.context.store.save_snapshots(snapshots).await {
            warn!(%error, "snapshots not stored, the next start replays whole logs");
        }
    }
}

/// The time an input counts from: when it was received, however long it was queued.
fn judged_at(room: &RoomHandle, asked: Timestamp, now: Timestamp) -> Timestamp {
    asked.min(now).max(room.decided())
}

fn secret_of(input: &Input) -> Option<&Secret> {
    match input {
        Input::Return { secret, .. } | Input::Resume { secret, .. } => secret.as_ref(),
        _ => None,
    }
}
