//! Serves the requests of a listener: adds the client's address and counts requests through proxies.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ConnectInfo;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_TYPE, RETRY_AFTER, X_CONTENT_TYPE_OPTIONS};
use http::{Request, StatusCode};
use hyper::body::{Frame, Incoming, SizeHint};
use tower::ServiceExt;

use crate::client_address::TrustedProxies;
use crate::quota::{Quota, QuotaShare};

/// Serves requests; clones share the counts.
#[derive(Clone)]
pub(crate) struct Requests {
    router: Router,
    proxies: TrustedProxies,
    /// Requests through trusted proxies, by client: their connections belong to the proxy.
    in_flight: Arc<Quota>,
}

impl Requests {
    pub(crate) fn new(router: Router, proxies: TrustedProxies, in_flight_per_client: usize) -> Self {
        Self { router, proxies, in_flight: Quota::new(usize::MAX, in_flight_per_client) }
    }

    pub(crate) async fn answer(
        self,
        peer: SocketAddr,
        mut request: Request<Incoming>,
    ) -> Result<Response, Infallible> {
        let client = self.proxies.client(peer.ip(), request.headers());
        request.extensions_mut().insert(ConnectInfo(peer));
        request.extensions_mut().insert(client);
        if !self.proxies.contains(peer.ip()) {
            return self.router.oneshot(request.map(Body::new)).await;
        }
        let Ok(share) = self.in_flight.take(client.ip, 1) else { return Ok(too_many()) };
        let response = self.router.oneshot(request.map(Body::new)).await?;
        Ok(response.map(|body| Body::new(CountedBody { body, _share: share })))
    }
}

fn too_many() -> Response {
    let headers =
        [(CONTENT_TYPE, "application/json"), (RETRY_AFTER, "1"), (X_CONTENT_TYPE_OPTIONS, "nosniff")];
    let body = r#"{"error":"too many requests at once from this address","code":"rate_limited"}"#;
    (StatusCode::TOO_MANY_REQUESTS, headers, body).into_response()
}

/// The body of a response; its request counts until it is sent.
struct CountedBody {
    body: Body,
    _share: QuotaShare,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
