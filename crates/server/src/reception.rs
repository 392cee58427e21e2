//! Joining and leaving: from a request at the door to a seat at a board.

use std::sync::Arc;

use game::Level;
use protocol::rest::{MatchType, SessionClaims};
use protocol::{
    BotDifficulty, ErrorCode, GameError, Joined, MatchmakingJoin, MatchmakingLeft, MatchmakingWaiting, Named,
    Refusal, RoomNotice, ServerEvent, WireGame,
};
use rooms::{Code, Occupant, Pairing, PlayerId, RoomId, Seat, Setup, Ticket};
use tracing::warn;

use crate::app::{App, Wake};
use crate::guest_ids::not_you;
use crate::identity::Identity;
use crate::idle::IdleWish;
use crate::lobby::{Changes, NotJoined, Player, QueueKey, Seating};
use crate::seated::SeatedRoom;
use crate::visitors::Visitor;
use crate::wishes::{self, UNKNOWN_RATING};
use crate::{random, refusals, tickets, wire};

impl App {
    /// A player asks for a game.
    pub(crate) async fn join<G: WireGame>(
        self: &Arc<Self>,
        visitor: &Arc<Visitor>,
        join: MatchmakingJoin,
    ) -> Result<Joined, Refusal> {
        self.check_claim(visitor, &join).await?;
        let player_id = visitor.identity.player();
        let player = Player::new(visitor.identity.house(), visitor.game, player_id.clone());
        if let Some(room) = self.seat_of(&player) {
            return Ok(self.already_started::<G>(visitor, player_id, room));
        }
        if self.is_draining() {
            return Err(Refusal::new(
                ErrorCode::Unavailable,
                "the server is about to restart and begins no new games",
            )
            .hint("join again in a few seconds"));
        }
        let session = match (self.session_of(&visitor.identity).await, self.seat_of(&player)) {
            // An opponent was found meanwhile.
            (_, Some(room)) => return Ok(self.already_started::<G>(visitor, player_id, room)),
            (session, None) => session?,
        };
        if self.rooms.running.is_full(&player.house, self.settings.limits.rooms_per_tenant) {
            return Err(refusals::too_many_games());
        }
        let variant = self.variant(visitor, &join)?;
        let idle = IdleWish::resolve(variant, &self.settings.times, &session.afk, &join.afk)?;
        let (seat, secret) = wishes::seat(visitor, &join);
        let match_type = match &visitor.identity {
            Identity::Holder { claims, .. } if claims.match_type != MatchType::Matchmaking => {
                claims.match_type
            }
            _ if join.wants_bot => MatchType::Bot,
            _ => MatchType::Matchmaking,
        };
        let spectators = wishes::spectators(&player.house, match_type, session.spectators);
        let seating = Seating { player, seat, secret, idle, variant, spectators };
        match match_type {
            MatchType::Bot if self.lobby.waits(&seating.player) => {
                Err(Refusal::new(ErrorCode::AlreadyWaiting, "you are waiting for an opponent already")
                    .hint("send matchmaking:leave first to play a bot"))
            }
            MatchType::Bot => {
                let level = wishes::level(
                    join.bot_difficulty.or(session.bot_difficulty).unwrap_or(BotDifficulty::Medium),
                );
                self.play_bot(seating, level).await
            }
            MatchType::Private | MatchType::Matchmaking => {
                let brings_id = join.player_id.is_some();
                self.line_up::<G>(visitor, seating, match_type == MatchType::Private, brings_id).await
            }
        }
    }

    /// A player no longer wants to wait.
    pub(crate) fn leave<G: WireGame>(
        self: &Arc<Self>,
        visitor: &Arc<Visitor>,
        claim: &str,
    ) -> Result<(), Refusal> {
        let player_id = visitor.identity.player();
        if claim != player_id.as_str() {
            return Err(not_you().hint("send the playerId you were given in matchmaking:waiting"));
        }
        let player = Player::new(visitor.identity.house(), visitor.game, player_id.clone());
        if self.stop_waiting(visitor) {
            emit::<G>(visitor, &ServerEvent::MatchmakingLeft(MatchmakingLeft {}));
        } else if let Some(room) = self.seat_of(&player) {
            self.already_started::<G>(visitor, player_id, room);
        } else {
            emit::<G>(visitor, &ServerEvent::MatchmakingLeft(MatchmakingLeft {}));
        }
        Ok(())
    }

