//! Stored queue places: a player who was waiting when the server stopped gets the old place back on return.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use common::{PlayerId, SessionId, Timestamp, lock};
use game::{Catalogue, Side};
use protocol::{GameName, Named, TimeControl};
use rooms::{ClientSource, Connection, Guard, Occupant, Presence, Scope, Seat, Spectators, Ticket};
use serde::{Deserialize, Serialize};
use store::{PairedPlace, SessionRow, StoreError, WaitingRow};
use tracing::{info, warn};

use super::Matchmaking;
use crate::clients::Client;
use crate::cluster::Cluster;
use crate::identity;
use crate::identity::Guest;
use crate::idle::IdleSettings;
use crate::lobby::{QueueKey, Seating};
use crate::player::PlayerKey;
use crate::random;

/// The maximum number of tickets read after a restart.
const MOST_TICKETS: u32 = 100_000;

/// The tickets of players who were waiting before a restart and have not returned. They are in no queue.
#[derive(Default)]
pub(crate) struct KeptPlaces {
    kept: Mutex<HashMap<PlayerKey, Kept>>,
}

struct Kept {
    key: QueueKey,
    ticket: Ticket<Seating>,
    until: Timestamp,
    /// The place as it is stored.
    row: WaitingRow,
}

/// The part of a ticket that has no column in the store.
#[derive(Serialize, Deserialize)]
struct WaitingEntry {
    seat: Seat,
    idle: IdleSettings,
    /// Missing in older rows, and left out if it is the default.
    #[serde(default, skip_serializing_if = "TimeControl::is_default")]
    time_control: TimeControl,
    rating: i32,
    private: bool,
    /// Missing in older rows.
    #[serde(default)]
    spectators: Option<Spectators>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
    /// So that whoever removes this place removes no later one of the same connection. Missing in older rows.
    #[serde(default)]
    place_id: String,
}

impl KeptPlaces {
    /// Keeps a place, unless it is kept already.
    fn keep(&self, place: Kept) {
        let mut kept = lock(&self.kept);
        let player = &place.ticket.seating.player;
        if kept.get(player).is_none_or(|known| known.row != place.row) {
            kept.insert(player.clone(), place);
        }
    }

    /// Whether a place is kept for a player.
    pub(crate) fn has(&self, player: &PlayerKey) -> bool {
        lock(&self.kept).contains_key(player)
    }

    /// Takes the place of a guest who joins again with the same name, address and origin; returns their id
    /// and when they joined. A guest who sends an id can only take the place of this id.
    pub(crate) fn take_guest(
        &self,
        key: &QueueKey,
        seat: &Seat,
        brings_id: bool,
    ) -> Option<(PlayerId, Timestamp, WaitingRow)> {
        let mut kept = lock(&self.kept);
        let same = |kept: &Kept| {
            let old = &kept.ticket.seating.seat;
            let same_id = !brings_id || old.player == seat.player;
            same_id && kept.key == *key && old.username == seat.username && source(old) == source(seat)
        };
        let found = kept.iter().filter(|(_, kept)| same(kept) && source(seat).is_some());
        let (player, _) = found.min_by_key(|(_, kept)| kept.ticket.joined)?;
        let player = player.clone();
        kept.remove(&player).map(|kept| (player.id, kept.ticket.joined, kept.row))
    }

    /// Whether a place is kept for this player that this guest cannot take.
    pub(crate) fn is_kept_for_others(&self, player: &PlayerKey, guest: &Guest) -> bool {
        let kept = lock(&self.kept);
        let own = |kept: &Kept| {
            let kept_for = source(&kept.ticket.seating.seat);
            kept_for.is_some() && kept_for == guest.source.as_ref()
        };
        kept.get(player).is_some_and(|kept| !own(kept))
    }

    /// Takes the ticket of a player whose session holds it.
    fn take_holder(&self, player: &PlayerKey, session: &SessionId) -> Option<Kept> {
        let mut kept = lock(&self.kept);
        kept.get(player).filter(|kept| kept.ticket.seating.seat.session.as_ref() == Some(session))?;
        kept.remove(player)
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        lock(&self.kept).clear();
    }

