//! Settings of earlier versions, and their replacements.

use toml::Value;

use super::value::Kind;

/// The settings that replace one of an earlier version; `None` if the key is not one, or its value is
/// invalid.
pub(super) fn successors(key: &str, value: &Value) -> Option<Vec<(&'static str, Value)>> {
    if key != "limits.events_per_20s" {
        return None;
    }
    // It also counted requests for legal moves, so these get at least the same limit.
    let events = u32::read(value).ok()?;
    let (per_second, burst) = (events.div_ceil(20), events);
    let whole = |number: u32| Value::Integer(number.into());
    Some(vec![
        ("limits.events_per_second", whole(per_second)),
        ("limits.event_burst", whole(burst)),
        ("limits.get_moves_per_second", whole(per_second.max(60))),
        ("limits.get_moves_burst", whole(burst.max(400))),
    ])
}

#[cfg(test)]
mod tests {
    use super::super::Sources;

    #[test]
    fn events_per_20s_is_still_understood() {
        let variables = vec![("PARLOUR_LIMITS__EVENTS_PER_20S".to_owned(), "1_000".to_owned())];
        let effective = Sources { variables, ..Sources::default() }.load().expect("it is valid");
        let limits = &effective.configuration.settings.limits;
        assert_eq!((limits.events_per_second, limits.event_burst), (50, 1000));
        assert_eq!((limits.get_moves_per_second, limits.get_moves_burst), (60, 1000));
        assert_eq!(effective.source("limits.event_burst").word(), "env");
    }

    #[test]
    fn a_value_that_it_cannot_have_is_an_error_that_names_it() {
        let variables = vec![("PARLOUR_LIMITS__EVENTS_PER_20S".to_owned(), "many".to_owned())];
        assert!(Sources { variables, ..Sources::default() }.load().is_err());
    }
}
