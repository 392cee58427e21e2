//! How deliveries are made: where they may go, how patient they are, and how many are under way at once.

use std::time::Duration;

use common::Plan;
use tokio_rustls::rustls::pki_types::CertificateDer;

use crate::AddressRules;

/// Everything a dispatcher needs to know; the documented values are the defaults.
#[derive(Clone, Debug)]
pub struct DeliverySettings {
    /// Where webhooks may go.
    pub rules: AddressRules,
    /// Certificate authorities that are trusted beside those of the web.
    pub authorities: Vec<CertificateDer<'static>>,
    /// How long a receiver may take to answer, from the first look-up of its name.
    pub timeout: Duration,
    /// The waits before each retry; a plan may have fewer retries.
    pub waits: Vec<Duration>,
    /// The longest wait a receiver may ask for with `Retry-After`.
    pub longest_retry_after: Duration,
    /// How long an event stays with a dispatcher that never reports.
    pub lease: Duration,
    /// How often to look for due events when nobody rings.
    pub poll: Duration,
    /// How many deliveries are under way at once.
    pub at_once: u32,
    /// How many of them go to one tenant; one that does not answer has to make do with a single one.
    pub at_once_per_tenant: u32,
    /// How long deliveries under way may take when the dispatcher stops.
    pub grace: Duration,
}

impl Default for DeliverySettings {
    fn default() -> DeliverySettings {
        DeliverySettings {
            rules: AddressRules::default(),
            authorities: Vec::new(),
            timeout: Duration::from_secs(10),
            waits: [5, 30, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600].map(Duration::from_secs).to_vec(),
            longest_retry_after: Duration::from_secs(3600),
            lease: Duration::from_secs(30),
            poll: Duration::from_secs(1),
            at_once: 256,
            at_once_per_tenant: 8,
            grace: Duration::from_secs(5),
        }
    }
}

/// How often a plan tries again after the first attempt.
pub fn retries(plan: Plan) -> u32 {
    match plan {
        Plan::Starter => 5,
        Plan::Growth => 6,
        Plan::Pro | Plan::Enterprise => 7,
    }
}
