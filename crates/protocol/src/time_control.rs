//! Time controls, and the clocks of a game that has them: additions to the contract.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{Fields, Incoming, Named, PayloadError, named};

use crate::EpochMillis;

/// The least and the most seconds on a clock at the beginning of a game.
pub const BASE_SECONDS: std::ops::RangeInclusive<u32> = 5..=10_800;
/// The most seconds that a move adds to a clock.
pub const MOST_INCREMENT_SECONDS: u32 = 180;

/// How much time the players of a game have. Players who wait for an opponent meet those who chose the same.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TimeControl {
    /// The same time for every move, as the `afk` settings say: the default.
    #[default]
    PerMove,
    /// As long as the players like.
    None,
    /// A clock for each player, for the whole game.
    Clock {
        /// The seconds at the beginning.
        #[schemars(range(min = *BASE_SECONDS.start(), max = *BASE_SECONDS.end()))]
        base_seconds: u32,
        /// The seconds that each move adds; none unless said otherwise.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[schemars(range(max = MOST_INCREMENT_SECONDS))]
        increment_seconds: u32,
    },
}

named! {
    /// The kinds of time controls.
    pub enum TimeControlKind {
        /// The same time for every move.
        PerMove = "perMove",
        /// No limit.
        None = "none",
        /// A clock with increment.
        Clock = "clock",
    }
}

impl TimeControl {
    /// Whether it is the default.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == TimeControl::default()
    }
}

fn is_zero(seconds: &u32) -> bool {
    *seconds == 0
}

impl Incoming for TimeControl {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let kind: TimeControlKind = fields.required("kind", Fields::one_of)?;
        let base = fields.number("baseSeconds", BASE_SECONDS)?;
        let increment = fields.number("incrementSeconds", 0..=MOST_INCREMENT_SECONDS)?;
        match (kind, base) {
            (TimeControlKind::Clock, Some(base_seconds)) => {
                Ok(TimeControl::Clock { base_seconds, increment_seconds: increment.unwrap_or_default() })
            }
            (TimeControlKind::Clock, None) => {
                let sentence = "a clock needs baseSeconds: the time of each player at the beginning";
                Err(fields.error("baseSeconds", sentence.to_owned()))
            }
            _ if base.is_some() || increment.is_some() => {
                let kind = kind.name();
                let sentence = format!("baseSeconds and incrementSeconds are for the kind clock, not {kind}");
                Err(fields.error("kind", sentence))
            }
            (TimeControlKind::PerMove, _) => Ok(TimeControl::PerMove),
            (TimeControlKind::None, _) => Ok(TimeControl::None),
        }
    }
}

impl std::fmt::Display for TimeControl {
    /// As players say it: `3+2` is three minutes and two seconds for every move.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TimeControl::PerMove => formatter.write_str("a time per move"),
            TimeControl::None => formatter.write_str("no time limit"),
            TimeControl::Clock { base_seconds, increment_seconds } if base_seconds % 60 == 0 => {
                write!(formatter, "a clock of {}+{increment_seconds}", base_seconds / 60)
            }
            TimeControl::Clock { base_seconds, increment_seconds } => {
                write!(formatter, "a clock of {base_seconds} seconds +{increment_seconds}")
            }
        }
    }
}

/// The clocks of a game that has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerClocks {
    /// The milliseconds of each player at the beginning.
    pub base_ms: u64,
    /// The milliseconds that a player gets for each move.
    pub increment_ms: u64,
    /// The milliseconds that each player had left at `serverTime`, in the order of `players`.
    pub remaining_ms: [u64; 2],
    /// Whose clock runs, as an index into `players`; `null` while both stand still.
    pub running: Option<u8>,
    /// The server's time of this message, in milliseconds since 1970.
    pub server_time: EpochMillis,
}
