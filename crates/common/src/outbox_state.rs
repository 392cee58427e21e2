//! The delivery state of a webhook event.

crate::named! {
    /// How far a webhook event has come.
    #[derive(Default)]
    pub enum OutboxState {
        /// Still to be delivered.
        #[default]
        Open = "open",
        /// The receiver has it.
        Delivered = "delivered",
        /// Given up; can be replayed.
        Dead = "dead",
        /// Only listened to: no endpoint wanted it.
        Heard = "heard",
    }
}
