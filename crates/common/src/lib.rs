//! The values that several crates speak of, each defined once: ids, modes, levels, plans, statuses and timestamps,
//! and the one way to take a lock.

mod ids;
mod level;
mod lock;
mod mode;
mod named;
mod outbox_state;
mod plan;
mod session_status;
mod timestamp;

pub use ids::{EventId, KeyId, PlayerId, RoomId, SessionId, TenantId};
pub use level::Level;
pub use lock::lock;
pub use mode::Mode;
pub use named::Named;
pub use outbox_state::OutboxState;
pub use plan::Plan;
pub use session_status::SessionStatus;
pub use timestamp::Timestamp;
