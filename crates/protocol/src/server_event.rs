//! The table of everything the server tells over a socket.

use serde::{Deserialize, Serialize, Serializer, de::Error};
use serde_json::Value;

use crate::event_row::{EventRow, describe};
use crate::events::{
    AfkStatus, AfkWarning, GameError, GameOver, GameReconnected, GameStarted, MatchmakingLeft,
    MatchmakingWaiting, MoveMade, PlayerDisconnected, PlayerNotice, RoomNotice, ServerRestarting,
    SpectateJoined, SpectatorCount, ValidMoves,
};
use crate::games::WireGame;

macro_rules! server_events {
    ($( $name:expr => $variant:ident($payload:ty), $summary:literal $(, if $guard:expr)?; )*) => {
        /// Everything the server tells, with its name on the wire.
        #[derive(Clone, Debug, PartialEq)]
        pub enum ServerEvent<G: WireGame> {
            $( #[doc = $summary] $variant($payload), )*
        }

        impl<G: WireGame> ServerEvent<G> {
            /// The event's name on the wire.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $( Self::$variant(_) => $name, )*
                }
            }

            /// Reads an event that a server sent, for clients written in Rust.
            pub fn read(name: &str, payload: &Value) -> Result<Self, serde_json::Error> {
                $( if name == $name { return <$payload>::deserialize(payload).map(Self::$variant); } )*
                Err(serde_json::Error::custom(format!("unknown event {name}")))
            }

            /// Every event of this game, for the documents.
            #[must_use]
            pub fn table() -> Vec<EventRow> {
                let mut rows = Vec::new();
                $(
                    if true $(&& $guard)? {
                        rows.push(EventRow { name: $name, summary: $summary, payload: describe::<$payload>, accepted: None });
                    }
                )*
                rows
            }
        }

        impl<G: WireGame> Serialize for ServerEvent<G> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $( Self::$variant(payload) => payload.serialize(serializer), )*
                }
            }
        }
    };
}

server_events! {
    "matchmaking:waiting" => MatchmakingWaiting(MatchmakingWaiting), "The player waits in the queue; sent again when the place changes.";
    "matchmaking:left" => MatchmakingLeft(MatchmakingLeft), "The player has left the queue.";
    "matchmaking:already_started" => AlreadyStarted(RoomNotice), "The player sits in a game already; a leave came too late, or a second join too early.";
    "game:started" => GameStarted(GameStarted<G>), "A game has begun; each player gets its own copy.";
    "game:valid_moves" => ValidMoves(ValidMoves), "Where the piece may go; none if it cannot move or another must capture.", if G::LISTS_MOVES;
    "game:move:made" => MoveMade(MoveMade<G>), "A move was made.";
    G::AFK_WARNING => AfkWarning(AfkWarning), "The player to move has been idle for long; sent once per turn.";
    G::AFK_WARNING_CLEARED => AfkWarningCleared(RoomNotice), "The warned player has moved.";
    "afk:status" => AfkStatus(Option<AfkStatus>), "Whose idle clock runs and until when; null if none does.";
    "player:disconnected" => PlayerDisconnected(PlayerDisconnected), "A player's connection was lost; told to the opponent and spectators.";
    "player:reconnected" => PlayerReconnected(PlayerNotice), "The player has come back; told to the opponent and spectators.";
    "game:reconnected" => GameReconnected(GameReconnected<G>), "The whole game, for the player who came back.";
    "game:spectate:joined" => SpectateJoined(SpectateJoined<G>), "The whole game, for a new spectator.";
    "game:spectators" => Spectators(SpectatorCount), "How many watch the game; told to its players when it changes, at most once a second.";
    "game:over" => GameOver(GameOver<G>), "The game has ended; sent exactly once.";
    "game:error" => GameError(GameError), "A request without acknowledgement was refused; nothing has changed.";
    "game:rematch:offered" => RematchOffered(PlayerNotice), "The player would like to play again.";
    "game:draw:offered" => DrawOffered(PlayerNotice), "The player offers a draw.", if G::OFFERS_DRAWS;
    "game:draw:declined" => DrawDeclined(PlayerNotice), "The player declines the draw.", if G::OFFERS_DRAWS;
    "server:restarting" => ServerRestarting(ServerRestarting), "The server is about to restart; games go on afterwards.";
}
