//! The table of client events.

use serde::{Serialize, Serializer};
use serde_json::Value;
use wire::{WireGame, parse};

use crate::ack::{AfkAnswer, Done, Joined, MoveAccepted};
use crate::event_row::{EventRow, describe};
use crate::events::{RoomNotice, ValidMoves};
use crate::lobby::LobbyRequest;
use crate::reaction::ReactionRequest;
use crate::requests::{
    GetMoves, MatchmakingJoin, MatchmakingLeave, MoveRequest, Reconnect, RoomRequest, SeatRequest, Spectate,
};
use crate::{ErrorCode, WireRefusal, closest};

macro_rules! client_events {
    ($( $name:literal => $variant:ident($payload:ty) -> $accepted:ty, $summary:literal $(, if $guard:expr)?; )*) => {
        /// Every client event, parsed and checked.
        #[derive(Clone, Debug, PartialEq)]
        pub enum ClientEvent<M> {
            $( #[doc = $summary] $variant($payload), )*
            /// Make a move; a chain of captures is one move.
            Move(M),
        }

        impl<G: WireGame> ClientEvent<MoveRequest<G>> {
            /// Parses an event by its name; refuses an unknown name or an invalid payload with a reason.
            pub fn parse(name: &str, arguments: &[Value]) -> Result<Self, WireRefusal> {
                match name {
                    $( $name $(if $guard)? => Ok(Self::$variant(parse(arguments)?)), )*
                    MOVE => Ok(Self::Move(parse(arguments)?)),
                    _ => Err(unknown_event::<G>(name)),
                }
            }

            /// The event's name on the wire.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $( Self::$variant(_) => $name, )*
                    Self::Move(_) => MOVE,
                }
            }

            /// Every event of this game, for the documents.
            #[must_use]
            pub fn table() -> Vec<EventRow> {
                let mut rows = Vec::new();
                $(
                    if true $(&& $guard)? {
                        let accepted = Some(describe::<$accepted> as crate::Describe);
                        rows.push(EventRow { name: $name, summary: $summary, payload: describe::<$payload>, accepted });
                    }
                )*
                let (payload, accepted) = (describe::<MoveRequest<G>>, Some(describe::<MoveAccepted> as crate::Describe));
                rows.push(EventRow { name: MOVE, summary: MOVE_SUMMARY, payload, accepted });
                rows
            }
        }

        impl<M> ClientEvent<M> {
            /// Converts the move.
            pub fn map_move<N>(self, map: impl FnOnce(M) -> N) -> ClientEvent<N> {
                match self {
                    $( Self::$variant(payload) => ClientEvent::$variant(payload), )*
                    Self::Move(request) => ClientEvent::Move(map(request)),
                }
            }
        }

        impl<M: Serialize> Serialize for ClientEvent<M> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $( Self::$variant(payload) => payload.serialize(serializer), )*
                    Self::Move(request) => request.serialize(serializer),
                }
            }
        }
    };
}

/// The event that makes a move.
const MOVE: &str = "game:move";
const MOVE_SUMMARY: &str = "Make a move; a chain of captures is one move.";

client_events! {
    "matchmaking:join" => Join(MatchmakingJoin) -> Joined, "Enter the queue, accept a game of the lobby, start a bot game, or take the seat of a session.";
    "matchmaking:leave" => Leave(MatchmakingLeave) -> Done, "Leave the queue.";
    "lobby:follow" => FollowLobby(LobbyRequest) -> Done, "Follow who is online and which games wait; lobby:state tells it, now and when it changes.";
    "lobby:unfollow" => UnfollowLobby(LobbyRequest) -> Done, "Follow the lobby no longer.";
    "game:get_moves" => GetMoves(GetMoves) -> ValidMoves, "Ask where a piece may go, or without a position for every legal move; answered by the acknowledgement if there is one, else by game:valid_moves.", if G::LISTS_MOVES;
    "game:resign" => Resign(SeatRequest) -> RoomNotice, "Give up; the opponent wins.";
    "afk:check" => AfkCheck(RoomRequest) -> AfkAnswer, "Ask whose idle clock runs.";
    "game:reconnect" => Reconnect(Reconnect) -> RoomNotice, "Come back to a game after a lost connection.";
    "game:spectate" => Spectate(Spectate) -> RoomNotice, "Watch a game.";
    "game:spectate:leave" => SpectateLeave(RoomRequest) -> Done, "Stop watching.";
    "game:rematch" => Rematch(SeatRequest) -> RoomNotice, "Offer to play again, or accept the offer; seats are swapped.";
    "game:react" => React(ReactionRequest) -> Done, "Say one of a few things to those in the room; for players, a few times in a row at most.";
    "game:draw:offer" => DrawOffer(SeatRequest) -> RoomNotice, "Offer a draw.", if G::OFFERS_DRAWS;
    "game:draw:accept" => DrawAccept(RoomRequest) -> RoomNotice, "Accept the opponent's draw.", if G::OFFERS_DRAWS;
    "game:draw:decline" => DrawDecline(RoomRequest) -> RoomNotice, "Decline the opponent's draw.", if G::OFFERS_DRAWS;
}

fn unknown_event<G: WireGame>(name: &str) -> WireRefusal {
    let shown: String = name.chars().filter(|letter| !letter.is_control()).take(64).collect();
    let refusal = WireRefusal::new(ErrorCode::BadPayload, format!("{} has no event \"{shown}\"", G::NAME));
    match closest(name, ClientEvent::<MoveRequest<G>>::table().iter().map(|row| row.name)) {
        Some(known) => refusal.hint(format!("did you mean \"{known}\"?")),
        None => refusal,
    }
}
