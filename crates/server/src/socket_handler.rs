//! The socket handler: admission of sockets, and dispatch of their events.

mod admission;
mod returning;
mod slow_poll;

use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;

use common::{PlayerId, RoomId, SessionId, SessionStatus, TenantId};
use protocol::{
    Ack, AfkAnswer, ClientEvent, Done, ErrorCode, GameError, GameName, GetMoves, HandshakeOptions,
    MoveAccepted, MoveCommand, Named, PlainEvent, ReactionRequest, Reconnect, RoomNotice, RoomRequest,
    SeatRequest, ValidMoves, WireRefusal,
};
use rooms::{Command, Input, Proof};
use serde::Serialize;
use serde_json::{Value, json};
use sockets::{DisconnectReason, Handler, Socket};
use tokio::sync::oneshot;
use tracing::debug;

use self::slow_poll::SlowPoll;
use crate::clients::{Client, Clients};
use crate::context::Context;
use crate::engine::{Request, RoomEngine, RoomHandle};
use crate::identity::Identity;
use crate::limits::{EventLimiter, Excess};
use crate::lobby::Lobby;
use crate::lobby_feed::LobbyFeed;
use crate::matchmaking::Matchmaking;
use crate::move_times::MoveTimes;
use crate::player::PlayerKey;
use crate::token::Tokens;
use crate::wire::{self, Translator};
use crate::{random, refusals};

/// How many rooms of a returning player are looked at in a cluster.
const MOST_HELD: u32 = 8;

/// The event of a move.
const MOVE: &str = "game:move";

/// Admits sockets and passes their events to the rooms.
pub(crate) struct SocketHandler {
    pub(crate) context: Context,
    pub(crate) clients: Arc<Clients>,
    pub(crate) engine: Arc<RoomEngine>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) matchmaking: Arc<Matchmaking>,
    pub(crate) lobby_feed: Arc<LobbyFeed>,
    pub(crate) tokens: Arc<Tokens>,
    pub(crate) move_times: Arc<MoveTimes>,
}

impl Handler for SocketHandler {
    async fn connect(&self, socket: &Socket, auth: Value) -> Result<(), sockets::JoinRefusal> {
        let game = socket.namespace().strip_prefix('/').and_then(GameName::from_name);
        let game = game.ok_or_else(|| sockets::JoinRefusal::new("Invalid namespace"))?;
        let options = HandshakeOptions::of(&auth).map_err(|error| refuse_socket(&error.into()))?;
        let identity = self.identify(socket, game, &auth).await.map_err(|refusal| refuse_socket(&refusal))?;
        let limiter = EventLimiter::new(&self.context.settings.limits);
        let connection = self.context.connection(socket.id().as_str());
        let client = Arc::new(Client::new(socket.clone(), connection, game, identity, options, limiter));
        self.clients.add(Arc::clone(&client));
        if self.context.is_outside_cluster(&client.connection) {
            // What it did under this name would count as done by nobody. It connects again.
            client.socket.close();
            return Ok(());
        }
        self.matchmaking.resume_waiting(&client);
        Ok(())
    }

    async fn event(&self, socket: &Socket, event: sockets::IncomingEvent, ack: Option<sockets::EventAck>) {
        let Some(client) = self.clients.behind(socket) else { return };
        let started = Instant::now();
        SlowPoll::new(&event.name, pin!(self.handle_event(&client, &event, ack))).await;
        let taken = started.elapsed();
        metrics::histogram!("parlour_event_seconds").record(taken.as_secs_f64());
        if event.name == MOVE {
            self.move_times.record(&client.identity.scope(), self.context.clock.wall(), taken);
        }
    }

    async fn disconnect(&self, socket: &Socket, reason: DisconnectReason) {
        let Some(client) = self.clients.remove(socket) else { return };
        let connection = &client.connection;
        self.lobby_feed.unfollow(&client);
        debug!(socket = connection.as_str(), %reason, "socket disconnected");
        if self.context.lifecycle.is_closed() {
            // Clients disconnected by a restart keep their queue places, and have a window to return to their
            // seats.
            return;
        }
        let is_moved = self.context.lifecycle.is_draining();
        if !is_moved {
            // Clients that are moved to other nodes keep their places, too.
            self.matchmaking.stop_waiting_soon(&client);
        }
        for room in client.rooms() {
            let connection = connection.clone();
            self.engine.apply_until_stored(
                room,
                match is_moved {
                    true => Input::Lost { connections: vec![connection] },
                    false => Input::Disconnected { connection },
                },
            );
        }
    }

    async fn undecodable(&self, socket: &Socket, name: Option<String>, ack: Option<sockets::EventAck>) {
        let Some(client) = self.clients.behind(socket) else { return };
        let name = name.unwrap_or_default();
        let refusal = self.take_token(&client, &name).err().unwrap_or_else(undecodable);
        refuse(&client, &name, ack, refusal);
    }

