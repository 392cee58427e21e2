//! Whether enough files may be open for every connection.

use server::Settings;

use super::CheckResult;
use crate::open_files;

/// Raises the limit of this process as the server does, and checks the result.
pub(super) fn check(settings: &Settings) -> CheckResult {
    match open_files::raise_limit() {
        Ok(limit) => match open_files::shortage(settings, limit) {
            Some(shortage) => CheckResult::Odd(shortage, open_files::HELP),
            None => CheckResult::Well(format!("at most {limit}, which is enough for every connection")),
        },
        Err(error) => CheckResult::Odd(format!("the limit cannot be raised: {error}"), open_files::HELP),
    }
}
