//! Rooms that have lost their node: another one makes them its own.

use std::sync::Arc;

use common::RoomId;
use rooms::Input;
use store::{Orphan, SeatRow, StoreError};
use tracing::info;

use super::recovery::read_room;
use super::registry::RoomHandle;
use super::{Request, RoomEngine, telling};
use crate::cluster::Cluster;

/// How many rooms are adopted at a time.
const PAGE: u32 = 100;

impl RoomEngine {
    /// Makes rooms without a living node those of this one, as far as the other nodes are not faster.
    pub(crate) async fn adopt_orphans(self: &Arc<Self>) -> Result<(), StoreError> {
        let mut adopted = 0;
        loop {
            let (orphans, broken) = self.context.store.adopt_rooms(PAGE).await?;
            if orphans.is_empty() && broken.is_empty() {
                break;
            }
            for room in broken {
                self.set_aside(room).await;
            }
            let mut seats = Vec::new();
            for orphan in orphans {
                adopted += 1;
                seats.extend(self.adopt(orphan).await);
            }
            if !seats.is_empty() {
                self.context.store.add_seats(seats).await?;
            }
        }
        if adopted > 0 {
            metrics::counter!("parlour_rooms_adopted_total").increment(adopted);
            info!(rooms = adopted, "took over rooms without a node");
        }
        Ok(())
    }

    /// Goes on with a room; returns the seats that the store lacks.
    async fn adopt(self: &Arc<Self>, orphan: Orphan) -> Vec<(i64, SeatRow)> {
        let Orphan { room: stored, was_single } = orphan;
        let room = match self.registry.find(&stored.room) {
            Some(room) => room,
            None => match read_room(&self.context.catalogue, &stored) {
                Ok(room) => self.follow(room, self.context.clock.now()),
                Err(problem) => {
                    let (row, id) = (stored.row, stored.room.0);
                    self.set_aside(store::BrokenRoom { row, id, problem }).await;
                    return Vec::new();
                }
            },
        };
        room.own(self.registry.running.admit(&room.scope, usize::MAX));
        self.send(Request::CatchUp { room: Arc::clone(&room), done: None });
        self.set_deadline(&room, &room.live());
        if was_single {
            // The room has stopped with its server, and room time has stood still since.
            let down_since = self.context.clock.now();
            self.apply_until_stored(room.id.clone(), Input::Restarted { down_since });
            telling::seat_rows(&room.live().room).into_iter().map(|seat| (stored.row, seat)).collect()
        } else {
            self.think(&room.live());
            self.notice_the_lost(&room.id).await;
            Vec::new()
        }
    }

    /// Forgets those who watched at nodes that are gone.
    pub(crate) fn forget_watching(self: &Arc<Self>, cluster: &Cluster) {
        for room in self.registry.all() {
            if let Some(count) = room.forget_watching(|node| cluster.has_node(node)) {
                let mut live = room.live();
                live.listeners.note_elsewhere(count);
                self.tell_spectators(&room, &live);
            }
        }
    }

    /// Notices the players of this node's rooms whose node is gone.
    pub(crate) async fn lose_nodes(self: &Arc<Self>) {
        let has_lost = |room: &Arc<RoomHandle>| {
            let live = room.live();
            live.room
                .seats()
                .iter()
                .filter_map(|seat| seat.connection())
                .any(|connection| self.is_lost(connection))
        };
        let lost: Vec<RoomId> = self
            .registry
            .all()
            .iter()
            .filter(|room| room.is_owned() && has_lost(room))
            .map(|room| room.id.clone())
            .collect();
        for id in lost {
            self.notice_the_lost(&id).await;
        }
    }
}