    fn undecodable_auth(&self) -> sockets::JoinRefusal {
        refuse_socket(&undecodable())
    }

    fn panic_answer(&self) -> Value {
        json!(Ack::<Done>::Refused(WireRefusal::new(
            ErrorCode::Internal,
            "something went wrong here, nothing was changed"
        )))
    }
}

impl SocketHandler {
    /// Handles an event, or refuses it: in the acknowledgement, or else in `game:error`.
    async fn handle_event(
        &self,
        client: &Arc<Client>,
        event: &sockets::IncomingEvent,
        ack: Option<sockets::EventAck>,
    ) {
        let request = self
            .take_token(client, &event.name)
            .and_then(|()| client.game.object().parse(&event.name, &event.args));
        let result = match request {
            Ok(ClientEvent::Move(request)) => return self.play_move(client, request, ack).await,
            // Boxed, as are the largest of the rare events, so that an idle socket holds no memory for them.
            Ok(request) => Box::pin(self.dispatch(client, request, ack.as_ref())).await,
            Err(refusal) => Err(refusal),
        };
        match (result, ack) {
            // The client may be gone.
            (Ok(answer), Some(ack)) => drop(ack.send(&answer)),
            (Ok(_), None) => {}
            (Err(refusal), ack) => refuse(client, &event.name, ack, refusal),
        }
    }

    /// Counts an event; closes a socket that continues for a while after refusals.
    fn take_token(&self, client: &Client, event: &str) -> Result<(), WireRefusal> {
        let Err(excess) = client.limiter.take(event) else { return Ok(()) };
        metrics::counter!("parlour_events_limited_total").increment(1);
        let refusal = WireRefusal::new(ErrorCode::RateLimited, "too many events from this connection");
        match excess {
            Excess::Wait(wait) => {
                Err(refusal.hint(format!("wait {} ms before the next one", wait.as_millis())))
            }
            Excess::Flood => {
                metrics::counter!("parlour_floods_total").increment(1);
                debug!(socket = client.connection.as_str(), event, "socket flooding, closed");
                let refusal =
                    refusal.hint("this connection is closed, because it went on after rate_limited");
                client.refuse("disconnect", refusal.clone());
                client.socket.disconnect();
                client.socket.close();
                Err(refusal)
            }
        }
    }

    async fn dispatch(
        &self,
        client: &Arc<Client>,
        event: ClientEvent<MoveCommand>,
        ack: Option<&sockets::EventAck>,
    ) -> Result<Value, WireRefusal> {
        match event {
            ClientEvent::Join(join) => accepted(Box::pin(self.matchmaking.join(client, join)).await?),
            ClientEvent::Leave(leave) => {
                self.matchmaking.leave(client, &leave.player_id).await?;
                accepted(Done {})
            }
            ClientEvent::FollowLobby(_) => {
                self.lobby_feed.follow(client)?;
                accepted(Done {})
            }
            ClientEvent::UnfollowLobby(_) => {
                self.lobby_feed.unfollow(client);
                accepted(Done {})
            }
            ClientEvent::Move(_) => unreachable!("moves are played without it"),
            ClientEvent::GetMoves(request) => {
                let answer = self.legal_moves(client, request)?;
                if ack.is_none() {
                    client.emit(&PlainEvent::ValidMoves(answer.clone()));
                }
                accepted(answer)
            }
            ClientEvent::Resign(request) => self.seat_command(client, request, Command::Resign).await,
            ClientEvent::Rematch(request) => self.seat_command(client, request, Command::Rematch).await,
            ClientEvent::DrawOffer(request) => self.seat_command(client, request, Command::OfferDraw).await,
            ClientEvent::DrawAccept(request) => self.room_command(client, request, Command::AcceptDraw).await,
            ClientEvent::DrawDecline(request) => {
                self.room_command(client, request, Command::DeclineDraw).await
            }
            ClientEvent::React(request) => self.react(client, request),
            ClientEvent::AfkCheck(request) => self.idle_status(client, request),
            ClientEvent::Reconnect(request) => Box::pin(self.reconnect(client, request)).await,
            ClientEvent::Spectate(request) => self.spectate(client, RoomId(request.room_id)).await,
            ClientEvent::SpectateLeave(request) => {
                let room = self.room(RoomId(request.room_id))?;
                let mut live = room.live();
                live.unwatch(&client.connection).map_err(|refusal| wire::refusal(room.game, refusal))?;
                self.engine.tell_spectators(&room, &live);
                accepted(Done {})
            }
        }
    }

