//! `parlour serve`: a real server, from start to shutdown.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};

use crate::binary::{Folder, parlour, run};

/// A server that is killed at the end of the test.
struct Running {
    child: Child,
    address: String,
    lines: BufReader<std::process::ChildStdout>,
}

impl Running {
    fn start(arguments: &[&str]) -> Running {
        Running::spawn(&mut parlour(arguments))
    }

    fn spawn(command: &mut Command) -> Running {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        lines.read_line(&mut first).unwrap();
        let address = first.trim().rsplit_once("http://").expect("an address in the first line").1.to_owned();
        Running { child, address, lines }
    }

    /// Sends a request, with a key if there is one; returns status and body.
    fn ask(&self, request: &str, key: Option<&str>, body: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let key = key.map(|key| format!("Authorization: Bearer {key}\r\n")).unwrap_or_default();
        write!(
            stream,
            "{request} HTTP/1.1\r\nHost: parlour\r\nConnection: close\r\n{key}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// The status of a request for a session.
    fn session(&self, key: &str) -> u16 {
        let wish = r#"{"game":"tictactoe","matchType":"bot","players":[{"id":"ada","displayName":"Ada"}]}"#;
        self.ask("POST /v1/sessions", Some(key), wish).0
    }

    /// Terminates the server; returns its exit code and the rest of its output.
    fn terminate(mut self) -> (i32, String) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).unwrap();
        (self.child.wait().unwrap().code().unwrap_or(-1), rest)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Already ended is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The test key that a `--dev` server prints.
fn dev_key(data: &str) -> String {
    let (code, told) =
        Running::start(&["serve", "--dev", "--listen", "127.0.0.1:0", "--data", data]).terminate();
    assert_eq!(code, 0);
    let line = told.lines().find(|line| line.starts_with("test key")).expect("a test key");
    line.split_whitespace().last().unwrap().to_owned()
}

#[test]
fn a_terminated_server_ends_with_success() {
    let folder = Folder::new();
    let server = Running::start(&["serve", "--listen", "127.0.0.1:0", "--data", &folder.path("data")]);
    assert_eq!(server.ask("GET /healthz", None, "").0, 200);
    let (code, told) = server.terminate();
    let told = told.trim().strip_prefix("metrics are at http://127.0.0.1:").map(|rest| rest.contains('\n'));
    assert_eq!((code, told), (0, Some(false)), "without --dev one line more is printed");
}

#[test]
fn health_asks_the_server_whether_it_is_alive_and_ready() {
    let folder = Folder::new();
    let server = Running::start(&["serve", "--listen", "127.0.0.1:0", "--data", &folder.path("data")]);
    let address = server.address.clone();
    for (flags, answer) in [(&["health"][..], "alive"), (&["health", "--ready"], "ready")] {
        let told = run(&[flags, &["--listen", &address]].concat());
        assert_eq!((told.code, told.out), (0, format!("{address} is {answer}\n")), "{}", told.err);
    }
    server.terminate();
    let told = run(&["health", "--listen", &address]);
    assert_eq!(told.code, 1);
    assert!(told.err.starts_with(&format!("error: no answer from {address}: ")), "{}", told.err);
}

/// A socket as the service manager has it, and what comes there.
#[cfg(target_os = "linux")]
struct ManagerSocket(std::os::unix::net::UnixDatagram);

#[cfg(target_os = "linux")]
impl ManagerSocket {
    /// The next message that is about something else than being alive.
    fn next(&self) -> String {
        std::iter::repeat_with(|| self.message()).find(|message| message != "WATCHDOG=1").unwrap()
    }

    fn message(&self) -> String {
        let mut buffer = [0; 1024];
        let length = self.0.recv(&mut buffer).unwrap();
        String::from_utf8(buffer[..length].to_vec()).unwrap()
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_service_manager_is_told_when_the_server_is_ready_alive_and_stopping() {
    use std::os::linux::net::SocketAddrExt;
    use std::os::unix::net::{SocketAddr, UnixDatagram};

    let folder = Folder::new();
    let name = format!("parlour-test-{}", std::process::id());
    let with_a_path = (folder.path("notify"), UnixDatagram::bind(folder.path("notify")).unwrap());
    let abstract_address = SocketAddr::from_abstract_name(&name).unwrap();
    let with_a_name = (format!("@{name}"), UnixDatagram::bind_addr(&abstract_address).unwrap());
    for (socket, manager) in [with_a_path, with_a_name] {
        let manager = ManagerSocket(manager);
        let mut command = parlour(&["serve", "--listen", "127.0.0.1:0", "--data", &folder.path("data")]);
        let server = Running::spawn(command.env("NOTIFY_SOCKET", &socket).env("WATCHDOG_USEC", "300000"));
        assert_eq!(manager.message(), format!("READY=1\nSTATUS=listens on http://{}", server.address));
        for _ in 0..2 {
            assert_eq!(manager.message(), "WATCHDOG=1");
        }
        assert_eq!(server.terminate().0, 0);
        assert_eq!(manager.next(), "STOPPING=1\nSTATUS=stopping: players are told");
    }
}

#[test]
fn a_server_is_not_kept_from_starting_by_metrics_unless_their_address_was_chosen() {
    let folder = Folder::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let metrics = taken.local_addr().unwrap();
    let listen = format!("127.0.0.1:{}", metrics.port() - 10_000);
    if std::net::TcpListener::bind(&listen).is_err() {
        return; // another process has the port
    }
    let data = folder.path("data");
    let server = Running::start(&["serve", "--listen", &listen, "--data", &data]);
    assert_eq!(server.ask("GET /healthz", None, "").0, 200);
    assert_eq!(server.terminate(), (0, String::new()), "metrics are not announced where they are not");
    let mut command = parlour(&["serve", "--listen", "127.0.0.1:0", "--data", &data]);
    let refused = command.env("PARLOUR_METRICS_LISTEN", metrics.to_string()).output().unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("cannot serve metrics at") && told.contains("metrics_listen"), "{told}");
}

#[test]
fn the_metrics_of_a_server_are_not_in_the_way_of_one_at_the_next_port() {
    let folder = Folder::new();
    let two_free_ports = || {
        let first = std::net::TcpListener::bind("127.0.0.1:0").ok()?;
        let port = first.local_addr().ok()?.port();
        std::net::TcpListener::bind(("127.0.0.1", port.checked_add(1)?)).ok().map(|_| port)
    };
    let port = (0..100).find_map(|_| two_free_ports()).expect("two free ports beside each other");
    let servers = [port, port + 1].map(|port| {
        let (listen, data) = (format!("127.0.0.1:{port}"), folder.path(&format!("data-{port}")));
        Running::start(&["serve", "--listen", &listen, "--data", &data])
    });
    for server in servers {
        assert_eq!(server.ask("GET /healthz", None, "").0, 200);
    }
}

#[test]
fn the_test_key_of_dev_mode_works_is_private_and_stays_the_same() {
    let folder = Folder::new();
    let data = folder.path("data");
    let key = dev_key(&data);
    assert!(key.starts_with("bg_test_"), "{key}");
    let file = std::fs::metadata(folder.path("data/dev-test-key")).unwrap();
    assert_eq!(file.permissions().mode() & 0o777, 0o600);
    assert_eq!(dev_key(&data), key);
    let server = Running::start(&["serve", "--listen", "127.0.0.1:0", "--data", &data]);
    assert_eq!(server.session(&key), 201);
}

#[test]
fn without_dev_mode_no_key_is_kept_readable() {
    let folder = Folder::new();
    let data = folder.path("data");
    Running::start(&["serve", "--listen", "127.0.0.1:0", "--data", &data]).terminate();
    assert!(!std::path::Path::new(&folder.path("data/dev-test-key")).exists());
}

#[test]
fn a_running_server_follows_what_is_done_to_its_keys() {
    let folder = Folder::new();
    let data = folder.path("data");
    let server = Running::start(&["serve", "--listen", "127.0.0.1:0", "--data", &data]);
    assert_eq!(run(&["tenants", "create", "acme", "--data", &data]).code, 0);
    let created = run(&["keys", "create", "--tenant", "acme", "--json", "--data", &data]).out;
    let created: serde_json::Value = serde_json::from_str(&created).unwrap();
    let (id, key) = (created["id"].as_str().unwrap(), created["key"].as_str().unwrap());
    assert_eq!(server.session(key), 201);
    assert_eq!(run(&["keys", "revoke", id, "--data", &data]).code, 0);
    assert_eq!(server.session(key), 401);
    assert_eq!(server.terminate().0, 0);
}

#[test]
fn a_second_server_on_the_same_data_is_refused() {
    let folder = Folder::new();
    let data = folder.path("data");
    let server = Running::start(&["serve", "--listen", "127.0.0.1:0", "--data", &data]);
    let told = run(&["serve", "--listen", "127.0.0.1:0", "--data", &data]);
    assert_eq!(told.code, 1);
    let pid = server.child.id();
    assert!(
        told.err.starts_with(&format!("error: another parlour is using {data} (pid {pid})\n")),
        "{}",
        told.err
    );
}

#[test]
fn an_address_in_use_is_told() {
    let folder = Folder::new();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let told = run(&["serve", "--listen", &address, "--data", &folder.path("data")]);
    assert_eq!(told.code, 1);
    assert!(told.err.contains(&format!("error: cannot listen on {address}: ")), "{}", told.err);
}

#[test]
fn a_wrong_configuration_stops_the_server_before_it_touches_anything() {
    let folder = Folder::new();
    let data = folder.path("data");
    let told = run(&["serve", "--listen", "nowhere", "--data", &data]);
    assert_eq!(told.code, 1);
    assert!(told.err.starts_with("error: --listen: `listen`: `nowhere` is not an address"), "{}", told.err);
    assert!(!std::path::Path::new(&data).exists());
}

#[test]
fn conformance_opens_engine_io_sessions_with_the_pings_of_the_official_suites() {
    let server = Running::start(&["conformance", "--listen", "127.0.0.1:0"]);
    let (status, body) = server.ask("GET /socket.io/?EIO=4&transport=polling", None, "");
    assert_eq!(status, 200);
    assert!(body.contains(r#""pingInterval":300,"pingTimeout":200,"maxPayload":1000000"#), "{body}");
    assert_eq!(server.terminate().0, 0);
}

#[test]
fn a_server_warns_at_its_start_of_what_is_open_to_others() {
    let folder = Folder::new();
    let data = folder.path("data");
    std::fs::create_dir(&data).unwrap();
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = parlour(&["serve", "--listen", "0.0.0.0:0", "--data", &data]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let log = BufReader::new(child.stderr.take().unwrap());
    let mut expected = vec!["can be read by other users", "is open to every network"];
    for line in log.lines().map_while(Result::ok) {
        expected.retain(|words| !line.contains(words));
        if expected.is_empty() {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(expected, Vec::<&str>::new(), "the log ended without them");
}
