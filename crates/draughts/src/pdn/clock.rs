//! Clock times inside comments: `[%clk 1:55:21]` and its relatives.

use super::tree::Comment;
use crate::notation::Colour;
use std::fmt;
use std::time::Duration;

/// The kind of a clock time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockKind {
    /// `clk` or `clock`: the time left, as a clock shows it.
    Left,
    /// `mct`: the time used, as a mechanical clock shows it.
    Shown,
    /// `egt`: the time used in the whole game.
    UsedInGame,
    /// `emt`: the time used for the move.
    UsedForMove,
}

/// One clock time of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTime {
    /// The kind of the time.
    pub kind: ClockKind,
    /// Whose clock it is; `None` for the side that just moved.
    pub colour: Option<Colour>,
    /// Whether that clock is running.
    pub running: bool,
    /// The time.
    pub time: Duration,
}

impl Comment {
    /// The clock times of the comment in the order of the text; other commands and malformed ones are ignored.
    pub fn clock_times(&self) -> Vec<ClockTime> {
        let commands = self.text().split("[%").skip(1).filter_map(|rest| rest.split_once(']'));
        commands.flat_map(|(command, _)| clock_times(command).unwrap_or_default()).collect()
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.kind {
            ClockKind::Left => "clk",
            ClockKind::Shown => "mct",
            ClockKind::UsedInGame => "egt",
            ClockKind::UsedForMove => "emt",
        };
        let seconds = self.time.as_secs();
        write!(f, "[%{name} ")?;
        if let Some(colour) = self.colour {
            let letter = colour.letter();
            write!(f, "{}", if self.running { letter } else { letter.to_ascii_lowercase() })?;
        }
        write!(f, "{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        match self.time.subsec_millis() {
            0 => f.write_str("]"),
            millis => write!(f, ".{millis:03}]"),
        }
    }
}

fn clock_times(command: &str) -> Option<Vec<ClockTime>> {
    let mut words = command.split_whitespace();
    let kind = match words.next()? {
        "clk" | "clock" => ClockKind::Left,
        "mct" => ClockKind::Shown,
        "egt" => ClockKind::UsedInGame,
        "emt" => ClockKind::UsedForMove,
        _ => return None,
    };
    let times: Option<Vec<ClockTime>> = words.map(|word| clock_time(kind, word)).collect();
    times.filter(|times| (1..=2).contains(&times.len()))
}

fn clock_time(kind: ClockKind, word: &str) -> Option<ClockTime> {
    let (colour, running, time) = match word.chars().next()? {
        letter @ ('w' | 'W') => (Some(Colour::White), letter == 'W', &word[1..]),
        letter @ ('b' | 'B') => (Some(Colour::Black), letter == 'B', &word[1..]),
        _ => (None, false, word),
    };
    Some(ClockTime { kind, colour, running, time: hours_minutes_seconds(time)? })
}

/// `h:mm:ss`, with up to three decimals for clocks that show them.
fn hours_minutes_seconds(text: &str) -> Option<Duration> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let mut parts = whole.split(':').map(figures);
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    if parts.next().is_some() || minutes > 59 || seconds > 59 || decimals.len() > 3 {
        return None;
    }
    let millis = figures(decimals)? * 10_u64.pow(3 - decimals.len() as u32);
    Some(Duration::from_millis(((hours * 60 + minutes) * 60 + seconds) * 1000 + millis))
}

fn figures(text: &str) -> Option<u64> {
    let digits = !text.is_empty() && text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
