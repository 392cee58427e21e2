//! The time control of a game: chosen by the session, or by a guest who joins.

use std::time::Duration;

use protocol::{ErrorCode, TimeControl, WireRefusal};
use rooms::TimeLimit;

use crate::identity::Identity;

/// The time control of a player. A session is played with its own.
pub(crate) fn resolve(
    identity: &Identity,
    session: Option<TimeControl>,
    join: Option<TimeControl>,
) -> Result<TimeControl, WireRefusal> {
    let Identity::Holder { .. } = identity else { return Ok(join.unwrap_or_default()) };
    of_session(session.unwrap_or_default(), join)
}

fn of_session(fixed: TimeControl, join: Option<TimeControl>) -> Result<TimeControl, WireRefusal> {
    match join {
        Some(wanted) if wanted != fixed => {
            let sentence = format!("this session is played with {fixed}, not with {wanted}");
            Err(WireRefusal::new(ErrorCode::BadPayload, sentence)
                .param("timeControl")
                .hint("leave timeControl out, or set it when you create the session"))
        }
        _ => Ok(fixed),
    }
}

/// The limit of a game with this time control; `idle` is the timeout and warning time of a turn.
pub(crate) fn limit(control: TimeControl, idle: Option<(Duration, Duration)>) -> TimeLimit {
    match (control, idle) {
        (TimeControl::PerMove, Some((timeout, warning))) => TimeLimit::PerMove { timeout, warning },
        (TimeControl::PerMove, None) | (TimeControl::None, _) => TimeLimit::Unlimited,
        (TimeControl::Clock { base_seconds, increment_seconds }, _) => TimeLimit::Clock {
            base: Duration::from_secs(base_seconds.into()),
            increment: Duration::from_secs(increment_seconds.into()),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use protocol::TimeControl;
    use rooms::TimeLimit;

    use super::{limit, of_session};

    const BLITZ: TimeControl = TimeControl::Clock { base_seconds: 180, increment_seconds: 2 };

    #[test]
    fn a_session_is_played_with_its_own_time() {
        assert_eq!(of_session(BLITZ, None), Ok(BLITZ));
        assert_eq!(of_session(BLITZ, Some(BLITZ)), Ok(BLITZ));
        let refusal = of_session(BLITZ, Some(TimeControl::None)).expect_err("it is another time");
        assert_eq!(refusal.error, "this session is played with a clock of 3+2, not with no time limit");
    }

    #[test]
    fn the_idle_clock_runs_only_in_games_with_a_time_per_move() {
        let (timeout, warning) = (Duration::from_secs(60), Duration::from_secs(20));
        let idle = Some((timeout, warning));
        assert_eq!(limit(TimeControl::PerMove, idle), TimeLimit::PerMove { timeout, warning });
        assert_eq!(limit(TimeControl::PerMove, None), TimeLimit::Unlimited);
        assert_eq!(limit(TimeControl::None, idle), TimeLimit::Unlimited);
        let (base, increment) = (Duration::from_secs(180), Duration::from_secs(2));
        assert_eq!(limit(BLITZ, idle), TimeLimit::Clock { base, increment });
    }
}
