//! Rooms, seats, deadlines and matchmaking as pure functions over plain state.
//!
//! A room is its log. [`Room::decide`] turns an [`Input`] at a [`Moment`] into [`Event`]s or a [`Refusal`] and changes
//! nothing; [`Room::evolve`] applies an event, and is the only thing that changes a room. Replaying the events gives the
//! room again. Nothing here sleeps, logs, reads a clock or rolls dice of its own: the caller stores the events, says what
//! follows from them, and calls again at [`Room::deadline`].

mod allowance;
mod clock;
mod ending;
mod entry;
mod event;
mod ids;
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
mod seat;
mod session;
mod setup;
mod spectators;
mod standing;
mod thinking;
mod time;
mod timing;

pub use ending::{Ending, Reason};
pub use entry::Entry;
pub use event::{Change, Event, Opened};
pub use ids::{Connection, Mode, PlayerId, RoomId, Scope, SessionId, TenantId};
pub use input::{Command, Input};
pub use listeners::Listeners;
pub use live::{LiveRoom, Secrets};
pub use matchmaking::{Pairing, Queue, Ticket};
pub use message::{Audience, Message, Told};
pub use moment::Moment;
pub use notice::Notice;
pub use refusal::{Code, Refusal};
pub use room::Room;
pub use saved::{RestoreError, SavedRoom};
pub use seat::{Guard, Occupant, Presence, Proof, Seat, Secret, Source};
pub use session::{SessionLife, Status};
pub use setup::Setup;
pub use spectators::{Spectators, Viewer};
pub use standing::Standing;
pub use thinking::Thinking;
pub use time::Timestamp;
pub use timing::Timing;
