//! Unintended exposure: reported at the start of the server and by `parlour doctor`.

use std::fs;
use std::path::Path;

use server::Settings;

use crate::configuration::Configuration;

/// An exposure, with advice.
pub(crate) struct Exposure {
    pub(crate) what: String,
    pub(crate) help: &'static str,
}

/// A data directory, or a database in it, that other users of this machine can read.
pub(crate) fn of_data(data: &Path) -> Option<Exposure> {
    let others_may = |path: &Path| mode(path).is_some_and(|mode| mode & 0o007 != 0);
    let exposed = [data.to_owned(), data.join("parlour.db")].into_iter().find(|path| others_may(path))?;
    Some(Exposure {
        what: format!("{} can be read by other users of this machine", exposed.display()),
        help: "close it: chmod -R go= on the data directory",
    })
}

/// A secrets key in a file that others can read.
pub(crate) fn of_key_file(configuration: &Configuration) -> Option<Exposure> {
    let path = configuration.secrets_key_file.as_ref()?;
    mode(path).is_some_and(|mode| mode & 0o077 != 0).then(|| Exposure {
        what: format!("{} can be read by other users than its owner", path.display()),
        help: "close it: chmod go= on the file of secrets_key_file",
    })
}

/// A TLS key that every user of this machine can read; a readable group is a common way to share it.
pub(crate) fn of_tls_key(settings: &Settings) -> Option<Exposure> {
    let path = settings.tls_key.as_ref()?;
    mode(path).is_some_and(|mode| mode & 0o007 != 0).then(|| Exposure {
        what: format!("{} can be read by every user of this machine", path.display()),
        help: "close it: chmod o= on the file of tls_key",
    })
}

/// Listening on all networks without a public address.
pub(crate) fn of_address(settings: &Settings) -> Option<Exposure> {
    let is_open = settings.listen.ip().is_unspecified() && settings.public_url.is_none();
    is_open.then(|| Exposure {
        what: format!(
            "{} is open to every network of this machine, and public_url is not set",
            settings.listen
        ),
        help: "set public_url to the address players use, or listen on 127.0.0.1 behind a proxy",
    })
}

/// Settings for development on an address that others reach.
pub(crate) fn of_development(settings: &Settings) -> Option<Exposure> {
    let is_open = !settings.listen.ip().is_loopback() || settings.public_url.is_some();
    (settings.allow_any_origin && is_open).then(|| Exposure {
        what: "pages of every site may use keys and tokens, at an address that others reach".to_owned(),
        help: "start without --dev, or set allow_any_origin to false",
    })
}

#[cfg(unix)]
fn mode(path: &Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).ok().map(|found| found.permissions().mode())
}

#[cfg(not(unix))]
fn mode(_: &Path) -> Option<u32> {
    None
}
