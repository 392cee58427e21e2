//! What nodes tell each other.

use common::{Mode, PlayerId, RoomId, SessionId, TenantId};
use game::Side;
use protocol::{Named, Reaction};
use rooms::{Event, Scope};
use serde::{Deserialize, Serialize};

/// What a node hears from another one.
#[derive(Debug, PartialEq)]
pub(crate) enum Hint {
    /// About a room that this node follows.
    Room { room: RoomId, hint: RoomHint },
    /// Something has changed in a queue.
    Queue(QueueName),
    /// A player was erased: finished rooms with them must leave the memory.
    Erased { tenant: TenantId, player: PlayerId },
    /// Who wants webhook events has changed.
    Subscribers,
    /// How many clients of a tenant and mode a node has.
    Online { node: String, scope: Scope, count: usize },
    /// Another node follows these rooms, perhaps since a moment ago.
    Follower { rooms: Vec<RoomId> },
    /// Hints may have been lost.
    Gap,
}

/// What a node tells about a series, a game and its rematches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SeriesHint {
    /// It follows the series, and wants to know who does, too.
    Follows,
    /// It follows the series, too.
    FollowsToo,
    /// It follows the series no longer.
    Unfollows,
}

/// What a node tells about a room.
#[derive(Debug, PartialEq)]
pub(crate) enum RoomHint {
    /// The events after a version, as stored.
    Events { after: u64, events: HintedEvents },
    /// How many spectators the room has at a node.
    Watching { node: String, count: usize },
    /// How a player reacts.
    Reaction { by: Side, reaction: Reaction },
}

/// Events as they are told: as JSON; as they are heard: as values. If they begin a rematch, the event that opens it comes with them.
#[derive(Debug, PartialEq)]
pub(crate) enum HintedEvents {
    Told { events: Vec<String>, rematch: Option<String> },
    Heard(HeardEvents),
}

/// Events that another node has stored.
#[derive(Debug, PartialEq, Deserialize)]
pub(crate) struct HeardEvents {
    pub(crate) events: Vec<Event>,
    /// The first event of the rematch that they begin.
    pub(crate) rematch: Option<Event>,
}

/// A queue, as nodes call it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum QueueName {
    Public { tenant: TenantId, mode: Mode, game: String, variant: String },
    Private(SessionId),
}

/// A hint to all nodes, as JSON.
#[derive(Serialize, Deserialize)]
enum Written {
    Queue(QueueName),
    Erased { tenant: TenantId, player: PlayerId },
    Subscribers,
    Online { scope: Scope, count: usize },
}

impl SeriesHint {
    /// Writes the hint: the node, the kind, the series.
    pub(super) fn write(self, node: &str, series: &str) -> String {
        let kind = match self {
            SeriesHint::Follows => "follows",
            SeriesHint::FollowsToo => "follows-too",
            SeriesHint::Unfollows => "unfollows",
        };
        format!("{node} {kind} {series}")
    }

    /// Reads a hint and the series it is about; `None` if it is another hint.
    pub(super) fn read(text: &str) -> Option<(SeriesHint, &str)> {
        let mut parts = text.splitn(3, ' ').skip(1);
        let hint = match parts.next()? {
            "follows" => SeriesHint::Follows,
            "follows-too" => SeriesHint::FollowsToo,
            "unfollows" => SeriesHint::Unfollows,
            _ => return None,
        };
        Some((hint, parts.next()?))
    }
}

impl RoomHint {
    /// Writes the hint: the node, the kind, the room, a number, and events in JSON.
    pub(super) fn write(&self, node: &str, room: &RoomId) -> String {
        match self {
            RoomHint::Events { after, events: HintedEvents::Told { events, rematch } } => {
                let rematch = rematch.as_deref().unwrap_or("null");
                format!(
                    r#"{node} events {room} {after} {{"events":[{}],"rematch":{rematch}}}"#,
                    events.join(",")
                )
            }
            RoomHint::Events { events: HintedEvents::Heard(_), .. } => String::new(),
            RoomHint::Watching { count, .. } => format!("{node} watching {room} {count} "),
            RoomHint::Reaction { by, reaction } => {
                format!("{node} reaction {room} {} {reaction}", by.index())
            }
        }
    }

    /// Reads a hint and the room it is about; `None` if this program does not know such hints.
    pub(super) fn read(text: &str) -> Option<(RoomId, RoomHint)> {
        let mut parts = text.splitn(5, ' ');
        let (node, kind, room) = (parts.next()?, parts.next()?, parts.next()?);
        let (number, rest) = (parts.next()?, parts.next()?);
        let hint = match kind {
            "events" => RoomHint::Events {
                after: number.parse().ok()?,
                events: HintedEvents::Heard(serde_json::from_str(rest).ok()?),
            },
            "watching" => RoomHint::Watching { node: node.to_owned(), count: number.parse().ok()? },
            "reaction" => RoomHint::Reaction {
                by: *Side::BOTH.get(number.parse::<usize>().ok()?)?,
                reaction: Reaction::from_name(rest)?,
            },
            _ => return None,
        };
        Some((RoomId(room.to_owned()), hint))
    }
}

