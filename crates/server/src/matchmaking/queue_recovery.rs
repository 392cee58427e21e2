//! KeptPlaces written down: whoever waited when the server ended has their old place when they are back.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use game::Catalogue;
use protocol::{GameName, Named};
use rooms::{
    Connection, Guard, Occupant, PlayerId, Presence, Scope, Seat, SessionId, Source, Spectators, TenantId,
    Ticket, Timestamp,
};
use serde::{Deserialize, Serialize};
use store::{Session, StoreError, WaitingRow};
use tracing::{info, warn};

use super::Matchmaking;
use crate::clients::Client;
use crate::identity::Guest;
use crate::idle::IdleSettings;
use crate::lobby::{QueueKey, Seating};
use crate::player::Player;
use crate::sync::lock;
use crate::{conversions, identity};

/// How many tickets are read after a restart.
const MOST_TICKETS: u32 = 100_000;

/// The tickets of players who waited before a restart and are not back yet. They are in no queue.
#[derive(Default)]
pub(crate) struct KeptPlaces {
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
    idle: IdleSettings,
    rating: i32,
    private: bool,
    /// Rows of older servers do not say it.
    #[serde(default)]
    spectators: Option<Spectators>,
}

impl KeptPlaces {
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

impl Matchmaking {
    /// Remembers who waited when the server ended; they have as long to come back as players have.
    pub(crate) async fn recover_queue(&self) -> Result<(), StoreError> {
        let until = self.context.clock.now() + self.context.settings.times.reconnect_window;
        let mut recalled = 0;
        for row in self.context.store.queue(MOST_TICKETS).await? {
            match read(&row, &self.context.catalogue) {
                Some((key, ticket)) if self.engine.running_room_of(&ticket.seating.player).is_none() => {
                    let player = ticket.seating.player.clone();
                    lock(&self.kept_places.kept).insert(player, Kept { key, ticket, until });
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
                    drop(self.context.store.leave_queue(row.key)); // what cannot be used again is not worth waiting for
                }
            }
        }
        if recalled > 0 {
            info!("{recalled} players who waited may come back to their place");
        }
        Ok(())
    }

    /// A player whose place was kept is back: they wait again where they waited.
    pub(crate) fn resume_waiting(self: &Arc<Self>, client: &Client) {
        let Some(session) = client.identity.session() else { return };
        let player = client.player();
        let Some(Kept { key, mut ticket, .. }) = self.kept_places.take_holder(&player, &session) else {
            return;
        };
        ticket.connection = client.connection.clone();
        take_place(&mut ticket.seating.seat, &client.connection);
        let over = |room: &_| self.engine.registry.is_over(room);
        // Refused are those who wait or play already, with another session.
        if let Ok(changes) =
            self.lobby.join(&key, ticket, self.context.clock.now(), over, crate::random::room_id)
        {
            self.carry_out(changes);
        }
    }

    /// Whether the place of a player who waited before the restart is kept.
    pub(crate) fn keeps_place_of(&self, player: &Player) -> bool {
        self.kept_places.has(player)
    }

    /// Whether a player of this session waits for an opponent, or may come back to their place.
    pub(crate) fn is_waited_with(&self, session: &Session) -> bool {
        let Some(game) = GameName::from_name(&session.game) else { return false };
        let mode = conversions::wire_mode(conversions::room_mode(session.mode));
        let scope = identity::scope(&session.tenant.0, mode);
        session.players.iter().any(|player| {
            let player = Player::new(scope.clone(), game, PlayerId(player.id.0.clone()));
            self.lobby.waits(&player) || self.kept_places.has(&player)
        })
    }

