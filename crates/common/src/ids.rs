//! Ids, as types that cannot be confused with each other. Ids are not secrets.

/// Declares id types: text that is stored and sent unchanged.
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The id as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(&self.0)
            }
        }
    )*};
}

ids! {
    /// A tenant of the server; tenants are isolated from each other.
    TenantId
    /// A player, as the tenant calls them.
    PlayerId
    /// A room: one game with its seats and spectators.
    RoomId
    /// A session that a tenant has created.
    SessionId
    /// An API key; not its secret text.
    KeyId
    /// A webhook event; the same for all its retries.
    EventId
}
