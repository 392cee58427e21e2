//! Delivery settings: allowed addresses, timeouts and concurrency.

use std::time::Duration;

use common::Plans;
use tokio_rustls::rustls::pki_types::CertificateDer;

use crate::AddressRules;

/// The settings of a dispatcher; the defaults are the documented values.
#[derive(Clone, Debug)]
pub struct DeliverySettings {
    /// Where webhooks may be sent.
    pub rules: AddressRules,
    /// Certificate authorities trusted in addition to those of the web.
    pub authorities: Vec<CertificateDer<'static>>,
    /// How long a receiver may take to respond, including the name lookup.
    pub timeout: Duration,
    /// How many retries each plan has.
    pub plans: Plans,
    /// The waits before each retry; a plan may have fewer retries.
    pub waits: Vec<Duration>,
    /// The longest wait a receiver may ask for with `Retry-After`.
    pub longest_retry_after: Duration,
    /// How long an event is reserved for a dispatcher that does not record a result.
    pub lease: Duration,
    /// How often to check for due events without a notification.
    pub poll: Duration,
    /// The maximum number of deliveries under way.
    pub at_once: u32,
    /// The maximum per tenant; one whose receiver does not respond gets a single one.
    pub at_once_per_tenant: u32,
    /// How long deliveries under way may take after shutdown begins.
    pub grace: Duration,
}

impl Default for DeliverySettings {
    fn default() -> DeliverySettings {
        DeliverySettings {
            rules: AddressRules::default(),
            authorities: Vec::new(),
            timeout: Duration::from_secs(10),
            plans: Plans::default(),
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
