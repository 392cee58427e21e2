//! A PostgreSQL server for tests, on a free port of this machine and with data of its own.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, process, thread};

use crate::workshop::{LONGEST_LIFE, START_PATIENCE, first_number, free_port, is_root};

/// The account that Debian's package creates; the server refuses to run as root.
const ACCOUNT: &str = "postgres";

/// A running server; dropping it ends it and removes its data.
pub(crate) struct PostgresServer {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    child: Child,
}

impl PostgresServer {
    /// The folder of the newest installed server's programs.
    pub(crate) fn installed() -> Option<PathBuf> {
        let versions = fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(Result::ok);
        let newest =
            versions.map(|version| version.path().join("bin")).filter(|bin| bin.join("initdb").is_file());
        newest.max_by_key(|bin| version_of(bin))
    }

    /// Creates a database and serves it.
    pub(crate) fn start() -> Result<PostgresServer, String> {
        let programs = PostgresServer::installed().ok_or("PostgreSQL is not installed")?;
        let folder = env::temp_dir().join(format!("parlour-postgres-{}", process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        if is_root() {
            run(Command::new("chown").arg(ACCOUNT).arg(&folder))?;
        }
        let mut create = as_account(&programs.join("initdb"));
        run(create
            .args(["--auth=trust", "--encoding=UTF8", "--locale=C", "-U", ACCOUNT, "-D"])
            .arg(folder.join("data")))?;
        let port = free_port()?;
        let mut serve = as_account(Path::new("timeout"));
        serve.arg(LONGEST_LIFE).arg(programs.join("postgres")).arg("-D").arg(folder.join("data"));
        serve.args([
            "-p",
            &port.to_string(),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "max_connections=500",
            "-k",
        ]);
        let child = serve.arg(&folder).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let child = child.map_err(|error| format!("PostgreSQL cannot be started: {error}"))?;
        let server = PostgresServer { programs, folder, port, child };
        server.wait_until_ready()?;
        Ok(server)
    }

    /// The address of its database.
    pub(crate) fn url(&self) -> String {
        format!("postgres://{ACCOUNT}@127.0.0.1:{}/postgres", self.port)
    }

    /// The id of its first process, which starts all others.
    pub(crate) fn pid(&self) -> u32 {
        first_number(&self.folder.join("data/postmaster.pid"))
    }

    fn wait_until_ready(&self) -> Result<(), String> {
        let started = Instant::now();
        let port = self.port.to_string();
        while started.elapsed() < START_PATIENCE {
            let mut ask = Command::new(self.programs.join("pg_isready"));
            let asked = ask.args(["-q", "-h", "127.0.0.1", "-p", &port]).status();
            if asked.is_ok_and(|status| status.success()) {
                return Ok(());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Err(format!("PostgreSQL was not ready after {} s", START_PATIENCE.as_secs()))
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        let mut stop = as_account(&self.programs.join("pg_ctl"));
        let stopped = run(stop.args(["stop", "-m", "immediate", "-D"]).arg(self.folder.join("data")));
        if let Err(problem) =
            stopped.and_then(|()| self.child.wait().map(drop).map_err(|error| error.to_string()))
        {
            println!("PostgreSQL was not stopped: {problem}");
        }
        fs::remove_dir_all(&self.folder).ok(); // it lies in the folder for temporary files
    }
}

/// A program that runs as the server's account if we are root, and as ourselves otherwise.
fn as_account(program: &Path) -> Command {
    if !is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("runuser");
    command.args(["-u", ACCOUNT, "--"]).arg(program).current_dir("/");
    command
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{}: {}", command.get_program().display(), String::from_utf8_lossy(&output.stderr)))
}

fn version_of(programs: &Path) -> u32 {
    let version = programs.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    version.and_then(|version| version.parse().ok()).unwrap_or(0)
}