    /// Takes a connection out of its queue, if it is in one.
    pub(crate) fn stop_waiting(self: &Arc<Self>, visitor: &Visitor) -> bool {
        let player = Player::new(visitor.identity.house(), visitor.game, visitor.identity.player());
        let left = self.lobby.leave(&player, &visitor.connection, self.clock.now());
        let waited = left.is_some();
        if let Some((key, changes)) = left {
            drop(self.store.leave_queue(tickets::waiting_key(&player))); // if it fails, the next start gives it up
            self.settle_queue(&key, changes);
        }
        waited
    }

    /// Pairs whoever fits by now.
    pub(crate) fn pair_waiting(self: &Arc<Self>, key: &QueueKey) {
        let changes = self.lobby.pair(key, self.clock.now(), random::room_id);
        self.settle_queue(key, changes);
    }

    async fn play_bot(self: &Arc<Self>, seating: Seating, level: Level) -> Result<Joined, Refusal> {
        let player_id = seating.player.id.0.clone();
        let bot = Seat {
            player: PlayerId(format!("bot_{}", uuid::Uuid::new_v4().simple())),
            username: "Bot".to_owned(),
            display_name: format!("Bot ({})", wishes::difficulty(level)),
            session: None,
            occupant: Occupant::Bot { level },
        };
        let room = random::room_id();
        let newest = SeatedRoom { room: room.clone(), session: seating.seat.session.clone() };
        self.lobby.seat(seating.player.clone(), newest);
        let setup = Setup {
            id: room.clone(),
            house: seating.player.house.clone(),
            variant: seating.variant,
            seats: [seating.seat, bot],
            secrets: [seating.secret, None],
            idle: seating.idle.alone(),
            timing: self.timing(seating.variant),
            seed: random::seed(),
            is_rematch: false,
            spectators: seating.spectators,
        };
        if let Err(refusal) = self.open_room(setup, Vec::new()).await {
            self.lobby.unseat(&seating.player, &room);
            return Err(refusal);
        }
        Ok(Joined { player_id, position: None, room_id: Some(room.0) })
    }

    async fn line_up<G: WireGame>(
        self: &Arc<Self>,
        visitor: &Arc<Visitor>,
        mut seating: Seating,
        private: bool,
        brings_id: bool,
    ) -> Result<Joined, Refusal> {
        let description = seating.variant.description();
        let house = seating.player.house.clone();
        let key = match visitor.identity.session().filter(|_| private) {
            Some(session) => QueueKey::Private(session),
            None => QueueKey::Public { house, game: description.game, variant: description.variant },
        };
        let mut joined = self.clock.now();
        if let (Identity::Guest(guest), Some((player, since))) =
            (&visitor.identity, self.tickets.take_guest(&key, &seating.seat, brings_id))
        {
            self.become_player(visitor, guest, player.clone());
            seating.player.id = player.clone();
            seating.seat.player = player;
            joined = since;
        }
        let player = seating.player.clone();
        let ticket = Ticket {
            player: player.id.clone(),
            connection: visitor.connection.clone(),
            rating: if private { UNKNOWN_RATING } else { self.rating(&seating).await },
            joined,
            seating,
        };
        let kept = self.await_write(self.store.join_queue(tickets::row(&key, &ticket))).await;
        kept.map_err(|error| refusals::unavailable(&error))?;
        let over = |room: &_| self.rooms.is_over(room);
        let changes = match self.lobby.join(&key, ticket, self.clock.now(), over, random::room_id) {
            Ok(changes) => changes,
            Err(NotJoined::Refused(refusal)) if refusal.code == Code::AlreadyWaiting => {
                return Err(wire::refusal(refusal));
            }
            Err(denied) => {
                drop(self.store.leave_queue(tickets::waiting_key(&player)));
                return match denied {
                    NotJoined::Seated(room) => Ok(self.already_started::<G>(visitor, player.id, room)),
                    NotJoined::Refused(refusal) => Err(wire::refusal(refusal)),
                };
            }
        };
        if self.visitors.find(&visitor.connection).is_none() {
            // The connection ended while its rating was looked up: nobody is there to wait.
            self.stop_waiting(visitor);
        }
        let own = |place: &&crate::lobby::Place| place.connection == visitor.connection;
        let position = changes.places.iter().find(own).and_then(|place| u32::try_from(place.position).ok());
        self.settle_queue(&key, changes);
        Ok(Joined { player_id: player.id.0, position, room_id: None })
    }

