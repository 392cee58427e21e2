//! One request to a server of this or another machine, over plain HTTP, and its raw response.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// How long a server may take to respond.
const PATIENCE: Duration = Duration::from_secs(5);
/// How much of a response is read, in bytes.
const LONGEST: usize = 16_384;

/// The response to a request for a path.
pub(crate) fn get(address: SocketAddr, host: &str, path: &str) -> io::Result<String> {
    exchange(address, host, path, "Connection: close\r\n")
}

/// The response to a request for a websocket.
pub(crate) fn upgrade(address: SocketAddr, host: &str, path: &str) -> io::Result<String> {
    let headers = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: cGFybG91cmRvY3RvciEhIQ==\r\n";
    exchange(address, host, path, headers)
}

fn exchange(address: SocketAddr, host: &str, path: &str, headers: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\n{headers}\r\n")?;
    let mut answer = Vec::new();
    let mut buffer = [0; 4096];
    while answer.len() < LONGEST {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => answer.extend_from_slice(&buffer[..count]),
            Err(error) if answer.is_empty() => return Err(error),
            Err(_) => break,
        }
        // A websocket stays open, so the end of the response is not the end of the stream.
        if answer.starts_with(b"HTTP/1.1 101") {
            break;
        }
    }
    if answer.is_empty() {
        return Err(io::Error::new(
            io::ErrorKind::UnexpectedEof,
            "it closed the connection without a response",
        ));
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
