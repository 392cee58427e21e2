//! A Redis server for tests, on a free port of this machine; it stores nothing.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io, process, thread};

use crate::workshop::{LONGEST_LIFE, START_PATIENCE, first_number, free_port, has};

/// The file with the id of the process.
const PID_FILE: &str = "redis.pid";

/// A running server; dropping it ends it.
pub(crate) struct RedisServer {
    folder: PathBuf,
    port: u16,
    child: Child,
}

impl RedisServer {
    /// Whether the server is installed.
    pub(crate) fn is_installed() -> bool {
        has("redis-server", "--version")
    }

    /// Starts a server without any data.
    pub(crate) fn start() -> Result<RedisServer, String> {
        let folder = env::temp_dir().join(format!("parlour-redis-{}", process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let port = free_port()?;
        let mut serve = Command::new("timeout");
        serve.args([LONGEST_LIFE, "redis-server", "--port", &port.to_string(), "--bind", "127.0.0.1"]);
        serve.args(["--save", "", "--appendonly", "no", "--dir"]).arg(&folder);
        serve.arg("--pidfile").arg(folder.join(PID_FILE));
        let child = serve.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let child = child.map_err(|error| format!("Redis cannot be started: {error}"))?;
        let server = RedisServer { folder, port, child };
        server.wait_until_ready()?;
        Ok(server)
    }

    /// The address of the server.
    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// The id of its process.
    pub(crate) fn pid(&self) -> u32 {
        first_number(&self.folder.join(PID_FILE))
    }

    fn wait_until_ready(&self) -> Result<(), String> {
        let started = Instant::now();
        while started.elapsed() < START_PATIENCE {
            if self.ask("PING").is_ok_and(|answer| answer == "+PONG") {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Err(format!("Redis was not ready after {} s", START_PATIENCE.as_secs()))
    }

    /// Sends a command; returns the first line of the answer.
    fn ask(&self, command: &str) -> io::Result<String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        write!(stream, "{command}\r\n")?;
        let mut answer = String::new();
        BufReader::new(stream).read_line(&mut answer)?;
        Ok(answer.trim_end().to_owned())
    }
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        // It closes the connection instead of an answer.
        self.ask("SHUTDOWN NOSAVE").ok();
        if let Err(problem) = self.child.wait() {
            println!("Redis was not stopped: {problem}");
        }
        fs::remove_dir_all(&self.folder).ok(); // it lies in the folder for temporary files
    }
}
