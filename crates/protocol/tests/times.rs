//! Points in time, in milliseconds and as ISO 8601.

use protocol::UtcTime;

#[track_caller]
fn check(millis: u64, text: &str) {
    assert_eq!(UtcTime(millis).to_string(), text);
    assert_eq!(text.parse(), Ok(UtcTime(millis)));
}

#[test]
fn a_time_is_written_and_read_to_the_millisecond() {
    check(0, "1970-01-01T00:00:00.000Z");
    check(951_782_400_001, "2000-02-29T00:00:00.001Z");
    check(1_709_251_199_999, "2024-02-29T23:59:59.999Z");
    check(4_107_542_400_000, "2100-03-01T00:00:00.000Z");
    check(253_402_300_799_999, "9999-12-31T23:59:59.999Z");
}

#[test]
fn the_fraction_may_be_left_out_or_cut_short() {
    assert_eq!("2026-03-15T09:00:00Z".parse(), Ok(UtcTime(1_773_565_200_000)));
    assert_eq!("2026-03-15T09:00:00.5Z".parse(), Ok(UtcTime(1_773_565_200_500)));
}

#[test]
fn what_the_calendar_does_not_have_is_refused() {
    let wrong = [
        "",
        "yesterday",
        "2026-03-15",
        "2026-03-15T09:00:00",
        "2026-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",
        "2026-01-00T00:00:00Z",
        "2026-03-15T24:00:00Z",
        "2026-03-15T09:60:00Z",
        "1969-12-31T23:59:59Z",
        "2026-03-+5T09:00:00Z",
        "2026-x-03-15T09:00:00Z",
        "2026-03-15T09:00:00.xZ",
        "99999999999999999999-01-01T00:00:00Z",
        "2026-03-15T09:00:00.é1Z",
    ];
    for text in wrong {
        assert!(text.parse::<UtcTime>().is_err(), "{text}");
    }
}
