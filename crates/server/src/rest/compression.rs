//! Which responses are compressed: text of some length without secrets.

use axum::http::{Method, Response, header};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{Predicate, SizeAbove};

/// Shorter responses would gain nothing.
const SHORTEST: u64 = 1024;
/// Fast enough for every response; files of the web app are compressed at build time.
const LEVEL: CompressionLevel = CompressionLevel::Precise(4);
const TEXTS: [&str; 3] = ["application/json", "text/plain", "text/html"];
/// POST requests whose responses contain no secret.
const PUBLIC_POSTS: [&str; 2] = ["/v1/replay", "/v1/analysis"];

/// Marks a response that may be compressed. Other responses contain tokens and secrets, and compression could
/// leak them through their length.
#[derive(Clone, Copy)]
pub(super) struct HoldsNoSecret;

impl HoldsNoSecret {
    /// The mark, if responses to this request contain no secret.
    pub(super) fn of(method: &Method, path: &str) -> Option<HoldsNoSecret> {
        let reads = method == Method::GET || method == Method::HEAD;
        (reads || PUBLIC_POSTS.iter().any(|public| path.ends_with(public))).then_some(HoldsNoSecret)
    }
}

/// The compression layer.
pub(super) fn layer() -> CompressionLayer<Worthwhile> {
    CompressionLayer::new().quality(LEVEL).compress_when(Worthwhile)
}

/// Selects the responses to compress.
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