    fn take_overdue(&self, now: Timestamp) -> Vec<WaitingRow> {
        let overdue = lock(&self.kept).extract_if(|_, kept| kept.until <= now).collect::<Vec<_>>();
        overdue.into_iter().map(|(_, kept)| kept.row).collect()
    }
}

impl Matchmaking {
    /// Restores the stored places; their players have the reconnect window to return.
    pub(crate) async fn recover_queue(&self) -> Result<(), StoreError> {
        let until = self.context.clock.now() + self.context.settings.times.reconnect_window;
        let mut recalled = 0;
        for row in self.context.store.queue(MOST_TICKETS).await? {
            match read(&row, &self.context.catalogue) {
                Some((key, ticket)) if self.engine.running_room_of(&ticket.seating.player).is_none() => {
                    let player = ticket.seating.player.clone();
                    lock(&self.kept_places.kept).insert(player, Kept { key, ticket, until, row });
                    recalled += 1;
                }
                unusable => {
                    if unusable.is_none() {
                        warn!(
                            game = row.key.game,
                            player = row.key.player.as_str(),
                            "stored queue place not readable, removed"
                        );
                    }
                    drop(self.context.store.leave_queue(row.key)); // if this fails, the next start removes it
                }
            }
        }
        if recalled > 0 {
            info!(count = recalled, "recovered queue places");
        }
        Ok(())
    }

    /// Keeps the places of players whose node is gone; they have the reconnect window to return, to any node.
    pub(crate) async fn keep_places_of_the_lost(
        self: &Arc<Self>,
        cluster: &Cluster,
    ) -> Result<(), StoreError> {
        let until = self.context.clock.now() + self.context.settings.times.reconnect_window;
        let rows = self.context.store.queue(MOST_TICKETS).await?;
        // A node that has come meanwhile must be known.
        self.context.heartbeat().await?;
        for row in rows {
            let Some((key, ticket)) = read(&row, &self.context.catalogue) else { continue };
            if !cluster.is_alive(&ticket.connection) {
                self.kept_places.keep(Kept { key, ticket, until, row });
            }
        }
        // Whoever came back before the loss was known.
        self.clients.all().iter().for_each(|client| self.resume_waiting(client));
        Ok(())
    }

    /// Queues a returning player at their kept place.
    pub(crate) fn resume_waiting(self: &Arc<Self>, client: &Arc<Client>) {
        let Some(session) = client.identity.session() else { return };
        let player = client.player();
        let Some(Kept { key, mut ticket, row, .. }) = self.kept_places.take_holder(&player, &session) else {
            return;
        };
        ticket.connection = client.connection.clone();
        take_place(&mut ticket.seating.seat, &client.connection);
        ticket.seating.place_id = random::place_id();
        if self.context.cluster.is_some() {
            let (matchmaking, client) = (Arc::clone(self), Arc::clone(client));
            tokio::spawn(async move {
                let Some(cluster) = &matchmaking.context.cluster else { return };
                // Refused if they wait already, at another node.
                matchmaking.enqueue_shared(&client, cluster, key, ticket, Some(row)).await.ok();
            });
            return;
        }
        let over = |room: &_| self.engine.registry.is_over(room);
        // Refused if the player waits or plays already, with another session.
        if let Ok(changes) = self.lobby.join(&key, ticket, self.context.clock.now(), over, random::room_id) {
            self.carry_out(changes);
        }
    }

    /// Whether a place is kept for a player who was waiting before the restart.
    pub(crate) fn keeps_place_of(&self, player: &PlayerKey) -> bool {
        self.kept_places.has(player)
    }

    /// Whether a player of this session is queued, or has a kept place.
    pub(crate) fn is_waited_with(&self, session: &SessionRow) -> bool {
        let Some(game) = GameName::from_name(&session.game) else { return false };
        let mode = session.mode;
        let scope = identity::scope(&session.tenant.0, mode);
        session.players.iter().any(|player| {
            let player = PlayerKey::new(scope.clone(), game, player.id.clone());
            // In a cluster they may wait at another node; whoever does not is expired within a second.
            self.context.cluster.is_some() || self.lobby.waits(&player) || self.kept_places.has(&player)
        })
    }

