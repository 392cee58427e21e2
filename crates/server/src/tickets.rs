//! Tickets written down: whoever waited when the server ended has their old place when they are back.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use game::Catalogue;
use protocol::{GameName, Named};
use rooms::{
    Connection, Guard, House, Occupant, PlayerId, Presence, RoomId, Seat, SessionId, Source, Spectators,
    TenantId, Ticket, Timestamp,
};
use serde::{Deserialize, Serialize};
use store::{Session, StoreError, WaitingKey, WaitingRow};
use tracing::{info, warn};

use crate::app::App;
use crate::identity::Guest;
use crate::idle::IdleWish;
use crate::lobby::{Player, QueueKey, Seating};
use crate::sync::lock;
use crate::visitors::Visitor;
use crate::{identity, record};

/// How many tickets are read after a restart.
const MOST_TICKETS: u32 = 100_000;

/// The tickets of those who waited before a restart and are not back yet. Nobody is paired with them.
#[derive(Default)]
pub(crate) struct Tickets {
    kept: Mutex<HashMap<Player, Kept>>,
}

struct Kept {
    key: QueueKey,
    ticket: Ticket<Seating>,
    until: Timestamp,
}

/// What a ticket needs beside the columns of the store.
#[derive(Serialize, Deserialize)]
struct Entry {
    seat: Seat,
    idle: IdleWish,
    rating: i32,
    private: bool,
    /// Rows of older servers do not say it.
    #[serde(default)]
    spectators: Option<Spectators>,
}

impl Tickets {
    /// Whether somebody's place is kept.
    pub(crate) fn has(&self, player: &Player) -> bool {
        lock(&self.kept).contains_key(player)
    }

    /// The place of a guest who joins again under the same name, from the same address and origin: their id, and
    /// since when they wait. Whoever brings an id has no other place than that of this id.
    pub(crate) fn take_guest(
        &self,
        key: &QueueKey,
        seat: &Seat,
        brings_id: bool,
    ) -> Option<(PlayerId, Timestamp)> {
        let mut kept = lock(&self.kept);
        let same = |kept: &Kept| {
            let old = &kept.ticket.seating.seat;
            let same_id = !brings_id || old.player == seat.player;
            same_id && kept.key == *key && old.username == seat.username && source(old) == source(seat)
        };
        let found = kept.iter().filter(|(_, kept)| same(kept) && source(seat).is_some());
        let (player, _) = found.min_by_key(|(_, kept)| kept.ticket.joined)?;
        let player = player.clone();
        kept.remove(&player).map(|kept| (player.id, kept.ticket.joined))
    }

    /// Whether a place is kept for this player that this guest could not take.
    pub(crate) fn is_kept_for_others(&self, player: &Player, guest: &Guest) -> bool {
        let kept = lock(&self.kept);
        let own = |kept: &Kept| {
            let kept_for = source(&kept.ticket.seating.seat);
            kept_for.is_some() && kept_for == guest.source.as_ref()
        };
        kept.get(player).is_some_and(|kept| !own(kept))
    }

    /// The ticket of the player who holds its session.
    fn take_holder(&self, player: &Player, session: &SessionId) -> Option<Kept> {
        let mut kept = lock(&self.kept);
        kept.get(player).filter(|kept| kept.ticket.seating.seat.session.as_ref() == Some(session))?;
        kept.remove(player)
    }

    fn take_overdue(&self, now: Timestamp) -> Vec<Player> {
        let mut kept = lock(&self.kept);
        let overdue: Vec<Player> =
            kept.iter().filter(|(_, kept)| kept.until <= now).map(|(player, _)| player.clone()).collect();
        for player in &overdue {
            kept.remove(player);
        }
        overdue
    }
}

impl App {
    /// Remembers who waited when the server ended; they have as long to come back as players have.
    pub(crate) async fn recall_tickets(&self) -> Result<(), StoreError> {
        let until = self.clock.now() + self.settings.times.reconnect_window;
        let mut recalled = 0;
        for row in self.store.queue(MOST_TICKETS).await? {
            match read(&row, &self.catalogue) {
                Some((key, ticket)) if self.seat_of(&ticket.seating.player).is_none() => {
                    let player = ticket.seating.player.clone();
                    lock(&self.tickets.kept).insert(player, Kept { key, ticket, until });
                    recalled += 1;
                }
                unusable => {
                    if unusable.is_none() {
                        warn!(
                            game = row.key.game,
                            player = row.key.player.as_str(),
                            "a place in the queue cannot be used again"
                        );
                    }
                    drop(self.store.leave_queue(row.key)); // what cannot be used again is not worth waiting for
                }
            }
        }
        if recalled > 0 {
            info!("{recalled} players who waited may come back to their place");
        }
        Ok(())
    }

