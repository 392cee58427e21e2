//! Quick reactions: told to everyone in a room, and kept nowhere.

use game::Side;
use protocol::{PlainEvent, PlayerReaction, Reaction};
use rooms::{Audience, LiveRoom};

use super::RoomEngine;
use super::registry::RoomHandle;
use crate::cluster::RoomHint;

impl RoomEngine {
    /// Tells everyone in a room, at all nodes, how a player reacts.
    pub(crate) fn tell_reaction(&self, room: &RoomHandle, live: &LiveRoom, by: Side, reaction: Reaction) {
        self.show_reaction(room, live, by, reaction);
        if let Some(cluster) = &self.context.cluster {
            cluster.tell_followers(&room.id, &RoomHint::Reaction { by, reaction });
        }
    }

    /// Tells everyone in a room at this node.
    pub(super) fn show_reaction(&self, room: &RoomHandle, live: &LiveRoom, by: Side, reaction: Reaction) {
        let message = PlayerReaction {
            room_id: room.id.0.clone(),
            seq: live.room.seq(),
            player_id: live.room.seats()[by.index()].player.0.clone(),
            reaction,
        };
        self.emit(room.game, &PlainEvent::Reaction(message), &live.hearers(&Audience::Everyone));
    }
}
