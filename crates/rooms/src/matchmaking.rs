//! Matchmaking: waiting players and the time go in, pairs come out.

use std::time::Duration;

use crate::{Code, Connection, RoomRefusal};
use common::{PlayerId, Timestamp};

/// The rating difference accepted at first.
const FIRST_WINDOW: u32 = 200;
/// By how much the accepted difference grows with every step.
const WIDENING: u32 = 50;
/// How long a step takes.
const STEP: Duration = Duration::from_secs(5);

/// A player who waits for an opponent, with the data that the caller needs to seat them.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticket<T> {
    /// The player.
    pub player: PlayerId,
    /// Their connection.
    pub connection: Connection,
    /// Their rating.
    pub rating: i32,
    /// When they joined.
    pub joined: Timestamp,
    /// The data needed to seat them.
    pub seating: T,
}

/// Two players who will play each other; the first moves first.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing<T> {
    /// The player who joined first.
    pub first: Ticket<T>,
    /// The player who joined later.
    pub second: Ticket<T>,
}

/// The players who wait for the same game, in order of arrival.
#[derive(Clone, Debug, PartialEq)]
pub struct Queue<T> {
    waiting: Vec<Ticket<T>>,
    capacity: usize,
}

impl<T> Queue<T> {
    /// An empty queue for at most `capacity` players.
    #[must_use]
    pub fn new(capacity: usize) -> Queue<T> {
        Queue { waiting: Vec::new(), capacity }
    }

    /// Inserts a ticket in order of arrival: at the end, or at its old place after an absence.
    pub fn join(&mut self, ticket: Ticket<T>) -> Result<(), RoomRefusal> {
        if self.waiting.iter().any(|other| other.player == ticket.player) {
            return Err(RoomRefusal::new(Code::AlreadyWaiting, "you are waiting for an opponent already")
                .hint("send matchmaking:leave first to join again with other wishes"));
        }
        if self.waiting.len() >= self.capacity {
            return Err(
                RoomRefusal::new(Code::RateLimited, "the waiting room is full").hint("try again in a minute")
            );
        }
        let place = self.waiting.partition_point(|other| other.joined <= ticket.joined);
        self.waiting.insert(place, ticket);
        Ok(())
    }

    /// Removes the ticket of a connection; returns whether there was one.
    pub fn leave(&mut self, connection: &Connection) -> bool {
        self.take(connection).is_some()
    }

    /// Removes and returns the ticket of a connection.
    pub fn take(&mut self, connection: &Connection) -> Option<Ticket<T>> {
        let place = self.waiting.iter().position(|ticket| ticket.connection == *connection)?;
        Some(self.waiting.remove(place))
    }

    /// Removes and returns every pair that fits now, in order of arrival.
    pub fn pair(&mut self, now: Timestamp) -> Vec<Pairing<T>> {
        let mut pairs = Vec::new();
        let mut index = 0;
        while index < self.waiting.len() {
            match self.partner_of(index, now) {
                Some(partner) => {
                    let second = self.waiting.remove(partner);
                    let first = self.waiting.remove(index);
                    pairs.push(Pairing { first, second });
                }
                None => index += 1,
            }
        }
        pairs
    }

    /// When the next pair fits if no other player joins; `None` with fewer than two players.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        let mut soonest: Option<Timestamp> = None;
        for (index, older) in self.waiting.iter().enumerate() {
            for younger in &self.waiting[index + 1..] {
                let at = older.joined + waiting_needed(distance(older, younger));
                soonest = Some(soonest.map_or(at, |other| other.min(at)));
            }
        }
        soonest
    }

    /// The waiting players with their positions, from 1.
    pub fn positions(&self) -> impl Iterator<Item = (&Ticket<T>, usize)> {
        self.waiting.iter().zip(1..)
    }

    /// The number of waiting players.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether the queue is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    fn partner_of(&self, index: usize, now: Timestamp) -> Option<usize> {
        let older = &self.waiting[index];
        let waited = now.since(older.joined);
        (index + 1..self.waiting.len())
            .find(|other| waiting_needed(distance(older, &self.waiting[*other])) <= waited)
    }
}

fn distance<T>(one: &Ticket<T>, other: &Ticket<T>) -> u32 {
    one.rating.abs_diff(other.rating)
}

/// How long the older player must have waited before this difference is accepted.
fn waiting_needed(distance: u32) -> Duration {
    STEP * distance.saturating_sub(FIRST_WINDOW).div_ceil(WIDENING)
}
