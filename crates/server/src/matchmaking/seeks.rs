//! The games of a scope that wait for an opponent, and accepting one of them.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use common::{Mode, Named};
use protocol::rest::MatchType;
use protocol::{ErrorCode, GameName, Joined, MOST_SEEKS, MatchmakingJoin, Seek, WireRefusal};
use rooms::{Pairing, Scope, Ticket};
use store::StoreError;
use tracing::debug;

use super::join_request::UNKNOWN_RATING;
use super::shared_queue::already_waiting;
use super::{Matchmaking, queue_recovery};
use crate::clients::Client;
use crate::cluster::Cluster;
use crate::lobby::{NotAccepted, OpenSeek, SeatedRoom, Seating};
use crate::{random, refusals, wire};

/// How many places in the queue of a cluster are looked at; places of private games are among them.
const MOST_PLACES: u32 = 500;

/// The ids of seeks, which do not reveal those of players.
pub(super) struct SeekIds {
    /// The key of a single server.
    key: [u8; blake3::KEY_LEN],
}

impl Default for SeekIds {
    fn default() -> SeekIds {
        SeekIds { key: rand::random() }
    }
}

impl SeekIds {
    /// The id of a ticket; another one when its player waits for something else or with another connection.
    fn of(&self, ticket: &Ticket<Seating>, cluster: Option<&Cluster>) -> String {
        let Seating { player, time_control, variant, .. } = &ticket.seating;
        let key = cluster.map_or(self.key, |cluster| cluster.key("parlour seeks"));
        let mut hasher = blake3::Hasher::new_keyed(&key);
        let time_control = time_control.to_string();
        let parts = [
            player.scope.tenant.as_str(),
            player.scope.mode.name(),
            player.game,
            variant.description().variant,
            time_control.as_str(),
            player.id.as_str(),
            ticket.connection.as_str(),
        ];
        for part in parts {
            hasher.update(part.as_bytes()).update(&[0]);
        }
        format!("seek_{}", URL_SAFE_NO_PAD.encode(&hasher.finalize().as_bytes()[..16]))
    }
}

impl Matchmaking {
    /// The games of a scope that wait, oldest first, at most [`MOST_SEEKS`].
    pub(crate) async fn seeks(&self, scope: &Scope) -> Result<Vec<Seek>, StoreError> {
        let seeks = self.open_seeks(scope, MOST_SEEKS, |_| true).await?;
        Ok(seeks.iter().filter_map(|seek| self.view(&seek.ticket)).collect())
    }

    /// The seek that a join accepts; `None` if it accepts none.
    pub(super) async fn seek_of(
        &self,
        client: &Client,
        join: &MatchmakingJoin,
    ) -> Result<Option<OpenSeek>, WireRefusal> {
        let Some(id) = &join.seek_id else { return Ok(None) };
        let scope = client.identity.scope();
        if scope.mode == Mode::Training {
            return Err(no_lobby());
        }
        self.find_seek(&scope, client.game, id).await.map(Some)
    }

    async fn find_seek(&self, scope: &Scope, game: GameName, id: &str) -> Result<OpenSeek, WireRefusal> {
        let is_wanted =
            |ticket: &Ticket<Seating>| ticket.seating.player.game == game.name() && self.id_of(ticket) == id;
        let found = self.open_seeks(scope, 1, is_wanted).await;
        let found = found.map_err(|error| refusals::unavailable(&error))?;
        found.into_iter().next().ok_or_else(gone)
    }

    async fn open_seeks(
        &self,
        scope: &Scope,
        limit: usize,
        is_wanted: impl Fn(&Ticket<Seating>) -> bool,
    ) -> Result<Vec<OpenSeek>, StoreError> {
        let Some(cluster) = &self.context.cluster else {
            return Ok(self.lobby.seeks(scope, limit, is_wanted));
        };
        let rows = self.context.store.queue_of_scope(&scope.tenant, scope.mode, MOST_PLACES).await?;
        let read = rows.iter().filter_map(|row| queue_recovery::read(row, &self.context.catalogue));
        let wanted = read.filter(|(_, ticket)| cluster.is_alive(&ticket.connection) && is_wanted(ticket));
        let seeks =
            wanted.filter_map(|(key, ticket)| OpenSeek::new(&key, &self.own_tickets.completed(ticket)));
        Ok(seeks.take(limit).collect())
    }

    fn id_of(&self, ticket: &Ticket<Seating>) -> String {
        self.seek_ids.of(ticket, self.context.cluster.as_deref())
    }

    fn view(&self, ticket: &Ticket<Seating>) -> Option<Seek> {
        let Seating { player, seat, time_control, variant, .. } = &ticket.seating;
        Some(Seek {
            seek_id: self.id_of(ticket),
            game: GameName::from_name(player.game)?,
            variant: variant.description().variant.to_owned(),
            time_control: *time_control,
            username: seat.username.clone(),
            rating: (ticket.rating != UNKNOWN_RATING).then_some(ticket.rating),
            waiting_since: wire::epoch_millis(self.context.clock.outside(ticket.joined)),
        })
    }

