//! Studying draughts: PDN texts replayed over the board, and what a bot thinks of a position.

use game::{Match, Play, Score, Side};
use serde::Serialize;
use serde_json::Value;
use wire::{StudiedPosition, Study, StudyError, WireGame};

use super::{Analysis, AnalysisLine, Checkers, Move, Piece, Replay, ReplayFault, ReplayPly, ReplayTag};
use crate::fen::Numbers;
use crate::pdn::{self, Assumptions, Form, PdnError};
use crate::{Game, Position, Variant, variants};

/// How certain win or loss is, in hundredths of a man.
const DECIDED: i32 = 10_000;

/// Studies every variant.
pub(super) struct DraughtsStudy;

impl Study for DraughtsStudy {
    fn default_variant(&self) -> &'static str {
        variants::ALL[0].name()
    }

    fn replay(&self, text: &str, variant: &str) -> Result<Value, StudyError> {
        Ok(value(&replay(text, find(variant)?)?))
    }

    fn position(
        &self,
        variant: &str,
        position: Option<&str>,
    ) -> Result<Box<dyn StudiedPosition>, StudyError> {
        let variant = find(variant)?;
        let position = match position {
            None => Position::start(variant),
            Some(text) => Position::from_fen(variant, text)
                .map_err(|error| StudyError::Unreadable(format!("the position cannot be read: {error}")))?,
        };
        Ok(Box::new(position))
    }
}

impl StudiedPosition for Position {
    fn game(&self) -> Box<dyn Match> {
        Box::new(Game::from_position(*self))
    }

    fn analysis(&self, found: &game::Analysis) -> Value {
        value(&analysis(self, found))
    }
}

fn find(name: &str) -> Result<&'static Variant, StudyError> {
    variants::find(name).ok_or(StudyError::UnknownVariant)
}

fn value(answer: &impl Serialize) -> Value {
    serde_json::to_value(answer).expect("an answer is plain data")
}

fn replay(text: &str, variant: &'static Variant) -> Result<Replay, StudyError> {
    let mut games = pdn::read_games(text);
    let count = u32::try_from(games.len()).unwrap_or(u32::MAX);
    if games.is_empty() {
        return Err(StudyError::Unreadable("the text holds no game".to_owned()));
    }
    let game = games.swap_remove(0).map_err(|error| {
        StudyError::Unreadable(format!("line {}, column {}: {}", error.line, error.column, error.message))
    })?;
    let replay = pdn::replay(&game, &Assumptions { variant, numbers: Numbers::Refused });
    let notation = replay.game_type.notation;
    let plies = replay.steps.iter().filter(|step| step.depth == 0).map(|step| {
        let after = step.before.after(&step.play);
        ReplayPly {
            text: pdn::write_move(&step.before, &notation, &step.play, Form::Shortest),
            made: Move::from(&step.play),
            board: board(&after),
            current_turn: turn(&after),
            position: after.fen(),
        }
    });
    Ok(Replay {
        variant: replay.game_type.variant.name().to_owned(),
        tags: game
            .tags()
            .map(|(tag, _)| ReplayTag { name: tag.name().to_owned(), value: tag.value().to_owned() })
            .collect(),
        start: replay.start.fen(),
        board: board(&replay.start),
        current_turn: turn(&replay.start),
        plies: plies.collect(),
        result: replay.result.map(|result| result.text(notation.results).to_owned()),
        faults: replay.faults.iter().map(fault).collect(),
        games: count,
    })
}

fn analysis(position: &Position, analysis: &game::Analysis) -> Analysis {
    let rules = position.variant().rules();
    let names = rules.sides;
    let lines = analysis.lines.iter().map(|line| {
        let (score, decided_in) = match line.score {
            Score::Men(value) => (value, None),
            Score::Win { side: Side::First, plies } => (DECIDED, Some(plies)),
            Score::Win { side: Side::Second, plies } => (-DECIDED, Some(plies)),
        };
        AnalysisLine {
            score,
            decided_in,
            words: line.score.words(names),
            moves: line.plays.iter().map(Move::from).collect(),
            text: texts(position, &line.plays),
        }
    });
    Analysis {
        variant: rules.name.to_owned(),
        position: position.fen(),
        depth: analysis.depth,
        nodes: analysis.nodes,
        lines: lines.collect(),
    }
}

fn texts(start: &Position, plays: &[Play]) -> Vec<String> {
    let notation = start.variant().rules().notation;
    let mut position = *start;
    plays
        .iter()
        .map(|play| {
            let text = pdn::write_move(&position, &notation, play, Form::Shortest);
            position = position.after(play);
            text
        })
        .collect()
}

fn board(position: &Position) -> Vec<Option<Piece>> {
    Checkers::board(&position.board())
}

fn turn(position: &Position) -> u8 {
    u8::from(position.side_to_move() == Side::Second)
}

fn fault(error: &PdnError) -> ReplayFault {
    ReplayFault { line: error.line, column: error.column, message: error.message.clone() }
}