    /// Where a player sits in a game that goes on, or begins in this moment.
    pub(crate) fn seat_of(&self, player: &Player) -> Option<RoomId> {
        let mut rooms = self.lobby.rooms_of(player).into_iter().map(|seated| seated.room);
        rooms.find(|room| !self.rooms.is_over(room))
    }

    /// A player whose place was kept is back: they wait again where they waited.
    pub(crate) fn resume_waiting(self: &Arc<Self>, visitor: &Visitor) {
        let Some(session) = visitor.identity.session() else { return };
        let player = Player::new(visitor.identity.house(), visitor.game, visitor.identity.player());
        let Some(Kept { key, mut ticket, .. }) = self.tickets.take_holder(&player, &session) else { return };
        ticket.connection = visitor.connection.clone();
        take_place(&mut ticket.seating.seat, &visitor.connection);
        let over = |room: &_| self.rooms.is_over(room);
        // Refused are those who wait or play already, with another session.
        if let Ok(changes) = self.lobby.join(&key, ticket, self.clock.now(), over, crate::random::room_id) {
            self.settle_queue(&key, changes);
        }
    }

    /// Whether a player of this session waits for an opponent, or may come back to their place.
    pub(crate) fn is_waited_with(&self, session: &Session) -> bool {
        let Some(game) = GameName::from_name(&session.game) else { return false };
        let mode = record::wire_mode(record::room_mode(session.mode));
        let house = identity::house(&session.tenant.0, mode);
        session.players.iter().any(|player| {
            let player = Player::new(house.clone(), game, PlayerId(player.id.0.clone()));
            self.lobby.waits(&player) || self.tickets.has(&player)
        })
    }

    /// Gives up the places of those who did not come back.
    pub(crate) fn forget_absent(&self) {
        for player in self.tickets.take_overdue(self.clock.now()) {
            drop(self.store.leave_queue(waiting_key(&player))); // if it fails, the next start gives it up
        }
    }
}

/// A ticket as the store keeps it.
pub(crate) fn row(key: &QueueKey, ticket: &Ticket<Seating>) -> WaitingRow {
    let Seating { player, seat, idle, variant, spectators, .. } = &ticket.seating;
    let private = matches!(key, QueueKey::Private(_));
    let (seat_row, spectators) = (seat.clone(), Some(*spectators));
    let entry = Entry { seat: seat_row, idle: *idle, rating: ticket.rating, private, spectators };
    WaitingRow {
        key: waiting_key(player),
        session: seat.session.as_ref().map(|session| store::SessionId(session.0.clone())),
        variant: variant.description().variant.to_owned(),
        joined_ms: ticket.joined.0,
        entry: serde_json::to_string(&entry).expect("a ticket is plain data"),
    }
}

/// The place of a player in the store.
pub(crate) fn waiting_key(player: &Player) -> WaitingKey {
    WaitingKey {
        tenant: store::TenantId(player.house.tenant.0.clone()),
        mode: record::mode(player.house.mode),
        game: player.game.to_owned(),
        player: store::PlayerId(player.id.0.clone()),
    }
}

fn read(row: &WaitingRow, catalogue: &Catalogue) -> Option<(QueueKey, Ticket<Seating>)> {
    let Entry { seat, idle, rating, private, spectators } = serde_json::from_str(&row.entry).ok()?;
    let game = GameName::from_name(&row.key.game)?;
    let variant = catalogue.find(&row.key.game, Some(&row.variant))?;
    let description = variant.description();
    let house = House { tenant: TenantId(row.key.tenant.0.clone()), mode: record::room_mode(row.key.mode) };
    let key = match &seat.session {
        Some(session) if private => QueueKey::Private(session.clone()),
        _ => QueueKey::Public { house: house.clone(), game: description.game, variant: description.variant },
    };
    let player = Player::new(house, game, seat.player.clone());
    let connection = seat.connection()?.clone();
    let usual = if seat.session.is_none() { Spectators::Public } else { Spectators::None };
    let spectators = spectators.unwrap_or(usual);
    let seating = Seating { player, seat, secret: None, idle, variant, spectators };
    let joined = Timestamp(row.joined_ms);
    Some((key, Ticket { player: seating.player.id.clone(), connection, rating, joined, seating }))
}

fn take_place(seat: &mut Seat, connection: &Connection) {
    if let Occupant::Human { presence, .. } = &mut seat.occupant {
        *presence = Presence::Here(connection.clone());
    }
}

/// What a guest without a secret is recognised by; none for a guest who has shown one.
fn source(seat: &Seat) -> Option<&Source> {
    match &seat.occupant {
        Occupant::Human { guard: Guard::Guest { source, secret_shown: false, .. }, .. } => source.as_ref(),
        _ => None,
    }
}
