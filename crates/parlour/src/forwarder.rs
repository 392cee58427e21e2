//! Sends events to a receiver on the developer's machine, signed like real webhooks.

use std::time::{Duration, Instant};

use store::OutboxRow;
use webhooks::{
    AddressRules, AttemptOutcome, DeliverySettings, Destination, HttpSender, SignedMessage, SigningSecrets,
};

use crate::administration::now_ms;
use crate::failure::{Failure, Problem};

/// A receiver and its secret.
pub(crate) struct Forwarder {
    /// The URL.
    pub(crate) url: String,
    /// The signing secret.
    pub(crate) secret: String,
    destination: Destination,
    sender: HttpSender,
}

/// The receiver's response to an event.
pub(crate) struct Receipt {
    /// The outcome.
    pub(crate) outcome: AttemptOutcome,
    /// The duration.
    pub(crate) took: Duration,
}

impl Forwarder {
    /// A forwarder to a receiver; `3000/hook` and `localhost:3000/hook` are enough.
    pub(crate) fn new(receiver: &str, secret: String) -> Result<Forwarder, Failure> {
        let url = whole(receiver);
        let rules = AddressRules { allow_private: true, allow_http: true };
        let destination = rules.destination(&url).map_err(|forbidden| {
            let problem = Problem::new(format!("events cannot go to `{receiver}`: {forbidden}"));
            Failure::usage(problem.help("give a URL such as http://localhost:3000/hook"))
        })?;
        let sender = HttpSender::new(&DeliverySettings { rules, ..DeliverySettings::default() });
        Ok(Forwarder { url, secret, destination, sender })
    }

    /// Sends an event and returns the response.
    pub(crate) async fn send(&self, event: &OutboxRow) -> Receipt {
        let message = SignedMessage::new(event, &SigningSecrets::one(&self.secret), now_ms());
        let started = Instant::now();
        let outcome = self.sender.send(&self.destination, message).await;
        Receipt { outcome, took: started.elapsed() }
    }
}

impl Receipt {
    /// The HTTP status, if there was a response.
    pub(crate) fn status(&self) -> Option<u16> {
        match self.outcome {
            AttemptOutcome::Answered { status, .. } => Some(status),
            AttemptOutcome::Unanswered(_) => None,
        }
    }

    /// The response in a few words.
    pub(crate) fn words(&self) -> String {
        let millis = self.took.as_millis();
        match &self.outcome {
            AttemptOutcome::Answered { status, .. } => format!("{status} in {millis} ms"),
            AttemptOutcome::Unanswered(problem) => format!("no answer: {problem}"),
        }
    }
}

fn whole(receiver: &str) -> String {
    let host = receiver.split('/').next().unwrap_or_default();
    if receiver.contains("://") {
        receiver.to_owned()
    } else if host.parse::<u16>().is_ok() {
        format!("http://localhost:{receiver}")
    } else {
        format!("http://{receiver}")
    }
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn a_receiver_may_be_a_port_a_host_or_a_url() {
        for (written, meant) in [
            ("3000", "http://localhost:3000"),
            ("3000/hook", "http://localhost:3000/hook"),
            ("localhost:3000/hook", "http://localhost:3000/hook"),
            ("127.0.0.1:3000", "http://127.0.0.1:3000"),
            ("https://acme.example/", "https://acme.example/"),
        ] {
            assert_eq!(whole(written), meant);
        }
    }
}
