//! Rooms, seats, deadlines and matchmaking as pure functions over plain state.
//!
//! A room is its log. [`Room::decide`] turns an [`Input`] at a [`Moment`] into [`Event`]s or a
//! [`RoomRefusal`] and changes nothing; [`Room::evolve`] applies an event, and is the only way to change a
//! room. Replaying the events restores the room. Nothing here sleeps, logs, reads a clock or uses outside
//! randomness: the caller stores the events, sends the resulting messages, and calls again at
//! [`Room::deadline`].

mod allowance;
mod ending;
mod entry;
mod event;
mod game_clock;
mod idle_clock;
mod input;
mod listeners;
mod live;
mod matchmaking;
mod message;
mod millis;
mod moment;
mod notice;
mod refusal;
mod room;
mod saved;
mod scope;
mod seat;
mod setup;
mod spectators;
mod standing;
mod thinking;
mod time_limit;
mod timing;

pub use ending::{Reason, RoomEnding};
pub use entry::PlayedMove;
pub use event::{Change, Event, Opened};
pub use game_clock::ClockReading;
pub use input::{Command, Input};
pub use listeners::Listeners;
pub use live::{LiveRoom, Secrets};
pub use matchmaking::{Pairing, Queue, Ticket};
pub use message::{Audience, RoomMessage, Told};
pub use moment::Moment;
pub use notice::Notice;
pub use refusal::{Code, RoomRefusal};
pub use room::Room;
pub use saved::{RestoreError, SavedRoom};
pub use scope::{Connection, Scope};
pub use seat::{ClientSource, Guard, Occupant, Presence, Proof, Seat, Secret};
pub use setup::RoomSetup;
pub use spectators::{Spectators, Viewer};
pub use standing::RoomStanding;
pub use thinking::Thinking;
pub use time_limit::TimeLimit;
pub use timing::Timing;
