//! How one game looks on the wire: cells, sides, moves, endings, and webhook events of its own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{Incoming, Named, Picture, ShownPosition, Study};

/// A message part that can be sent, received and described.
pub trait Message:
    Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync
{
}

impl<T> Message for T where
    T: Clone + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync
{
}

/// How a game ended, beyond winner and reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct End<'a> {
    /// The squares that decided it.
    pub line: Option<&'a [game::Square]>,
    /// The rule that made it a draw.
    pub draw_rule: Option<&'a str>,
    /// The game in the notation of its players.
    pub transcript: Option<&'a str>,
}

/// Something that a game may have a webhook event for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening<'a> {
    /// A player made a remarkable move.
    Highlight {
        /// The player.
        player_id: &'a str,
        /// What is remarkable.
        highlight: &'a game::Highlight,
        /// The width of the board.
        columns: u8,
    },
    /// The player to move has been idle for a long time.
    IdleWarning {
        /// The player.
        player_id: &'a str,
        /// The seconds that are left.
        seconds_remaining: u32,
    },
    /// The idle player has lost.
    IdleTimeout {
        /// Who was idle.
        loser_id: &'a str,
        /// Who wins.
        winner_id: &'a str,
    },
}

/// A player has been idle for long; data of a webhook event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AfkNotice {
    /// The idle player.
    pub player_id: String,
    /// The seconds that are left.
    pub seconds_remaining: u32,
}

/// An idle player has lost; data of a webhook event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AfkForfeit {
    /// The player who was idle.
    pub forfeited_player_id: String,
    /// The player who wins.
    pub winner_id: String,
}

/// How one game looks on the wire. `protocol` owns the envelopes, such as `roomId`, `seq` and `players`; the types here are
/// the parts of the game in them.
pub trait WireGame: Clone + std::fmt::Debug + PartialEq + JsonSchema + Send + Sync + 'static {
    /// The name in REST bodies and of the Socket.IO namespace.
    const NAME: &'static str;
    /// The name people use.
    const TITLE: &'static str;
    /// The event that warns an idle player.
    const AFK_WARNING: &'static str;
    /// The event that takes the warning back.
    const AFK_WARNING_CLEARED: &'static str;
    /// Whether a piece is chosen first, so that clients ask where it may go.
    const LISTS_MOVES: bool;
    /// Whether the players may agree on a draw.
    const OFFERS_DRAWS: bool;
    /// The names of its own webhook events.
    const WEBHOOKS: &'static [&'static str];

    /// A piece on a square; `null` on the wire if the square is empty.
    type Cell: Message;
    /// The word for a side, such as `"X"` or `"red"`.
    type SideName: Message + Named;
    /// A player's side as a field of its own name.
    type Seat: Message;
    /// The move in `game:move`.
    type Move: Message + Incoming;
    /// A move in the history.
    type Step: Message;
    /// A legal move in `legalMoves`: as `game:valid_moves` lists it, or the cell alone in games that only place.
    type Legal: Message;
    /// The move in `game:move:made`.
    type Played: Message;
    /// The fields of `game:over` beside winner and reason.
    type Ending: Message + Default;
    /// The fields of results beside winner, reason and draw rule. Fields that do not apply are left out, and no other
    /// game has a field of the same name.
    type ResultPart: Message + Default;
    /// The move in the webhook `game.move`.
    type MoveData: Message;
    /// Its own webhook events: an enum with tag `event` and content `data`.
    type Webhook: Message;

    /// The variants, the default first.
    fn variants() -> Vec<&'static dyn game::Variant>;

    /// A square of the rules as the wire shows it.
    fn cell(piece: game::Piece) -> Self::Cell;

    /// The word for a side.
    fn side_name(side: game::Side) -> Self::SideName;

    /// The side as a field of a player or of `game:started`.
    fn seat(side: game::Side) -> Self::Seat;

    /// What the player asks the rules for.
    fn wish(wanted: &Self::Move) -> game::Wish;

    /// A move in the history.
    fn step(side: game::Side, play: &game::Play) -> Self::Step;

    /// A move in `legalMoves`.
    fn legal(play: &game::Play) -> Self::Legal;

    /// A move in `game:move:made`.
    fn played(side: game::Side, play: &game::Play) -> Self::Played;

    /// A move in the webhook `game.move`.
    fn move_data(play: &game::Play) -> Self::MoveData;

    /// The end of a game in `game:over`.
    fn ending(end: End<'_>) -> Self::Ending;

    /// The end of a game in results.
    fn result_part(end: End<'_>) -> Self::ResultPart;

    /// The webhook event for something that happened; `None` if the game has none for it.
    fn webhook(happening: Happening<'_>) -> Option<Self::Webhook>;

    /// An example of a webhook event of this name, of a game between `user_123` and `user_456`.
    fn webhook_example(name: &str) -> Option<Self::Webhook>;

    /// The picture of a position.
    fn picture(position: &ShownPosition<'_>) -> Picture;

    /// The game in the notation of its players, if a result has it.
    #[must_use]
    fn transcript(_result: &Self::ResultPart) -> Option<&str> {
        None
    }

    /// Replay and analysis of the game; `None` if it has no notation.
    #[must_use]
    fn study() -> Option<&'static dyn Study> {
        None
    }

    /// A whole board, row by row from the top left.
    #[must_use]
    fn board(pieces: &[Option<game::Piece>]) -> Vec<Option<Self::Cell>> {
        pieces.iter().map(|piece| piece.map(Self::cell)).collect()
    }
}
