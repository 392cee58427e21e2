//! Every message on the wire as a plain type.

mod ack;
mod client_event;
mod display_name;
mod documents;
mod error_code;
mod event_row;
mod events;
pub mod games;
mod handshake;
mod named;
mod payload;
mod refusal;
mod requests;
pub mod rest;
mod server_event;
mod suggestion;
mod time;

pub use ack::{Ack, AfkAnswer, Done, Joined, MoveAccepted};
pub use client_event::ClientEvent;
pub use display_name::DisplayName;
pub use documents::{asyncapi, openapi, typescript, webhook_example};
pub use error_code::ErrorCode;
pub use event_row::{Describe, EventRow};
pub use events::{
    AfkStatus, AfkWarning, Deadline, EndReason, GameError, GameOver, GameReconnected, GameStarted,
    HistoryEntry, MatchmakingLeft, MatchmakingWaiting, MoveMade, Player, PlayerDisconnected, PlayerNotice,
    RoomNotice, ServerRestarting, SpectateJoined, SpectatorCount, Standing, ValidMoves,
};
pub use games::{Checkers, GameName, MoveHead, TicTacToe, WireGame, checkers, tictactoe};
pub use handshake::HandshakeOptions;
pub use named::Named;
pub use payload::{
    Fields, ID_LENGTH, Incoming, LAST_SQUARE, PayloadError, SQUARES, parse, parse_body, parse_query,
};
pub use refusal::Refusal;
pub use requests::{
    AFK_TIMEOUT_SECONDS, AfkSettings, BotDifficulty, GetMoves, MOST_MOVES, MatchmakingJoin, MatchmakingLeave,
    Reconnect, RoomRequest, SeatRequest, Spectate,
};
pub use server_event::ServerEvent;
pub use suggestion::closest;
pub use time::{EpochMillis, UtcTime};
