//! Whether there are open files enough for every connection.

use server::Settings;

use super::Finding;
use crate::open_files;

/// Raises the limit of this process as the server does, and looks at what it reached.
pub(super) fn check(settings: &Settings) -> Finding {
    match open_files::raise_limit() {
        Ok(limit) => match open_files::shortage(settings, limit) {
            Some(shortage) => Finding::Odd(shortage, open_files::HELP),
            None => Finding::Well(format!("at most {limit}, which is enough for every connection")),
        },
        Err(error) => Finding::Odd(format!("the limit cannot be raised: {error}"), open_files::HELP),
    }
}
