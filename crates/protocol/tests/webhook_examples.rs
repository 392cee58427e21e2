//! Every webhook has an example with its own name.

use protocol::rest::{Webhook, WebhookName};
use protocol::{Named, webhook_example};

#[test]
fn every_event_has_an_example_of_its_own_name_that_reads_back() {
    for name in WebhookName::ALL {
        let example = webhook_example(*name);
        let body = serde_json::to_value(&example).unwrap();
        assert_eq!((&body["event"], &body["mode"]), (&name.name().into(), &"test".into()));
        assert_eq!(serde_json::from_value::<Webhook>(body).unwrap(), example);
    }
}
