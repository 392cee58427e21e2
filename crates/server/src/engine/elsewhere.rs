//! What happens at other nodes: events that they have stored, games that they have opened; and what is told to them.

use std::sync::Arc;

use common::{RoomId, Timestamp};
use protocol::{ErrorCode, WireRefusal};
use rooms::{Change, Connection, Event, Guard, Input, LiveRoom, Occupant, Room, Scope, Secrets};
use store::{Append, Journal, Snapshot, StoreError};
use tokio::sync::oneshot;
use tracing::{error, warn};

use super::batch::Origin;
use super::registry::RoomHandle;
use super::{Request, RoomEngine, telling};
use crate::cluster::{HeardEvents, HintedEvents, RoomHint};
use crate::player::PlayerKey;
use crate::refusals;

/// How many games of other nodes are listed.
const MOST_LISTED: u32 = 1000;

impl RoomEngine {
    /// Applies what other nodes have stored; returns the requests of clients, and what follows from a room that panicked.
    pub(super) async fn hear_others(self: &Arc<Self>, waiting: Vec<Request>) -> Vec<Request> {
        if self.context.cluster.is_none() {
            return waiting;
        }
        let (mut requests, mut snapshots) = (Vec::with_capacity(waiting.len()), Vec::new());
        let mut voided = Vec::new();
        for request in waiting {
            match request {
                Request::Hear { room, after, heard: HeardEvents { events, rematch } } => {
                    let version = room.live().room.version();
                    let known = usize::try_from(version.saturating_sub(after)).unwrap_or(usize::MAX);
                    if after > version {
                        self.catch_up(&room, &mut snapshots, &mut voided).await.ok(); // looked at again soon
                    } else if let Some((last, _)) = events.split_last().filter(|_| known < events.len()) {
                        let now = last.at.now;
                        let origin = if rematch.is_some() { Origin::Hint } else { Origin::Log };
                        self.apply_stored(&room, &events[known..], now, origin, &mut snapshots);
                    }
                    if let Some(opened) = rematch {
                        self.begin_heard(&opened, &mut snapshots);
                    }
                }
                Request::CatchUp { room, done } => {
                    let caught_up = self.catch_up(&room, &mut snapshots, &mut voided).await.map(drop);
                    done.map(|done| done.send(caught_up)); // the caller may be gone; without one it is looked at again soon
                }
                Request::Begin { room, events } => self.begin_here(&room, &events, &mut snapshots),
                request => requests.push(request),
            }
        }
        self.save(snapshots);
        voided.into_iter().chain(requests).collect()
    }

    /// Begins a game that another node has opened for players at this one.
    fn begin_here(self: &Arc<Self>, room: &Arc<RoomHandle>, events: &[Event], snapshots: &mut Vec<Snapshot>) {
        let (room, is_new) = self.registry.insert(room);
        self.welcome_here(&room, &room.live());
        if is_new {
            self.apply_stored(&room, events, room.decided(), Origin::Log, snapshots);
        }
    }

    /// Begins a rematch whose first event another node has told, if one of its players is here.
    fn begin_heard(self: &Arc<Self>, opened: &Event, snapshots: &mut Vec<Snapshot>) {
        let Some(live) = self.opened(opened) else { return };
        let mut seated = live.room.seats().iter().filter_map(|seat| seat.connection());
        if seated.any(|connection| self.clients.is_connected(connection)) {
            self.begin_here(&Arc::new(RoomHandle::followed(live, opened.at.now)), &[], snapshots);
        }
    }

    /// Whether a refusal was decided on an old state of a room, which is brought up to date: a player may hear of a move at another
    /// node before this one does.
    pub(super) async fn was_behind(
        self: &Arc<Self>,
        room: &Arc<RoomHandle>,
        later: &mut Vec<Request>,
    ) -> Result<bool, StoreError> {
        if self.context.cluster.is_none() {
            return Ok(false);
        }
        let mut snapshots = Vec::new();
        let was_behind = self.catch_up(room, &mut snapshots, later).await;
        self.save(snapshots);
        was_behind
    }

    /// A refusal; but if the player has lost the seat only because the other nodes have declared this one dead, they may try again.
    pub(super) async fn unless_dead(
        &self,
        room: &RoomHandle,
        input: &Input,
        refusal: WireRefusal,
    ) -> WireRefusal {
        let Input::Command { by, .. } = input else { return refusal };
        let takes_part = || self.clients.find(by).is_some_and(|client| client.rooms().contains(&room.id));
        if self.context.cluster.is_some()
            && refusal.code == ErrorCode::UnknownRoom
            && takes_part()
            && let Err(error) = self.context.heartbeat().await
        {
            return refusals::unavailable(&error);
        }
        refusal
    }

