//! The durable store: tenants, keys, sessions, rooms, results and the webhook outbox in SQLite.
//!
//! Requests take their place in the queue when the method is called. What it returns is an [`Answer`]:
//! await it, or `wait` for it from a plain thread. A write is answered only once it is durable.

mod answer;
mod audit;
mod backup;
mod broken;
mod delivery;
mod endpoint;
mod erasure;
mod error;
mod feed;
mod forget;
mod health;
mod id;
mod idempotency;
mod job;
mod json;
mod key;
mod lobby;
mod lock;
mod outbox;
mod queue;
mod rating;
mod reader;
mod reopening;
mod result;
mod retention;
mod room;
mod schema;
mod sealing;
mod secret;
mod server;
mod session;
mod sql;
mod store;
mod tenant;
mod waiting;
mod writer;

pub use answer::Answer;
pub use audit::AuditEntry;
pub use broken::UnreadableRow;
pub use delivery::{Attempt, Attempts, Delivery, Verdict};
pub use endpoint::{Subscription, WebhookEndpoint};
pub use erasure::Erasure;
pub use error::{OpenError, StoreError};
pub use feed::FeedStart;
pub use health::Health;
pub use id::{EventId, KeyId, Mode, OutboxState, Plan, PlayerId, RoomId, SessionId, SessionStatus, TenantId};
pub use idempotency::{Claim, IdempotentRequest, StoredResponse};
pub use key::ApiKey;
pub use lobby::{JoinByCode, Joining, SessionFilter};
pub use outbox::{Lease, OutboxEntry, OutboxRow, Replay};
pub use rating::{RatedPlayer, Rating, RatingKey, RatingUpdate};
pub use reopening::{BrokenRoom, RoomCursor, RoomPage, StoppedRoom};
pub use result::{ResultRow, StoredResult};
pub use retention::{Cutoffs, Removed};
pub use room::{Commit, EventRow, StoredRoom};
pub use sealing::SecretsKey;
pub use secret::KeySecret;
pub use server::{KeysBefore, SigningKey};
pub use session::{Creation, NewSession, Player, RoomCode, Session, SessionUpdate};
pub use store::{Durability, Options, Store};
pub use tenant::{Tenant, TenantSettings};
pub use waiting::{WaitingKey, WaitingRow};
