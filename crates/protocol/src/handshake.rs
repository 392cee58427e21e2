//! Options that a client sends in the handshake besides its token.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Fields, Incoming, PayloadError};

/// Fields of the handshake's `auth` beside `token`, an addition to the contract: which form of the messages this socket gets.
/// A client that says nothing gets them as the contract has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct HandshakeOptions {
    /// `true`: `game:started`, `game:move:made`, `game:reconnected` and `game:spectate:joined` carry `legalMoves`.
    pub legal_moves: bool,
    /// `false`: `game:move:made` comes without `moveHistory`, and with the `timestamp` of the move instead.
    pub move_history: bool,
    /// `true`: `game:spectators` comes to this socket also while it watches.
    pub spectators: bool,
}

impl HandshakeOptions {
    /// Reads the options in `auth`; the defaults if it is not an object.
    pub fn of(auth: &Value) -> Result<Self, PayloadError> {
        if auth.is_object() {
            Self::read(&Fields::at("auth.".to_owned(), auth)?)
        } else {
            Ok(Self::default())
        }
    }
}

impl Default for HandshakeOptions {
    fn default() -> Self {
        Self { legal_moves: false, move_history: true, spectators: false }
    }
}

impl Incoming for HandshakeOptions {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let plain = Self::default();
        Ok(Self {
            legal_moves: fields.flag("legalMoves")?.unwrap_or(plain.legal_moves),
            move_history: fields.flag("moveHistory")?.unwrap_or(plain.move_history),
            spectators: fields.flag("spectators")?.unwrap_or(plain.spectators),
        })
    }
}