    /// Tells those who wait their places, and seats those who are paired.
    pub(crate) fn settle_queue(self: &Arc<Self>, key: &QueueKey, changes: Changes) {
        self.alarm.set(&Wake::Queue(key.clone()), changes.deadline);
        for place in changes.places {
            let Some(visitor) = self.visitors.find(&place.connection) else { continue };
            let waiting = MatchmakingWaiting {
                player_id: place.player.0,
                position: u32::try_from(place.position).unwrap_or(u32::MAX),
            };
            emit_for_game(&visitor, waiting);
        }
        for (room, pair) in changes.pairs {
            let app = Arc::clone(self);
            tokio::spawn(async move { app.open_pair(room, pair).await });
        }
    }

    async fn open_pair(self: Arc<Self>, room: RoomId, pair: Pairing<Seating>) {
        let (first, second) = (pair.first.seating, pair.second.seating);
        let players = [first.player.clone(), second.player.clone()];
        let setup = Setup {
            id: room.clone(),
            house: first.player.house,
            variant: first.variant,
            seats: [first.seat, second.seat],
            secrets: [first.secret, second.secret],
            idle: first.idle.shared(second.idle),
            timing: self.timing(first.variant),
            seed: random::seed(),
            is_rematch: false,
            spectators: first.spectators.min(second.spectators),
        };
        let waited = players.iter().map(tickets::waiting_key).collect();
        if let Err(refusal) = self.open_room(setup, waited).await {
            warn!(error = refusal.error, "a pair could not be seated");
            for (player, connection) in players.iter().zip([&pair.first.connection, &pair.second.connection])
            {
                self.lobby.unseat(player, &room);
                drop(self.store.leave_queue(tickets::waiting_key(player)));
                if let Some(visitor) = self.visitors.find(connection) {
                    refuse_for_game(&visitor, "matchmaking:join", refusal.clone());
                }
            }
        }
    }

    fn already_started<G: WireGame>(&self, visitor: &Visitor, player: PlayerId, room: RoomId) -> Joined {
        let seq = self.rooms.find(&room).map_or(0, |place| place.seq());
        emit::<G>(visitor, &ServerEvent::AlreadyStarted(RoomNotice { room_id: room.0.clone(), seq }));
        Joined { player_id: player.0, position: None, room_id: Some(room.0) }
    }
}

/// The mode a session is stored under.
pub(crate) fn session_mode(claims: &SessionClaims) -> store::Mode {
    store::Mode::parse(claims.mode.name()).expect("the modes of the wire are the modes of the store")
}

/// Emits to one visitor.
pub(crate) fn emit<G: WireGame>(visitor: &Visitor, event: &ServerEvent<G>) {
    // A client that has gone or does not read is noticed by the transport.
    visitor.socket.emit(event.name(), event).ok();
}

/// Tells a visitor of whatever game that a request was refused.
pub(crate) fn refuse_for_game(visitor: &Visitor, event: &str, refusal: Refusal) {
    let error = GameError { event: event.to_owned(), refusal };
    emit::<protocol::TicTacToe>(visitor, &ServerEvent::GameError(error));
}

fn emit_for_game(visitor: &Visitor, waiting: MatchmakingWaiting) {
    emit::<protocol::TicTacToe>(visitor, &ServerEvent::MatchmakingWaiting(waiting));
}
