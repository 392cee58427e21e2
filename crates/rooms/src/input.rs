//! What can happen to a room.

use common::{PlayerId, Timestamp};
use game::{Side, Wish};

use crate::{Connection, Proof, Secret};

/// Something that happens to a room.
#[derive(Clone, Debug)]
pub enum Input {
    /// A connection sends a command.
    Command {
        /// The connection.
        by: Connection,
        /// The player id that the client sent.
        claim: Option<PlayerId>,
        /// The command.
        command: Command,
    },
    /// A player takes their seat again from a new connection.
    Return {
        /// The new connection.
        connection: Connection,
        /// The player.
        player: PlayerId,
        /// The proof that they are that player.
        proof: Proof,
        /// A guest's next secret.
        secret: Option<Secret>,
        /// Whether a rematch of the same players is possible; if not, their offer is withdrawn.
        rematch_possible: bool,
    },
    /// The connection that had a seat before the one that is gone gets it back.
    Resume {
        /// The seat.
        side: Side,
        /// The connection.
        connection: Connection,
        /// A guest's next secret.
        secret: Option<Secret>,
    },
    /// A connection was closed.
    Disconnected {
        /// The connection.
        connection: Connection,
    },
    /// Connections were lost with the servers that they were at, which is no fault of their players.
    Lost {
        /// The connections.
        connections: Vec<Connection>,
    },
    /// A bot has chosen a move.
    BotMoved {
        /// The number of moves made when it was asked.
        ply: usize,
        /// The move.
        wish: Wish,
    },
    /// A server error makes it impossible to play on: the game ends without a winner.
    Void,
    /// Time has passed.
    Tick,
    /// The server is back after being down; clocks exclude that time.
    Restarted {
        /// When it was last running.
        down_since: Timestamp,
    },
}

/// What a player can ask for.
#[derive(Clone, Debug)]
pub enum Command {
    /// Make a move.
    Move {
        /// The move, possibly incomplete.
        wish: Wish,
        /// The number of moves the client has seen.
        ply: Option<usize>,
    },
    /// Resign.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Accept the offered draw.
    AcceptDraw,
    /// Decline the offered draw.
    DeclineDraw,
    /// Offer or accept a rematch.
    Rematch,
}
