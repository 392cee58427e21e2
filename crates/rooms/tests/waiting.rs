//! The queue against a plain list: for any order of joins, leaves and waits the pairs are the same and fair.

use std::time::Duration;

use common::Timestamp;
use proptest::prelude::*;
use rooms::{Pairing, Queue, Ticket};

const START: Timestamp = Timestamp(1_800_000_000_000);
const PLACES: usize = 6;

#[derive(Clone, Debug)]
enum Deed {
    Join { player: usize, tab: usize, rating: i32 },
    Leave { player: usize, tab: usize },
    Wait(u64),
}

/// A waiting player: player, connection, rating and the second they joined.
#[derive(Clone, Debug, PartialEq)]
struct Waiting {
    player: String,
    connection: String,
    rating: i32,
    since: u64,
}

fn deed() -> impl Strategy<Value = Deed> {
    let rating =
        prop_oneof![900..2_400_i32, Just(1_500), Just(1_700), Just(1_701), Just(i32::MIN), Just(i32::MAX)];
    prop_oneof![
        5 => (0..9_usize, 0..2_usize, rating).prop_map(|(player, tab, rating)| Deed::Join { player, tab, rating }),
        1 => (0..9_usize, 0..2_usize).prop_map(|(player, tab)| Deed::Leave { player, tab }),
        3 => (1..40_u64).prop_map(Deed::Wait),
    ]
}

/// Whether the longer-waiting player accepts the other by now: 200 points, and 50 more every five seconds.
fn fits(older: &Waiting, younger: &Waiting, now: u64) -> bool {
    let distance = (i64::from(older.rating) - i64::from(younger.rating)).unsigned_abs();
    distance <= 200 + 50 * ((now - older.since) / 5)
}

/// The first player in line who fits anyone behind them is paired with the first who fits.
fn pairs(line: &mut Vec<Waiting>, now: u64) -> Vec<(Waiting, Waiting)> {
    let mut pairs = Vec::new();
    'again: loop {
        for older in 0..line.len() {
            for younger in older + 1..line.len() {
                if fits(&line[older], &line[younger], now) {
                    let second = line.remove(younger);
                    pairs.push((line.remove(older), second));
                    continue 'again;
                }
            }
        }
        return pairs;
    }
}

fn join(queue: &mut Queue<()>, line: &mut Vec<Waiting>, waiting: Waiting) {
    let ticket = Ticket {
        player: waiting.player.as_str().into(),
        connection: waiting.connection.as_str().into(),
        rating: waiting.rating,
        joined: START + Duration::from_secs(waiting.since),
        seating: (),
    };
    let expected = if line.iter().any(|other| other.player == waiting.player) {
        Err("already_waiting")
    } else if line.len() == PLACES {
        Err("rate_limited")
    } else {
        line.push(waiting);
        Ok(())
    };
    assert_eq!(queue.join(ticket).map_err(|refusal| refusal.code.as_str()), expected);
}

fn plain(ticket: &Ticket<()>) -> Waiting {
    Waiting {
        player: ticket.player.0.clone(),
        connection: ticket.connection.0.clone(),
        rating: ticket.rating,
        since: ticket.joined.since(START).as_secs(),
    }
}

/// No one is passed over: a player who joined before the second of a pair and still waits fitted neither of
/// them.
fn check_fairness(pairs: &[Pairing<()>], line: &[Waiting], now: u64) {
    for pair in pairs {
        let (first, second) = (plain(&pair.first), plain(&pair.second));
        assert_ne!(first.player, second.player, "nobody plays themselves");
        assert!(first.since <= second.since, "who came first moves first");
        for other in line {
            assert!(other.player != first.player && other.player != second.player, "nobody plays and waits");
            if other.since < first.since {
                assert!(!fits(other, &first, now) && !fits(other, &second, now), "{other:?} was passed over");
            } else if other.since < second.since {
                assert!(!fits(&first, other, now), "{other:?} was passed over");
            }
        }
    }
}

fn check(queue: &mut Queue<()>, line: &mut Vec<Waiting>, now: u64) {
    let paired = queue.pair(START + Duration::from_secs(now));
    let found: Vec<_> = paired.iter().map(|pair| (plain(&pair.first), plain(&pair.second))).collect();
    assert_eq!(found, pairs(line, now));
    check_fairness(&paired, line, now);
    let left: Vec<_> = queue.positions().map(|(ticket, place)| (place, plain(ticket))).collect();
    assert_eq!(left, (1..).zip(line.clone()).collect::<Vec<_>>());
    let deadline = queue.deadline();
    assert_eq!(deadline.is_some(), line.len() > 1, "two who wait will meet some day");
    if let Some(at) = deadline {
        let at = at.since(START).as_secs();
        assert!(pairs(&mut line.clone(), at - 1).is_empty(), "the queue would oversleep");
        assert!(!pairs(&mut line.clone(), at).is_empty(), "the queue would wake for nothing");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_queue_pairs_as_a_plain_list_would_and_passes_nobody_over(
        deeds in proptest::collection::vec(deed(), 1..40)
    ) {
        let (mut queue, mut line, mut now) = (Queue::new(PLACES), Vec::new(), 0);
        for deed in deeds {
            match deed {
                Deed::Join { player, tab, rating } => {
                    let (player, connection) = (player.to_string(), format!("{player}-{tab}"));
                    join(&mut queue, &mut line, Waiting { player, connection, rating, since: now });
                }
                Deed::Leave { player, tab } => {
                    let connection = format!("{player}-{tab}");
                    let before = line.len();
                    line.retain(|waiting: &Waiting| waiting.connection != connection);
                    prop_assert_eq!(queue.leave(&connection.as_str().into()), line.len() < before);
                }
                Deed::Wait(seconds) => now += seconds,
            }
            check(&mut queue, &mut line, now);
        }
        while let Some(at) = queue.deadline() {
            check(&mut queue, &mut line, at.since(START).as_secs());
        }
        prop_assert!(queue.len() < 2, "nobody waits for ever while somebody else does");
    }
}
