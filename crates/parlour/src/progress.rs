//! A progress bar for work that takes longer than two seconds, on a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const PATIENCE: Duration = Duration::from_secs(2);

/// A bar on standard error; dropping it clears the line.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    started: Instant,
}

impl ProgressLine {
    /// A bar that is not drawn yet; it never is if standard error is not a terminal.
    pub(crate) fn new(label: String) -> ProgressLine {
        let style =
            ProgressStyle::with_template("{prefix} {bar:30} {percent:>3} % {elapsed} of about {duration}");
        let style = style.expect("the template is valid").progress_chars("█▉▊▋▌▍▎▏░");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        ProgressLine { bar: bar.with_style(style).with_prefix(label), started: Instant::now() }
    }

    /// Draws how much is done, if the work has taken a while.
    pub(crate) fn show(&self, done: usize, all: usize) {
        if self.started.elapsed() < PATIENCE {
            return;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