    /// Drops the places of players who did not return in time.
    pub(crate) fn drop_overdue_places(&self) {
        for row in self.kept_places.take_overdue(self.context.clock.now()) {
            // If this fails, the next start removes it.
            drop(self.context.store.remove_from_queue(row.key, row.entry));
        }
    }
}

/// A ticket as a store row.
pub(crate) fn row(key: &QueueKey, ticket: &Ticket<Seating>) -> WaitingRow {
    let Seating { player, seat, idle, time_control, variant, spectators, side, place_id, .. } =
        &ticket.seating;
    let private = matches!(key, QueueKey::Private(_));
    let (seat_row, spectators) = (seat.clone(), Some(*spectators));
    let entry = WaitingEntry {
        seat: seat_row,
        idle: *idle,
        time_control: *time_control,
        rating: ticket.rating,
        private,
        spectators,
        side: *side,
        place_id: place_id.clone(),
    };
    WaitingRow {
        key: player.waiting_key(),
        session: seat.session.clone(),
        variant: variant.description().variant.to_owned(),
        joined_ms: ticket.joined.0,
        entry: serde_json::to_string(&entry).expect("a ticket is plain data"),
    }
}

/// The place that a ticket gives up for a game.
pub(super) fn paired_place(ticket: &Ticket<Seating>) -> PairedPlace {
    let connection = ticket.connection.as_str().to_owned();
    PairedPlace { key: ticket.seating.player.waiting_key(), connection }
}

pub(super) fn read(row: &WaitingRow, catalogue: &Catalogue) -> Option<(QueueKey, Ticket<Seating>)> {
    let WaitingEntry { seat, idle, time_control, rating, private, spectators, side, place_id } =
        serde_json::from_str(&row.entry).ok()?;
    let game = GameName::from_name(&row.key.game)?;
    let variant = catalogue.find(&row.key.game, Some(&row.variant))?;
    let description = variant.description();
    let scope = Scope { tenant: row.key.tenant.clone(), mode: row.key.mode };
    let key = match &seat.session {
        Some(session) if private => QueueKey::Private(session.clone()),
        _ => QueueKey::Public {
            scope: scope.clone(),
            game: description.game,
            variant: description.variant,
            time_control,
        },
    };
    let player = PlayerKey::new(scope, game, seat.player.clone());
    let connection = seat.connection()?.clone();
    let usual = if seat.session.is_none() { Spectators::Public } else { Spectators::None };
    let spectators = spectators.unwrap_or(usual);
    let seating =
        Seating { player, seat, secret: None, idle, time_control, variant, spectators, side, place_id };
    let joined = Timestamp(row.joined_ms);
    Some((key, Ticket { player: seating.player.id.clone(), connection, rating, joined, seating }))
}

fn take_place(seat: &mut Seat, connection: &Connection) {
    if let Occupant::Human { presence, .. } = &mut seat.occupant {
        *presence = Presence::Here(connection.clone());
    }
}

