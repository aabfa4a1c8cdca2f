//! [`Socket`]: a WebSocket whose errors are failures of the benchmark.

use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Message, WebSocket};

use crate::failure::Failure;

/// Longer than any response takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A WebSocket on this machine.
pub(super) struct Socket(WebSocket<TcpStream>);

impl Socket {
    /// Connects to `host`, which is also the origin.
    pub(super) fn open(host: &str, path: &str) -> Result<Self, Failure> {
        let mut request = format!("ws://{host}{path}").into_client_request().map_err(failed)?;
        let origin = HeaderValue::from_str(&format!("http://{host}")).map_err(failed)?;
        request.headers_mut().insert("Origin", origin);
        let stream = TcpStream::connect(host).map_err(failed)?;
        stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
        stream.set_nodelay(true).map_err(failed)?;
        Ok(Self(tungstenite::client(request, stream).map_err(failed)?.0))
    }

    pub(super) fn send(&mut self, message: &Value) -> Result<(), Failure> {
        self.0.send(Message::text(message.to_string())).map_err(failed)
    }

    /// Returns the next message.
    pub(super) fn read(&mut self) -> Result<Message, Failure> {
        self.0.read().map_err(failed)
    }

    /// Returns the next JSON message for which `wanted` returns true.
    pub(super) fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Result<Value, Failure> {
        loop {
            let Message::Text(text) = self.read()? else { continue };
            let heard = serde_json::from_str(&text).map_err(failed)?;
            if wanted(&heard) {
                return Ok(heard);
            }
        }
    }
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::View(error.to_string())
}
