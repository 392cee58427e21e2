//! What can happen to a room.

use common::{PlayerId, Timestamp};
use game::Wish;

use crate::{Connection, Proof, Secret};

/// Something that happens to a room.
#[derive(Clone, Debug)]
pub enum Input {
    /// Someone present asks for something.
    Command {
        /// Who asks.
        by: Connection,
        /// Who they say they are.
        claim: Option<PlayerId>,
        /// What they ask for.
        command: Command,
    },
    /// A player takes their seat again, from a new connection.
    Return {
        /// The new connection.
        connection: Connection,
        /// Who they are.
        player: PlayerId,
        /// What they show for it.
        proof: Proof,
        /// A guest's next secret.
        secret: Option<Secret>,
        /// Whether another game of the same players could begin; otherwise their wish for one is withdrawn.
        rematch_possible: bool,
    },
    /// A connection is gone.
    Disconnected {
        /// Which.
        connection: Connection,
    },
    /// A bot has made up its mind.
    BotMoved {
        /// The move number it was asked for.
        ply: usize,
        /// Its choice.
        wish: Wish,
    },
    /// Our own mistake makes it impossible to play on: nobody wins, nobody loses.
    Void,
    /// Time has passed.
    Tick,
    /// The server is back after being down: nobody pays for that time.
    Restarted {
        /// When it was last alive.
        down_since: Timestamp,
    },
}

/// What a player asks for.
#[derive(Clone, Debug)]
pub enum Command {
    /// To make a move.
    Move {
        /// The move, as much as was said.
        wish: Wish,
        /// How many moves the player has seen.
        ply: Option<usize>,
    },
    /// To give up.
    Resign,
    /// To call it a draw.
    OfferDraw,
    /// To take the offered draw.
    AcceptDraw,
    /// To play on.
    DeclineDraw,
    /// To play again.
    Rematch,
}
