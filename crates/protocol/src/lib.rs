//! Every message on the wire as a plain type.

mod ack;
mod client_event;
mod documents;
mod event_row;
mod events;
mod game_list;
mod game_name;
pub mod games;
mod handshake;
mod legal_move;
mod lobby;
mod reaction;
mod refusal;
mod requests;
pub mod rest;
mod server_event;
mod suggestion;
mod time;
mod time_control;

pub use ack::{Ack, AfkAnswer, Done, Joined, MoveAccepted};
pub use client_event::ClientEvent;
pub use documents::{asyncapi, openapi, python, typescript, webhook_example};
pub use event_row::{Describe, EventRow};
pub use events::{
    AfkStatus, AfkWarning, Deadline, EndReason, GameError, GameOver, GameReconnected, GameStarted,
    HistoryEntry, MatchmakingLeft, MatchmakingWaiting, MoveMade, Player, PlayerDisconnected, PlayerNotice,
    RoomNotice, ServerRestarting, SpectateJoined, SpectatorCount, Standing, ValidMoves,
};
pub use game_name::GameName;
pub use games::{GameObject, GameVisitor, KnownGame};
pub use handshake::HandshakeOptions;
pub use legal_move::LegalMove;
pub use lobby::{LobbyList, LobbyRequest, MOST_SEEKS, Seek};
pub use reaction::{PlayerReaction, Reaction, ReactionRequest};
pub use refusal::WireRefusal;
pub use requests::{
    AFK_TIMEOUT_SECONDS, AfkSettings, GetMoves, MOST_MOVES, MatchmakingJoin, MatchmakingLeave, MoveCommand,
    MoveRequest, PlaySettings, Reconnect, RoomRequest, SeatRequest, Spectate,
};
pub use server_event::{PlainEvent, ServerEvent};
pub use suggestion::closest;
pub use time::{EpochMillis, UtcTime};
pub use time_control::{BASE_SECONDS, MOST_INCREMENT_SECONDS, PlayerClocks, TimeControl, TimeControlKind};
pub use wire::{
    DisplayName, End, ErrorCode, Fields, Happening, ID_LENGTH, Incoming, LAST_SQUARE, Named, Outline,
    PayloadError, Picture, Rgba, SQUARES, Shape, ShownPosition, StudyError, UnknownField, WireGame, parse,
    parse_body, parse_body_with_unknown, parse_query,
};
