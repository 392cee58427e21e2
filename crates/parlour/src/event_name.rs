//! Parsing of webhook event names.

use protocol::rest::WebhookName;
use protocol::{Named, closest};

/// Parses the name of an event; the error suggests the nearest name.
pub(crate) fn parse(text: &str) -> Result<WebhookName, String> {
    let all = || WebhookName::ALL.iter().map(|event| event.name());
    WebhookName::from_name(text.trim()).ok_or_else(|| match closest(text, all()) {
        Some(near) => format!("there is no such event; did you mean `{near}`?"),
        None => format!("there is no such event; there are {}", all().collect::<Vec<_>>().join(", ")),
    })
}

#[cfg(test)]
mod tests {
    use protocol::Named;
    use protocol::rest::WebhookName;

    use super::parse;

    fn check(text: &str, expected: &str) {
        assert_eq!(parse(text).map_or_else(|refusal| refusal, |event| event.to_string()), expected);
    }

    #[test]
    fn an_event_is_named_as_in_the_contract() {
        check("game.ended", "game.ended");
        check(" checkers.afk_warning ", "checkers.afk_warning");
    }

    #[test]
    fn a_mistyped_event_is_answered_with_the_nearest() {
        check("game.end", "there is no such event; did you mean `game.ended`?");
        check("Game.Move", "there is no such event; did you mean `game.move`?");
        check("checkers.kind", "there is no such event; did you mean `checkers.king`?");
    }

    #[test]
    fn nonsense_is_answered_with_all_there_are() {
        let refusal = parse("?").unwrap_err();
        let last = WebhookName::ALL.last().expect("there are some").name();
        assert!(refusal.contains("there are session.created, ") && refusal.ends_with(last), "{refusal}");
    }
}
