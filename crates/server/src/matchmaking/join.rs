//! Joining and leaving: from a request to a seat, or a place in the queue.

use std::sync::Arc;

use common::{PlayerId, RoomId};
use game::Level;
use protocol::rest::MatchType;
use protocol::{ErrorCode, Joined, MatchmakingJoin, MatchmakingLeft, PlainEvent, RoomNotice, WireRefusal};
use rooms::{Code, Occupant, RoomSetup, Seat, Ticket};

use super::guest_claims::not_you;
use super::join_request::{self, UNKNOWN_RATING};
use super::{Matchmaking, queue_recovery, seeks};
use crate::clients::Client;
use crate::identity::Identity;
use crate::idle::IdleSettings;
use crate::lobby::{NotJoined, QueueKey, QueuePlace, SeatedRoom, Seating};
use crate::player::PlayerKey;
use crate::{random, refusals, time_control, wire};

impl Matchmaking {
    /// Handles a request to play.
    pub(crate) async fn join(
        self: &Arc<Self>,
        client: &Arc<Client>,
        join: MatchmakingJoin,
    ) -> Result<Joined, WireRefusal> {
        self.look_for_claim(client, &join).await?;
        self.check_claim(client, &join)?;
        let player = client.player();
        let player_id = player.id.clone();
        self.engine.hold_rooms_of(&player, 1).await?;
        if let Some(room) = self.engine.begun_room_of(&player).await? {
            return Ok(self.already_started(client, player_id, room));
        }
        if self.context.lifecycle.is_draining() {
            return Err(WireRefusal::new(
                ErrorCode::Unavailable,
                "the server is about to restart and begins no new games",
            )
            .hint("join again in a few seconds"));
        }
        let session = self.session_of(&client.identity).await;
        if session.is_err() {
            // Another node may have opened its game just now.
            self.engine.hold_rooms_of(&player, 1).await?;
        }
        let session = match (session, self.engine.begun_room_of(&player).await?) {
            // A game was found meanwhile.
            (_, Some(room)) => return Ok(self.already_started(client, player_id, room)),
            (session, None) => session?,
        };
        if self.engine.is_full(&player.scope).await? {
            return Err(refusals::too_many_games());
        }
        let seek = self.seek_of(client, &join).await?;
        let join = match &seek {
            Some(seek) => seeks::fill_in(seek, join)?,
            None => join,
        };
        let variant = self.variant(client, &join)?;
        let idle =
            IdleSettings::resolve(variant, &self.context.settings.times, &session.play.afk, &join.play.afk)?;
        let time_control =
            time_control::resolve(&client.identity, session.play.time_control, join.play.time_control)?;
        let (seat, secret) = join_request::seat(client, &join);
        let match_type = match &client.identity {
            Identity::Holder { claims, .. } if claims.match_type != MatchType::Matchmaking => {
                claims.match_type
            }
            _ if join.wants_bot => MatchType::Bot,
            _ => MatchType::Matchmaking,
        };
        let spectators = join_request::spectators(&player.scope, match_type, session.spectators);
        let side = session.side;
        let place_id = random::place_id();
        let seating =
            Seating { player, seat, secret, idle, time_control, variant, spectators, side, place_id };
        match match_type {
            MatchType::Bot | MatchType::Private if seek.is_some() => Err(seeks::not_for(match_type)),
            MatchType::Bot if self.lobby.waits(&seating.player) => {
                Err(WireRefusal::new(ErrorCode::AlreadyWaiting, "you are waiting for an opponent already")
                    .hint("send matchmaking:leave first to play a bot"))
            }
            MatchType::Bot => {
                let level = join.play.bot_difficulty.or(session.play.bot_difficulty).unwrap_or_default();
                self.play_bot(seating, level).await
            }
            MatchType::Private | MatchType::Matchmaking => {
                if let Some(seek) = seek {
                    return self.accept(client, seating, seek).await;
                }
                let brings_id = join.player_id.is_some();
                self.enqueue(client, seating, match_type == MatchType::Private, brings_id).await
            }
        }
    }

    /// Handles a request to leave the queue.
    pub(crate) async fn leave(
        self: &Arc<Self>,
        client: &Arc<Client>,
        claim: &str,
    ) -> Result<(), WireRefusal> {
        let player_id = client.identity.player();
        if claim != player_id.as_str() {
            return Err(not_you().hint("send the playerId you were given in matchmaking:waiting"));
        }
        let player = client.player();
        self.engine.hold_rooms_of(&player, 1).await?;
        if let Some(left) = self.stop_waiting(client) {
            left.await.map_err(|error| refusals::unavailable(&error))?;
            self.end_invitation(&client.identity).await;
        } else if let Some(room) = self.engine.begun_room_of(&player).await? {
            self.already_started(client, player_id, room);
            return Ok(());
        } else if self.context.cluster.is_none() && !self.lobby.waits(&player) {
            // An earlier request may have failed to store it; nodes of a cluster try again by themselves.
            let stored = self.context.store.leave_queue(player.waiting_key()).await;
            stored.map_err(|error| refusals::unavailable(&error))?;
        }
        client.emit(&PlainEvent::MatchmakingLeft(MatchmakingLeft {}));
        Ok(())
    }

