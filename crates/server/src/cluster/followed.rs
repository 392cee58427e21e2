//! The rooms that this node follows, and which other nodes do.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use common::RoomId;

use crate::random;

/// The followed rooms by their series: a game and its rematches are followed by the same nodes.
#[derive(Default)]
pub(super) struct FollowedRooms(HashMap<String, Series>);

#[derive(Default)]
struct Series {
    rooms: HashSet<RoomId>,
    /// The other nodes that follow it, as far as they are known.
    followers: Vec<Arc<str>>,
}

impl FollowedRooms {
    pub(super) fn add(&mut self, room: RoomId) {
        self.0.entry(random::series(&room).to_owned()).or_default().rooms.insert(room);
    }

    /// Removes a room. Its series is kept until `drop_if_empty`: a rematch may follow, with the same followers.
    pub(super) fn remove(&mut self, room: &RoomId) {
        if let Some(series) = self.0.get_mut(random::series(room)) {
            series.rooms.remove(room);
        }
    }

    /// Whether a room of the series is followed.
    pub(super) fn has(&self, series: &str) -> bool {
        self.0.get(series).is_some_and(|series| !series.rooms.is_empty())
    }

    /// Forgets a series without rooms.
    pub(super) fn drop_if_empty(&mut self, series: &str) {
        if !self.has(series) {
            self.0.remove(series);
        }
    }

    /// The series of all followed rooms; forgets those without rooms.
    pub(super) fn series(&mut self) -> impl Iterator<Item = &str> {
        self.0.retain(|_, series| !series.rooms.is_empty());
        self.0.keys().map(String::as_str)
    }

    /// The followed rooms of a series.
    pub(super) fn rooms(&self, series: &str) -> Vec<RoomId> {
        self.0.get(series).map_or_else(Vec::new, |series| series.rooms.iter().cloned().collect())
    }

    /// The other nodes that follow a room.
    pub(super) fn followers(&self, room: &RoomId) -> &[Arc<str>] {
        self.0.get(random::series(room)).map_or(&[], |series| &series.followers)
    }

    /// Notes that another node follows a series, if this one does.
    pub(super) fn add_follower(&mut self, series: &str, node: &str) {
        if let Some(Series { followers, .. }) = self.0.get_mut(series)
            && !followers.iter().any(|follower| **follower == *node)
        {
            followers.push(node.into());
        }
    }

    /// Notes that another node follows a series no longer.
    pub(super) fn remove_follower(&mut self, series: &str, node: &str) {
        if let Some(series) = self.0.get_mut(series) {
            series.followers.retain(|follower| **follower != *node);
        }
    }

    /// Forgets a node that is gone.
    pub(super) fn forget_node(&mut self, node: &str) {
        for series in self.0.values_mut() {
            series.followers.retain(|follower| **follower != *node);
        }
    }
}

#[cfg(test)]
mod tests {
    use common::RoomId;

    use super::{FollowedRooms, random};

    fn followers(followed: &FollowedRooms, room: &RoomId) -> Vec<String> {
        followed.followers(room).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_series_is_followed_as_long_as_one_of_its_rooms_is() {
        let (first, other) = (random::room_id(), random::room_id());
        let rematch = random::rematch_id(&first);
        let mut followed = FollowedRooms::default();
        for room in [&first, &rematch, &first, &other] {
            followed.add(room.clone());
        }
        assert_eq!(followed.series().count(), 2);
        followed.remove(&first);
        assert!(followed.has(random::series(&first)));
        assert_eq!(followed.rooms(random::series(&first)), std::slice::from_ref(&rematch));
        followed.remove(&rematch);
        followed.remove(&rematch);
        assert!(!followed.has(random::series(&first)));
        assert_eq!(followed.series().collect::<Vec<_>>(), [random::series(&other)]);
    }

    #[test]
    fn a_rematch_has_the_followers_of_the_game_before_it_even_if_that_was_dropped_just_now() {
        let first = random::room_id();
        let rematch = random::rematch_id(&first);
        let series = random::series(&first);
        let mut followed = FollowedRooms::default();
        followed.add(first.clone());
        for node in ["b", "c", "b"] {
            followed.add_follower(series, node);
        }
        assert_eq!(followers(&followed, &rematch), ["b", "c"]);
        followed.remove(&first);
        followed.add(rematch.clone());
        followed.drop_if_empty(series);
        assert_eq!(followers(&followed, &rematch), ["b", "c"]);
        followed.remove(&rematch);
        followed.drop_if_empty(series);
        followed.add(rematch.clone());
        assert_eq!(followers(&followed, &rematch), [] as [&str; 0]);
    }

    #[test]
    fn who_follows_no_longer_or_is_gone_is_no_follower() {
        let (room, other) = (random::room_id(), random::room_id());
        let mut followed = FollowedRooms::default();
        for room in [&room, &other] {
            followed.add(room.clone());
            ["b", "c"].iter().for_each(|node| followed.add_follower(random::series(room), node));
        }
        followed.remove_follower(random::series(&room), "b");
        assert_eq!(followers(&followed, &room), ["c"]);
        followed.forget_node("c");
        assert_eq!(followers(&followed, &room), [] as [&str; 0]);
        assert_eq!(followers(&followed, &other), ["b"]);
        followed.add_follower("unknown", "b");
        assert!(!followed.has("unknown"), "nobody is noted for a series that is not followed");
    }
}
