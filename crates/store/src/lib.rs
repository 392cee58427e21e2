//! The durable store: tenants, keys, sessions, rooms, results and the webhook outbox in SQLite.