    /// Gives up the places of those who did not come back.
    pub(crate) fn drop_overdue_places(&self) {
        for player in self.kept_places.take_overdue(self.context.clock.now()) {
            drop(self.context.store.leave_queue(player.waiting_key())); // if it fails, the next start gives it up
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
        key: player.waiting_key(),
        session: seat.session.as_ref().map(|session| store::SessionId(session.0.clone())),
        variant: variant.description().variant.to_owned(),
        joined_ms: ticket.joined.0,
        entry: serde_json::to_string(&entry).expect("a ticket is plain data"),
    }
}

fn read(row: &WaitingRow, catalogue: &Catalogue) -> Option<(QueueKey, Ticket<Seating>)> {
    let Entry { seat, idle, rating, private, spectators } = serde_json::from_str(&row.entry).ok()?;
    let game = GameName::from_name(&row.key.game)?;
    let variant = catalogue.find(&row.key.game, Some(&row.variant))?;
    let description = variant.description();
    let scope =
        Scope { tenant: TenantId(row.key.tenant.0.clone()), mode: conversions::room_mode(row.key.mode) };
    let key = match &seat.session {
        Some(session) if private => QueueKey::Private(session.clone()),
        _ => QueueKey::Public { scope: scope.clone(), game: description.game, variant: description.variant },
    };
    let player = Player::new(scope, game, seat.player.clone());
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

#[cfg(test)]
mod tests {
    use protocol::{AfkSettings, GameName};
    use rooms::{Guard, Occupant, Presence, Seat, Source, Spectators, Ticket, Timestamp};
    use tictactoe::TicTacToe;

    use super::{Kept, KeptPlaces, lock, read, row};
    use crate::identity::guest_scope;
    use crate::idle::IdleSettings;
    use crate::lobby::{QueueKey, Seating};
    use crate::player::Player;
    use crate::settings::Times;

    fn seat(id: &str, name: &str, address: Option<&str>) -> Seat {
        let source = address.map(|address| Source { address: address.to_owned(), origin: None });
        let guard = Guard::Guest { source, digest: "digest".to_owned(), previous: None, secret_shown: false };
        Seat {
            player: id.into(),
            username: name.to_owned(),
            display_name: name.to_owned(),
            session: None,
            occupant: Occupant::Human { guard, presence: Presence::Here("socket".into()) },
        }
    }

    /// The places after a restart: that of Ann, who waited since the seventh millisecond.
    fn kept() -> (QueueKey, KeptPlaces) {
        let key = QueueKey::Public { scope: guest_scope(), game: "tictactoe", variant: "classic" };
        let wish = AfkSettings::default();
        let seating = Seating {
            player: Player::new(guest_scope(), GameName::TicTacToe, "id of ann".into()),
            seat: seat("id of ann", "Ann", Some("127.0.0.1")),
            secret: None,
            idle: IdleSettings::resolve(&TicTacToe, &Times::default(), &wish, &wish).expect("it is sound"),
            variant: &TicTacToe,
            spectators: Spectators::Public,
        };
        let (player, connection) = ("id of ann".into(), "socket".into());
        let ticket = Ticket { player, connection, rating: 1500, joined: Timestamp(7), seating };
        let (read_key, ticket) =
            read(&row(&key, &ticket), &protocol::games::catalogue()).expect("it can be read");
        assert_eq!(read_key, key);
        let places = KeptPlaces::default();
        let player = ticket.seating.player.clone();
        lock(&places.kept).insert(player, Kept { key: read_key, ticket, until: Timestamp(100) });
        (key, places)
    }

    #[test]
    fn a_guest_has_the_old_place_under_the_same_name_from_the_same_address_and_once() {
        let (key, places) = kept();
        let back = |seat: &Seat, brings_id| places.take_guest(&key, seat, brings_id);
        assert_eq!(back(&seat("new", "Ben", Some("127.0.0.1")), false), None);
        assert_eq!(back(&seat("new", "Ann", Some("127.0.0.2")), false), None);
        assert_eq!(back(&seat("new", "Ann", None), false), None, "an unproven address proves nothing");
        assert_eq!(back(&seat("new", "Ann", Some("127.0.0.1")), true), None, "another id was brought");
        let found = back(&seat("new", "Ann", Some("127.0.0.1")), false);
        assert_eq!(found, Some(("id of ann".into(), Timestamp(7))));
        assert_eq!(back(&seat("new", "Ann", Some("127.0.0.1")), false), None);
    }

    #[test]
    fn a_place_is_kept_until_its_time_is_over() {
        let (_, places) = kept();
        let ann = Player::new(guest_scope(), GameName::TicTacToe, "id of ann".into());
        assert_eq!(places.take_overdue(Timestamp(99)), []);
        assert!(places.has(&ann));
        assert_eq!(places.take_overdue(Timestamp(100)), std::slice::from_ref(&ann));
        assert!(!places.has(&ann));
    }
}
