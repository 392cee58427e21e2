//! The plan of a tenant.

crate::named! {
    /// How much a tenant may use.
    #[derive(Default)]
    pub enum Plan {
        /// The smallest; what each plan has is a setting.
        #[default]
        Starter = "starter",
        /// A larger one.
        Growth = "growth",
        /// A large one.
        Pro = "pro",
        /// The largest.
        Enterprise = "enterprise",
    }
}
