//! Which answers are compressed on the way out: text of some length that holds no secret.

use axum::http::{Method, Response, header};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};

/// Shorter answers would gain nothing.
const SHORTEST: u64 = 1024;
/// Fast enough to be done for every answer; files of the web app are compressed better beforehand.
const LEVEL: CompressionLevel = CompressionLevel::Precise(4);
const TEXTS: [&str; 3] = ["application/json", "text/plain", "text/html"];
/// Requests with a body whose answers hold no secret.
const PUBLIC_POSTS: [&str; 2] = ["/v1/replay", "/v1/analysis"];

/// Marks an answer that may be compressed. Answers to other requests hold tokens and secrets, whose length and
/// neighbours must not tell anything about them.
#[derive(Clone, Copy)]
pub(super) struct HoldsNoSecret;

impl HoldsNoSecret {
    /// Whether answers to this request hold no secret.
    pub(super) fn of(method: &Method, path: &str) -> Option<HoldsNoSecret> {
        let reads = method == Method::GET || method == Method::HEAD;
        (reads || PUBLIC_POSTS.iter().any(|public| path.ends_with(public))).then_some(HoldsNoSecret)
    }
}

/// The layer that compresses.
pub(super) fn layer() -> CompressionLayer<Worthwhile> {
    CompressionLayer::new().quality(LEVEL).compress_when(Worthwhile)
}

/// Chooses the answers that are compressed.
#[derive(Clone, Copy)]
pub(super) struct Worthwhile;

impl Predicate for Worthwhile {
    fn should_compress<B: axum::body::HttpBody>(&self, response: &Response<B>) -> bool {
        let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let is_text = kind.is_some_and(|kind| TEXTS.iter().any(|text| kind.starts_with(text)));
        is_text
            && response.extensions().get::<HoldsNoSecret>().is_some()
            && SizeAbove::new(SHORTEST).should_compress(response)
    }
}
