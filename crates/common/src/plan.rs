//! The plan of a tenant.

crate::named! {
    /// What a tenant pays for.
    #[derive(Default)]
    pub enum Plan {
        /// 60 requests a minute and 1,000 sessions a month.
        #[default]
        Starter = "starter",
        /// 300 requests a minute and 10,000 sessions a month.
        Growth = "growth",
        /// 600 requests a minute and 100,000 sessions a month.
        Pro = "pro",
        /// Unlimited.
        Enterprise = "enterprise",
    }
}
