//! The output of `parlour listen`: notes and events for people, or one line of JSON per event.

use std::io::Write;

use serde_json::{Value, json};

use crate::administration::{now_ms, time_text};
use crate::failure::Failure;
use crate::forwarder::Receipt;

/// The output.
pub(super) struct Report<'a> {
    pub(super) out: &'a mut dyn Write,
    pub(super) is_json: bool,
}

impl Report<'_> {
    /// Prints a note for people; with `--json` on standard error.
    pub(super) fn note(&mut self, text: &str) -> Result<(), Failure> {
        if self.is_json {
            eprintln!("{text}");
            return Ok(());
        }
        self.line(text)
    }

    /// Prints a received event.
    pub(super) fn heard(&mut self, body: &Value) -> Result<(), Failure> {
        if self.is_json {
            return Ok(());
        }
        let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
        let (name, id) = (text(&body["event"]), text(&body["id"]));
        let about = body["data"].get("roomId").unwrap_or(&body["sessionId"]);
        self.line(&format!("{} --> {name:<20} {id} {}", clock(), text(about)))
    }

    /// Prints how an event was forwarded, if it was.
    pub(super) fn passed_on(&mut self, body: &Value, delivery: Option<&Receipt>) -> Result<(), Failure> {
        if self.is_json {
            let forwarded = delivery.map(|delivery| {
                json!({
                    "status": delivery.status(),
                    "durationMs": u64::try_from(delivery.took.as_millis()).unwrap_or(u64::MAX),
                    "error": delivery.outcome.problem(),
                })
            });
            return self.line(&json!({ "webhook": body, "forwarded": forwarded }).to_string());
        }
        let Some(delivery) = delivery else { return Ok(()) };
        let id = body["id"].as_str().unwrap_or("-");
        self.line(&format!("{} <-- {:<20} {id}", clock(), delivery.words()))
    }

    fn line(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }
}

/// The time of day, in UTC.
fn clock() -> String {
    let time = time_text(Some(now_ms()));
    time.get(11..19).unwrap_or_default().to_owned()
}
