//! The catalogue of games and variants.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use protocol::rest::VariantList;
use protocol::{GameName, Named};

use super::Api;

/// `GET /v1/variants`
pub(crate) async fn variants(State(api): State<Arc<Api>>) -> Response {
    let body = api.state.variants.get_or_init(written).clone();
    let headers =
        [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "public, max-age=300")];
    (headers, body).into_response()
}

/// The catalogue does not change while the server runs, so it is serialized once.
fn written() -> Bytes {
    let list = VariantList { games: GameName::ALL.iter().map(|game| game.object().entry()).collect() };
    Bytes::from(serde_json::to_vec(&list).expect("a catalogue is plain data"))
}
