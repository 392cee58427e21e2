//! Values that several crates share, each defined once: ids, modes, levels, plans, statuses and timestamps,
//! and the function that takes a lock.

mod ids;
mod level;
mod lock;
mod mode;
mod named;
mod outbox_state;
mod plan_name;
mod plans;
mod session_status;
mod timestamp;

pub use ids::{EventId, KeyId, PlayerId, RoomId, SessionId, TenantId};
pub use level::Level;
pub use lock::lock;
pub use mode::Mode;
pub use named::Named;
pub use outbox_state::OutboxState;
pub use plan_name::PlanName;
pub use plans::{PlanLimits, Plans};
pub use session_status::SessionStatus;
pub use timestamp::Timestamp;
