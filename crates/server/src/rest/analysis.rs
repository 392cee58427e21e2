//! Analysis: replays a game from text, and analyses a position.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use game::Budget;
use protocol::rest::{AnalysisRequest, ApiError, ReplayRequest};
use protocol::{ErrorCode, Named, StudyError, games};
use sockets::ClientAddress;

use super::Api;
use super::answer::{RequestFailure, RestAnswer, json};
use super::callers::counted_by;
use super::extractors::ValidJson;
use crate::analysis_pool::Declined;
use crate::refusals;

/// The search budget of one analysis, in nodes.
const NODES: u64 = 300_000;

/// `POST /v1/replay`
pub(crate) async fn replay(
    State(api): State<Arc<Api>>,
    ValidJson(wanted): ValidJson<ReplayRequest>,
) -> RestAnswer<Response> {
    let (game, study) = games::studied();
    let variant = wanted.variant.unwrap_or_else(|| study.default_variant().to_owned());
    // Replaying a long game takes time, so it does not run on the runtime.
    let name = variant.clone();
    let replay = tokio::task::spawn_blocking(move || study.replay(&wanted.pdn, &name)).await;
    let replay = replay.map_err(|_| ApiError::new(ErrorCode::Internal, "the text could not be followed"))?;
    let replay = replay.map_err(|error| refused(&api, error, game.name(), &variant, "pdn"))?;
    Ok(json(StatusCode::OK, &replay))
}

/// `POST /v1/analysis`
pub(crate) async fn analyse(
    State(api): State<Arc<Api>>,
    address: Option<Extension<ClientAddress>>,
    ValidJson(wanted): ValidJson<AnalysisRequest>,
) -> RestAnswer<Response> {
    let (game, study) = games::studied();
    let variant = wanted.variant.as_deref().unwrap_or(study.default_variant());
    let position = study
        .position(variant, wanted.position.as_deref())
        .map_err(|error| refused(&api, error, game.name(), variant, "position"))?;
    let budget = Budget::of_nodes(NODES).to_depth(wanted.depth.unwrap_or(u32::MAX));
    let lines = wanted.lines.unwrap_or(1) as usize;
    let address = counted_by(address.map(|Extension(address)| address).unwrap_or_default());
    let analysis = api.analyses.analyse(&api.engine.bots, address, position.game(), budget, lines).await;
    let analysis = analysis.map_err(|declined| {
        let sentence = match declined {
            Declined::TooManyOfYours => "positions that you asked about before are still being analysed",
            Declined::Busy => "too many positions are being analysed",
        };
        ApiError::new(ErrorCode::Unavailable, sentence).hint("ask again in a moment")
    })?;
    Ok(json(StatusCode::OK, &position.analysis(&analysis)))
}

/// The error of a failed replay or analysis; `param` is the field with the text.
fn refused(api: &Api, error: StudyError, game: &str, variant: &str, param: &str) -> RequestFailure {
    match error {
        StudyError::UnknownVariant => {
            let mut failure =
                RequestFailure::from(refusals::unknown_variant(&api.context.catalogue, game, variant));
            failure.0.param = Some("variant".to_owned());
            failure
        }
        StudyError::Unreadable(problem) => ApiError::new(ErrorCode::BadRequest, problem).param(param).into(),
    }
}
