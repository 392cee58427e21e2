//! Durations as people write them: `60s`, `5m`, `250ms`; a plain number means seconds.

use std::time::Duration;

/// The longest duration of a setting; a longer one is a typo.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The units with their length in milliseconds, longest first.
const UNITS: [(&str, u64); 5] = [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

/// Parses a duration.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = (&text[..digits], text[digits..].trim_start());
    let unit = if unit.is_empty() { "s" } else { unit };
    let number = number.parse::<u64>().ok();
    let length = UNITS.iter().find(|(name, _)| *name == unit).map(|(_, length)| *length);
    let millis = number.zip(length).and_then(|(number, length)| number.checked_mul(length));
    let duration = millis.map(Duration::from_millis).filter(|duration| *duration <= LONGEST);
    duration.ok_or_else(|| format!("`{text}` is not a duration such as 250ms, 60s, 5m, 24h or 7d"))
}

/// Writes a duration in the longest unit that is exact; fractions of a millisecond are dropped.
pub(crate) fn format(duration: Duration) -> String {
    let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    if millis == 0 {
        return "0s".to_owned();
    }
    // Up to two minutes, seconds are clearer: rule books say 60s and 90s.
    let fits = |length: &u64| millis % length == 0 && (millis / length > 1 || *length < 60_000);
    let (unit, length) = UNITS.iter().find(|(_, length)| fits(length)).unwrap_or(&("ms", 1));
    format!("{}{unit}", millis / length)
}

#[cfg(test)]
mod tests {
    use super::{format, parse};

    fn check(text: &str, written: &str) {
        assert_eq!(parse(text).map(format), Ok(written.to_owned()), "{text}");
    }

    #[test]
    fn a_duration_is_a_number_with_a_unit_and_seconds_without() {
        check("60s", "60s");
        check("60", "60s");
        check("250ms", "250ms");
        check("1500ms", "1500ms");
        check("5m", "5m");
        check("120s", "2m");
        check("24h", "24h");
        check("7d", "7d");
        check(" 90 s ", "90s");
        check("0", "0s");
    }

    #[test]
    fn what_is_not_a_duration_is_refused_in_words() {
        for text in
            ["", "s", "-5s", "1.5s", "5 minutes", "99999999999999999999s", "400d", "18446744073709551615d"]
        {
            let refusal = parse(text).unwrap_err();
            assert!(refusal.contains("is not a duration such as"), "{text}: {refusal}");
        }
    }
}
