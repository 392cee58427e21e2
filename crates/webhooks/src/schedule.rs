//! The schedule: what follows from an attempt. A pure function; the time is an argument.

use std::time::{Duration, SystemTime};

use store::Verdict;

use crate::DeliverySettings;

/// The outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptOutcome {
    /// The receiver responded.
    Answered {
        /// The HTTP status.
        status: u16,
        /// The wait that it asked for.
        retry_after: Option<Duration>,
    },
    /// No response, with the reason.
    Unanswered(String),
}

impl AttemptOutcome {
    /// Whether the event was delivered: the status is 2xx.
    pub fn is_delivered(&self) -> bool {
        matches!(self, AttemptOutcome::Answered { status: 200..=299, .. })
    }

    /// Whether the receiver wants no more events: the status is 410.
    pub fn is_gone(&self) -> bool {
        matches!(self, AttemptOutcome::Answered { status: 410, .. })
    }

    /// What went wrong; `None` if the event was delivered.
    pub fn problem(&self) -> Option<String> {
        match self {
            AttemptOutcome::Answered { status: 200..=299, .. } => None,
            AttemptOutcome::Answered { status: status @ 300..=399, .. } => {
                Some(format!("the receiver answered {status}: redirects are not followed"))
            }
            AttemptOutcome::Answered { status: 410, .. } => {
                Some("the receiver answered 410: the endpoint is disabled".to_owned())
            }
            AttemptOutcome::Answered { status, .. } => {
                Some(format!("the receiver answered {status}, not 2xx"))
            }
            AttemptOutcome::Unanswered(problem) => Some(problem.clone()),
        }
    }
}

/// The inputs that decide what follows from an attempt.
pub(crate) struct Decision<'a> {
    pub(crate) settings: &'a DeliverySettings,
    /// The number of attempts before this one.
    pub(crate) earlier: u32,
    /// The number of retries of the tenant's plan.
    pub(crate) retries: u32,
    /// The time now, in milliseconds since 1970.
    pub(crate) now_ms: i64,
    /// A random number from 0 to 1 that spreads retries.
    pub(crate) chance: f64,
}

impl Decision<'_> {
    pub(crate) fn verdict(&self, outcome: &AttemptOutcome) -> Verdict {
        if outcome.is_delivered() {
            return Verdict::Delivered;
        }
        let wait = self.settings.waits.get(self.earlier as usize);
        match wait.filter(|_| self.earlier < self.retries && !outcome.is_gone()) {
            Some(wait) => Verdict::RetryAt(self.now_ms.saturating_add(self.millis(*wait, outcome))),
            None => Verdict::Dead,
        }
    }

    fn millis(&self, wait: Duration, outcome: &AttemptOutcome) -> i64 {
        let asked = match outcome {
            AttemptOutcome::Answered { retry_after: Some(asked), .. } => *asked,
            _ => Duration::ZERO,
        };
        let wait = wait.mul_f64(1.0 + self.chance / 10.0);
        let wait = wait.max(asked.min(self.settings.longest_retry_after));
        i64::try_from(wait.as_millis()).unwrap_or(i64::MAX)
    }
}

/// Parses `Retry-After`, in seconds or as a date.
pub(crate) fn retry_after(text: &str, now: SystemTime) -> Option<Duration> {
    match text.trim().parse() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => httpdate::parse_http_date(text.trim()).ok()?.duration_since(now).ok(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use common::PlanName;
    use store::Verdict;

    use super::{AttemptOutcome, Decision, retry_after};
    use crate::DeliverySettings;

    /// The seconds until the next attempt, after every attempt of a plan.
    fn check(plan: &str, chance: f64, outcome: &AttemptOutcome, expected: &str) {
        let settings = DeliverySettings::default();
        let retries = settings.plans.of(&PlanName::parse(plan).unwrap()).webhook_retries;
        let mut waits = Vec::new();
        for earlier in 0.. {
            let decision = Decision { settings: &settings, earlier, retries, now_ms: 0, chance };
            match decision.verdict(outcome) {
                Verdict::RetryAt(millis) => waits.push((millis / 1000).to_string()),
                verdict => {
                    waits.push(format!("{verdict:?}"));
                    break;
                }
            }
        }
        assert_eq!(waits.join(" "), expected);
    }

    fn answered(status: u16, seconds: Option<u64>) -> AttemptOutcome {
        AttemptOutcome::Answered { status, retry_after: seconds.map(Duration::from_secs) }
    }

    #[test]
    fn retries_come_after_5_s_30_s_5_min_30_min_2_h_5_h_10_h_as_far_as_the_plan_goes() {
        check("pro", 0.0, &answered(500, None), "5 30 300 1800 7200 18000 36000 Dead");
        check("starter", 0.0, &answered(500, None), "5 30 300 1800 7200 Dead");
        check("growth", 0.0, &AttemptOutcome::Unanswered(String::new()), "5 30 300 1800 7200 18000 Dead");
    }

    #[test]
    fn retries_are_spread_by_a_tenth() {
        check("starter", 1.0, &answered(500, None), "5 33 330 1980 7920 Dead");
    }

    #[test]
    fn any_2xx_is_delivered_and_nothing_else_is() {
        for status in [200, 201, 202, 204, 299] {
            check("starter", 0.0, &answered(status, None), "Delivered");
        }
        for status in [100, 199, 301, 302, 308, 400, 404, 429, 500, 503] {
            check("starter", 0.0, &answered(status, None), "5 30 300 1800 7200 Dead");
        }
    }

    #[test]
    fn gone_is_not_tried_again() {
        check("enterprise", 0.0, &answered(410, Some(5)), "Dead");
    }

    #[test]
    fn retry_after_makes_a_wait_longer_up_to_an_hour_and_never_shorter() {
        check("starter", 0.0, &answered(429, Some(60)), "60 60 300 1800 7200 Dead");
        check("starter", 0.0, &answered(503, Some(u64::MAX)), "3600 3600 3600 3600 7200 Dead");
    }

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = UNIX_EPOCH + Duration::from_secs(784_111_777 - 40);
        assert_eq!(retry_after("120", now), Some(Duration::from_secs(120)));
        assert_eq!(retry_after(" Sun, 06 Nov 1994 08:49:37 GMT", now), Some(Duration::from_secs(40)));
        assert_eq!(retry_after("Sun, 06 Nov 1994 08:48:00 GMT", now), None);
        assert_eq!(retry_after("-1", now), None);
        assert_eq!(retry_after("soon", now), None);
    }
}