    /// Pairs a player with the one of a seek, and opens their game.
    pub(super) async fn accept(
        self: &Arc<Self>,
        client: &Arc<Client>,
        seating: Seating,
        seek: OpenSeek,
    ) -> Result<Joined, WireRefusal> {
        let (player, now) = (seating.player.clone(), self.context.clock.now());
        let (id, connection) = (player.id.clone(), client.connection.clone());
        let ticket = Ticket { player: id, connection, rating: UNKNOWN_RATING, joined: now, seating };
        if self.context.cluster.is_some() {
            return self.accept_shared(client, seek, ticket).await;
        }
        let over = |room: &_| self.engine.registry.is_over(room);
        let mut changes = match self.lobby.accept(&seek, ticket, now, over, random::room_id) {
            Ok(changes) => changes,
            Err(NotAccepted::Seated) => return self.await_start(client, player).await,
            Err(NotAccepted::Waiting) => return Err(already_waiting()),
            Err(NotAccepted::Gone) => return Err(gone()),
        };
        let (room, pair) = changes.pairs.remove(0);
        self.carry_out(changes);
        let (waited, connection) = (pair.first.seating.player.clone(), pair.first.connection.clone());
        let place = queue_recovery::paired_place(&pair.first);
        let opened = self.engine.open_room(self.setup_of(&room, pair), vec![place]).await;
        if let Err(refusal) = opened {
            self.lobby.unseat(&player, &room);
            self.give_up_seat(&room, &waited, &connection, &refusal);
            return Err(refusal);
        }
        Ok(Joined { player_id: player.id.0, position: None, room_id: Some(room.0) })
    }

    /// The same in a cluster: the store takes the player of the seek from the queue, wherever they wait, or refuses.
    async fn accept_shared(
        self: &Arc<Self>,
        client: &Client,
        seek: OpenSeek,
        ticket: Ticket<Seating>,
    ) -> Result<Joined, WireRefusal> {
        let (player, waited) = (ticket.seating.player.clone(), seek.ticket.seating.player.clone());
        if player == waited || self.own_tickets.has_player(&player) {
            return Err(already_waiting());
        }
        let (room, id, connection) =
            (random::room_id(), self.id_of(&seek.ticket), seek.ticket.connection.clone());
        let pair = Pairing { first: seek.ticket, second: ticket };
        for Ticket { seating: Seating { player, seat, .. }, .. } in [&pair.first, &pair.second] {
            let newest = SeatedRoom { room: room.clone(), session: seat.session.clone() };
            self.lobby.seat(player.clone(), newest);
        }
        let place = queue_recovery::paired_place(&pair.first);
        let opened = self.engine.open_room(self.setup_of(&room, pair), vec![place]).await;
        if let Err(refusal) = opened {
            debug!(error = refusal.error, "seek not accepted");
            for player in [&player, &waited] {
                self.lobby.unseat(player, &room);
            }
            // Another player may have been faster.
            self.find_seek(&player.scope, client.game, &id).await?;
            return Err(refusal);
        }
        if let Some(places) = self.lobby.leave(&waited, &connection, self.context.clock.now()) {
            places.into_iter().for_each(|place| place.tell(&self.clients));
        }
        if self.own_tickets.remove(&waited).is_some() {
            self.lobby.promise(&waited, None);
        }
        self.tell_queue(&seek.key);
        Ok(Joined { player_id: player.id.0, position: None, room_id: Some(room.0) })
    }
}

/// The join with the variant and the time of the seek that it accepts; refused if it names others.
pub(super) fn fill_in(seek: &OpenSeek, mut join: MatchmakingJoin) -> Result<MatchmakingJoin, WireRefusal> {
    let Seating { time_control, variant, .. } = &seek.ticket.seating;
    let variant = variant.description().variant;
    let wanted = join.variant.get_or_insert_with(|| variant.to_owned());
    if *wanted != variant {
        let sentence = format!("the game that waits is {variant}, not {wanted}");
        return Err(WireRefusal::new(ErrorCode::BadPayload, sentence).param("variant").hint(LEAVE_OUT));
    }
    let wanted = join.play.time_control.get_or_insert(*time_control);
    if *wanted != *time_control {
        let sentence = format!("the game that waits has {time_control}, not {wanted}");
        return Err(WireRefusal::new(ErrorCode::BadPayload, sentence).param("timeControl").hint(LEAVE_OUT));
    }
    Ok(join)
}

const LEAVE_OUT: &str = "leave variant and timeControl out to play as the one who waits wishes";

/// The refusal of a seek to a player whose game is of another kind.
pub(super) fn not_for(match_type: MatchType) -> WireRefusal {
    let sentence = match match_type {
        MatchType::Bot => "a game of the lobby is played against the person who waits, not against a bot",
        _ => "this session is for a private game, not for one of the lobby",
    };
    WireRefusal::new(ErrorCode::BadPayload, sentence).param("seekId").hint("leave seekId out")
}

/// The refusal of a seek that is not there, or not for this player.
fn gone() -> WireRefusal {
    WireRefusal::new(ErrorCode::NotFound, "this game waits no longer")
        .param("seekId")
        .hint("choose another one, or leave seekId out to wait for an opponent yourself")
}

/// The refusal of the lobby to players of training games, who are of many tenants.
pub(crate) fn no_lobby() -> WireRefusal {
    WireRefusal::new(ErrorCode::NotFound, "training games have no lobby")
        .hint("send matchmaking:join to wait for an opponent")
}
