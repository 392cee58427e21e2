//! Time controls as they are asked for, and refused in words.

use protocol::{MatchmakingJoin, TimeControl, parse};
use serde_json::{Value, json};

fn read(time_control: Value) -> Result<Option<TimeControl>, String> {
    let join = parse::<MatchmakingJoin>(&[json!({ "username": "Ann", "timeControl": time_control })]);
    join.map(|join| join.play.time_control).map_err(|error| error.message)
}

#[test]
fn a_time_control_is_a_time_per_move_none_or_a_clock() {
    let clock = |base_seconds, increment_seconds| TimeControl::Clock { base_seconds, increment_seconds };
    for (given, expected) in [
        (json!({ "kind": "perMove" }), TimeControl::PerMove),
        (json!({ "kind": "none" }), TimeControl::None),
        (json!({ "kind": "clock", "baseSeconds": 180, "incrementSeconds": 2 }), clock(180, 2)),
        (json!({ "kind": "clock", "baseSeconds": 5 }), clock(5, 0)),
    ] {
        assert_eq!(read(given.clone()), Ok(Some(expected)));
        assert_eq!(serde_json::from_value::<TimeControl>(given).ok(), Some(expected), "as it is stored");
    }
    assert_eq!(read(Value::Null), Ok(None));
}

#[test]
fn what_is_written_can_be_read_again() {
    let clock = TimeControl::Clock { base_seconds: 300, increment_seconds: 0 };
    for control in [TimeControl::PerMove, TimeControl::None, clock] {
        let written = serde_json::to_value(control).expect("it is plain data");
        assert_eq!(read(written), Ok(Some(control)));
    }
}

#[test]
fn a_bad_time_control_is_refused_with_its_field_and_what_is_possible() {
    for (given, sentence) in [
        (json!({ "kind": "clock" }), "a clock needs baseSeconds: the time of each player at the beginning"),
        (
            json!({ "kind": "clock", "baseSeconds": 0 }),
            "timeControl.baseSeconds must be a whole number from 5 to 10800, not 0",
        ),
        (
            json!({ "kind": "clock", "baseSeconds": 60, "incrementSeconds": -1 }),
            "timeControl.incrementSeconds must be a whole number from 0 to 180, not -1",
        ),
        (json!({ "kind": "fast" }), "timeControl.kind must be one of perMove, none, clock, not \"fast\""),
        (
            json!({ "kind": "perMove", "incrementSeconds": 2 }),
            "baseSeconds and incrementSeconds are for the kind clock, not perMove",
        ),
    ] {
        assert_eq!(read(given), Err(sentence.to_owned()));
    }
}

#[test]
fn a_time_control_is_said_as_players_say_it() {
    let said =
        |base_seconds, increment_seconds| TimeControl::Clock { base_seconds, increment_seconds }.to_string();
    assert_eq!(said(180, 2), "a clock of 3+2");
    assert_eq!(said(90, 0), "a clock of 90 seconds +0");
}