impl Hint {
    /// Writes a hint to all nodes; others are only heard.
    pub(super) fn write(&self, node: &str) -> String {
        let written = match self {
            Hint::Queue(queue) => Written::Queue(queue.clone()),
            Hint::Erased { tenant, player } => {
                Written::Erased { tenant: tenant.clone(), player: player.clone() }
            }
            Hint::Subscribers => Written::Subscribers,
            Hint::Online { scope, count, .. } => Written::Online { scope: scope.clone(), count: *count },
            Hint::Room { .. } | Hint::Follower { .. } | Hint::Gap => return String::new(),
        };
        format!("{node} {}", serde_json::to_string(&written).expect("a hint is plain data"))
    }

    /// Reads a hint to all nodes; `None` if this program does not know such hints.
    pub(super) fn read(text: &str) -> Option<Hint> {
        let (node, written) = text.split_once(' ')?;
        Some(match serde_json::from_str(written).ok()? {
            Written::Queue(queue) => Hint::Queue(queue),
            Written::Erased { tenant, player } => Hint::Erased { tenant, player },
            Written::Subscribers => Hint::Subscribers,
            Written::Online { scope, count } => Hint::Online { node: node.to_owned(), scope, count },
        })
    }
}

#[cfg(test)]
mod tests {
    use common::Mode;
    use game::Side;
    use protocol::Reaction;
    use rooms::{Change, Event, Moment, Scope};

    use super::{HeardEvents, Hint, HintedEvents, QueueName, RoomHint, SeriesHint};

    #[test]
    fn events_are_heard_as_they_were_told() {
        let event = |now| Event { at: Moment::from(common::Timestamp(now)), change: Change::IdleWarned };
        let json = |event: &Event| serde_json::to_string(event).unwrap();
        for rematch in [None, Some(event(9))] {
            let events = vec![event(7), event(8)];
            let told = HintedEvents::Told {
                events: events.iter().map(json).collect(),
                rematch: rematch.as_ref().map(json),
            };
            let written = RoomHint::Events { after: 3, events: told }.write("node1", &"room_1".into());
            let events = HintedEvents::Heard(HeardEvents { events, rematch });
            assert_eq!(
                RoomHint::read(&written),
                Some(("room_1".into(), RoomHint::Events { after: 3, events }))
            );
        }
    }

    #[test]
    fn other_hints_are_heard_as_they_were_told() {
        let watching = RoomHint::Watching { node: "node1".to_owned(), count: 4 };
        let written = watching.write("node1", &"room_1".into());
        assert_eq!(RoomHint::read(&written), Some(("room_1".into(), watching)));
        let reacted = RoomHint::Reaction { by: Side::Second, reaction: Reaction::WellPlayed };
        let written = reacted.write("node1", &"room_1".into());
        assert_eq!(RoomHint::read(&written), Some(("room_1".into(), reacted)));
        let queues = [
            QueueName::Private("sess_1".into()),
            QueueName::Public {
                tenant: "house".into(),
                mode: Mode::Live,
                game: "checkers".to_owned(),
                variant: "english".to_owned(),
            },
        ];
        for queue in queues {
            let hint = Hint::Queue(queue);
            assert_eq!(Hint::read(&hint.write("node1")), Some(hint));
        }
        let erased = Hint::Erased { tenant: "house".into(), player: "ann".into() };
        assert_eq!(Hint::read(&erased.write("node1")), Some(erased));
        assert_eq!(Hint::read(&Hint::Subscribers.write("node1")), Some(Hint::Subscribers));
        let scope = Scope { tenant: "house".into(), mode: Mode::Live };
        let online = Hint::Online { node: "node1".to_owned(), scope, count: 4 };
        assert_eq!(Hint::read(&online.write("node1")), Some(online));
    }

    #[test]
    fn who_follows_a_series_is_heard_as_it_was_told() {
        for hint in [SeriesHint::Follows, SeriesHint::FollowsToo, SeriesHint::Unfollows] {
            let written = hint.write("node1", "abc");
            assert_eq!(SeriesHint::read(&written), Some((hint, "abc")));
            assert_eq!(RoomHint::read(&written), None);
        }
        let watching = RoomHint::Watching { node: "node1".to_owned(), count: 4 };
        assert_eq!(SeriesHint::read(&watching.write("node1", &"room_1".into())), None);
    }

    #[test]
    fn nonsense_is_no_hint() {
        for text in [
            "",
            "node",
            r#"node events room x {"events":[],"rematch":null}"#,
            "node events room 1 {",
            "node unknown room 1 {}",
            "node watching room -1 ",
            "node reaction room 2 hello",
            "node reaction room 0 goodbye",
        ] {
            assert_eq!(RoomHint::read(text), None, "{text}");
        }
        for text in ["", "node", "node follows", "follows abc"] {
            assert_eq!(SeriesHint::read(text), None, "{text}");
        }
        for text in ["", "node", "node {", "node {\"Unknown\":1}"] {
            assert_eq!(Hint::read(text), None, "{text}");
        }
    }
}
