//! Rows of the route table for players.

use super::examples;
use super::routes::{Content, Route, limit_20, path, query, route};
use crate::event_row::describe;
use crate::rest::{Leaderboard, PlayerProfile};
use crate::{ErrorCode, GameName};

pub(super) fn players() -> Vec<Route> {
    vec![
        Route {
            parameters: vec![path("id", "The tenant's id of the player.")],
            content: Content::Json(describe::<PlayerProfile>, examples::player_profile),
            errors: &[ErrorCode::NotFound],
            ..route("get", "/v1/players/{id}", "getPlayer", "Get the ratings of a player.")
        },
        Route {
            parameters: vec![path("id", "The tenant's id of the player.")],
            status: 204,
            errors: &[ErrorCode::NotFound, ErrorCode::BadRequest],
            ..route(
                "delete",
                "/v1/players/{id}",
                "erasePlayer",
                "Erase a player's id and names from everything that is stored; a test key does so in test games alone.",
            )
        },
        Route {
            parameters: vec![
                query("game", describe::<GameName>, "The game."),
                query(
                    "variant",
                    describe::<String>,
                    "The variant; the game's default unless said otherwise.",
                ),
                limit_20(),
            ],
            content: Content::Json(describe::<Leaderboard>, examples::leaderboard),
            errors: &[
                ErrorCode::GameRequired,
                ErrorCode::InvalidGame,
                ErrorCode::UnknownVariant,
                ErrorCode::BadRequest,
            ],
            ..route("get", "/v1/leaderboard", "getLeaderboard", "List the strongest players of a variant.")
        },
    ]
}
