//! Rows of the route table for games: those that are played, and positions to study.

use super::examples;
use super::routes::{Access, Content, Route, after, limit_100, path, query, route};
use crate::event_row::describe;
use crate::rest::{Analysis, AnalysisRequest, GameRecord, Replay, ReplayRequest, RoomList, VariantList};
use crate::{ErrorCode, GameName};

pub(super) fn games() -> Vec<Route> {
    vec![
        Route {
            access: Access::Anyone,
            parameters: vec![limit_100(), after(), query("game", describe::<GameName>, "Only this game.")],
            content: Content::Json(describe::<RoomList>, examples::room_list),
            errors: &[ErrorCode::BadRequest, ErrorCode::InvalidGame],
            ..route(
                "get",
                "/v1/rooms",
                "listRooms",
                "List running games between people that are public, newest first, page by page; a key or a session token adds those of its tenant.",
            )
        },
        Route {
            access: Access::KeyOrToken,
            parameters: vec![path("roomId", "The room of the game.")],
            content: Content::Json(describe::<GameRecord>, examples::game_record),
            errors: &[ErrorCode::NotFound],
            ..route(
                "get",
                "/v1/games/{roomId}",
                "getGame",
                "Get the full record of a game. A game that anyone may watch needs no key and no token.",
            )
        },
        Route {
            access: Access::KeyOrToken,
            parameters: vec![path("roomId", "The room of the game.")],
            content: Content::Text("text/plain; charset=utf-8", examples::PDN),
            errors: &[ErrorCode::NotFound],
            ..route(
                "get",
                "/v1/games/{roomId}/pdn",
                "getGamePdn",
                "Get a game of checkers in Portable Draughts Notation. A game that anyone may watch needs no key and no token.",
            )
        },
        Route {
            access: Access::Anyone,
            content: Content::Json(describe::<VariantList>, examples::variant_list),
            ..route(
                "get",
                "/v1/variants",
                "listVariants",
                "List every game and variant with its board, its names and its rules.",
            )
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
            access: Access::Anyone,
            body: Some((describe::<ReplayRequest>, examples::replay_request)),
            content: Content::Json(describe::<Replay>, examples::replay),
            errors,
            ..route(
                "post",
                "/v1/replay",
                "replayGame",
                "Follow a game in Portable Draughts Notation over the board.",
            )
        },
        Route {
            access: Access::Anyone,
            body: Some((describe::<AnalysisRequest>, examples::analysis_request)),
            content: Content::Json(describe::<Analysis>, examples::analysis),
            errors,
            ..route(
                "post",
                "/v1/analysis",
                "analysePosition",
                "Ask a bot what it thinks of a position of checkers.",
            )
        },
    ]
}
