//! A game as a page keeps it: where it began, its moves, and how the players ended it.

use game::{Heading, Match, Play, Side, Wish};
use protocol::{EndReason, ErrorCode, GameName, WireRefusal};
use serde::Deserialize;

/// The most moves of a game.
const MOST_PLAYS: usize = 2000;

/// A game as a page keeps it.
#[derive(Debug, Deserialize)]
pub(crate) struct KeptGame {
    /// The game.
    pub(crate) game: GameName,
    /// The variant.
    pub(crate) variant: String,
    /// The position where it began, in notation; `None` is the usual one.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// The moves so far.
    #[serde(default)]
    pub(crate) plays: Vec<Play>,
    /// How the players ended it.
    #[serde(default)]
    pub(crate) end: Option<KeptEnd>,
    /// The names of the players, first mover first.
    #[serde(default)]
    pub(crate) names: [String; 2],
    /// The day it was played, as `2026.11.15`.
    #[serde(default)]
    pub(crate) date: String,
}

/// The end of a game that is not on the board.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum KeptEnd {
    /// The first side gave up.
    FirstResigned,
    /// The second side gave up.
    SecondResigned,
    /// Both agreed on a draw.
    Agreed,
}

impl KeptEnd {
    /// The winner, why, and the rule of a draw.
    pub(crate) const fn result(self) -> (Option<Side>, EndReason, Option<&'static str>) {
        match self {
            KeptEnd::FirstResigned => (Some(Side::Second), EndReason::Resignation, None),
            KeptEnd::SecondResigned => (Some(Side::First), EndReason::Resignation, None),
            KeptEnd::Agreed => (None, EndReason::Draw, Some("agreement")),
        }
    }
}

/// A kept game, replayed.
pub(crate) struct Replayed {
    /// The game now.
    pub(crate) now: Box<dyn Match>,
    /// Who made each move.
    pub(crate) movers: Vec<Side>,
}

impl KeptGame {
    /// Starts the game and plays its moves; `see` is called with every position, the start first.
    pub(crate) fn replay(&self, mut see: impl FnMut(&dyn Match)) -> Result<Replayed, WireRefusal> {
        if self.plays.len() > MOST_PLAYS {
            return Err(WireRefusal::new(ErrorCode::BadPayload, "the game has too many moves"));
        }
        let mut now = self.begin()?;
        let mut movers = Vec::with_capacity(self.plays.len());
        see(now.as_ref());
        for play in &self.plays {
            movers.push(now.side_to_move());
            now.play(&Wish::from(play)).map_err(|refusal| {
                let error = format!("move {} of the kept game is not possible: {refusal}", movers.len());
                WireRefusal::new(ErrorCode::BadPayload, error)
            })?;
            see(now.as_ref());
        }
        Ok(Replayed { now, movers })
    }

    /// The header of the game in notation.
    pub(crate) fn heading(&self) -> Heading {
        Heading { date: self.date.clone(), players: self.names.clone(), ..Heading::default() }
    }

    fn begin(&self) -> Result<Box<dyn Match>, WireRefusal> {
        let variants = self.game.object().variants();
        let variant = variants.iter().find(|known| known.description().variant == self.variant);
        let Some(variant) = variant else {
            let error = format!("there is no variant \"{}\"", self.variant);
            return Err(WireRefusal::new(ErrorCode::UnknownVariant, error).param("variant"));
        };
        let Some(position) = &self.start else { return Ok(variant.start()) };
        let unreadable = |refusal: game::Refusal| {
            WireRefusal::new(ErrorCode::BadPayload, format!("the position cannot be read: {refusal}"))
                .param("position")
        };
        variant.start_from(position).map_err(unreadable)
    }
}
