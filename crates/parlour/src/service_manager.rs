//! The service manager that started this process, such as systemd: it is told when the server is ready, alive and
//! stopping, as `sd_notify(3)` describes. Without one nothing is sent.

use std::convert::Infallible;
use std::ffi::{OsStr, OsString};
use std::io;
use std::time::Duration;

/// The service manager of this process.
#[derive(Clone)]
pub(crate) struct ServiceManager {
    /// Its socket; `None` if there is no service manager.
    socket: Option<OsString>,
    /// How often it must hear that the process is alive.
    watchdog: Option<Duration>,
}

impl ServiceManager {
    /// The service manager that the environment names.
    pub(crate) fn of_environment() -> ServiceManager {
        let variable = |name: &str| std::env::var(name).ok();
        let watchdog = watchdog(
            variable("WATCHDOG_USEC").as_deref(),
            variable("WATCHDOG_PID").as_deref(),
            std::process::id(),
        );
        ServiceManager { socket: std::env::var_os("NOTIFY_SOCKET").filter(|name| !name.is_empty()), watchdog }
    }

    /// Says that the server takes connections.
    pub(crate) fn ready(&self, url: &str) {
        self.tell(&format!("READY=1\nSTATUS=listens on {url}"));
    }

    /// Says that the server stops.
    pub(crate) fn stopping(&self) {
        self.tell("STOPPING=1\nSTATUS=stopping: players are told");
    }

    /// Says that the process is alive, three times in the time allowed. A database out of reach is no reason to be
    /// silent: a restart would not bring it back.
    pub(crate) async fn keep_alive(&self) -> Infallible {
        let Some(allowed) = self.watchdog.filter(|_| self.socket.is_some()) else {
            return std::future::pending().await;
        };
        let mut times = tokio::time::interval(allowed / 3);
        loop {
            times.tick().await;
            self.tell("WATCHDOG=1");
        }
    }

    fn tell(&self, state: &str) {
        let Some(socket) = &self.socket else { return };
        if let Err(error) = send(socket, state) {
            tracing::warn!(%error, state, "service manager not reached");
        }
    }
}

/// The interval of the watchdog, if it is meant for this process.
fn watchdog(interval: Option<&str>, process: Option<&str>, own: u32) -> Option<Duration> {
    let is_ours = process.is_none_or(|process| process.parse() == Ok(own));
    let micros: u64 = interval?.parse().ok()?;
    (is_ours && micros > 0).then(|| Duration::from_micros(micros))
}

#[cfg(target_os = "linux")]
fn send(socket: &OsStr, state: &str) -> io::Result<()> {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    /// How long a busy service manager may keep the server waiting.
    const PATIENCE: Duration = Duration::from_secs(1);
    let address = match socket.as_bytes().strip_prefix(b"@") {
        Some(name) => SocketAddr::from_abstract_name(name)?,
        None => SocketAddr::from_pathname(socket)?,
    };
    let sender = UnixDatagram::unbound()?;
    sender.set_write_timeout(Some(PATIENCE))?;
    sender.send_to_addr(state.as_bytes(), &address).map(drop)
}

#[cfg(not(target_os = "linux"))]
fn send(_: &OsStr, _: &str) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::watchdog;

    #[test]
    fn a_watchdog_counts_if_it_is_meant_for_this_process() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(watchdog(Some("30000000"), None, 7), seconds(30));
        assert_eq!(watchdog(Some("30000000"), Some("7"), 7), seconds(30));
        for (interval, process) in
            [(None, None), (Some("0"), None), (Some("soon"), None), (Some("30000000"), Some("8"))]
        {
            assert_eq!(watchdog(interval, process, 7), None, "{interval:?} for {process:?}");
        }
    }
}
