//! [`Client`]: makes gRPC calls with limits on response sizes. The connection is opened at the first call.
//!
//! The client sends no keep-alive pings: by default, servers close connections on which pings come more often than every five
//! minutes. Deadlines detect a server that has stopped.

use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use http::Uri;
use http::uri::PathAndQuery;
use hyper_util::rt::TokioIo;
use prost::Message;
use tonic::client::Grpc;
use tonic::metadata::{AsciiMetadataKey, AsciiMetadataValue, MetadataMap};
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Request, Status, Streaming};
use tower_service::Service;

use crate::connect::{Connection, Dialer, LONGEST_IDLE};
use crate::failure::{CallError, plain};
use crate::health::Tally;
use crate::reapi::codec::BoundedCodec;
use crate::settings::RemoteError;
use crate::settings::RemoteSettings;
use crate::transport::Call;

/// The number of bytes that a server may send before they are consumed, per stream and in total.
const STREAM_WINDOW: u32 = 2 << 20;
const CONNECTION_WINDOW: u32 = 8 << 20;

/// The maximum size of a response's headers, in bytes.
const LARGEST_HEADERS: u32 = 16 << 10;

/// A client of one server.
pub(super) struct Client {
    dialer: Dialer,
    endpoint: Endpoint,
    /// The connection, and the time of its last use.
    channel: Mutex<Option<(Channel, Instant)>>,
    metadata: MetadataMap,
    instance: String,
    tally: Arc<Tally>,
}

impl Client {
    pub(super) fn new(dialer: Dialer, settings: &RemoteSettings, tally: Arc<Tally>) -> Result<Self, RemoteError> {
        let endpoint = endpoint(&dialer).map_err(|error| RemoteError::Url(error.to_string()))?;
        let (metadata, instance) = (metadata(settings)?, settings.instance.clone());
        Ok(Self { dialer, endpoint, channel: Mutex::default(), metadata, instance, tally })
    }

    pub(super) fn instance(&self) -> &str {
        &self.instance
    }

    /// Drops the connection. Running calls still finish on it.
    pub(super) fn reconnect(&self) {
        *self.channel.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn channel(&self) -> Channel {
        let mut channel = self.channel.lock().unwrap_or_else(PoisonError::into_inner);
        let connect = || (self.endpoint.connect_with_connector_lazy(Connector(self.dialer.clone())), Instant::now());
        channel.take_if(|(_, used)| used.elapsed() > LONGEST_IDLE);
        let (channel, used) = channel.get_or_insert_with(connect);
        *used = Instant::now();
        channel.clone()
    }

    /// Returns a connection that is ready for a call whose responses have at most `limit` bytes.
    async fn ready(&self, limit: usize) -> Result<Grpc<Channel>, Status> {
        let mut grpc = Grpc::new(self.channel()).max_decoding_message_size(limit);
        grpc.ready().await.map_err(|error| Status::from_error(error.into()))?;
        self.tally.calls.add(1);
        Ok(grpc)
    }

    fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        *request.metadata_mut() = self.metadata.clone();
        request
    }

    /// Sends one message and receives one.
    pub(super) async fn unary<T, U>(&self, path: &'static str, limit: usize, message: T) -> Result<U, Status>
    where
        T: Message + 'static,
        U: Message + Default + 'static,
    {
        let codec = BoundedCodec::<T, U>::default();
        let mut grpc = self.ready(limit).await?;
        Ok(grpc.unary(self.request(message), PathAndQuery::from_static(path), codec).await?.into_inner())
    }

    /// Sends one message and receives a stream.
    pub(super) async fn many_back<T, U>(
        &self,
        path: &'static str,
        limit: usize,
        message: T,
    ) -> Result<Streaming<U>, Status>
    where
        T: Message + 'static,
        U: Message + Default + 'static,
    {
        let codec = BoundedCodec::<T, U>::default();
        let mut grpc = self.ready(limit).await?;
        Ok(grpc.server_streaming(self.request(message), PathAndQuery::from_static(path), codec).await?.into_inner())
    }

    /// Sends a stream and receives one message.
    pub(super) async fn many_out<T, U>(
        &self,
        path: &'static str,
        limit: usize,
        messages: impl tokio_stream::Stream<Item = T> + Send + 'static,
    ) -> Result<U, Status>
    where
        T: Message + 'static,
        U: Message + Default + 'static,
    {
        let codec = BoundedCodec::<T, U>::default();
        let mut grpc = self.ready(limit).await?;
        Ok(grpc.client_streaming(self.request(messages), PathAndQuery::from_static(path), codec).await?.into_inner())
    }
}

fn endpoint(dialer: &Dialer) -> Result<Endpoint, tonic::transport::Error> {
    let server = dialer.server();
    let scheme = if server.secure { "https" } else { "http" };
    let url = format!("{scheme}://{}", server.authority());
    // The dialer connects and encrypts. The URL here only determines the scheme in requests, and servers expect this one.
    let endpoint = Endpoint::from_shared(format!("http://{}", server.authority()))?;
    let endpoint = match Uri::try_from(url) {
        Ok(origin) => endpoint.origin(origin),
        Err(_) => endpoint,
    };
    Ok(endpoint
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .http2_max_header_list_size(LARGEST_HEADERS))
}

fn metadata(settings: &RemoteSettings) -> Result<MetadataMap, RemoteError> {
    let mut metadata = MetadataMap::new();
    for (name, value) in &settings.headers {
        let key = AsciiMetadataKey::from_str(&name.to_ascii_lowercase());
        let (Ok(key), Ok(value)) = (key, AsciiMetadataValue::try_from(value.as_str())) else {
            return Err(RemoteError::Header(plain(name)));
        };
        metadata.append(key, value);
    }
    Ok(metadata)
}

/// Converts the status of a failed call.
pub(super) fn call_error(status: &Status) -> CallError {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = std::error::Error::source(status);
    let first = cause;
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<CallError>() {
            return error.clone();
        }
        cause = error.source();
    }
    match (status.message(), first) {
        ("", Some(error)) => CallError::new(error),
        (text, Some(error)) if matches!(status.code(), Code::Unknown | Code::Unavailable | Code::Internal) => {
            let CallError::Broken(more) = CallError::new(error) else { return blob_error(status.code(), text) };
            if more.contains(text) { CallError::Broken(more) } else { CallError::Broken(plain(text)) }
        }
        (text, _) => blob_error(status.code(), text),
    }
}

/// Converts a server's code and message.
pub(super) fn blob_error(code: Code, message: &str) -> CallError {
    let text = if message.is_empty() { format!("{code:?}") } else { plain(message) };
    match code {
        Code::Unauthenticated | Code::PermissionDenied => CallError::Refused(text),
        Code::InvalidArgument | Code::FailedPrecondition => CallError::Precondition(text),
        Code::Unimplemented => CallError::Elsewhere(text),
        Code::DataLoss | Code::OutOfRange => CallError::Invalid(text),
        _ => CallError::Failed(text),
    }
}

/// Opens connections for tonic.
struct Connector(Dialer);

impl Service<Uri> for Connector {
    type Response = TokioIo<Connection>;
    type Error = CallError;
    type Future = Call<Self::Response>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), CallError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, _: Uri) -> Self::Future {
        let dialer = self.0.clone();
        Box::pin(async move { dialer.dial().await.map(TokioIo::new) })
    }
}
