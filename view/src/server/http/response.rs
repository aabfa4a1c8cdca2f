//! Writes responses with strict security headers.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use super::Refusal;

/// The time limit for a client to read a response.
const PATIENCE: Duration = Duration::from_secs(20);

/// The maximum number of bytes that are read and discarded before a connection is closed.
const MAX_REST: usize = 64 * 1024;

/// The type of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Html,
    Css,
    JavaScript,
    Svg,
    Png,
    Gif,
    Json,
    Text,
    Bytes,
}

impl Kind {
    fn mime(self) -> &'static str {
        match self {
            Self::Html => "text/html; charset=utf-8",
            Self::Css => "text/css; charset=utf-8",
            Self::JavaScript => "text/javascript; charset=utf-8",
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::Json => "application/json",
            Self::Text => "text/plain; charset=utf-8",
            Self::Bytes => "application/octet-stream",
        }
    }
}

/// Sends a response with these bytes. `host` must be a host that was admitted.
pub(crate) fn respond(stream: &mut TcpStream, host: &str, kind: Kind, bytes: &[u8]) -> io::Result<()> {
    // The page may connect to its own host. This is stated explicitly, because some browsers do not let `'self'` match a
    // different scheme.
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' ws://{host}; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    write(stream, "200 OK", kind, &policy, bytes)
}

/// Sends the response for a rejected request.
pub(crate) fn refuse(stream: &mut TcpStream, refusal: &Refusal) -> io::Result<()> {
    write(stream, refusal.status(), Kind::Text, "default-src 'none'", format!("{refusal}\n").as_bytes())
}

/// Sends the response that begins a WebSocket.
pub(crate) fn switch_to_websocket(stream: &mut TcpStream, accept: &str) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(head.as_bytes())
}

fn write(stream: &mut TcpStream, status: &str, kind: Kind, policy: &str, bytes: &[u8]) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\nCache-Control: no-store\r\n\
         Content-Security-Policy: {policy}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n",
        kind.mime(),
        bytes.len()
    );
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(head.as_bytes())?;
    stream.write_all(bytes)?;
    finish(stream)
}

/// Closes a connection so that the response arrives. Closing a connection with unread bytes would reset it.
fn finish(stream: &mut TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    let (mut rest, mut dropped) = ([0; 1024], 0);
    while dropped < MAX_REST {
        match stream.read(&mut rest)? {
            0 => break,
            read => dropped += read,
        }
    }
    Ok(())
}