    /// What other nodes are told of each group if it is stored: the events of a room, and the rematch that they begin.
    pub(super) fn to_be_told(&self, groups: &[Vec<Append>]) -> Vec<Option<RoomHint>> {
        let is_clustered = self.context.cluster.is_some();
        let told = |group: &Vec<Append>| {
            let append = group.first().filter(|_| is_clustered)?;
            let rematch = group.get(1).and_then(|opened| opened.events.first()).cloned();
            let events = HintedEvents::Told { events: append.events.clone(), rematch };
            Some(RoomHint::Events { after: append.after, events })
        };
        groups.iter().map(told).collect()
    }

    /// Tells other nodes the stored events of a room.
    pub(super) fn tell_followers(&self, room: &RoomHandle, hint: Option<RoomHint>) {
        if let (Some(cluster), Some(hint)) = (&self.context.cluster, hint) {
            cluster.tell_followers(&room.id, &hint);
        }
    }

    /// Tells other nodes how many events rooms have: one that follows them since a moment ago may have read them before the newest.
    pub(crate) fn tell_versions(&self, rooms: &[RoomId]) {
        for room in rooms.iter().filter_map(|id| self.registry.find(id)) {
            let events = HintedEvents::Told { events: Vec::new(), rematch: None };
            self.tell_followers(&room, Some(RoomHint::Events { after: room.version(), events }));
        }
    }

    /// Takes a hint of another node about a room.
    pub(crate) fn hear(self: &Arc<Self>, id: &RoomId, hint: RoomHint) {
        let Some(room) = self.registry.find(id) else { return };
        match hint {
            RoomHint::Events { after, events: HintedEvents::Heard(heard) } => {
                self.send(Request::Hear { room, after, heard });
            }
            RoomHint::Events { events: HintedEvents::Told { .. }, .. } => {}
            RoomHint::Watching { node, count } => {
                let mut live = room.live();
                live.listeners.note_elsewhere(room.note_watching(node, count));
                self.tell_spectators(&room, &live);
            }
            RoomHint::Reaction { by, reaction } => self.show_reaction(&room, &room.live(), by, reaction),
        }
    }

    /// Brings a room of another node up to date, for those who ask how it stands.
    pub(crate) async fn refresh(&self, room: &Arc<RoomHandle>) -> Result<(), StoreError> {
        if self.context.cluster.is_none() {
            return Ok(());
        }
        let (done, caught_up) = oneshot::channel();
        self.send(Request::CatchUp { room: Arc::clone(room), done: Some(done) });
        // An engine that is stopped or overloaded does not answer.
        caught_up.await.unwrap_or(Err(StoreError::Overloaded))
    }

    /// Looks whether rooms have events that were not heard of.
    pub(crate) async fn look_for_missed_events(self: &Arc<Self>) -> Result<(), StoreError> {
        let rooms = self.registry.all();
        if rooms.is_empty() {
            return Ok(());
        }
        let ids = rooms.iter().map(|room| room.id.clone()).collect();
        for (id, seq) in self.context.store.newest_events(ids).await? {
            if let Some(room) = self.registry.find(&id)
                && room.live().room.version() < seq
            {
                if let Some(cluster) = &self.context.cluster {
                    cluster.announce(&id);
                }
                self.send(Request::CatchUp { room, done: None });
            }
        }
        Ok(())
    }

    /// Begins the newest game of a player at this node if another node has opened it; returns whether there is one. One that was over
    /// before `since`, in wall-clock time, is an earlier game.
    pub(crate) async fn begin_opened_elsewhere(
        self: &Arc<Self>,
        player: &PlayerKey,
        since: Timestamp,
    ) -> Result<bool, StoreError> {
        let newest = self.context.store.rooms_of_player(player.waiting_key(), 1).await?.pop();
        let newest = newest.filter(|room| room.ended_ms.is_none_or(|at| at >= since.0));
        let Some(newest) = newest else { return Ok(false) };
        if let Some(room) = self.registry.find(&newest.room) {
            // It is here for another reason, such as the death of the node that has opened it.
            self.send(Request::Begin { room, events: Vec::new() });
            return Ok(true);
        }
        let Some(cluster) = &self.context.cluster else { return Ok(false) };
        cluster.follow(&newest.room).await;
        let Some(stored) = self.context.store.room(&newest.room).await? else { return Ok(false) };
        let events: Result<Vec<Event>, _> =
            stored.events.iter().map(|(_, json)| serde_json::from_str(json)).collect();
        let Ok(mut events) = events else {
            error!(room = newest.room.as_str(), "log of a new game not readable");
            return Ok(false);
        };
        if stored.snapshot.is_some() || events.is_empty() {
            // It has been going on for a while.
            let Some(room) = self.hold(&newest.room).await? else { return Ok(false) };
            self.send(Request::Begin { room, events: Vec::new() });
            return Ok(true);
        }
        let opened = events.remove(0);
        let Some(live) = self.opened(&opened) else { return Ok(false) };
        let room = Arc::new(RoomHandle::followed(live, opened.at.now));
        self.send(Request::Begin { room, events });
        Ok(true)
    }

