//! Points in the past as people write them: `2h` ago, or a time in RFC 3339.

use protocol::UtcTime;

use crate::configuration::parse_duration;

/// Parses a moment not after now, in milliseconds since 1970.
pub(crate) fn parse(text: &str, now_ms: i64) -> Result<i64, String> {
    let text = text.trim();
    let ago = parse_duration(text).ok().and_then(|ago| i64::try_from(ago.as_millis()).ok());
    let moment = ago.map(|ago| now_ms.saturating_sub(ago)).or_else(|| rfc_3339(text));
    match moment {
        Some(moment) if moment <= now_ms => Ok(moment),
        Some(_) => Err(format!("`{text}` lies in the future")),
        None => Err(format!("`{text}` is not a time such as 2h, 30m or 2026-03-15T09:00:00Z")),
    }
}

/// A time with `Z` or an offset such as `+02:00`.
fn rfc_3339(text: &str) -> Option<i64> {
    let text = text.to_ascii_uppercase();
    let (local, offset) = match text.strip_suffix('Z') {
        Some(local) => (local, 0),
        None => {
            let (local, offset) = text.split_at_checked(text.len().checked_sub("+00:00".len())?)?;
            (local, minutes(offset)?)
        }
    };
    let UtcTime(millis) = format!("{local}Z").parse().ok()?;
    i64::try_from(millis).ok().map(|millis| millis - offset * 60_000)
}

fn minutes(offset: &str) -> Option<i64> {
    let sign = match offset.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hours, minutes) = offset[1..].split_once(':')?;
    let number = |digits: &str, most| digits.parse::<u8>().ok().filter(|number| *number <= most);
    Some(sign * (i64::from(number(hours, 23)?) * 60 + i64::from(number(minutes, 59)?)))
}

#[cfg(test)]
mod tests {
    use super::parse;

    /// 2026-03-15T09:00:00Z.
    const NOW: i64 = 1_773_565_200_000;

    fn check(text: &str, before_now_ms: i64) {
        assert_eq!(parse(text, NOW), Ok(NOW - before_now_ms), "{text}");
    }

    #[test]
    fn a_duration_means_so_long_ago() {
        check("2h", 7_200_000);
        check("90s", 90_000);
        check("0", 0);
    }

    #[test]
    fn a_time_may_have_an_offset() {
        check("2026-03-15T09:00:00Z", 0);
        check("2026-03-15t08:59:59.250z", 750);
        check("2026-03-15T10:00:00+02:00", 3_600_000);
        check("2026-03-15T03:00:00-05:30", 1_800_000);
    }

    #[test]
    fn what_is_no_moment_of_the_past_is_refused_in_words() {
        for text in
            ["", "yesterday", "2026-03-15", "2026-13-01T00:00:00Z", "2026-03-15T09:00:00+2:00", "é+00:00"]
        {
            assert!(parse(text, NOW).unwrap_err().contains("is not a time such as"), "{text}");
        }
        assert_eq!(
            parse("2026-03-15T09:00:01Z", NOW).unwrap_err(),
            "`2026-03-15T09:00:01Z` lies in the future"
        );
    }
}