    /// Plays a move. The engine answers right after the messages are sent, so that the mover gets both in one
    /// packet; the next event of the socket waits for that.
    async fn play_move(&self, client: &Arc<Client>, request: MoveCommand, ack: Option<sockets::EventAck>) {
        let MoveCommand { room_id, player_id, wish, ply } = request;
        let seen = ply.map(|ply| ply as usize);
        let Some(room) = self.engine.registry.find(&RoomId(room_id)) else {
            return refuse(client, MOVE, ack, refusals::unknown_room());
        };
        let input = Input::Command {
            by: client.connection.clone(),
            claim: Some(PlayerId(player_id)),
            command: Command::Move { wish, ply: seen },
        };
        let (mover, played, (done, answered)) = (Arc::clone(client), Arc::clone(&room), oneshot::channel());
        let reply = Box::new(move |result: Result<u64, WireRefusal>| {
            match result {
                Ok(seq) => {
                    let ply = seen.map_or_else(|| played.moves(), |seen| seen + 1);
                    let ply = u32::try_from(ply).unwrap_or(u32::MAX);
                    let accepted = MoveAccepted { room_id: played.id.0.clone(), seq, ply };
                    // The client may be gone.
                    ack.map(|ack| ack.send(&Ack::Accepted(accepted)));
                }
                Err(refusal) => refuse(&mover, MOVE, ack, refusal),
            }
            done.send(()).ok();
        });
        let asked = self.context.clock.now();
        self.engine.send(Request::Apply { room, input, asked, reply: Some(reply), refused_at: None });
        answered.await.ok(); // a stopped engine does not answer
    }

    fn legal_moves(&self, client: &Client, request: GetMoves) -> Result<ValidMoves, WireRefusal> {
        let room = self.room(RoomId(request.room_id))?;
        let square = request.position.map(game::Square);
        let live = room.live();
        let present = live.check_present(&client.connection, Some(&PlayerId(request.player_id)));
        let plays = present
            .and_then(|()| live.room.legal_plays(square))
            .map_err(|refusal| wire::refusal(room.game, refusal))?;
        Ok(ValidMoves {
            room_id: room.id.0.clone(),
            seq: live.room.seq(),
            position: square.map(|square| square.0),
            moves: plays.iter().map(|play| room.game.object().legal_move(play)).collect(),
        })
    }

    fn idle_status(&self, client: &Client, request: RoomRequest) -> Result<Value, WireRefusal> {
        let room = self.room(RoomId(request.room_id))?;
        let live = room.live();
        let claim = request.player_id.map(PlayerId);
        live.check_plays(&client.connection, claim.as_ref())
            .map_err(|refusal| wire::refusal(room.game, refusal))?;
        let translator = Translator { live: &live, clock: &self.context.clock, options: client.options };
        let status = translator.idle_status(live.room.seq(), live.room.idle_status().as_ref());
        client.emit(&PlainEvent::AfkStatus(status.clone()));
        accepted(AfkAnswer { status })
    }

    /// Tells those in a room how a player reacts.
    fn react(&self, client: &Client, request: ReactionRequest) -> Result<Value, WireRefusal> {
        let room = self.room(RoomId(request.room_id))?;
        let (live, claim) = (room.live(), PlayerId(request.player_id));
        let by = live
            .seat_of(&client.connection, Some(&claim))
            .map_err(|refusal| wire::refusal(room.game, refusal))?;
        client.limiter.take_reaction().map_err(|wait| {
            WireRefusal::new(ErrorCode::RateLimited, "too many reactions in a short time")
                .hint(format!("wait {} seconds before the next one", wait.as_secs() + 1))
        })?;
        self.engine.tell_reaction(&room, &live, by, request.reaction);
        accepted(Done {})
    }

    fn room(&self, id: RoomId) -> Result<Arc<RoomHandle>, WireRefusal> {
        self.engine.registry.find(&id).ok_or_else(refusals::unknown_room)
    }

    async fn seat_command(
        &self,
        client: &Client,
        request: SeatRequest,
        command: Command,
    ) -> Result<Value, WireRefusal> {
        let room = RoomId(request.room_id);
        let seq = self.command(client, &room, Some(PlayerId(request.player_id)), command).await?;
        accepted(RoomNotice { room_id: room.0, seq })
    }

    async fn room_command(
        &self,
        client: &Client,
        request: RoomRequest,
        command: Command,
    ) -> Result<Value, WireRefusal> {
        let room = RoomId(request.room_id);
        let seq = self.command(client, &room, request.player_id.map(PlayerId), command).await?;
        accepted(RoomNotice { room_id: room.0, seq })
    }

    async fn command(
        &self,
        client: &Client,
        room: &RoomId,
        claim: Option<PlayerId>,
        command: Command,
    ) -> Result<u64, WireRefusal> {
        self.engine.apply(room, Input::Command { by: client.connection.clone(), claim, command }).await
    }

