//! A server as a child process on its own core: started, awaited, stopped by its id.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use nix::sys::signal::{self, Signal};
use nix::unistd::Pid;

/// How long a server may take to start, and to stop after SIGTERM.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server; killed when dropped.
pub struct Process {
    child: Child,
    /// The address it listens on.
    pub address: SocketAddr,
}

impl Process {
    /// Starts a program on a core and waits until it prints its address; its log is written to `log`.
    pub fn start(command: &Command, core: usize, log: &Path) -> Result<Process, String> {
        let file = File::create(log).map_err(|error| format!("{}: {error}", log.display()))?;
        let mut pinned = Command::new("taskset");
        pinned.arg("-c").arg(core.to_string()).arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => pinned.env(name, value),
                None => pinned.env_remove(name),
            };
        }
        if let Some(folder) = command.get_current_dir() {
            pinned.current_dir(folder);
        }
        pinned.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(file);
        let child = pinned.spawn().map_err(|error| format!("taskset cannot be started: {error}"))?;
        let mut process = Process { child, address: SocketAddr::from(([127, 0, 0, 1], 0)) };
        process.address = process.listening().map_err(|error| {
            let name = command.get_program().to_string_lossy().into_owned();
            format!("{name}: {error}\n{}", last_lines(log))
        })?;
        Ok(process)
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Stops the server with SIGTERM and returns how long that took.
    pub fn stop(mut self) -> Result<Duration, String> {
        let started = Instant::now();
        let status = self.end(Signal::SIGTERM)?;
        if !status.success() {
            return Err(format!("the server ended with {status} after SIGTERM"));
        }
        Ok(started.elapsed())
    }

    /// Kills the server with SIGKILL.
    pub fn kill(mut self) -> Result<(), String> {
        self.end(Signal::SIGKILL).map(|_| ())
    }

    fn end(&mut self, signal: Signal) -> Result<ExitStatus, String> {
        let pid = Pid::from_raw(self.child.id() as i32);
        signal::kill(pid, signal).map_err(|error| format!("process {pid} cannot be ended: {error}"))?;
        let patience = Instant::now() + PATIENCE;
        while Instant::now() < patience {
            if let Some(status) = self.child.try_wait().map_err(|error| error.to_string())? {
                return Ok(status);
            }
            thread::sleep(Duration::from_millis(1));
        }
        Err(format!("process {pid} did not end after {signal}"))
    }

    /// The address in the first line that the server prints about listening.
    fn listening(&mut self) -> Result<SocketAddr, String> {
        let output = self.child.stdout.take().ok_or("without standard output")?;
        let (found, address) = mpsc::channel();
        // The thread reads until the server ends, so that the server can always write.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if let Some(address) = address_in(&line) {
                    found.send(address).ok(); // only the first address counts
                }
            }
        });
        match address.recv_timeout(PATIENCE) {
            Ok(address) => Ok(address),
            Err(mpsc::RecvTimeoutError::Disconnected) => Err("it ended before it listened".into()),
            Err(mpsc::RecvTimeoutError::Timeout) => Err("it does not listen".into()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill().ok(); // it may have ended already
        self.child.wait().ok();
    }
}

/// A folder for the data of a server, removed when dropped.
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Creates a folder inside `parent`, which is created if needed.
    pub fn new(parent: &Path) -> Result<TemporaryFolder, String> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| error.to_string())?;
        let path = parent.join(now.as_nanos().to_string());
        fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(TemporaryFolder(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok(); // leftovers are in the target folder
    }
}

/// The local address in a line such as `listens on http://127.0.0.1:7300`.
fn address_in(line: &str) -> Option<SocketAddr> {
    let (_, rest) = line.split_once("listens on ")?;
    let address = rest.trim_start_matches("http://");
    address.split(|each: char| each.is_whitespace() || each == '/').next()?.parse().ok()
}

/// The end of a log.
pub fn last_lines(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(10)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_found_in_what_a_server_prints() {
        let address = Some(SocketAddr::from(([127, 0, 0, 1], 7300)));
        assert_eq!(address_in("parlour 0.1.0 listens on http://127.0.0.1:7300"), address);
        assert_eq!(address_in("listens on 127.0.0.1:7300"), address);
        assert_eq!(address_in("metrics are at http://127.0.0.1:7301/metrics"), None);
    }
}
