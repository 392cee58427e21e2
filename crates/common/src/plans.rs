//! The plans that tenants may have, and what each of them has.

use std::collections::BTreeMap;

use crate::PlanName;

/// What a tenant of a plan has. A plan that does not say otherwise has what the smallest of the usual plans has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanLimits {
    /// Requests per minute and key.
    pub requests_per_minute: u32,
    /// Live sessions per month; `None` means as many as wanted.
    pub sessions_per_month: Option<u64>,
    /// How often a webhook event is sent again that was not accepted.
    pub webhook_retries: u32,
}

impl Default for PlanLimits {
    fn default() -> PlanLimits {
        PlanLimits { requests_per_minute: 60, sessions_per_month: Some(1_000), webhook_retries: 5 }
    }
}

/// Every plan of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plans {
    /// What each plan has.
    pub by_name: BTreeMap<PlanName, PlanLimits>,
    /// The plan of new tenants; tenants whose own plan is not configured have its limits.
    pub default_plan: PlanName,
}

impl Plans {
    /// Whether there is a plan of this name.
    #[must_use]
    pub fn has(&self, plan: &PlanName) -> bool {
        self.by_name.contains_key(plan)
    }

    /// What a tenant of this plan has; a plan that is not configured has what the default plan has.
    #[must_use]
    pub fn of(&self, plan: &PlanName) -> PlanLimits {
        let configured = self.by_name.get(plan).or_else(|| self.by_name.get(&self.default_plan));
        configured.copied().unwrap_or_default()
    }

    /// The names of the plans.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(PlanName::as_str)
    }
}

/// The plans of a server whose configuration names none.
impl Default for Plans {
    fn default() -> Plans {
        let plan = |name: &str, requests_per_minute, sessions_per_month, webhook_retries| {
            let limits = PlanLimits { requests_per_minute, sessions_per_month, webhook_retries };
            (PlanName::parse(name).expect("the usual names are valid"), limits)
        };
        Plans {
            by_name: BTreeMap::from([
                plan("starter", 60, Some(1_000), 5),
                plan("growth", 300, Some(10_000), 6),
                plan("pro", 600, Some(100_000), 7),
                plan("enterprise", 1_000_000, None, 7),
            ]),
            default_plan: PlanName::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{PlanLimits, Plans};
    use crate::PlanName;

    #[test]
    fn a_plan_that_is_not_configured_has_what_the_default_plan_has() {
        let (gone, growth) = (PlanName::parse("gone").unwrap(), PlanName::parse("growth").unwrap());
        let mut plans = Plans::default();
        assert_eq!(plans.of(&gone), PlanLimits::default());
        plans.default_plan = growth.clone();
        assert_eq!(plans.of(&gone), plans.of(&growth));
        assert_eq!(plans.of(&gone).requests_per_minute, 300);
    }
}
