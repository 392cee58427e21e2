//! The catalogue of games and variants.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use protocol::rest::{GameEntry, VariantCard, VariantList, Variants};
use protocol::{GameName, Named, WireGame};

use super::Api;

/// `GET /v1/variants`
pub(crate) async fn variants(State(api): State<Arc<Api>>) -> Response {
    let body = api.state.variants.get_or_init(|| written(&api)).clone();
    let headers =
        [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "public, max-age=300")];
    (headers, body).into_response()
}

/// The catalogue never changes while the server runs, so it is written once.
fn written(api: &Api) -> Bytes {
    let games = api.context.catalogue.games().into_iter().filter_map(|game| {
        Some(match GameName::from_name(game)? {
            GameName::TicTacToe => GameEntry::TicTacToe(cards(api, "Tic-tac-toe", game)),
            GameName::Checkers => GameEntry::Checkers(cards(api, "Checkers", game)),
        })
    });
    let list = VariantList { games: games.collect() };
    Bytes::from(serde_json::to_vec(&list).expect("a catalogue is plain data"))
}

fn cards<G: WireGame>(api: &Api, name: &str, game: &str) -> Variants<G> {
    let variants = api.context.catalogue.variants_of(game).enumerate();
    let variants = variants.map(|(place, variant)| VariantCard::of(variant, place == 0)).collect();
    Variants { name: name.to_owned(), variants }
}
