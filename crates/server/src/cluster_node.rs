//! A node of a cluster at work: it tells that it is alive, takes over what dead nodes leave, hears the others, and looks in the
//! store for what it did not hear.

use std::sync::Arc;
use std::time::Duration;

use protocol::{PlainEvent, ServerRestarting};
use store::StoreError;
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, sleep_until};
use tracing::{debug, info, warn};

use crate::clients::Clients;
use crate::cluster::{Cluster, Hint};
use crate::context::Context;
use crate::engine::RoomEngine;
use crate::lobby_feed::LobbyFeed;
use crate::matchmaking::Matchmaking;
use crate::webhook_events::WebhookEvents;

/// How often a node tells that it is alive.
const BEAT: Duration = Duration::from_millis(500);
/// How often a node looks in the store while hints do not arrive.
const LOOK_WITHOUT_HINTS: Duration = Duration::from_millis(250);
/// How often it looks while they do: a hint can be lost.
const LOOK: Duration = Duration::from_secs(2);
/// How often it looks for rooms that nobody has woken.
const WAKE: Duration = Duration::from_millis(250);
/// How often rooms that nobody uses are dropped.
const TIDY: Duration = Duration::from_secs(2);
/// How long it takes to move all clients to other nodes.
const MOVING: Duration = Duration::from_secs(2);
/// The pause before a failed step is tried again.
const RETRY: Duration = Duration::from_millis(500);

/// This node.
pub(crate) struct ClusterNode {
    pub(crate) context: Context,
    pub(crate) cluster: Arc<Cluster>,
    pub(crate) clients: Arc<Clients>,
    pub(crate) engine: Arc<RoomEngine>,
    pub(crate) matchmaking: Arc<Matchmaking>,
    pub(crate) lobby_feed: Arc<LobbyFeed>,
    pub(crate) webhooks: Arc<WebhookEvents>,
}

impl ClusterNode {
    /// Enters the cluster and takes over the rooms that have no node.
    pub(crate) async fn enter(&self) -> Result<(), StoreError> {
        let beat = self.context.enter_cluster(&self.cluster, true).await?;
        self.cluster.start(&beat);
        info!(node = self.cluster.node(), nodes = beat.alive.len(), "entered the cluster");
        self.take_over().await
    }

    /// Tells that it is alive; runs until shutdown.
    pub(crate) async fn beat(self: Arc<Self>) {
        let mut beats = interval(BEAT);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            beats.tick().await;
            let beat = self.context.heartbeat().await;
            if self.context.lifecycle.is_closed() {
                // It leaves the cluster, or has left it.
                return;
            }
            if let Err(error) = beat {
                warn!(%error, "heartbeat not stored");
            }
            if self.cluster.is_fenced() {
                self.start_again().await;
            }
        }
    }

    /// Takes over what nodes leave behind; runs until shutdown.
    pub(crate) async fn watch_others(self: Arc<Self>) {
        let mut nodes = self.cluster.watch_nodes();
        // A node may have died while this one took over what it found when it entered.
        nodes.mark_changed();
        while nodes.changed().await.is_ok() {
            nodes.borrow_and_update();
            while let Err(error) = self.take_over().await {
                warn!(%error, "rooms of other nodes not taken over, tried again");
                sleep(RETRY).await;
            }
            // Whoever was to be paired with a player of a node that is gone waits for another one.
            self.matchmaking.sync_queues().await;
        }
    }

    /// Hears the others; runs until shutdown.
    pub(crate) async fn hear(self: Arc<Self>, mut hints: mpsc::Receiver<Hint>) {
        while let Some(hint) = hints.recv().await {
            match hint {
                Hint::Room { room, hint } => self.engine.hear(&room, hint),
                Hint::Queue(queue) => {
                    let matchmaking = Arc::clone(&self.matchmaking);
                    tokio::spawn(async move { matchmaking.hear_of_queue(&queue).await });
                }
                Hint::Erased { tenant, player } => self.engine.forget_finished(&tenant, &player),
                Hint::Subscribers => {
                    let Context { store, clock, .. } = &self.context;
                    if let Err(error) = self.webhooks.subscribers.refresh(store, clock.wall().0).await {
                        warn!(%error, "webhook subscribers not reloaded");
                    }
                }
                Hint::Online { node, scope, count } => self.lobby_feed.hear_of_clients(node, scope, count),
                Hint::Follower { rooms } => self.engine.tell_versions(&rooms),
                Hint::Gap => self.look().await,
            }
        }
    }

    /// Looks for what was not heard, and wakes rooms whose node is gone; runs until shutdown.
    pub(crate) async fn look_around(self: Arc<Self>) {
        let mut rounds = interval(WAKE);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let (mut looked, mut tidied) = (Instant::now(), Instant::now());
        loop {
            rounds.tick().await;
            if let Err(error) = self.engine.wake_late_rooms().await {
                debug!(%error, "rooms that are late not found");
            }
            let pause = if self.cluster.has_bus() { LOOK } else { LOOK_WITHOUT_HINTS };
            if looked.elapsed() >= pause {
                looked = Instant::now();
                self.look().await;
            }
            if tidied.elapsed() >= TIDY {
                tidied = Instant::now();
                self.engine.drop_unused();
                // Who was not noticed when their node died, because the store did not answer.
                self.engine.lose_nodes().await;
            }
        }
    }

    /// Tells the clients to connect again and closes their sockets one after the other, so that the other nodes are not overrun. Their
    /// players leave their seats and take them again at another node.
    pub(crate) async fn move_clients_away(&self) {
        let clients = self.clients.all();
        let pause = MOVING.checked_div(u32::try_from(clients.len()).unwrap_or(u32::MAX)).unwrap_or_default();
        for (number, client) in (1..).zip(&clients) {
            let retry_after = pause * number;
            let retry_after_ms = u64::try_from(retry_after.as_millis()).unwrap_or_default();
            client.emit(&PlainEvent::ServerRestarting(ServerRestarting { retry_after_ms }));
        }
        let begun = Instant::now();
        for (number, client) in (1..).zip(clients) {
            sleep_until(begun + pause * number).await;
            client.socket.close();
        }
    }

    /// Leaves the cluster; the others take its rooms at once.
    pub(crate) async fn leave(&self) {
        if let Err(error) = self.context.store.leave_cluster().await {
            warn!(%error, "not left in order, the other nodes notice");
        }
    }

    async fn look(&self) {
        if let Err(error) = self.engine.look_for_missed_events().await {
            debug!(%error, "logs of rooms not looked at");
        }
        self.matchmaking.sync_queues().await;
    }

    async fn take_over(&self) -> Result<(), StoreError> {
        self.engine.forget_watching(&self.cluster);
        self.engine.lose_nodes().await;
        self.engine.adopt_orphans().await?;
        self.matchmaking.keep_places_of_the_lost(&self.cluster).await?;
        let wall = self.context.clock.wall();
        self.context.store.release_leases(wall.0).await?;
        Ok(())
    }

    /// Enters the cluster anew after the others have declared this node dead and taken its rooms. Its clients connect again.
    async fn start_again(&self) {
        warn!(node = self.cluster.node(), "declared dead by the other nodes, starting again as a new one");
        self.engine.drop_all();
        self.matchmaking.forget_all();
        // Before the clients that there are: those who come later have the new name, or notice that they have the old one.
        self.cluster.rename();
        for client in self.clients.all() {
            client.socket.close();
        }
        match self.context.enter_cluster(&self.cluster, false).await {
            Ok(beat) => self.cluster.note(&beat),
            Err(error) => warn!(%error, "cluster not entered, tried again"),
        }
    }
}
