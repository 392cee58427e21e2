//! Whether the certificate and key can be used, and whether others can read the key.

use server::{Settings, Tls};

use super::CheckResult;
use crate::exposure::{self, Exposure};

/// Loads the files as the server does at its start.
pub(super) fn check(settings: &Settings) -> CheckResult {
    let Some(files) = settings.tls_files() else {
        return CheckResult::Well("is left to a proxy, tls_cert and tls_key are not set".to_owned());
    };
    if let Err(error) = Tls::load(files.clone()) {
        return CheckResult::Broken(
            error.to_string(),
            "mend tls_cert and tls_key, the server does not start with them",
        );
    }
    let certificate = files.certificate.display();
    if files.is_out_of_date() != Ok(false) {
        return CheckResult::Broken(
            format!("{certificate} has expired or is not valid yet"),
            "renew it, and check the clock: clients refuse such a certificate",
        );
    }
    if let Some(Exposure { what, help }) = exposure::of_tls_key(settings) {
        return CheckResult::Odd(what, help);
    }
    CheckResult::Well(format!("{certificate} can be served, and its key fits"))
}
