//! Pairing of waiting players.

use std::time::Duration;

use common::Timestamp;
use proptest::prelude::*;
use rooms::{Code, Queue, Ticket};

const START: Timestamp = Timestamp(1_800_000_000_000);

fn ticket(name: &str, rating: i32, seconds: u64) -> Ticket<()> {
    Ticket {
        player: name.into(),
        connection: name.into(),
        rating,
        joined: START + Duration::from_secs(seconds),
        seating: (),
    }
}

fn queue(tickets: &[(&str, i32, u64)]) -> Queue<()> {
    let mut queue = Queue::new(100);
    for (name, rating, seconds) in tickets {
        queue.join(ticket(name, *rating, *seconds)).expect("there is room");
    }
    queue
}

fn pairs(queue: &mut Queue<()>, seconds: u64) -> Vec<String> {
    let pairs = queue.pair(START + Duration::from_secs(seconds));
    pairs.into_iter().map(|pair| format!("{}-{}", pair.first.player, pair.second.player)).collect()
}

#[test]
fn two_players_within_two_hundred_points_are_paired_at_once_and_the_first_to_come_moves_first() {
    assert_eq!(pairs(&mut queue(&[("ann", 1500, 0), ("ben", 1700, 0)]), 0), ["ann-ben"]);
}

#[test]
fn the_window_widens_by_fifty_every_five_seconds() {
    let mut queue = queue(&[("ann", 1500, 0), ("ben", 1760, 1)]);
    assert!(pairs(&mut queue, 4).is_empty());
    assert!(pairs(&mut queue, 9).is_empty());
    assert_eq!(queue.deadline(), Some(START + Duration::from_secs(10)));
    assert_eq!(pairs(&mut queue, 10), ["ann-ben"]);
    assert_eq!(queue.deadline(), None);
}

#[test]
fn the_order_of_arrival_decides() {
    let mut queue = queue(&[("ann", 1500, 0), ("ben", 1900, 1), ("cat", 1600, 2), ("dan", 1500, 3)]);
    assert_eq!(pairs(&mut queue, 3), ["ann-cat"]);
    assert_eq!(
        queue.positions().map(|(ticket, place)| (ticket.player.0.as_str(), place)).collect::<Vec<_>>(),
        [("ben", 1), ("dan", 2)]
    );
}

#[test]
fn a_ticket_is_taken_once_and_the_others_keep_their_order() {
    let mut queue = queue(&[("ann", 1500, 0), ("ben", 1900, 1), ("cat", 2400, 2)]);
    assert_eq!(queue.take(&"ben".into()).map(|ticket| ticket.player.0), Some("ben".to_owned()));
    assert_eq!(queue.take(&"ben".into()), None);
    let left: Vec<_> = queue.positions().map(|(ticket, place)| (ticket.player.0.as_str(), place)).collect();
    assert_eq!(left, [("ann", 1), ("cat", 2)]);
}

#[test]
fn whoever_is_back_has_their_old_place() {
    let mut queue = queue(&[("ann", 1500, 1), ("ben", 9000, 2)]);
    queue.join(ticket("old", 5000, 0)).expect("there is room");
    queue.join(ticket("new", 20_000, 2)).expect("there is room");
    let line: Vec<&str> = queue.positions().map(|(ticket, _)| ticket.player.0.as_str()).collect();
    assert_eq!(line, ["old", "ann", "ben", "new"]);
}

#[test]
fn nobody_waits_twice() {
    let mut queue = queue(&[("ann", 1500, 0)]);
    assert_eq!(queue.join(ticket("ann", 1500, 1)).expect_err("she waits").code, Code::AlreadyWaiting);
    assert!(queue.leave(&"ann".into()));
    assert!(!queue.leave(&"ann".into()));
    queue.join(ticket("ann", 1500, 2)).expect("she left before");
}

#[test]
fn the_waiting_room_is_bounded() {
    let mut queue = Queue::new(1);
    queue.join(ticket("ann", 0, 0)).expect("there is room for one");
    assert_eq!(queue.join(ticket("ben", 9000, 0)).expect_err("full").code, Code::RateLimited);
}

proptest! {
    #[test]
    fn nobody_is_paired_twice_or_with_themselves_and_nobody_waits_for_ever(
        players in proptest::collection::vec((0..3000_i32, 0..60_u64), 0..30)
    ) {
        let mut queue = Queue::new(100);
        let mut arrivals: Vec<u64> = players.iter().map(|(_, seconds)| *seconds).collect();
        arrivals.sort_unstable();
        for (index, ((rating, _), seconds)) in players.iter().zip(arrivals).enumerate() {
            queue.join(ticket(&index.to_string(), *rating, seconds)).expect("there is room");
        }
        let mut seen = std::collections::BTreeSet::new();
        for pair in queue.pair(START + Duration::from_secs(600)) {
            prop_assert!(seen.insert(pair.first.player.clone()));
            prop_assert!(seen.insert(pair.second.player.clone()));
            prop_assert!(pair.first.joined <= pair.second.joined);
        }
        prop_assert_eq!(queue.len(), players.len() % 2);
    }
}
