//! Server events, for every game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{WireGame, named};

use crate::{EpochMillis, LegalMove, PlayerClocks, WireRefusal};

named! {
    /// Why a game ended.
    pub enum EndReason {
        /// Somebody won over the board.
        Victory = "victory",
        /// Nobody won.
        Draw = "draw",
        /// A player gave up.
        Resignation = "resignation",
        /// A player was idle for too long.
        AfkTimeout = "afk_timeout",
        /// A player's clock ran out; only in games with clocks, an addition to the contract.
        TimeForfeit = "time_forfeit",
        /// A player did not come back in time.
        Disconnect = "disconnect",
    }
}

/// A player at the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", bound = "")]
#[schemars(rename = "{G}Player", bound = "G: WireGame")]
pub struct Player<G: WireGame> {
    /// The player's id.
    pub id: String,
    /// The name that others see.
    pub username: String,
    /// The same name, as sessions call it.
    pub display_name: String,
    /// Whether a bot plays.
    pub is_bot: bool,
    /// Whether the player is connected right now.
    pub connected: bool,
    /// The player's mark or color.
    #[serde(flatten)]
    pub seat: G::Seat,
}

/// A move that was made, who made it, and when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", bound = "")]
#[schemars(rename = "{G}HistoryEntry", bound = "G: WireGame")]
pub struct HistoryEntry<G: WireGame> {
    /// The move.
    #[serde(flatten)]
    pub step: G::Step,
    /// Who made it.
    pub player_id: String,
    /// When, in milliseconds since 1970.
    pub timestamp: EpochMillis,
}

/// The player's place in the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchmakingWaiting {
    /// The waiting player, with the id given to a guest.
    pub player_id: String,
    /// The place in the queue; 1 is next.
    pub position: u32,
}

/// The player has left the queue.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatchmakingLeft {}

/// Something happened in a room that needs no more words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomNotice {
    /// The room.
    pub room_id: String,
    /// The room's counter.
    pub seq: u64,
}

/// Something happened in a room because of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerNotice {
    /// The room.
    pub room_id: String,
    /// The room's counter.
    pub seq: u64,
    /// The player.
    pub player_id: String,
    /// The players' clocks when a player is back, in games that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<PlayerClocks>,
    /// The player who was warned for not moving, when a player is back: the game may be lost later than the warning said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub afk_warning: Option<Deadline>,
}

/// What still stands in a room: clocks that run out, and offers without an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    /// The players' clocks, in games that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<PlayerClocks>,
    /// The player who was warned for not moving.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub afk_warning: Option<Deadline>,
    /// Players who are not connected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub away: Vec<Deadline>,
    /// The player who offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<String>,
    /// The player who would like to play again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_offer: Option<String>,
}

/// A player who must act in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Deadline {
    /// Who.
    pub player_id: String,
    /// When the game is lost, in milliseconds since 1970.
    pub expires_at: EpochMillis,
}

/// A game has begun; each player gets its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", bound = "")]
#[schemars(rename = "{G}Started", bound = "G: WireGame")]
pub struct GameStarted<G: WireGame> {
    /// The room of the game.
    pub room_id: String,
    /// The room's counter.
    pub seq: u64,
    /// The player this copy is for.
    pub player_id: String,
    /// The player's own mark or color.
    #[serde(flatten)]
    pub seat: G::Seat,
    /// Both players; index 0 moves first.
    pub players: Vec<Player<G>>,
    /// The board, row by row from the top left.
    pub board: Vec<Option<G::Cell>>,
    /// Who is to move, as an index into `players`.
    pub current_turn: u8,
    /// Whether idle players lose.
    pub afk_timeout_enabled: bool,
    /// After so many seconds without a move the game is lost.
    pub afk_timeout_seconds: u32,
    /// So many seconds before that the player is warned.
    pub afk_warn_seconds: u32,
    /// The variant that is played.
    pub variant: String,
    /// The secret by which a guest takes this seat again; never shown to others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconnect_token: Option<String>,
    /// How many watch; left out if nobody does.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spectators: u32,
    /// The legal moves of the side to move, none once the game is over; only for those who asked with
    /// `auth.legalMoves: true` in the handshake, an addition to the contract.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<G::Legal>>,
    /// What waits for an answer or runs out.
    #[serde(flatten)]
    pub standing: Standing,
}

/// How many watch a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpectatorCount {
    /// The room of the game.
    pub room_id: String,
    /// The room's counter.
    pub seq: u64,
    /// How many watch.
    pub count: u32,
}

