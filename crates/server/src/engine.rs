//! The room engine: the rooms in memory, the queue of requests to them, and the task that serves it in
//! batches.

mod adopting;
mod append;
mod batch;
mod catching_up;
mod elsewhere;
mod forms;
mod holding;
mod opening;
mod pace;
mod panics;
mod ratings;
mod reactions;
mod recovery;
mod registry;
mod running_games;
mod spectator_count;
mod telling;
#[cfg(test)]
mod tests;

use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use common::{RoomId, Timestamp};
use futures_util::FutureExt;
use protocol::{ErrorCode, WireRefusal};
use rooms::{Event, Input};
use store::StoreError;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use self::opening::Opening;
use self::pace::BatchPace;
use self::panics::lost;
pub use self::recovery::problem_of_room;
pub(crate) use self::recovery::{read_room, replay_each};
pub(crate) use self::registry::RoomHandle;
use self::registry::RoomRegistry;
use crate::bot_pool::BotPool;
use crate::clients::Clients;
use crate::cluster::HeardEvents;
use crate::context::Context;
use crate::lobby::Lobby;
use crate::player::PlayerKey;
use crate::refusals;
use crate::timers::Timers;
use crate::webhook_events::WebhookEvents;

/// How many requests may be queued before more are refused.
const QUEUE: usize = 16_384;
/// The maximum number of requests decided and stored together; bounds how long the first waits for the last.
const BATCH: usize = 512;
/// The wait before an input that must be applied is retried.
const RETRY: Duration = Duration::from_millis(500);
/// How often such an input may panic; the second panic ends the game.
const MOST_PANICS: u32 = 3;
/// How long a request waits for a game that is about to begin.
const OPENING: Duration = Duration::from_secs(10);

/// The running rooms, and the only task that changes them.
pub(crate) struct RoomEngine {
    pub(crate) registry: RoomRegistry,
    pub(crate) bots: BotPool,
    context: Context,
    clients: Arc<Clients>,
    lobby: Arc<Lobby>,
    webhooks: Arc<WebhookEvents>,
    timers: Timers<RoomId>,
    /// When rooms must be woken, to be stored for the case that this node dies.
    wakes: Mutex<Vec<(RoomId, Option<i64>)>>,
    requests: mpsc::Sender<Request>,
}

/// The receiving end of the request queue.
type Requests = mpsc::Receiver<Request>;

/// A request to the engine.
pub(crate) enum Request {
    /// Apply an input to a room. If the store has refused its events, that was at a version of the room that was too old.
    Apply {
        room: Arc<RoomHandle>,
        input: Input,
        asked: Timestamp,
        reply: Option<Reply>,
        refused_at: Option<u64>,
    },
    /// Apply events that another node has stored.
    Hear { room: Arc<RoomHandle>, after: u64, heard: HeardEvents },
    /// Apply events that are stored and were not heard of.
    CatchUp { room: Arc<RoomHandle>, done: Option<oneshot::Sender<Result<(), StoreError>>> },
    /// Begin a game that another node has opened, with the events so far.
    Begin { room: Arc<RoomHandle>, events: Vec<Event> },
    /// Open a room.
    Open { opening: Box<Opening>, reply: oneshot::Sender<Result<(), WireRefusal>> },
}

/// Receives the sequence number of the last event, or the refusal, right after the messages are sent.
pub(crate) type Reply = Box<dyn FnOnce(Result<u64, WireRefusal>) + Send>;

/// Serves requests until every sender is dropped.
async fn run(engine: Weak<RoomEngine>, mut requests: Requests, mut pace: BatchPace) {
    let mut waiting = Vec::new();
    loop {
        if waiting.is_empty() {
            requests.recv_many(&mut waiting, BATCH).await;
        }
        let Some(engine) = engine.upgrade().filter(|_| !waiting.is_empty()) else { return };
        // What other nodes have stored is told at once: no commit follows it.
        let heard = AssertUnwindSafe(engine.hear_others(std::mem::take(&mut waiting))).catch_unwind();
        waiting = heard.await.unwrap_or_else(|_| engine.go_on_after_panic());
        if waiting.is_empty() {
            continue;
        }
        pace.wait().await;
        // Lets sockets that are ready queue their requests first: one commit serves them all.
        tokio::task::yield_now().await;
        let most = BATCH.saturating_sub(waiting.len());
        waiting.extend(std::iter::from_fn(|| requests.try_recv().ok()).take(most));
        let batch = AssertUnwindSafe(engine.run_batch(std::mem::take(&mut waiting))).catch_unwind();
        waiting = batch.await.unwrap_or_else(|_| engine.go_on_after_panic());
    }
}

