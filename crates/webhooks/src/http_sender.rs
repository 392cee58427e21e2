//! The sender: sends one message to a receiver and returns the outcome.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::header::RETRY_AFTER;
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper_util::client::legacy::Client;
use hyper_util::rt::{TokioExecutor, TokioTimer};

use crate::connector::{ConnectError, Connector};
use crate::resolver::{Resolver, SystemResolver};
use crate::schedule::{self, AttemptOutcome};
use crate::{DeliverySettings, Destination, SignedMessage};

/// How much of a response is read so that the connection can be reused; none of it is kept.
const LONGEST_ANSWER: usize = 64 * 1024;
/// How long to wait for the rest of a response.
const DRAIN: Duration = Duration::from_millis(500);
/// Shorter than the keep-alive of common servers, so that a request does not meet a closing connection.
const IDLE: Duration = Duration::from_secs(2);

/// Sends messages over reused connections; does not follow redirects or use proxies.
pub struct HttpSender {
    client: Client<Connector, Full<Bytes>>,
    timeout: Duration,
}

impl HttpSender {
    /// A sender with the resolver of the operating system.
    pub fn new(settings: &DeliverySettings) -> HttpSender {
        HttpSender::with_resolver(settings, Arc::new(SystemResolver))
    }

    /// A sender with this resolver.
    pub fn with_resolver(settings: &DeliverySettings, resolver: Arc<dyn Resolver>) -> HttpSender {
        let connector = Connector::new(settings.rules, &settings.authorities, resolver);
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(IDLE)
            .pool_max_idle_per_host(settings.at_once_per_tenant as usize)
            .build(connector);
        HttpSender { client, timeout: settings.timeout }
    }

    /// Sends a GET and returns the response with its body unread, or the reason of the failure.
    pub async fn ask(&self, from: &Destination, headers: HeaderMap) -> Result<Response<Incoming>, String> {
        let mut request = Request::new(Full::default());
        *request.uri_mut() = from.uri.clone();
        *request.headers_mut() = headers;
        match tokio::time::timeout(self.timeout, self.client.request(request)).await {
            Err(_) => Err(format!("there was no answer within {:?}", self.timeout)),
            Ok(answer) => answer.map_err(|error| explain(&error)),
        }
    }

    /// Sends a message and waits for the response, at most the configured timeout.
    pub async fn send(&self, to: &Destination, message: SignedMessage) -> AttemptOutcome {
        match tokio::time::timeout(self.timeout, self.client.request(message.request(to))).await {
            Err(_) => {
                AttemptOutcome::Unanswered(format!("the receiver did not answer within {:?}", self.timeout))
            }
            Ok(Err(error)) => AttemptOutcome::Unanswered(explain(&error)),
            Ok(Ok(response)) => {
                let outcome = read(&response);
                drain(response.into_body()).await;
                outcome
            }
        }
    }
}

fn read(response: &Response<Incoming>) -> AttemptOutcome {
    let retry_after = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
    AttemptOutcome::Answered {
        status: response.status().as_u16(),
        retry_after: retry_after.and_then(|text| schedule::retry_after(text, SystemTime::now())),
    }
}

/// Reads the rest of a response; a long or slow one is dropped together with its connection.
async fn drain(mut body: Incoming) {
    let read = async {
        let mut length = 0;
        while let Some(Ok(frame)) = body.frame().await {
            length += frame.data_ref().map_or(0, Bytes::len);
            if length > LONGEST_ANSWER {
                return;
            }
        }
    };
    tokio::time::timeout(DRAIN, read).await.ok(); // the outcome is known already
}

/// The reason of a failure: our own connection error if there is one, else the innermost cause.
fn explain(error: &(dyn Error + 'static)) -> String {
    let mut innermost = error;
    loop {
        if let Some(ours) = innermost.downcast_ref::<ConnectError>() {
            return ours.to_string();
        }
        match innermost.source() {
            Some(cause) => innermost = cause,
            None => return format!("the receiver broke the connection: {innermost}"),
        }
    }
}
