//! Request bodies: the first byte selects the request, the rest is the body.

use protocol::rest::{
    AnalysisRequest, CreateSession, GuestJoin, GuestSession, JoinSession, ReplayRequest, ReplayWebhooks,
    RotateWebhookSecret, SetWebhookEndpoint,
};
use protocol::{Incoming, parse_body};

/// A body is parsed, or refused with a sentence.
pub fn check(bytes: &[u8]) {
    let Some((request, body)) = bytes.split_first() else { return };
    match request % 9 {
        0 => read::<CreateSession>(body),
        1 => read::<JoinSession>(body),
        2 => read::<GuestSession>(body),
        3 => read::<GuestJoin>(body),
        4 => read::<SetWebhookEndpoint>(body),
        5 => read::<RotateWebhookSecret>(body),
        6 => read::<ReplayWebhooks>(body),
        7 => read::<ReplayRequest>(body),
        _ => read::<AnalysisRequest>(body),
    }
}

fn read<T: Incoming>(body: &[u8]) {
    if let Err(error) = parse_body::<T>(body) {
        assert!(!error.message.is_empty() && error.message.len() < 1_000, "{error:?}");
    }
}
