//! Rooms, seats, deadlines and matchmaking as pure functions over plain state.
//!
//! Inputs and the time go in, effects come out. Nothing here sleeps, logs, rolls dice of its
//! own or reads a clock: a [`Room`] handles an [`Input`] at a [`Timestamp`] and pushes
//! [`Effect`]s; whoever runs it carries them out, and wakes it at its [`Room::deadline`].

mod allowance;
mod clock;
mod dice;
mod effect;
mod ids;
mod input;
mod matchmaking;
mod moment;
mod refusal;
mod room;
mod saved;
mod seat;
mod session;
mod spectators;
mod time;

pub use effect::{
    Audience, Effect, Ending, Entry, Event, Notice, PlayerView, Reason, Standing, Thinking, View,
};
pub use ids::{Connection, House, Mode, PlayerId, RoomId, SessionId, TenantId};
pub use input::{Command, Input};
pub use matchmaking::{Pairing, Queue, Ticket};
pub use moment::Moment;
pub use refusal::{Code, Refusal};
pub use room::{Room, Setup, Timing};
pub use saved::{RestoreError, SavedRoom};
pub use seat::{Guard, Occupant, Presence, Proof, Seat, Secret, Source};
pub use session::{SessionLife, Status};
pub use spectators::{Spectators, Viewer};
pub use time::Timestamp;
