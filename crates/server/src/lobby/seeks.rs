//! Seeks: players in public queues, whom others may choose as their opponents.

use common::{RoomId, Timestamp, lock};
use rooms::{Pairing, Scope, Ticket};

use super::{Changes, Lobby, QueueKey, Seating};

/// A player who waits in a public queue.
#[derive(Clone)]
pub(crate) struct OpenSeek {
    pub(crate) key: QueueKey,
    pub(crate) ticket: Ticket<Seating>,
}

impl OpenSeek {
    /// The seek of a ticket; `None` if it waits for one opponent alone.
    pub(crate) fn new(key: &QueueKey, ticket: &Ticket<Seating>) -> Option<OpenSeek> {
        let is_public = matches!(key, QueueKey::Public { .. });
        is_public.then(|| OpenSeek { key: key.clone(), ticket: ticket.clone() })
    }
}

/// Why a seek cannot be accepted.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotAccepted {
    /// The game of the one who accepts has begun or is about to begin.
    Seated,
    /// The one who accepts waits for an opponent.
    Waiting,
    /// The seek is there no longer.
    Gone,
}

impl Lobby {
    /// The public seeks of a scope that are `wanted`, oldest first, at most `limit`.
    pub(crate) fn seeks(
        &self,
        scope: &Scope,
        limit: usize,
        wanted: impl Fn(&Ticket<Seating>) -> bool,
    ) -> Vec<OpenSeek> {
        let (state, wanted) = (lock(&self.state), &wanted);
        let of_scope = state.queues.iter().filter(|(key, _)| match key {
            QueueKey::Public { scope: of, .. } => of == scope,
            QueueKey::Private(_) => false,
        });
        let mut found: Vec<(&QueueKey, &Ticket<Seating>)> = of_scope
            .flat_map(|(key, queue)| {
                let tickets = queue.positions().map(|(ticket, _)| ticket);
                tickets.filter(move |ticket| wanted(ticket)).take(limit).map(move |ticket| (key, ticket))
            })
            .collect();
        found.sort_by(|(_, one), (_, other)| {
            (one.joined, &one.connection).cmp(&(other.joined, &other.connection))
        });
        found.truncate(limit);
        found.into_iter().filter_map(|(key, ticket)| OpenSeek::new(key, ticket)).collect()
    }

    /// Pairs a player with the one of a seek, if both can. A player in a room that is not `over` cannot accept.
    pub(crate) fn accept(
        &self,
        seek: &OpenSeek,
        ticket: Ticket<Seating>,
        now: Timestamp,
        over: impl Fn(&RoomId) -> bool,
        mut new_room: impl FnMut() -> RoomId,
    ) -> Result<Changes, NotAccepted> {
        let mut state = lock(&self.state);
        let player = &ticket.seating.player;
        if state.seated.newest_first(player).any(|seated| !over(&seated.room)) {
            return Err(NotAccepted::Seated);
        }
        if state.waiting.contains_key(player) {
            return Err(NotAccepted::Waiting);
        }
        let queue = state.queues.get_mut(&seek.key).ok_or(NotAccepted::Gone)?;
        let first = queue.take(&seek.ticket.connection).ok_or(NotAccepted::Gone)?;
        let (room, pair) = (new_room(), Pairing { first, second: ticket });
        state.seat_pair(&room, &pair);
        let mut changes = self.settle(&mut state, &seek.key, now, new_room);
        changes.pairs.insert(0, (room, pair));
        Ok(changes)
    }
}

#[cfg(test)]
mod tests {
    use common::{Mode, RoomId, Timestamp};
    use protocol::TimeControl;
    use rooms::Ticket;

    use super::{NotAccepted, OpenSeek};
    use crate::identity::{guest_scope, scope};
    use crate::lobby::tests::{queue, ticket};
    use crate::lobby::{Changes, Lobby, QueueKey};

    fn new_room() -> RoomId {
        RoomId("room".to_owned())
    }

    fn join(lobby: &Lobby, key: &QueueKey, name: &str, joined: i64) {
        // Ratings too far apart to be paired at once.
        let ticket = Ticket { joined: Timestamp(joined), ..ticket(name, 1000 * name.len() as i32) };
        let joined = lobby.join(key, ticket, Timestamp(0), |_| true, new_room);
        assert!(joined.expect("there is room").pairs.is_empty());
    }

    fn names(seeks: &[OpenSeek]) -> Vec<&str> {
        seeks.iter().map(|seek| seek.ticket.player.as_str()).collect()
    }

    /// Ann and Bertha wait for a clock, Christine for none.
    fn lobby() -> Lobby {
        let (lobby, clock) = (Lobby::new(10), TimeControl::Clock { base_seconds: 60, increment_seconds: 0 });
        join(&lobby, &queue(clock), "ann", 3);
        join(&lobby, &queue(TimeControl::None), "christine", 2);
        join(&lobby, &queue(clock), "bertha", 1);
        lobby
    }

    fn accept(lobby: &Lobby, seek: &OpenSeek, name: &str) -> Result<Changes, NotAccepted> {
        lobby.accept(seek, ticket(name, 1500), Timestamp(9), |_| false, new_room)
    }

    #[test]
    fn whoever_waited_longest_is_listed_first_and_only_to_the_own_scope() {
        let lobby = lobby();
        join(&lobby, &QueueKey::Private("session".into()), "in private", 0);
        assert_eq!(names(&lobby.seeks(&guest_scope(), 10, |_| true)), ["bertha", "christine", "ann"]);
        assert_eq!(names(&lobby.seeks(&guest_scope(), 2, |_| true)), ["bertha", "christine"]);
        let wanted = lobby.seeks(&guest_scope(), 1, |ticket| ticket.player.as_str() == "ann");
        assert_eq!(names(&wanted), ["ann"]);
        for other in [scope("acme", Mode::Live), scope("house", Mode::Test)] {
            assert!(lobby.seeks(&other, 10, |_| true).is_empty());
        }
    }

    #[test]
    fn a_seek_is_accepted_once_whatever_the_ratings_and_its_player_moves_first() {
        let lobby = lobby();
        let seek = &lobby.seeks(&guest_scope(), 1, |_| true)[0];
        let changes = accept(&lobby, seek, "dan").expect("she waits");
        let [(_, pair)] = &changes.pairs[..] else { panic!("one pair") };
        assert_eq!((pair.first.player.as_str(), pair.second.player.as_str()), ("bertha", "dan"));
        assert_eq!(names(&lobby.seeks(&guest_scope(), 10, |_| true)), ["christine", "ann"]);
        assert_eq!(accept(&lobby, seek, "eve").err(), Some(NotAccepted::Gone));
        let told: Vec<_> = changes.places.iter().map(|place| place.connection.as_str()).collect();
        assert_eq!(told, ["ann"], "she moves up");
    }

    #[test]
    fn whoever_plays_or_waits_cannot_accept_and_takes_nobody_from_the_queue() {
        let lobby = lobby();
        let seeks = lobby.seeks(&guest_scope(), 10, |_| true);
        accept(&lobby, &seeks[0], "dan").expect("she waits");
        assert_eq!(accept(&lobby, &seeks[1], "dan").err(), Some(NotAccepted::Seated));
        for name in ["ann", "christine"] {
            assert_eq!(accept(&lobby, &seeks[1], name).err(), Some(NotAccepted::Waiting));
        }
        assert_eq!(names(&lobby.seeks(&guest_scope(), 10, |_| true)), ["christine", "ann"]);
    }
}
