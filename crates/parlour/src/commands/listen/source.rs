//! The source of events: the feed of a running server.

use std::time::Duration;

use http::header::{ACCEPT, AUTHORIZATION};
use http::{HeaderMap, HeaderValue, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use serde_json::Value;
use webhooks::{AddressRules, DeliverySettings, HttpSender};

use crate::event_stream::{EventStream, StreamEvent};
use crate::failure::{Failure, Problem};

/// A server that is silent for this long is gone: it sends a keep-alive every ten seconds.
const SILENCE: Duration = Duration::from_secs(30);
/// How much of a refusal is read.
const LONGEST_REFUSAL: usize = 16 * 1024;

/// Where the feed continues.
#[derive(Clone, Debug)]
pub(super) enum FeedPlace {
    /// At the next event.
    Now,
    /// At a time in ISO 8601.
    Since(String),
    /// After an event.
    After(String),
}

/// Why the stream failed.
pub(super) enum FeedError {
    /// Trying again makes no sense.
    Refused(Failure),
    /// The server no longer knows the position.
    UnknownCursor,
    /// Trying again may work.
    Lost(String),
}

/// A server and the key for its feed.
pub(super) struct FeedSource {
    pub(super) url: String,
    authorization: HeaderValue,
    sender: HttpSender,
}

/// An open stream.
pub(super) struct FeedStream {
    body: Incoming,
    read: EventStream,
    events: std::vec::IntoIter<StreamEvent>,
}

impl FeedSource {
    pub(super) fn new(url: &str, key: &str) -> Result<FeedSource, Failure> {
        let url = url.trim_end_matches('/').to_owned();
        everywhere().destination(&url).map_err(|forbidden| {
            let problem = Problem::new(format!("`{url}` cannot be a server: {forbidden}"));
            Failure::usage(problem.help("give a URL such as http://127.0.0.1:7300"))
        })?;
        let mut authorization = HeaderValue::try_from(format!("Bearer {key}"))
            .map_err(|_| Failure::usage(Problem::new("the key holds characters that no key has")))?;
        authorization.set_sensitive(true);
        let settings = DeliverySettings { rules: everywhere(), ..DeliverySettings::default() };
        Ok(FeedSource { url, authorization, sender: HttpSender::new(&settings) })
    }

    /// Opens a stream of events from a position.
    pub(super) async fn open(&self, place: &FeedPlace) -> Result<FeedStream, FeedError> {
        let query = match place {
            FeedPlace::Now => String::new(),
            FeedPlace::Since(time) => format!("?since={time}"),
            FeedPlace::After(id) => format!("?after={id}"),
        };
        let to = everywhere().destination(&format!("{}/v1/webhooks/events{query}", self.url));
        let to = to.map_err(|forbidden| FeedError::Lost(forbidden.to_string()))?;
        let headers = [
            (ACCEPT, HeaderValue::from_static("text/event-stream")),
            (AUTHORIZATION, self.authorization.clone()),
        ];
        let response = self.sender.ask(&to, HeaderMap::from_iter(headers)).await.map_err(FeedError::Lost)?;
        let (head, body) = response.into_parts();
        if head.status == StatusCode::OK {
            return Ok(FeedStream { body, read: EventStream::default(), events: Vec::new().into_iter() });
        }
        Err(self.refusal(head.status, &text(body).await))
    }

    fn refusal(&self, status: StatusCode, body: &str) -> FeedError {
        let answer: Value = serde_json::from_str(body).unwrap_or_default();
        let sentence = answer["error"].as_str().unwrap_or("without a reason").to_owned();
        let problem = Problem::new(format!("{} refused: {sentence} ({})", self.url, status.as_u16()));
        match status.as_u16() {
            400 if answer["param"] == "after" => FeedError::UnknownCursor,
            401 => FeedError::Refused(problem.help("`parlour keys create --mode test` makes a key").into()),
            404 => FeedError::Refused(problem.help("is it a parlour of this version?").into()),
            429 | 500.. => FeedError::Lost(format!("{sentence} ({})", status.as_u16())),
            _ => FeedError::Refused(problem.into()),
        }
    }
}

impl FeedStream {
    /// The next event; `None` if the stream has ended.
    pub(super) async fn next(&mut self) -> Option<StreamEvent> {
        loop {
            if let Some(event) = self.events.next() {
                return Some(event);
            }
            let frame = tokio::time::timeout(SILENCE, self.body.frame()).await.ok()??.ok()?;
            if let Some(bytes) = frame.data_ref() {
                self.events = self.read.take(bytes).ok()?.into_iter();
            }
        }
    }
}

/// Allows the developer's own machine and networks, also over HTTP.
pub(crate) fn everywhere() -> AddressRules {
    AddressRules { allow_private: true, allow_http: true }
}

async fn text(mut body: Incoming) -> String {
    let mut bytes = Vec::new();
    while let Ok(Some(Ok(frame))) = tokio::time::timeout(SILENCE, body.frame()).await {
        bytes.extend_from_slice(frame.data_ref().map_or(&[][..], |data| data));
        if bytes.len() > LONGEST_REFUSAL {
            break;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
