//! What a room wants done: words to say, thoughts to think, news to spread.

use game::{Highlight, Level, Piece, Play, Side, Square};
use serde::{Deserialize, Serialize};

use crate::{Connection, PlayerId, Timestamp};

/// Something for the rim to carry out, after the room's new state is safe.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Say something to some of those present.
    Tell {
        /// Who should hear it.
        to: Audience,
        /// The number of the event, or the current number for a direct answer.
        seq: u64,
        /// What happened.
        event: Event,
    },
    /// Let a bot think.
    Think(Thinking),
    /// Tell the tenant.
    Notify(Notice),
    /// Both players want to play again: start the next game with the seats swapped.
    Rematch,
    /// The finished room has been kept long enough.
    Forget,
}

/// A question to a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// The move number the answer is for.
    pub ply: usize,
    /// How well to play.
    pub level: Level,
    /// The bot's own chance.
    pub seed: u64,
    /// When to answer, not earlier.
    pub answer_at: Timestamp,
}

/// Who hears an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Both players and every spectator.
    Everyone,
    /// The player on this seat.
    Player(Side),
    /// Everyone but the player on this seat.
    AllBut(Side),
    /// One connection.
    Connection(Connection),
}

/// What happened in a room.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The game begins.
    Started {
        /// The seat of the listener.
        you: Side,
        /// The room as it stands.
        view: Box<View>,
        /// A guest's key to their seat.
        reconnect_token: Option<String>,
    },
    /// The listener is back on their seat.
    Reconnected {
        /// The seat of the listener.
        you: Side,
        /// The room as it stands.
        view: Box<View>,
        /// A guest's new key to their seat.
        reconnect_token: Option<String>,
    },
    /// The listener watches from now on.
    Watching {
        /// The room as it stands.
        view: Box<View>,
    },
    /// A move was made.
    Moved {
        /// The move.
        entry: Entry,
        /// The room after it.
        view: Box<View>,
    },
    /// The player to move has been idle for long.
    IdleWarning {
        /// Who.
        player: PlayerId,
        /// How long they have left.
        seconds_remaining: u64,
        /// When the game ends.
        expires_at: Timestamp,
    },
    /// The warned player has moved.
    IdleWarningCleared,
    /// How long the player to move has left; nothing while no clock runs.
    IdleStatus(Option<(PlayerId, Timestamp)>),
    /// A player has gone.
    Disconnected {
        /// Who.
        player: PlayerId,
        /// The public id of the connection they were behind.
        connection: Connection,
        /// When they lose the game.
        expires_at: Timestamp,
    },
    /// A player is back.
    Returned {
        /// Who.
        player: PlayerId,
    },
    /// A player offers a draw.
    DrawOffered {
        /// Who.
        player: PlayerId,
    },
    /// A player declines the draw.
    DrawDeclined {
        /// Who.
        player: PlayerId,
    },
    /// A player would like to play again.
    RematchOffered {
        /// Who.
        player: PlayerId,
    },
    /// The game has ended.
    Over(Ending),
    /// A newer connection of the same player has the seat now.
    TakenOver,
}

/// A room as a newcomer needs to see it.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The players in turn order.
    pub players: [PlayerView; 2],
    /// What stands on each square.
    pub board: Vec<Option<Piece>>,
    /// Index of the player to move.
    pub turn: usize,
    /// Every move so far.
    pub history: Vec<Entry>,
    /// Patience and warning time in seconds; nothing when the clock is off.
    pub idle_seconds: Option<(u64, u64)>,
    /// The rules that are played.
    pub variant: &'static str,
    /// What waits for an answer or runs out.
    pub standing: Standing,
}

/// What still stands in a room: clocks that run out, and offers without an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Who was warned for not moving, and when they lose.
    pub idle_warning: Option<(PlayerId, Timestamp)>,
    /// Who is away, and when they lose.
    pub away: Vec<(PlayerId, Timestamp)>,
    /// Who offers a draw.
    pub draw_offer: Option<PlayerId>,
    /// Who would like to play again.
    pub rematch_offer: Option<PlayerId>,
}

/// A player as the others see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerView {
    /// Who they are.
    pub id: PlayerId,
    /// The name given when joining.
    pub username: String,
    /// The name to show.
    pub display_name: String,
    /// Whether it is a program.
    pub is_bot: bool,
    /// Whether they are here.
    pub connected: bool,
    /// Their mark or colour on the wire.
    pub sign: &'static str,
}

/// A move in the history of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Who moved.
    pub side: Side,
    /// The player who moved.
    pub player: PlayerId,
    /// The move.
    pub play: Play,
    /// When it was made, as the world dates it.
    pub at: Timestamp,
}

/// How a game ended, once and for all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The winner's name.
    pub winner_id: Option<PlayerId>,
    /// Why.
    pub reason: Reason,
    /// The squares that won, where the game has such a thing.
    pub line: Option<Vec<Square>>,
    /// The rule that made it a draw.
    pub draw_rule: Option<String>,
    /// The game in its players' notation, where it has one.
    pub transcript: Option<String>,
    /// When it ended, as the world dates it.
    pub at: Timestamp,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Won over the board.
    Victory,
    /// Drawn over the board or by agreement.
    Draw,
    /// The loser gave up.
    Resignation,
    /// The loser did not move in time.
    AfkTimeout,
    /// The loser did not come back in time.
    Disconnect,
}

/// News for the tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The game has begun.
    Started,
    /// A move was made.
    Moved {
        /// The move.
        entry: Entry,
        /// How many moves have been made, this one included.
        number: usize,
        /// Index of the player to move now.
        turn: usize,
    },
    /// Something remarkable about the last move.
    Remarkable {
        /// Who moved.
        player: PlayerId,
        /// What is worth telling.
        highlight: Highlight,
    },
    /// A player was warned for idleness.
    IdleWarning {
        /// Who.
        player: PlayerId,
        /// How long they have left.
        seconds_remaining: u64,
    },
    /// A player lost by idleness.
    IdleTimeout {
        /// Who lost.
        loser: PlayerId,
        /// Who won.
        winner: PlayerId,
    },
    /// The game has ended.
    Ended(Ending),
}