    /// Returns the player to their seat, with the proof of the socket.
    async fn reconnect(&self, client: &Client, request: Reconnect) -> Result<Value, WireRefusal> {
        let player = PlayerId(request.player_id);
        let (proof, secret) = match &client.identity {
            Identity::Holder { claims, .. } => {
                if player != client.identity.player() {
                    return Err(WireRefusal::new(ErrorCode::NotYourSeat, "you can only play for yourself"));
                }
                (Proof::Session(SessionId(claims.sid.clone())), None)
            }
            Identity::Guest(guest) => {
                let digest = request.reconnect_token.as_deref().map(random::digest);
                (Proof::Guest { source: guest.source.clone(), digest }, Some(random::secret()))
            }
        };
        let seat = PlayerKey::new(client.identity.scope(), client.game, player.clone());
        self.engine.hold_rooms_of(&seat, MOST_HELD).await?;
        let rooms = self.rooms_to_return_to(&seat, &proof);
        let shows_secret = matches!(&proof, Proof::Guest { digest: Some(_), .. });
        let input = Input::Return {
            connection: client.connection.clone(),
            player: player.clone(),
            proof,
            secret,
            rematch_possible: true,
        };
        let Some((room, seq)) = self.take_seat_in_one_of(rooms, client, &input).await? else {
            return Err(self.nothing_to_reconnect(&client.identity).await);
        };
        if let Identity::Guest(guest) = &client.identity {
            self.clients.become_player(client, guest, player);
            if shows_secret {
                guest.note_secret_shown();
            }
        }
        if !self.clients.is_connected(&client.connection) {
            self.engine.apply_until_stored(
                room.clone(),
                Input::Disconnected { connection: client.connection.clone() },
            );
        }
        accepted(RoomNotice { room_id: room.0, seq })
    }

    async fn nothing_to_reconnect(&self, identity: &Identity) -> WireRefusal {
        if let Identity::Holder { claims, .. } = identity {
            let tenant = TenantId(claims.tid.clone());
            let session = SessionId(claims.sid.clone());
            let found = self.context.store.session(&tenant, claims.mode, &session).await;
            if found.ok().flatten().is_some_and(|session| session.status == SessionStatus::Ended) {
                return WireRefusal::new(ErrorCode::ReconnectExpired, "the game of this session is over")
                    .hint("GET /v1/sessions/:id tells how it ended");
            }
        }
        WireRefusal::new(ErrorCode::NothingToReconnect, "there is no game to come back to")
            .hint("send matchmaking:join to start one")
    }

    async fn spectate(&self, client: &Client, id: RoomId) -> Result<Value, WireRefusal> {
        let held = self.engine.hold(&id).await.map_err(|error| refusals::unavailable(&error))?;
        let room = held.ok_or_else(refusals::unknown_room)?;
        // A state that is older than what the client knows must not be shown.
        self.engine.refresh(&room).await.map_err(|error| refusals::unavailable(&error))?;
        if client.game != room.game {
            return Err(refusals::unknown_room());
        }
        client.enter(room.id.clone());
        let mut live = room.live();
        for told in live
            .watch(&client.connection, &client.identity.viewer())
            .map_err(|refusal| wire::refusal(room.game, refusal))?
        {
            self.engine.tell(&room, &live, &told);
        }
        if !self.clients.is_connected(&client.connection) {
            live.listeners.remove(&client.connection);
        }
        self.engine.tell_count(&room, &live, client);
        self.engine.tell_spectators(&room, &live);
        accepted(RoomNotice { room_id: room.id.0.clone(), seq: live.room.seq() })
    }
}

/// The refusal of a socket that may not connect.
fn refuse_socket(refusal: &WireRefusal) -> sockets::JoinRefusal {
    debug!(code = refusal.code.name(), "socket refused");
    sockets::JoinRefusal { message: refusal.error.clone(), data: Some(json!(refusal)) }
}

/// Refuses an event: in the acknowledgement, or else in `game:error`.
fn refuse(client: &Client, event: &str, ack: Option<sockets::EventAck>, refusal: WireRefusal) {
    match ack {
        Some(ack) => drop(ack.send(&Ack::<Done>::Refused(refusal))), // the client may be gone
        None => {
            let event = event.chars().filter(|letter| !letter.is_control()).take(64).collect();
            client.emit(&PlainEvent::GameError(GameError { event, refusal }));
        }
    }
}

fn undecodable() -> WireRefusal {
    WireRefusal::new(ErrorCode::BadPayload, "the payload is JSON that cannot be decoded")
        .hint("it may hold half of a character, as 'Ada 😀'.slice(0, 5) does, or lists in lists in lists")
}

fn accepted<T: Serialize>(answer: T) -> Result<Value, WireRefusal> {
    Ok(json!(Ack::Accepted(answer)))
}
