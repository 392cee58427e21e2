//! The progress bar of a command that takes minutes.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar of so many units, on standard error if that is a terminal.
pub(crate) fn progress_bar(length: u64, unit: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {eta} left");
    ProgressBar::new(length)
        .with_style(style.expect("a template that can be read"))
        .with_message(unit.to_owned())
}