impl RoomEngine {
    /// Starts an engine without rooms.
    pub(crate) fn start(
        context: Context,
        bots: BotPool,
        clients: Arc<Clients>,
        lobby: Arc<Lobby>,
        webhooks: Arc<WebhookEvents>,
    ) -> Arc<RoomEngine> {
        let (requests, waiting) = mpsc::channel(QUEUE);
        let (registry, timers) = (RoomRegistry::new(context.cluster.clone()), Timers::new());
        let pace = BatchPace::new(context.store.commit_wait());
        let engine = Arc::new(RoomEngine {
            registry,
            bots,
            context,
            clients,
            lobby,
            webhooks,
            timers,
            wakes: Mutex::default(),
            requests,
        });
        tokio::spawn(run(Arc::downgrade(&engine), waiting, pace));
        engine
    }

    /// Wakes rooms at their deadlines; runs until shutdown.
    pub(crate) async fn run_timers(self: Arc<Self>) {
        loop {
            for id in self.timers.due(&self.context.clock).await {
                if let Some(room) = self.registry.find(&id) {
                    room.woken();
                }
                self.apply_until_stored(id, Input::Tick);
            }
        }
    }

    /// The room of a player whose game is running or about to begin.
    pub(crate) fn running_room_of(&self, player: &PlayerKey) -> Option<RoomId> {
        self.lobby.find_room(player, |room| !self.registry.is_over(room))
    }

    /// The room of a player whose game is running. One that is about to begin is waited for: until it is stored there is no
    /// game to tell of, and it may fail to be stored.
    pub(crate) async fn begun_room_of(&self, player: &PlayerKey) -> Result<Option<RoomId>, WireRefusal> {
        let begun = async {
            loop {
                let changed = self.lobby.seats_changed();
                match self.running_room_of(player) {
                    Some(room) if self.registry.find(&room).is_none() => changed.await,
                    room => return room,
                }
            }
        };
        let begun = tokio::time::timeout(OPENING, begun).await;
        begun.map_err(|_| refusals::unavailable(&StoreError::Overloaded))
    }

    /// Queues a request, or refuses it if the queue is full.
    pub(crate) fn send(&self, request: Request) {
        let (request, refusal) = match self.requests.try_send(request) {
            Ok(()) => return,
            Err(TrySendError::Full(request)) => (request, refusals::unavailable(&StoreError::Overloaded)),
            Err(TrySendError::Closed(request)) => (request, stopped()),
        };
        match request {
            Request::Apply { reply, .. } => answer(reply, Err(refusal)),
            Request::Open { reply, .. } => drop(reply.send(Err(refusal))), // the caller may be gone
            // The log is looked at from time to time.
            Request::Hear { .. } | Request::CatchUp { .. } | Request::Begin { .. } => {}
        }
    }

    /// Applies an input to a room; returns the sequence number of its last event. On `Err` nothing has
    /// changed.
    pub(crate) async fn apply(&self, id: &RoomId, input: Input) -> Result<u64, WireRefusal> {
        let room = self.registry.find(id).ok_or_else(refusals::unknown_room)?;
        let (sender, answer) = oneshot::channel();
        let reply: Reply = Box::new(|result| drop(sender.send(result))); // the caller may be gone
        let asked = self.context.clock.now();
        self.send(Request::Apply { room, input, asked, reply: Some(reply), refused_at: None });
        answer.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Applies an input in the background, retrying while it cannot be stored; any other refusal ends it.
    pub(crate) fn apply_until_stored(self: &Arc<Self>, id: RoomId, input: Input) {
        if self.context.lifecycle.is_closed() {
            // After a restart every player has a window to return, and clocks continue where they stopped.
            return;
        }
        let engine = Arc::clone(self);
        tokio::spawn(async move {
            let mut panics = 0;
            while let Err(refusal) = engine.apply(&id, input.clone()).await {
                match refusal.code {
                    ErrorCode::Unavailable => {}
                    ErrorCode::Internal if panics < MOST_PANICS => panics += 1,
                    _ => return,
                }
                if engine.context.lifecycle.is_closed() {
                    return;
                }
                tokio::time::sleep(RETRY).await;
            }
        });
    }

    /// Stores a new room and begins its game.
    pub(crate) async fn open(&self, opening: Opening) -> Result<(), WireRefusal> {
        let (reply, answer) = oneshot::channel();
        self.send(Request::Open { opening: Box::new(opening), reply });
        answer.await.unwrap_or_else(|_| Err(lost()))
    }
}

fn answer(reply: Option<Reply>, result: Result<u64, WireRefusal>) {
    if let Some(reply) = reply {
        reply(result);
    }
}

fn stopped() -> WireRefusal {
    WireRefusal::new(ErrorCode::Unavailable, "the server is stopping, nothing was changed")
        .hint("send the same again when it is back")
}
