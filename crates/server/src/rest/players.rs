//! Players: ratings, leaderboard and erasure.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use common::{Mode, PlayerId};
use protocol::rest::{ApiError, GetLeaderboard, Leaderboard, LeaderboardEntry, PlayerProfile, PlayerRating};
use protocol::{ErrorCode, GameName, Named};
use store::Erasure;

use super::Api;
use super::answer::{Name, RestAnswer, json};
use super::audit;
use super::extractors::{Authorized, ValidQuery};
use crate::cluster::Hint;
use crate::refusals;

/// `GET /v1/players/:id`
pub(crate) async fn profile(
    State(api): State<Arc<Api>>,
    Authorized(caller): Authorized,
    Name(id): Name,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    let player = PlayerId(id);
    let ratings = api.context.store.ratings_of(&key.tenant, key.mode, &player).await?;
    let Some(latest) = ratings.first() else { return Err(ApiError::not_found("player").into()) };
    let display_name = latest.name.clone();
    let ratings = ratings.into_iter().filter_map(|row| {
        Some(PlayerRating {
            game: GameName::from_name(&row.key.game)?,
            variant: row.key.variant,
            rating: row.rating.rating,
            deviation: row.rating.deviation,
            wins: row.rating.wins,
            draws: row.rating.draws,
            losses: row.rating.losses,
        })
    });
    Ok(json(StatusCode::OK, &PlayerProfile { id: player.0, display_name, ratings: ratings.collect() }))
}

/// `GET /v1/leaderboard`
pub(crate) async fn leaderboard(
    State(api): State<Arc<Api>>,
    Authorized(caller): Authorized,
    ValidQuery(wanted): ValidQuery<GetLeaderboard>,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    let game = wanted.game.name();
    let variant = api
        .context
        .catalogue
        .find(game, wanted.variant.as_deref())
        .ok_or_else(|| {
            refusals::unknown_variant(
                &api.context.catalogue,
                game,
                wanted.variant.as_deref().unwrap_or_default(),
            )
        })?
        .description()
        .variant;
    let rows = api.context.store.leaderboard(&key.tenant, key.mode, game, variant, wanted.limit).await?;
    let entries = (1..).zip(rows).map(|(rank, row)| LeaderboardEntry {
        rank,
        player_id: row.key.player.0,
        display_name: row.name,
        rating: row.rating.rating,
        games: row.rating.games,
    });
    let board = Leaderboard { game: wanted.game, variant: variant.to_owned(), entries: entries.collect() };
    Ok(json(StatusCode::OK, &board))
}

/// `DELETE /v1/players/:id`
pub(crate) async fn erase(
    State(api): State<Arc<Api>>,
    Authorized(caller): Authorized,
    Name(id): Name,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    let player = PlayerId(id);
    // A player is erased in all modes; but a test key must not change live games.
    let mode = (key.mode == Mode::Test).then_some(Mode::Test);
    match api.context.store.erase_player(&key.tenant, mode, &player).await? {
        Erasure::Done(0) => Err(ApiError::not_found("player").into()),
        Erasure::Done(_) => {
            api.engine.forget_finished(&key.tenant, &player);
            if let Some(cluster) = &api.context.cluster {
                cluster.tell_all(&Hint::Erased { tenant: key.tenant.clone(), player: player.clone() });
            }
            audit::note(&api, key, "player.erase", "").await?;
            Ok(StatusCode::NO_CONTENT.into_response())
        }
        Erasure::StillPlaying(_) => {
            let error = ApiError::new(ErrorCode::BadRequest, "the player is in a running game");
            Err(error.hint("delete the player when the game is over").into())
        }
    }
}
