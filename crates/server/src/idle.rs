//! How long a turn may take: settings of the game, the operator, the session and the player, the last one
//! winning.

use std::time::Duration;

use game::Variant;
use protocol::{AfkSettings, ErrorCode, WireRefusal};
use serde::{Deserialize, Serialize};

use crate::settings::Times;

/// The idle settings of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct IdleSettings {
    enabled: bool,
    timeout: Duration,
    warning: Duration,
}

impl IdleSettings {
    /// Resolves the settings of a player; later sources override earlier ones.
    pub(crate) fn resolve(
        variant: &dyn Variant,
        times: &Times,
        session: &AfkSettings,
        join: &AfkSettings,
    ) -> Result<IdleSettings, WireRefusal> {
        let description = variant.description();
        let (usual_timeout, usual_warning) = match times.idle.get(description.game) {
            Some(idle) => (idle.timeout, idle.warning),
            None => (seconds(description.idle.timeout_seconds), seconds(description.idle.warning_seconds)),
        };
        let timeout = join.afk_timeout_seconds.or(session.afk_timeout_seconds).map_or(usual_timeout, seconds);
        let warning = match join.afk_warn_seconds.or(session.afk_warn_seconds).map(seconds) {
            Some(warning) if warning >= timeout => {
                let longest = timeout.as_secs();
                let sentence = format!("afkWarnSeconds must be less than the timeout of {longest} seconds");
                return Err(WireRefusal::new(ErrorCode::BadPayload, sentence).param("afkWarnSeconds"));
            }
            Some(warning) => warning,
            None if usual_warning < timeout => usual_warning,
            // Clients see whole seconds, so the warning comes at one.
            None => Duration::from_secs(timeout.as_secs() / 2),
        };
        let enabled = join.afk_timeout_enabled.or(session.afk_timeout_enabled).unwrap_or(true);
        Ok(IdleSettings { enabled, timeout, warning })
    }

    /// The settings of a game between two humans: the longer timeout, and with equal timeouts the longer
    /// warning. Off only if both players switch it off.
    pub(crate) fn shared(self, other: IdleSettings) -> Option<(Duration, Duration)> {
        let enabled = [self, other].into_iter().filter(|settings| settings.enabled);
        enabled.map(|settings| (settings.timeout, settings.warning)).max()
    }

    /// The settings of a game against a bot.
    pub(crate) fn alone(self) -> Option<(Duration, Duration)> {
        self.enabled.then_some((self.timeout, self.warning))
    }
}

fn seconds(count: u32) -> Duration {
    Duration::from_secs(count.into())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use protocol::AfkSettings;
    use tictactoe::TicTacToe;

    use super::IdleSettings;
    use crate::settings::{Idle, Times};

    fn said(enabled: Option<bool>, timeout: Option<u32>, warning: Option<u32>) -> AfkSettings {
        AfkSettings { afk_timeout_enabled: enabled, afk_timeout_seconds: timeout, afk_warn_seconds: warning }
    }

    fn wish(session: &AfkSettings, join: &AfkSettings) -> IdleSettings {
        IdleSettings::resolve(&TicTacToe, &Times::default(), session, join).expect("the wish is sound")
    }

    fn secs(timeout: u64, warning: u64) -> Option<(Duration, Duration)> {
        Some((Duration::from_secs(timeout), Duration::from_secs(warning)))
    }

    #[test]
    fn what_is_said_at_the_table_beats_the_session_which_beats_the_game() {
        let nothing = said(None, None, None);
        assert_eq!(wish(&nothing, &nothing).alone(), secs(60, 20));
        let session = said(None, Some(120), Some(30));
        assert_eq!(wish(&session, &nothing).alone(), secs(120, 30));
        assert_eq!(wish(&session, &said(None, Some(40), None)).alone(), secs(40, 30));
        assert_eq!(wish(&session, &said(Some(false), None, None)).alone(), None);
    }

    #[test]
    fn the_operator_can_change_the_habit_of_a_game() {
        let mut times = Times::default();
        let idle = Idle { timeout: Duration::from_secs(3), warning: Duration::from_secs(1) };
        times.idle.insert("tictactoe".to_owned(), idle);
        let nothing = said(None, None, None);
        let wish = IdleSettings::resolve(&TicTacToe, &times, &nothing, &nothing).expect("the wish is sound");
        assert_eq!(wish.alone(), secs(3, 1));
    }

    #[test]
    fn a_short_timeout_halves_a_warning_that_does_not_fit_to_whole_seconds() {
        for (timeout, warning) in [(10, 5), (11, 5), (15, 7), (20, 10), (21, 20)] {
            let alone = wish(&said(None, None, None), &said(None, Some(timeout), None)).alone();
            assert_eq!(alone, secs(timeout.into(), warning));
        }
    }

    #[test]
    fn what_two_humans_play_with_does_not_depend_on_who_came_first_and_warns_in_time() {
        let nothing = said(None, None, None);
        let wishes: Vec<IdleSettings> = (10..=25)
            .flat_map(|timeout| [None, Some(1), Some(timeout - 1)].map(|warning| (timeout, warning)))
            .map(|(timeout, warning)| wish(&nothing, &said(None, Some(timeout), warning)))
            .collect();
        for one in &wishes {
            for other in &wishes {
                let (timeout, warning) = one.shared(*other).expect("both have a clock");
                assert_eq!(other.shared(*one), Some((timeout, warning)));
                assert!(!warning.is_zero() && warning < timeout, "{warning:?} before {timeout:?}");
                assert_eq!((timeout.subsec_nanos(), warning.subsec_nanos()), (0, 0));
            }
        }
    }

    #[test]
    fn a_warning_as_long_as_the_timeout_is_refused() {
        let nothing = said(None, None, None);
        assert!(
            IdleSettings::resolve(&TicTacToe, &Times::default(), &nothing, &said(None, None, Some(60)))
                .is_err()
        );
    }

    #[test]
    fn two_humans_play_with_the_longer_timeout_and_switch_it_off_only_together() {
        let nothing = said(None, None, None);
        let usual = wish(&nothing, &nothing);
        let long = wish(&nothing, &said(None, Some(300), Some(60)));
        let off = wish(&nothing, &said(Some(false), Some(600), None));
        assert_eq!(usual.shared(long), secs(300, 60));
        assert_eq!(off.shared(usual), secs(60, 20));
        assert_eq!(off.shared(off), None);
    }
}
