//! Open files: how many this process may have, and how many a server needs. Each connection is one.

use server::Settings;

/// Files besides the connections of players: the database, webhooks under way, metrics, and some to spare.
const BESIDE_CONNECTIONS: u64 = 400;

/// The advice for a limit that is too low.
pub(crate) const HELP: &str =
    "raise the hard limit: ulimit -Hn, or LimitNOFILE= of the systemd unit; or lower limits.connections";

/// Raises the limit of this process to the hard limit; returns the new limit.
pub(crate) fn raise_limit() -> std::io::Result<u64> {
    rlimit::increase_nofile_limit(u64::MAX)
}

/// The warning if a server with these settings may run out of open files.
pub(crate) fn shortage(settings: &Settings, limit: u64) -> Option<String> {
    let connections = settings.limits.connections;
    let needed = u64::try_from(connections).unwrap_or(u64::MAX).saturating_add(BESIDE_CONNECTIONS);
    (limit < needed).then(|| {
        format!("at most {limit} files may be open, and limits.connections = {connections} needs {needed}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_connection_and_the_database_need_a_file() {
        let settings = Settings::default();
        assert!(shortage(&settings, 15_000).is_some(), "no room for the database");
        assert_eq!(shortage(&settings, 15_400), None);
        let text = shortage(&settings, 1024).unwrap_or_default();
        assert_eq!(text, "at most 1024 files may be open, and limits.connections = 15000 needs 15400");
    }
}