/// What identifies a guest without a secret; `None` for one who has sent a secret.
pub(super) fn source(seat: &Seat) -> Option<&ClientSource> {
    match &seat.occupant {
        Occupant::Human { guard: Guard::Guest { source, secret_shown: false, .. }, .. } => source.as_ref(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use common::Timestamp;
    use protocol::{AfkSettings, GameName, TimeControl};
    use rooms::{ClientSource, Guard, Occupant, Presence, Seat, Spectators, Ticket};
    use tictactoe::TicTacToe;

    use super::{Kept, KeptPlaces, lock, read, row};
    use crate::identity::guest_scope;
    use crate::idle::IdleSettings;
    use crate::lobby::{QueueKey, Seating};
    use crate::player::PlayerKey;
    use crate::settings::Times;

    fn seat(id: &str, name: &str, address: Option<&str>) -> Seat {
        let source = address.map(|address| ClientSource { address: address.to_owned(), origin: None });
        let guard = Guard::Guest { source, digest: "digest".to_owned(), previous: None, secret_shown: false };
        Seat {
            player: id.into(),
            username: name.to_owned(),
            display_name: name.to_owned(),
            session: None,
            occupant: Occupant::Human { guard, presence: Presence::Here("socket".into()) },
        }
    }

    /// The places after a restart: Ann's, who joined at millisecond 7.
    fn kept() -> (QueueKey, KeptPlaces) {
        let time_control = TimeControl::Clock { base_seconds: 180, increment_seconds: 2 };
        let (scope, game, variant) = (guest_scope(), "tictactoe", "classic");
        let key = QueueKey::Public { scope, game, variant, time_control };
        let wish = AfkSettings::default();
        let seating = Seating {
            player: PlayerKey::new(guest_scope(), GameName::TicTacToe, "id of ann".into()),
            seat: seat("id of ann", "Ann", Some("127.0.0.1")),
            secret: None,
            idle: IdleSettings::resolve(&TicTacToe, &Times::default(), &wish, &wish).expect("it is sound"),
            time_control,
            variant: &TicTacToe,
            spectators: Spectators::Public,
            side: None,
            place_id: crate::random::place_id(),
        };
        let (player, connection) = ("id of ann".into(), "socket".into());
        let ticket = Ticket { player, connection, rating: 1500, joined: Timestamp(7), seating };
        let row = row(&key, &ticket);
        let (read_key, ticket) = read(&row, &protocol::games::catalogue()).expect("it can be read");
        assert_eq!(read_key, key);
        let places = KeptPlaces::default();
        let player = ticket.seating.player.clone();
        lock(&places.kept).insert(player, Kept { key: read_key, ticket, until: Timestamp(100), row });
        (key, places)
    }

    #[test]
    fn a_guest_has_the_old_place_under_the_same_name_from_the_same_address_and_once() {
        let (key, places) = kept();
        let back = |seat: &Seat, brings_id| {
            places.take_guest(&key, seat, brings_id).map(|(player, joined, _)| (player, joined))
        };
        assert_eq!(back(&seat("new", "Ben", Some("127.0.0.1")), false), None);
        assert_eq!(back(&seat("new", "Ann", Some("127.0.0.2")), false), None);
        assert_eq!(back(&seat("new", "Ann", None), false), None, "an unproven address proves nothing");
        assert_eq!(back(&seat("new", "Ann", Some("127.0.0.1")), true), None, "another id was brought");
        let found = back(&seat("new", "Ann", Some("127.0.0.1")), false);
        assert_eq!(found, Some(("id of ann".into(), Timestamp(7))));
        assert_eq!(back(&seat("new", "Ann", Some("127.0.0.1")), false), None);
    }

    #[test]
    fn a_later_place_of_the_same_connection_is_another_one() {
        let (key, places) = kept();
        let ann = PlayerKey::new(guest_scope(), GameName::TicTacToe, "id of ann".into());
        let Kept { ticket, row: first, .. } = lock(&places.kept).remove(&ann).expect("it is kept");
        assert_eq!(row(&key, &ticket), first);
        let seating = Seating { place_id: crate::random::place_id(), ..ticket.seating.clone() };
        let again = row(&key, &Ticket { seating, ..ticket });
        assert_eq!(again.key, first.key);
        assert_ne!(again.entry, first.entry, "removing one must not remove the other");
    }

    #[test]
    fn a_place_is_kept_until_its_time_is_over() {
        let (_, places) = kept();
        let ann = PlayerKey::new(guest_scope(), GameName::TicTacToe, "id of ann".into());
        assert_eq!(places.take_overdue(Timestamp(99)).len(), 0);
        assert!(places.has(&ann));
        let overdue = places.take_overdue(Timestamp(100));
        assert_eq!(overdue.iter().map(|row| &row.key).collect::<Vec<_>>(), [&ann.waiting_key()]);
        assert!(!places.has(&ann));
    }
}
