//! Rows of the route table for players and for studying games.

use super::examples;
use super::routes::{Access, Content, Route, path, query};
use crate::event_row::describe;
use crate::rest::{Analysis, AnalysisRequest, Leaderboard, PlayerProfile, Replay, ReplayRequest};
use crate::{ErrorCode, GameName};

pub(super) fn players() -> Vec<Route> {
    vec![
        Route {
            method: "get",
            path: "/v1/players/{id}",
            name: "getPlayer",
            tag: "players",
            summary: "Get the ratings of a player.",
            access: Access::Key,
            parameters: vec![path("id", "The tenant's id of the player.")],
            body: None,
            status: 200,
            content: Content::Json(describe::<PlayerProfile>, examples::player_profile),
            errors: &[ErrorCode::NotFound],
        },
        Route {
            method: "delete",
            path: "/v1/players/{id}",
            name: "erasePlayer",
            tag: "players",
            summary: "Erase a player's id and names from everything that is stored; a test key does so in test games alone.",
            access: Access::Key,
            parameters: vec![path("id", "The tenant's id of the player.")],
            body: None,
            status: 204,
            content: Content::Nothing,
            errors: &[ErrorCode::NotFound, ErrorCode::BadRequest],
        },
        Route {
            method: "get",
            path: "/v1/leaderboard",
            name: "getLeaderboard",
            tag: "players",
            summary: "List the strongest players of a variant.",
            access: Access::Key,
            parameters: vec![
                query("game", describe::<GameName>, "The game."),
                query(
                    "variant",
                    describe::<String>,
                    "The variant; the game's default unless said otherwise.",
                ),
                query("limit", describe::<u32>, "How many at most, 1 to 100; 20 unless said otherwise."),
            ],
            body: None,
            status: 200,
            content: Content::Json(describe::<Leaderboard>, examples::leaderboard),
            errors: &[
                ErrorCode::GameRequired,
                ErrorCode::InvalidGame,
                ErrorCode::UnknownVariant,
                ErrorCode::BadRequest,
            ],
        },
    ]
}

pub(super) fn study() -> Vec<Route> {
    let errors = &[
        ErrorCode::BadRequest,
        ErrorCode::UnknownVariant,
        ErrorCode::PayloadTooLarge,
        ErrorCode::RequestTimeout,
        ErrorCode::UnsupportedMediaType,
    ];
    vec![
        Route {
            method: "post",
            path: "/v1/replay",
            name: "replayGame",
            tag: "study",
            summary: "Follow a game in Portable Draughts Notation over the board.",
            access: Access::Anyone,
            parameters: vec![],
            body: Some((describe::<ReplayRequest>, examples::replay_request)),
            status: 200,
            content: Content::Json(describe::<Replay>, examples::replay),
            errors,
        },
        Route {
            method: "post",
            path: "/v1/analysis",
            name: "analysePosition",
            tag: "study",
            summary: "Ask a bot what it thinks of a position of checkers.",
            access: Access::Anyone,
            parameters: vec![],
            body: Some((describe::<AnalysisRequest>, examples::analysis_request)),
            status: 200,
            content: Content::Json(describe::<Analysis>, examples::analysis),
            errors,
        },
    ]
}
