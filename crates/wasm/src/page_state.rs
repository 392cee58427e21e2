//! A game as a page shows it: the same parts as on the wire.

use game::{Match, Outcome, Play, Side};
use protocol::{End, EndReason, GameVisitor, KnownGame, WireGame};
use serde::Serialize;
use serde_json::Value;

use crate::kept_game::{KeptGame, Replayed};

/// The state of a game.
#[derive(Serialize)]
#[serde(rename_all = "camelCase", bound = "")]
struct PageState<G: WireGame> {
    /// The moves, for the page to keep.
    plays: Vec<Play>,
    /// The board, row by row from the top left.
    board: Vec<Option<G::Cell>>,
    /// Who is to move: 0 is the side that began.
    current_turn: u8,
    /// The legal moves; none if the game is over.
    legal_moves: Vec<G::Legal>,
    /// The moves as in the history of a room, without player and time.
    steps: Vec<G::Step>,
    /// The fields that say the sides of the players.
    seats: [G::Seat; 2],
    /// The position in notation.
    position: String,
    /// The last move in notation; `None` before the first, or if the game has no notation.
    last_text: Option<String>,
    /// The end; `None` while the game goes on.
    over: Option<PageEnd<G>>,
}

/// The end of a game, as in `game:over`.
#[derive(Serialize)]
#[serde(bound = "")]
struct PageEnd<G: WireGame> {
    /// The seat of the winner; `None` in a draw.
    winner: Option<u8>,
    reason: EndReason,
    #[serde(flatten)]
    ending: G::Ending,
}

/// The state of a replayed game as JSON.
pub(crate) fn state_of(kept: &KeptGame, plays: &[Play], replayed: &Replayed) -> Value {
    kept.game.visit(StateVisitor { kept, plays, replayed })
}

/// A board as JSON.
pub(crate) fn board_of(kept: &KeptGame, game: &dyn Match) -> Value {
    kept.game.visit(BoardVisitor(game))
}

struct StateVisitor<'a> {
    kept: &'a KeptGame,
    plays: &'a [Play],
    replayed: &'a Replayed,
}

impl GameVisitor for StateVisitor<'_> {
    type Output = Value;

    fn visit<G: KnownGame>(self) -> Value {
        let Replayed { movers, now } = self.replayed;
        let over = self.over::<G>();
        let legal = if over.is_some() { Vec::new() } else { now.legal_plays() };
        value(&PageState::<G> {
            plays: self.plays.to_vec(),
            board: G::board(&now.board()),
            current_turn: seat(now.side_to_move()),
            legal_moves: legal.iter().map(G::legal).collect(),
            steps: movers.iter().zip(self.plays).map(|(&mover, play)| G::step(mover, play)).collect(),
            seats: Side::BOTH.map(G::seat),
            position: now.position_text(),
            last_text: now.last_move_text(),
            over,
        })
    }
}

impl StateVisitor<'_> {
    fn over<G: WireGame>(&self) -> Option<PageEnd<G>> {
        let on_board = self.replayed.now.outcome();
        let (winner, reason, draw_rule) = match (&on_board, self.kept.end) {
            (Some(Outcome { winner: Some(side), .. }), _) => (Some(*side), EndReason::Victory, None),
            (Some(Outcome { draw_rule, .. }), _) => (None, EndReason::Draw, *draw_rule),
            (None, Some(end)) => end.result(),
            (None, None) => return None,
        };
        let line = on_board.as_ref().and_then(|outcome| outcome.line.as_deref());
        let transcript = self.replayed.now.transcript(&self.kept.heading(), Some(winner));
        let ending = G::ending(End { line, draw_rule, transcript: transcript.as_deref() });
        Some(PageEnd { winner: winner.map(seat), reason, ending })
    }
}

struct BoardVisitor<'a>(&'a dyn Match);

impl GameVisitor for BoardVisitor<'_> {
    type Output = Value;

    fn visit<G: KnownGame>(self) -> Value {
        value(&G::board(&self.0.board()))
    }
}

fn seat(side: Side) -> u8 {
    u8::from(side == Side::Second)
}

fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).expect("an answer is plain data")
}
