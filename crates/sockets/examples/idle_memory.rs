//! Measures the memory of an idle websocket: `idle_memory [SOCKETS…]`, by default 1000 and 2000.
//!
//! The clients run in a second process, so that this one holds only the server's memory.

use std::future::pending;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};

use sockets::{
    Config, DisconnectReason, EventAck, Handler, IncomingEvent, JoinRefusal, ListenerLimits, Socket, Sockets,
};
use tokio::net::TcpListener;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [role, address, count] = &arguments[..]
        && role == "clients"
    {
        return clients(address.parse().expect("an address"), count.parse().expect("a number"));
    }
    let counts = arguments.iter().map(|count| count.parse().expect("a number of sockets"));
    let counts: Vec<usize> = if arguments.is_empty() { vec![1000, 2000] } else { counts.collect() };
    tokio::runtime::Runtime::new()?.block_on(measure(&counts))
}

async fn measure(counts: &[usize]) -> io::Result<()> {
    let most = counts.iter().copied().max().unwrap_or(0) + 10;
    let config = Config { max_sessions_per_address: most, max_sessions: most, ..Config::default() };
    let limits =
        ListenerLimits { connections: most, connections_per_address: most, ..ListenerLimits::default() };
    let (router, sockets) = sockets::router(config, Idle);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(sockets::serve(listener, router, limits, pending()));
    with_clients(address, 10, &sockets).await?; // warm-up: excludes what a server allocates once
    for &count in counts {
        let before = resident_kilobytes()?;
        let after = with_clients(address, count, &sockets).await?;
        let each = (after - before) as f64 / count as f64;
        println!("{count} idle websockets: {before} kB before, {after} kB after, {each:.1} kB each");
    }
    Ok(())
}

/// Opens sockets from another process and returns the memory while they are open.
async fn with_clients(address: SocketAddr, count: usize, sockets: &Sockets) -> io::Result<u64> {
    let mut process = Command::new(std::env::current_exe()?)
        .args(["clients", &address.to_string(), &count.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let output = process.stdout.take().expect("it is piped");
    let ready = tokio::task::spawn_blocking(move || BufReader::new(output).read_line(&mut String::new()));
    ready.await.expect("reading does not panic")?;
    assert_eq!(sockets.stats().sockets, count, "all of them are open");
    let resident = resident_kilobytes()?;
    drop(process.stdin.take()); // the clients exit when their stdin is closed
    process.wait()?;
    while sockets.stats().sessions > 0 {
        tokio::task::yield_now().await;
    }
    Ok(resident)
}

fn resident_kilobytes() -> io::Result<u64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("Linux tells it");
    Ok(line.trim().trim_end_matches(" kB").parse().expect("a number"))
}

fn clients(address: SocketAddr, count: usize) -> io::Result<()> {
    let clients: Vec<TcpStream> = (0..count).map(|_| connect(address)).collect::<io::Result<_>>()?;
    println!("ready");
    io::stdin().read_to_end(&mut Vec::new())?;
    drop(clients);
    Ok(())
}

/// Opens a websocket and joins the main namespace.
fn connect(address: SocketAddr) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    let agent =
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36";
    write!(
        stream,
        "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: {address}\r\nconnection: upgrade\r\n\
         upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         origin: https://example.org\r\nuser-agent: {agent}\r\n\r\n"
    )?;
    read_until(&mut stream, b"\"maxPayload\":16384}")?;
    stream.write_all(&[0x81, 0x82, 0, 0, 0, 0, b'4', b'0'])?; // the text 40, masked with zeros
    read_until(&mut stream, b"\"}")?;
    Ok(stream)
}

fn read_until(stream: &mut TcpStream, end: &[u8]) -> io::Result<()> {
    let (mut bytes, mut byte) = (Vec::new(), [0]);
    while !bytes.ends_with(end) {
        stream.read_exact(&mut byte)?;
        bytes.push(byte[0]);
    }
    Ok(())
}

struct Idle;

impl Handler for Idle {
    async fn connect(&self, _socket: &Socket, _auth: serde_json::Value) -> Result<(), JoinRefusal> {
        Ok(())
    }
    async fn event(&self, _socket: &Socket, _event: IncomingEvent, _ack: Option<EventAck>) {}
    async fn disconnect(&self, _socket: &Socket, _reason: DisconnectReason) {}
}
