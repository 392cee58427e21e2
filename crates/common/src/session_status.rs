//! The status of a session.

crate::named! {
    /// How far a session has come.
    #[derive(Default)]
    pub enum SessionStatus {
        /// Waiting for its players.
        #[default]
        Pending = "pending",
        /// The game is on.
        Active = "active",
        /// The game has ended.
        Ended = "ended",
        /// Nobody came in time.
        Expired = "expired",
    }
}