/// The whole game, for the player who came back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", bound = "")]
#[schemars(rename = "{G}Reconnected", bound = "G: WireGame")]
pub struct GameReconnected<G: WireGame> {
    /// Everything `game:started` says, as it is now.
    #[serde(flatten)]
    pub state: GameStarted<G>,
    /// Every move so far.
    pub move_history: Vec<HistoryEntry<G>>,
}

/// The whole game, for a spectator.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", bound = "")]
#[schemars(rename = "{G}SpectateJoined", bound = "G: WireGame")]
pub struct SpectateJoined<G: WireGame> {
    /// The room of the game.
    pub room_id: String,
    /// The room's counter.
    pub seq: u64,
    /// Both players; index 0 moves first.
    pub players: Vec<Player<G>>,
    /// The board, row by row from the top left.
    pub board: Vec<Option<G::Cell>>,
    /// Who is to move, as an index into `players`.
    pub current_turn: u8,
    /// Every move so far.
    pub move_history: Vec<HistoryEntry<G>>,
    /// The variant that is played.
    pub variant: String,
    /// The legal moves of the side to move, none once the game is over; only for those who asked with
    /// `auth.legalMoves: true` in the handshake, an addition to the contract.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<G::Legal>>,
    /// What waits for an answer or runs out.
    #[serde(flatten)]
    pub standing: Standing,
}

/// Where a piece may go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ValidMoves {
    /// The room of the game.
    pub room_id: String,
    /// The room's counter.
    pub seq: u64,
    /// The square of the piece; `null` when every legal move was asked for.
    pub position: Option<u8>,
    /// The legal moves; none if the piece cannot move.
    pub moves: Vec<LegalMove>,
}

/// A move was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", bound = "")]
#[schemars(rename = "{G}MoveMade", bound = "G: WireGame")]
pub struct MoveMade<G: WireGame> {
    /// The room of the game.
    pub room_id: String,
    /// The room's counter.
    pub seq: u64,
    /// The move.
    #[serde(flatten)]
    pub played: G::Played,
    /// The board after the move.
    pub board: Vec<Option<G::Cell>>,
    /// Who is to move, as an index into `players`.
    pub current_turn: u8,
    /// Every move so far, this one last; left out only for those who asked for that with `auth.moveHistory: false` in
    /// the handshake, an addition to the contract.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_history: Option<Vec<HistoryEntry<G>>>,
    /// When the move was made, in milliseconds since 1970; only where `moveHistory` is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<EpochMillis>,
    /// The players' clocks, in games that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<PlayerClocks>,
    /// The legal moves of the side to move, none once the game is over; only for those who asked with
    /// `auth.legalMoves: true` in the handshake, an addition to the contract.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<G::Legal>>,
}

/// A player has been idle for long; sent once per turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AfkWarning {
    /// The room of the game.
    pub room_id: String,
    /// The room's counter.
    pub seq: u64,
    /// The idle player.
    pub player_id: String,
    /// The seconds that are left.
    pub seconds_remaining: u32,
    /// When the game is lost, in milliseconds since 1970.
    pub expires_at: EpochMillis,
}

/// Whose idle clock runs, and until when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AfkStatus {
    /// The room of the game.
    pub room_id: String,
    /// The room's counter.
    pub seq: u64,
    /// The player to move.
    pub player_id: String,
    /// When the game is lost, in milliseconds since 1970.
    pub expires_at: EpochMillis,
}

/// A player's connection was lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerDisconnected {
    /// The room of the game.
    pub room_id: String,
    /// The room's counter.
    pub seq: u64,
    /// A public id of the lost connection.
    pub socket_id: String,
    /// The player.
    pub player_id: String,
    /// Until when the player may come back, in milliseconds since 1970.
    pub expires_at: EpochMillis,
    /// The clocks, in games that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<PlayerClocks>,
}

/// The game has ended; sent exactly once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", bound = "")]
#[schemars(rename = "{G}GameOver", bound = "G: WireGame")]
pub struct GameOver<G: WireGame> {
    /// The room of the game.
    pub room_id: String,
    /// The room's counter.
    pub seq: u64,
    /// The id of the winner; `null` if nobody won.
    pub winner: Option<String>,
    /// Why the game ended.
    pub reason: EndReason,
    /// The players' clocks, in games that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<PlayerClocks>,
    /// What the game adds.
    #[serde(flatten)]
    pub ending: G::Ending,
}

/// A request that carried no acknowledgement was refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameError {
    /// The client's event that was refused.
    pub event: String,
    /// Why.
    #[serde(flatten)]
    pub refusal: WireRefusal,
}

/// The server is about to restart; games go on afterwards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServerRestarting {
    /// After so many milliseconds it is worth connecting again.
    pub retry_after_ms: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}
