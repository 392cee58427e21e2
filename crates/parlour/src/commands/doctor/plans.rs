//! Whether the plans of the tenants and those of the configuration fit together.

use common::PlanName;
use server::Plans;

use super::CheckResult;

/// Compares the configured plans with those that tenants have, given with the number of tenants of each.
pub(super) fn check(plans: &Plans, in_use: &[(PlanName, u64)]) -> CheckResult {
    let missing = in_use.iter().filter(|(plan, _)| !plans.has(plan));
    let missing: Vec<String> = missing.map(|(plan, tenants)| format!("{plan} ({tenants})")).collect();
    if !missing.is_empty() {
        return CheckResult::Odd(
            format!(
                "not configured, and had by tenants: {}; these have the limits of {}",
                missing.join(", "),
                plans.default_plan
            ),
            "add a table [plans.NAME] to the configuration, or put the tenants on another plan with `parlour tenants set`",
        );
    }
    let unused = unused(plans, in_use);
    let mistyped: Vec<String> = unused.iter().filter_map(|plan| mistyped(plan)).collect();
    if !mistyped.is_empty() {
        return CheckResult::Odd(
            format!("configured, and had by no tenant: {}", mistyped.join(", ")),
            "if the name of the table [plans.NAME] is mistyped, correct it: its limits have no effect",
        );
    }
    let count = plans.by_name.len();
    match unused.iter().map(|plan| plan.as_str()).collect::<Vec<_>>().join(", ") {
        names if names.is_empty() => CheckResult::Well(format!("{count} are configured")),
        names => CheckResult::Well(format!("{count} are configured; no tenant has {names}")),
    }
}

/// The plans that are not built in, that new tenants do not get, and that no tenant has.
fn unused<'a>(plans: &'a Plans, in_use: &[(PlanName, u64)]) -> Vec<&'a PlanName> {
    let built_in = Plans::default();
    let is_used =
        |plan: &PlanName| *plan == plans.default_plan || in_use.iter().any(|(used, _)| used == plan);
    plans.by_name.keys().filter(|plan| !built_in.has(plan) && !is_used(plan)).collect()
}

/// The plan and the built-in one that was probably meant; none if no name is near.
fn mistyped(plan: &PlanName) -> Option<String> {
    let built_in = Plans::default();
    protocol::closest(plan.as_str(), built_in.names()).map(|meant| format!("{plan} (did you mean {meant}?)"))
}

#[cfg(test)]
mod tests {
    use common::PlanName;
    use server::{PlanLimits, Plans};

    use super::super::CheckResult;

    /// Checks the built-in plans and these, with one tenant on each of the plans in use.
    fn check(configured: &[&str], in_use: &[&str], expected: &str) {
        let name = |name: &&str| PlanName::parse(name).unwrap();
        let mut plans = Plans::default();
        plans.by_name.extend(configured.iter().map(|plan| (name(plan), PlanLimits::default())));
        let in_use: Vec<_> = in_use.iter().map(|plan| (name(plan), 1)).collect();
        let found = match super::check(&plans, &in_use) {
            CheckResult::Well(text) => format!("OK {text}"),
            CheckResult::Odd(text, _) => format!("WARN {text}"),
            CheckResult::Broken(text, _) => format!("FAIL {text}"),
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn a_plan_that_no_tenant_has_is_named_unless_it_is_built_in() {
        check(&[], &["pro"], "OK 4 are configured");
        check(&["team"], &["team"], "OK 5 are configured");
        check(&["team", "event_day"], &["team"], "OK 6 are configured; no tenant has event_day");
    }

    #[test]
    fn a_plan_that_no_tenant_has_and_whose_name_is_near_a_built_in_one_is_probably_mistyped() {
        let expected = "WARN configured, and had by no tenant: grwoth (did you mean growth?)";
        check(&["grwoth"], &["growth"], expected);
        check(&["grwoth"], &["grwoth"], "OK 5 are configured");
        check(&["tier_1", "tier_2"], &["tier_1"], "OK 6 are configured; no tenant has tier_2");
    }

    #[test]
    fn a_plan_that_tenants_have_and_the_configuration_has_not_is_told_first() {
        let expected = "WARN not configured, and had by tenants: gold (1); these have the limits of starter";
        check(&["grwoth"], &["gold"], expected);
    }
}