    /// Finds the rematch that another node has opened for players at this one.
    pub(super) fn find_rematch(self: &Arc<Self>, live: &LiveRoom, event: &Event) {
        if event.change != Change::RematchBegun {
            return;
        }
        for seat in live.room.seats() {
            if !seat.connection().is_some_and(|connection| self.clients.is_connected(connection)) {
                continue;
            }
            let (engine, player, event_at) =
                (Arc::clone(self), PlayerKey::of(&live.room, seat), event.at.outside());
            tokio::spawn(async move {
                if let Err(error) = engine.begin_opened_elsewhere(&player, event_at).await {
                    warn!(%error, "rematch that another node has opened not read");
                }
            });
        }
    }

    /// The newest running games that only other nodes have, for lists.
    pub(crate) async fn games_elsewhere(&self) -> Vec<Arc<RoomHandle>> {
        if self.context.cluster.is_none() {
            return Vec::new();
        }
        let rooms = match self.context.store.newest_running_rooms(MOST_LISTED).await {
            Ok(rooms) => rooms,
            Err(error) => {
                warn!(%error, "games of other nodes not listed");
                return Vec::new();
            }
        };
        let others = rooms.into_iter().filter(|(id, ..)| self.registry.find(id).is_none());
        let listed = others.filter_map(|(_, event, moves)| {
            let live = self.opened(&serde_json::from_str(&event).ok()?)?;
            Some(Arc::new(RoomHandle::listed(live, usize::try_from(moves).unwrap_or(usize::MAX))))
        });
        listed.collect()
    }

    /// Whether a tenant has as many running games as it may, over all nodes.
    pub(crate) async fn is_full(&self, scope: &Scope) -> Result<bool, WireRefusal> {
        let most = self.context.settings.limits.rooms_per_tenant;
        if self.context.cluster.is_none() {
            return Ok(self.registry.running.is_full(scope, most));
        }
        let running = self.running_games_of(scope).await.map_err(|error| refusals::unavailable(&error))?;
        Ok(running >= u64::try_from(most).unwrap_or(u64::MAX))
    }

    /// How many games of a tenant run, over all nodes; at most as many as it may have.
    pub(crate) async fn running_games_of(&self, scope: &Scope) -> Result<u64, StoreError> {
        if self.context.cluster.is_none() {
            return Ok(self.registry.running.of(scope) as u64);
        }
        let limit = u32::try_from(self.context.settings.limits.rooms_per_tenant).unwrap_or(u32::MAX);
        self.context.store.running_games_of(&scope.tenant, scope.mode, limit).await
    }

    fn opened(&self, event: &Event) -> Option<LiveRoom> {
        let Change::Opened(opened) = &event.change else { return None };
        let variant = self.context.catalogue.find(&opened.game, Some(&opened.variant))?;
        Some(LiveRoom::new(Room::opened(opened, variant, event.at)))
    }

    /// The secrets of the guests at this node: what they were promised when they joined, or what every node can make.
    fn secrets(&self, room: &Room) -> Secrets {
        let mut secrets: Secrets = [None, None];
        for (number, seat) in room.seats().iter().enumerate() {
            let Occupant::Human { guard: Guard::Guest { digest, .. }, .. } = &seat.occupant else { continue };
            let made = self.context.cluster.as_ref().map(|cluster| cluster.seat_secret(room.id(), number));
            let promised = self.lobby.promised(&PlayerKey::of(room, seat));
            secrets[number] = [promised, made].into_iter().flatten().find(|secret| secret.digest == *digest);
        }
        secrets
    }

    /// Tells the players at this node who have not been told that their game has begun; nothing else of it may come first.
    pub(super) fn welcome_here(&self, room: &RoomHandle, live: &LiveRoom) {
        if !room.has_new_connections(&live.room) {
            return;
        }
        let is_new = |connection: &Connection| {
            let client = self.clients.find(connection)?;
            client.enter(room.id.clone()).then_some(client)
        };
        let new = live.room.seats().each_ref().map(|seat| seat.connection().and_then(is_new));
        if new.iter().all(Option::is_none) {
            return;
        }
        for (player, seated) in telling::seats(&live.room) {
            self.lobby.seat(player, seated);
        }
        for (told, client) in live.welcome(self.secrets(&live.room)).iter().zip(new) {
            if let Some(client) = client {
                self.tell(room, live, told);
                if live.room.version() > 1 {
                    // The game has been going on for a while: they need its moves, too.
                    let state = live.welcome_back(&client.connection, None);
                    state.iter().for_each(|told| self.tell(room, live, told));
                }
                self.lobby.promise(&client.player(), None);
                self.leave_queue(&client);
            }
        }
    }
}
