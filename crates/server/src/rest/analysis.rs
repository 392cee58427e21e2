//! Studying draughts: a game in PDN followed over the board, and what a bot thinks of a position.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use draughts::fen::Numbers;
use draughts::pdn::{self, Assumptions, Form, PdnError};
use draughts::{Game, Position, Variant};
use game::{Match, Play, Side, Square};
use protocol::rest::{
    Analysis, AnalysisLine, AnalysisRequest, ApiError, Replay, ReplayFault, ReplayPly, ReplayRequest,
    ReplayTag,
};
use protocol::{Checkers, ErrorCode, WireGame, checkers, parse_body};
use sockets::ClientAddress;

use super::Api;
use super::answer::{Answer, Failure, RawBody, json};
use super::callers::counted_by;
use super::reading::content_is_json;
use crate::analysis_pool::Declined;
use crate::refusals;

/// The default of the game `checkers`.
const DEFAULT: &str = "english";
/// How many positions a bot looks at for one question.
const NODES: u64 = 300_000;
/// How certain win or loss is, in hundredths of a man.
const DECIDED: i32 = 10_000;

/// `POST /v1/replay`
pub(crate) async fn replay(
    State(api): State<Arc<Api>>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> Answer<Response> {
    content_is_json(&headers)?;
    let wanted: ReplayRequest = parse_body(&body)?;
    let variant = find(&api, wanted.variant.as_deref())?;
    // Following a long game takes a while: not on the runtime.
    let replay = tokio::task::spawn_blocking(move || follow(&wanted.pdn, variant)).await;
    let replay =
        replay.map_err(|_| ApiError::new(ErrorCode::Internal, "the text could not be followed"))??;
    Ok(json(StatusCode::OK, &replay))
}

/// `POST /v1/analysis`
pub(crate) async fn analyse(
    State(api): State<Arc<Api>>,
    address: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> Answer<Response> {
    content_is_json(&headers)?;
    let wanted: AnalysisRequest = parse_body(&body)?;
    let variant = find(&api, wanted.variant.as_deref())?;
    let position = match &wanted.position {
        None => Position::start(variant),
        Some(text) => Position::from_fen(variant, text).map_err(|error| {
            ApiError::new(ErrorCode::BadRequest, format!("the position cannot be read: {error}"))
                .param("position")
        })?,
    };
    let budget = bots::Budget::of_nodes(NODES).to_depth(wanted.depth.unwrap_or(u32::MAX));
    let lines = wanted.lines.unwrap_or(1) as usize;
    let game: Box<dyn Match> = Box::new(Game::from_position(position));
    let address = counted_by(address.map(|Extension(address)| address).unwrap_or_default());
    let analysis = api.analyses.analyse(&api.engine.bots, address, game, budget, lines).await;
    let analysis = analysis.map_err(|declined| {
        let sentence = match declined {
            Declined::TooManyOfYours => "positions that you asked about before are still being analysed",
            Declined::Busy => "too many positions are being analysed",
        };
        ApiError::new(ErrorCode::Unavailable, sentence).hint("ask again in a moment")
    })?;
    Ok(json(StatusCode::OK, &shown(&position, &analysis)))
}

fn find(api: &Api, wanted: Option<&str>) -> Result<&'static Variant, Failure> {
    let name = wanted.unwrap_or(DEFAULT);
    draughts::variants::find(name).ok_or_else(|| {
        let mut failure = Failure::from(refusals::unknown_variant(&api.context.catalogue, "checkers", name));
        failure.0.param = Some("variant".to_owned());
        failure
    })
}

fn follow(text: &str, variant: &'static Variant) -> Result<Replay, Failure> {
    let mut games = pdn::read_games(text);
    let count = u32::try_from(games.len()).unwrap_or(u32::MAX);
    if games.is_empty() {
        return Err(ApiError::new(ErrorCode::BadRequest, "the text holds no game").param("pdn").into());
    }
    let game = games.swap_remove(0).map_err(|error| {
        let place = format!("line {}, column {}: {}", error.line, error.column, error.message);
        ApiError::new(ErrorCode::BadRequest, place).param("pdn")
    })?;
    let replay = pdn::replay(&game, &Assumptions { variant, numbers: Numbers::Refused });
    let notation = replay.game_type.notation;
    let plies = replay.steps.iter().filter(|step| step.depth == 0).map(|step| {
        let after = step.before.after(&step.play);
        ReplayPly {
            text: pdn::write_move(&step.before, &notation, &step.play, Form::Shortest),
            made: checkers::Move::from(&step.play),
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

fn shown(position: &Position, analysis: &bots::Analysis) -> Analysis {
    let rules = position.variant().rules();
    let names = rules.sides;
    let lines = analysis.lines.iter().map(|line| {
        let (score, decided_in) = match line.score {
            bots::Score::Men(value) => (value, None),
            bots::Score::Win { side: Side::First, plies } => (DECIDED, Some(plies)),
            bots::Score::Win { side: Side::Second, plies } => (-DECIDED, Some(plies)),
        };
        AnalysisLine {
            score,
            decided_in,
            words: line.score.words(names),
            moves: line.plays.iter().map(checkers::Move::from).collect(),
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

fn board(position: &Position) -> Vec<Option<checkers::Piece>> {
    let layout = position.variant().rules().layout;
    let squares = (0..layout.rows * layout.columns).map(Square);
    Checkers::board(&squares.map(|square| position.piece(square)).collect::<Vec<_>>())
}

fn turn(position: &Position) -> u8 {
    u8::from(position.side_to_move() == Side::Second)
}

fn fault(error: &PdnError) -> ReplayFault {
    ReplayFault { line: error.line, column: error.column, message: error.message.clone() }
}
