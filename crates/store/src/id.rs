//! The names of things in the store: ids that cannot be mixed up, and words with a fixed spelling.

use rusqlite::ToSql;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, ValueRef};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                $name(text.to_owned())
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(&self.0)
            }
        }

        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                self.0.to_sql()
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                String::column_result(value).map($name)
            }
        }
    )*};
}

ids! {
    /// A customer of the server, sealed off from every other.
    TenantId
    /// A room: one game with its seats and spectators.
    RoomId
    /// A session as the REST interface creates it.
    SessionId
    /// A player as the tenant names it.
    PlayerId
    /// An API key, as opposed to its secret text.
    KeyId
    /// A webhook event; the same over all its retries.
    EventId
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident => $text:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub enum $name { $($(#[$variant_doc])* $variant,)* }

        impl $name {
            /// The word as it is written in the database and on the wire.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }

            /// Reads the word back.
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some($name::$variant),)* _ => None }
            }
        }

        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.as_str().into())
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                $name::parse(value.as_str()?).ok_or(FromSqlError::InvalidType)
            }
        }
    )*};
}

words! {
    /// Which of a tenant's sealed-off worlds something belongs to.
    Mode {
        /// Real games.
        #[default]
        Live => "live",
        /// Games of developers.
        Test => "test",
        /// Anonymous games across tenants.
        Training => "training",
    }
    /// How far a session has come.
    SessionStatus {
        /// Waiting for its game to start.
        #[default]
        Pending => "pending",
        /// The game runs.
        Active => "active",
        /// The game is over.
        Ended => "ended",
        /// Nobody came.
        Expired => "expired",
    }
    /// How far a webhook event has come.
    OutboxState {
        /// Still to be delivered.
        #[default]
        Open => "open",
        /// The receiver has it.
        Delivered => "delivered",
        /// Given up; can be replayed.
        Dead => "dead",
        /// Only listened to: no endpoint wanted it.
        Heard => "heard",
    }
    /// What a tenant pays for.
    Plan {
        /// 60 requests a minute and 1,000 sessions a month.
        #[default]
        Starter => "starter",
        /// 300 requests a minute and 10,000 sessions a month.
        Growth => "growth",
        /// 600 requests a minute and 100,000 sessions a month.
        Pro => "pro",
        /// Unlimited.
        Enterprise => "enterprise",
    }
}
