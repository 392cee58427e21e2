//! The mode of a session and its game.

crate::named! {
    /// What a session is for.
    #[derive(Default, PartialOrd, Ord)]
    pub enum Mode {
        /// The real thing: stored, and told by webhooks.
        #[default]
        Live = "live",
        /// For developers: stored apart, no webhooks.
        Test = "test",
        /// Anonymous practice, matched across tenants.
        Training = "training",
    }
}
