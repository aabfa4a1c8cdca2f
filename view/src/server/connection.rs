//! Answers one connection.

use std::io;
use std::net::TcpStream;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use rigmill_runtime::Content;
use rigmill_runtime::content::{ContentType, LoadError, Model, Skeleton, Texture};
use serde_json::json;
use tungstenite::WebSocket;
use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::{Role, WebSocketConfig};

use super::admission::Admission;
use super::http::{Kind, Refusal, Request, refuse, respond, switch_to_websocket};
use super::page;
use crate::content::Shelf;
use crate::content::catalog;
use crate::news::News;
use crate::tab::{ClipIndex, Session, Sources};
use crate::workshop::Workshop;

/// The longest message of a tab, in bytes.
const MAX_MESSAGE: usize = 16 * 1024;

/// The most bytes that wait for a tab that does not read them.
const MAX_UNREAD: usize = 64 * 1024 * 1024;

/// How long a session waits for its tab before it looks for news.
const MOMENT: Duration = Duration::from_millis(20);

/// What all connections share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) admission: Admission,
    pub(crate) shelf: Shelf,
    pub(crate) news: News,
    pub(crate) clips: ClipIndex,
    pub(crate) workshop: Option<Box<dyn Workshop>>,
}

/// Reads one request and answers it. A session lasts while `running`.
pub(crate) fn serve(shared: &Shared, mut stream: TcpStream, running: impl Fn() -> bool) -> io::Result<()> {
    let request = match Request::read(&mut stream) {
        Ok(request) => request,
        Err(refusal) => return refuse(&mut stream, &refusal),
    };
    match shared.admission.admit(&request) {
        Err(refusal) => refuse(&mut stream, &refusal),
        Ok("live") => converse(shared, &request, stream, running),
        Ok(path) => match answer(shared, &request, path, &mut stream) {
            Err(Trouble::Refusal(refusal)) => refuse(&mut stream, &refusal),
            Err(Trouble::Io(error)) => Err(error),
            Ok(()) => Ok(()),
        },
    }
}

enum Trouble {
    Refusal(Refusal),
    Io(io::Error),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<LoadError> for Trouble {
    fn from(error: LoadError) -> Self {
        Self::Refusal(Refusal::Asset(error.to_string()))
    }
}

fn answer(shared: &Shared, request: &Request, path: &str, stream: &mut TcpStream) -> Result<(), Trouble> {
    if path == "assets" {
        let list = json!(catalog(&shared.shelf)).to_string();
        return Ok(respond(stream, &request.host, Kind::Json, list.as_bytes())?);
    }
    if let Some(name) = path.strip_prefix("content/") {
        let unknown = |_| Trouble::Refusal(Refusal::Unknown);
        let name = percent_decode_str(name).decode_utf8().map_err(unknown)?;
        return send_asset(shared.shelf.content()?, &name, &request.host, stream);
    }
    let (kind, bytes) = page::file(path).ok_or(Trouble::Refusal(Refusal::Unknown))?;
    Ok(respond(stream, &request.host, kind, bytes)?)
}

/// Sends the file of an asset, of the types that the page draws. It was checked when it was loaded; if it is damaged by now, the
/// last good one is sent.
fn send_asset(content: &Content, name: &str, host: &str, stream: &mut TcpStream) -> Result<(), Trouble> {
    let mut send = |bytes: &[u8]| Ok(respond(stream, host, Kind::Bytes, bytes)?);
    match content.content_type(name) {
        Some(ContentType::Model) => send(content.load::<Model>(name)?.bytes()),
        Some(ContentType::Skeleton) => send(content.load::<Skeleton>(name)?.bytes()),
        Some(ContentType::Texture) => send(content.load::<Texture>(name)?.bytes()),
        _ => Err(Trouble::Refusal(Refusal::Unknown)),
    }
}

/// Becomes a WebSocket. Browsers always say where such a request comes from; other programs have no business here.
fn converse(shared: &Shared, request: &Request, mut stream: TcpStream, running: impl Fn() -> bool) -> io::Result<()> {
    let Some(key) = request.websocket_key.as_ref().filter(|_| request.origin.is_some()) else {
        return refuse(&mut stream, &Refusal::Malformed);
    };
    switch_to_websocket(&mut stream, &derive_accept_key(key.as_bytes()))?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(MOMENT))?;
    let limits = WebSocketConfig::default()
        .max_message_size(Some(MAX_MESSAGE))
        .max_frame_size(Some(MAX_MESSAGE))
        .max_write_buffer_size(MAX_UNREAD);
    let socket = WebSocket::from_raw_socket(stream, Role::Server, Some(limits));
    let Shared { shelf, news, clips, workshop, .. } = shared;
    Session::new(Sources { shelf, news, clips, workshop: workshop.as_deref() }).run(socket, running);
    Ok(())
}
