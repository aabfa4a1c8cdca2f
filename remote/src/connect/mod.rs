//! [`Dialer`]: opens connections to a server, with TLS if the URL requires it, and counts their bytes.

mod connection;
mod pace;
#[cfg(feature = "tls")]
mod tls;
mod traffic;

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::{TcpSocket, TcpStream, lookup_host};
use tokio::time::timeout;

use crate::failure::CallError;
use crate::settings::RemoteError;
use crate::settings::RemoteSettings;
use crate::settings::Server;

pub(crate) use connection::{Connection, Protocol};
pub(crate) use pace::{Progress, paced};
pub(crate) use traffic::Traffic;

use traffic::Counted;

/// The time limit for connecting.
const CONNECT_TIME: Duration = Duration::from_secs(1);

/// The time after which an unused connection is closed. A router on the way may have silently dropped it.
pub(crate) const LONGEST_IDLE: Duration = Duration::from_secs(30);

/// The maximum size of the system's send buffer, in bytes. With a larger buffer, a slow network looks like one that has
/// stopped.
const SEND_BUFFER: u32 = 256 << 10;

/// Opens connections to one server.
#[derive(Clone)]
pub(crate) struct Dialer {
    server: Server,
    #[cfg(feature = "tls")]
    tls: Option<tls::Tls>,
    traffic: Arc<Traffic>,
}

impl fmt::Debug for Dialer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Dialer").field(&self.server).finish()
    }
}

impl Dialer {
    /// Creates a dialer. Reads the certificates but does not connect.
    pub(crate) fn new(
        server: Server,
        settings: &RemoteSettings,
        protocol: Protocol,
        traffic: Arc<Traffic>,
    ) -> Result<Self, RemoteError> {
        #[cfg(feature = "tls")]
        {
            let tls = server.secure.then(|| tls::Tls::new(&server, settings, protocol)).transpose()?;
            Ok(Self { server, tls, traffic })
        }
        #[cfg(not(feature = "tls"))]
        {
            let _ = (settings, protocol);
            if server.secure { Err(RemoteError::NoTls) } else { Ok(Self { server, traffic }) }
        }
    }

    pub(crate) fn server(&self) -> &Server {
        &self.server
    }

    /// Opens a new connection.
    pub(crate) async fn dial(&self) -> Result<Connection, CallError> {
        match timeout(CONNECT_TIME, self.connect()).await {
            Ok(connection) => connection,
            Err(_) => Err(CallError::Unreachable(format!("no answer within {} ms", CONNECT_TIME.as_millis()))),
        }
    }

    async fn connect(&self) -> Result<Connection, CallError> {
        let stream = self.connect_tcp().await.map_err(|error| CallError::of_io(&error))?;
        stream.set_nodelay(true).map_err(|error| CallError::of_io(&error))?;
        let stream = Counted::new(stream, Arc::clone(&self.traffic));
        #[cfg(feature = "tls")]
        if let Some(tls) = &self.tls {
            return tls.wrap(stream).await;
        }
        Ok(Box::pin(stream))
    }

    /// Connects to the first of the server's addresses that accepts.
    async fn connect_tcp(&self) -> io::Result<TcpStream> {
        let mut last = io::ErrorKind::NotFound.into();
        for address in lookup_host((self.server.host.as_str(), self.server.port)).await? {
            let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
            socket.set_send_buffer_size(SEND_BUFFER)?;
            match socket.connect(address).await {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }
}