    async fn play_bot(self: &Arc<Self>, seating: Seating, level: Level) -> Result<Joined, WireRefusal> {
        let player_id = seating.player.id.0.clone();
        let bot = Seat {
            player: PlayerId(format!("bot_{}", uuid::Uuid::new_v4().simple())),
            username: "Bot".to_owned(),
            display_name: format!("Bot ({level})"),
            session: None,
            occupant: Occupant::Bot { level },
        };
        let room = random::room_id();
        let newest = SeatedRoom { room: room.clone(), session: seating.seat.session.clone() };
        self.lobby.seat(seating.player.clone(), newest);
        let setup = RoomSetup {
            id: room.clone(),
            scope: seating.player.scope.clone(),
            variant: seating.variant,
            seats: [seating.seat, bot],
            secrets: [seating.secret, None],
            time_limit: time_control::limit(seating.time_control, seating.idle.alone()),
            timing: self.context.settings.timing(seating.variant),
            seed: random::seed(),
            is_rematch: false,
            spectators: seating.spectators,
        };
        if let Err(refusal) = self.engine.open_room(setup, Vec::new()).await {
            self.lobby.unseat(&seating.player, &room);
            return Err(refusal);
        }
        Ok(Joined { player_id, position: None, room_id: Some(room.0) })
    }

    async fn enqueue(
        self: &Arc<Self>,
        client: &Arc<Client>,
        mut seating: Seating,
        private: bool,
        brings_id: bool,
    ) -> Result<Joined, WireRefusal> {
        let description = seating.variant.description();
        let scope = seating.player.scope.clone();
        let key = match client.identity.session().filter(|_| private) {
            Some(session) => QueueKey::Private(session),
            None => QueueKey::Public {
                scope,
                game: description.game,
                variant: description.variant,
                time_control: seating.time_control,
            },
        };
        let (mut joined, mut row_before) = (self.context.clock.now(), None);
        if let (Identity::Guest(guest), Some((player, since, row))) =
            (&client.identity, self.kept_places.take_guest(&key, &seating.seat, brings_id))
        {
            self.clients.become_player(client, guest, player.clone());
            seating.player.id = player.clone();
            seating.seat.player = player;
            (joined, row_before) = (since, Some(row));
        }
        let player = seating.player.clone();
        let ticket = Ticket {
            player: player.id.clone(),
            connection: client.connection.clone(),
            rating: if private { UNKNOWN_RATING } else { self.rating(&seating).await },
            joined,
            seating,
        };
        if let Some(cluster) = &self.context.cluster {
            return self.enqueue_shared(client, cluster, key, ticket, row_before).await;
        }
        let kept =
            self.context.await_write(self.context.store.join_queue(queue_recovery::row(&key, &ticket))).await;
        kept.map_err(|error| refusals::unavailable(&error))?;
        let over = |room: &_| self.engine.registry.is_over(room);
        let changes = match self.lobby.join(&key, ticket, self.context.clock.now(), over, random::room_id) {
            Ok(changes) => changes,
            Err(NotJoined::Refused(refusal)) if refusal.code == Code::AlreadyWaiting => {
                return Err(wire::refusal(client.game, refusal));
            }
            Err(denied) => {
                drop(self.context.store.leave_queue(player.waiting_key()));
                return match denied {
                    NotJoined::Seated => self.await_start(client, player).await,
                    NotJoined::Refused(refusal) => Err(wire::refusal(client.game, refusal)),
                };
            }
        };
        if !self.clients.is_connected(&client.connection) {
            // The connection was closed during the rating lookup.
            self.stop_waiting_soon(client);
        }
        let own = |place: &&QueuePlace| place.connection == client.connection;
        let position = changes.places.iter().find(own).and_then(|place| u32::try_from(place.position).ok());
        self.carry_out(changes);
        Ok(Joined { player_id: player.id.0, position, room_id: None })
    }

    /// Tells a player of their game, which is about to begin, as soon as it is stored.
    pub(super) async fn await_start(
        &self,
        client: &Client,
        player: PlayerKey,
    ) -> Result<Joined, WireRefusal> {
        let room = self.engine.begun_room_of(&player).await?;
        let room = room.ok_or_else(|| {
            WireRefusal::new(ErrorCode::Unavailable, "your game could not be started")
                .hint("send matchmaking:join again")
        })?;
        Ok(self.already_started(client, player.id, room))
    }

    pub(super) fn already_started(&self, client: &Client, player: PlayerId, room: RoomId) -> Joined {
        let seq = self.engine.registry.find(&room).map_or(0, |place| place.seq());
        client.emit(&PlainEvent::AlreadyStarted(RoomNotice { room_id: room.0.clone(), seq }));
        Joined { player_id: player.0, position: None, room_id: Some(room.0) }
    }
}
