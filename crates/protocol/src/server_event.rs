//! The table of server events.

use serde::{Deserialize, Serialize, Serializer, de::Error};
use serde_json::Value;
use wire::WireGame;

use crate::event_row::{EventRow, describe};
use crate::events::{
    AfkStatus, AfkWarning, GameError, GameOver, GameReconnected, GameStarted, MatchmakingLeft,
    MatchmakingWaiting, MoveMade, PlayerDisconnected, PlayerNotice, RoomNotice, ServerRestarting,
    SpectateJoined, SpectatorCount, ValidMoves,
};
use crate::lobby::LobbyList;
use crate::reaction::PlayerReaction;

macro_rules! server_events {
    (
        plain { $( $plain_name:literal => $plain:ident($plain_payload:ty), $plain_summary:literal $(, if $plain_guard:expr)?; )* }
        game { $( $name:expr => $variant:ident($payload:ty), $summary:literal; )* }
    ) => {
        /// Server events that are the same in every game.
        #[derive(Clone, Debug, PartialEq)]
        pub enum PlainEvent {
            $( #[doc = $plain_summary] $plain($plain_payload), )*
        }

        impl PlainEvent {
            /// The event's name on the wire.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $( Self::$plain(_) => $plain_name, )*
                }
            }
        }

        impl Serialize for PlainEvent {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $( Self::$plain(payload) => payload.serialize(serializer), )*
                }
            }
        }

        /// Every server event.
        #[derive(Clone, Debug, PartialEq)]
        pub enum ServerEvent<G: WireGame> {
            /// An event that is the same in every game.
            Plain(PlainEvent),
            $( #[doc = $summary] $variant($payload), )*
        }

        impl<G: WireGame> ServerEvent<G> {
            /// The event's name on the wire.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    Self::Plain(event) => event.name(),
                    $( Self::$variant(_) => $name, )*
                }
            }

            /// Parses an event sent by a server, for clients written in Rust.
            pub fn read(name: &str, payload: &Value) -> Result<Self, serde_json::Error> {
                $( if name == $name { return <$payload>::deserialize(payload).map(Self::$variant); } )*
                match name {
                    $( $plain_name => <$plain_payload>::deserialize(payload).map(PlainEvent::$plain).map(Self::Plain), )*
                    _ => Err(serde_json::Error::custom(format!("unknown event {name}"))),
                }
            }

            /// Every event of this game, for the documents.
            #[must_use]
            pub fn table() -> Vec<EventRow> {
                let mut rows = Vec::new();
                $(
                    if true $(&& $plain_guard)? {
                        rows.push(EventRow { name: $plain_name, summary: $plain_summary, payload: describe::<$plain_payload>, accepted: None });
                    }
                )*
                $( rows.push(EventRow { name: $name, summary: $summary, payload: describe::<$payload>, accepted: None }); )*
                rows
            }
        }

        impl<G: WireGame> Serialize for ServerEvent<G> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    Self::Plain(event) => event.serialize(serializer),
                    $( Self::$variant(payload) => payload.serialize(serializer), )*
                }
            }
        }
    };
}

server_events! {
    plain {
        "matchmaking:waiting" => MatchmakingWaiting(MatchmakingWaiting), "The player waits in the queue; sent again when the place changes.";
        "matchmaking:left" => MatchmakingLeft(MatchmakingLeft), "The player has left the queue.";
        "matchmaking:already_started" => AlreadyStarted(RoomNotice), "The player sits in a game already; a leave came too late, or a second join too early.";
        "lobby:state" => LobbyState(LobbyList), "Who is online and which games wait; for those who follow it, when it changes, at most once a second.";
        "game:valid_moves" => ValidMoves(ValidMoves), "Where the piece may go; none if it cannot move or another must capture.", if G::LISTS_MOVES;
        "afk:status" => AfkStatus(Option<AfkStatus>), "Whose idle clock runs and until when; null if none does.";
        "player:disconnected" => PlayerDisconnected(PlayerDisconnected), "A player's connection was lost; told to the opponent and spectators.";
        "player:reconnected" => PlayerReconnected(PlayerNotice), "The player has come back; told to the opponent and spectators.";
        "game:spectators" => Spectators(SpectatorCount), "How many watch the game; told to its players, and to spectators who asked in the handshake, when it changes, at most once a second.";
        "game:reaction" => Reaction(PlayerReaction), "The player says one of a few things; told to everyone in the room, and kept nowhere.";
        "game:error" => GameError(GameError), "A request without acknowledgement was refused; nothing has changed.";
        "game:rematch:offered" => RematchOffered(PlayerNotice), "The player would like to play again.";
        "game:draw:offered" => DrawOffered(PlayerNotice), "The player offers a draw.", if G::OFFERS_DRAWS;
        "game:draw:declined" => DrawDeclined(PlayerNotice), "The player declines the draw.", if G::OFFERS_DRAWS;
        "server:restarting" => ServerRestarting(ServerRestarting), "The server is about to restart; games go on afterwards.";
    }
    game {
        "game:started" => GameStarted(GameStarted<G>), "A game has begun; each player gets its own copy.";
        "game:move:made" => MoveMade(MoveMade<G>), "A move was made.";
        G::AFK_WARNING => AfkWarning(AfkWarning), "The player to move has been idle for long; sent once per turn.";
        G::AFK_WARNING_CLEARED => AfkWarningCleared(RoomNotice), "The warned player has moved.";
        "game:reconnected" => GameReconnected(GameReconnected<G>), "The whole game, for the player who came back.";
        "game:spectate:joined" => SpectateJoined(SpectateJoined<G>), "The whole game, for a new spectator.";
        "game:over" => GameOver(GameOver<G>), "The game has ended; sent exactly once.";
    }
}
