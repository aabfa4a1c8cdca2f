//! [`PlainHttp`]: a server of Bazel's HTTP cache.
//!
//! ```text
//! GET, PUT        <url>/ac/<hexadecimal digits>     the result of an action
//! GET, HEAD, PUT  <url>/cas/<hexadecimal digits>    a blob
//! ```

mod body;
mod connections;

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{CACHE_CONTROL, HeaderMap, HeaderName, HeaderValue};
use http::{Method, StatusCode};
use rigmill_store::RemoteBlob;
use tokio::time::timeout;

use crate::connect::{Dialer, Progress, Protocol, Traffic, paced};
use crate::digest;
use crate::failure::{CallError, plain};
use crate::health::Tally;
use crate::reapi::{ActionKey, ActionValue, codec};
use crate::settings::RemoteError;
use crate::settings::RemoteSettings;
use crate::settings::Server;
use crate::transport::LARGEST_RESULT;
use crate::transport::{Call, Description, Source, Transport};

use connections::{Answer, Connections, Question};

/// The number of calls that are useful to have in flight at the same time. Each uses its own connection.
const CONCURRENCY: usize = 64;

/// The time limit for a small call that is not a lookup.
const CALL_TIME: Duration = Duration::from_secs(4);

/// The maximum time without any transfer while a blob is sent or received.
const PATIENCE: Duration = Duration::from_secs(2);

/// The number of bytes of an error page that are read at most, so that the connection can be used again.
const ERROR_PAGE: u64 = 4 << 10;

/// A server of Bazel's HTTP cache.
pub(crate) struct PlainHttp {
    connections: Connections,
    path: String,
    traffic: Arc<Traffic>,
}

impl PlainHttp {
    pub(crate) fn new(
        server: Server,
        path: String,
        settings: &RemoteSettings,
        traffic: &Arc<Traffic>,
        tally: &Arc<Tally>,
    ) -> Result<Self, RemoteError> {
        let dialer = Dialer::new(server, settings, Protocol::Http1, Arc::clone(traffic))?;
        let connections = Connections::new(dialer, headers(settings)?, CONCURRENCY, Arc::clone(tally));
        Ok(Self { connections, path, traffic: Arc::clone(traffic) })
    }

    fn path(&self, kind: &str, id: RemoteBlob) -> String {
        format!("{}/{kind}/{}", self.path, digest::hex(&id.sha256))
    }

    /// Reads a file, up to `limit` + 1 bytes.
    async fn get(&self, kind: &str, id: RemoteBlob, limit: u64) -> Result<Option<Bytes>, CallError> {
        let question = Question { method: Method::GET, path: self.path(kind, id), size: 0, source: None };
        let answer = self.connections.ask(question, limit).await?;
        match answer.status {
            StatusCode::OK => Ok(Some(answer.body)),
            StatusCode::NOT_FOUND | StatusCode::GONE | StatusCode::NO_CONTENT => Ok(None),
            _ => Err(failure(&answer)),
        }
    }

    async fn put(&self, kind: &str, id: RemoteBlob, size: u64, source: Source) -> Result<(), CallError> {
        let question = Question { method: Method::PUT, path: self.path(kind, id), size, source: Some(source) };
        let answer = self.connections.ask(question, ERROR_PAGE).await?;
        if answer.status.is_success() { Ok(()) } else { Err(failure(&answer)) }
    }

    /// Whether a blob certainly exists.
    async fn has(&self, blob: RemoteBlob) -> Result<bool, CallError> {
        let question = Question { method: Method::HEAD, path: self.path("cas", blob), size: 0, source: None };
        let asked = timeout(CALL_TIME, self.connections.ask(question, 0)).await;
        let answer = asked.map_err(|_| CallError::Silent(CALL_TIME))??;
        Ok(answer.status == StatusCode::OK)
    }
}

impl Transport for PlainHttp {
    fn concurrency(&self) -> usize {
        CONCURRENCY
    }

    fn get_action(self: Arc<Self>, id: RemoteBlob) -> Call<Option<ActionValue>> {
        Box::pin(async move {
            let Some(bytes) = self.get("ac", id, LARGEST_RESULT as u64).await? else { return Ok(None) };
            if bytes.len() > LARGEST_RESULT {
                return Err(CallError::Damaged(format!("the result has more than {LARGEST_RESULT} bytes")));
            }
            codec::decode(bytes).map(Some).map_err(CallError::Damaged)
        })
    }

    fn put_action(self: Arc<Self>, key: ActionKey, result: Bytes) -> Call<()> {
        Box::pin(async move {
            let size = result.len() as u64;
            paced(
                &self.traffic,
                Progress::SentOrReceived,
                CALL_TIME,
                size,
                self.put("ac", key.id, size, Source::Bytes(result)),
            )
            .await
        })
    }

    fn missing(self: Arc<Self>, blobs: Vec<RemoteBlob>) -> Call<Vec<RemoteBlob>> {
        Box::pin(async move {
            let mut missing = Vec::new();
            for blob in blobs {
                if !self.has(blob).await? {
                    missing.push(blob);
                }
            }
            Ok(missing)
        })
    }

    fn read(self: Arc<Self>, blob: RemoteBlob) -> Call<Option<Bytes>> {
        Box::pin(async move {
            paced(&self.traffic, Progress::Received, PATIENCE, blob.size, self.get("cas", blob, blob.size)).await
        })
    }

    fn write(self: Arc<Self>, blob: RemoteBlob, source: Source) -> Call<()> {
        Box::pin(async move {
            let put = self.put("cas", blob, blob.size, source);
            paced(&self.traffic, Progress::SentOrReceived, PATIENCE, blob.size, put).await
        })
    }

    fn next_build(&self, was_unusable: bool) {
        if was_unusable {
            self.connections.drop_idle();
        }
    }

    fn describe(self: Arc<Self>) -> Call<Description> {
        Box::pin(async { Ok(Description::default()) })
    }
}

/// Returns the headers of every call. They tell proxy caches not to answer for the server, because action results change.
fn headers(settings: &RemoteSettings) -> Result<HeaderMap, RemoteError> {
    let mut headers = HeaderMap::new();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    for (name, value) in &settings.headers {
        let (Ok(key), Ok(mut value)) = (HeaderName::from_bytes(name.as_bytes()), HeaderValue::from_str(value)) else {
            return Err(RemoteError::Header(plain(name)));
        };
        value.set_sensitive(true);
        headers.append(key, value);
    }
    Ok(headers)
}

fn failure(answer: &Answer) -> CallError {
    let text = format!("HTTP status {}", answer.status);
    match answer.status {
        StatusCode::UNAUTHORIZED
        | StatusCode::FORBIDDEN
        | StatusCode::METHOD_NOT_ALLOWED
        | StatusCode::PROXY_AUTHENTICATION_REQUIRED => CallError::Refused(text),
        StatusCode::NOT_FOUND => CallError::Elsewhere(text),
        status if status.is_redirection() => CallError::Elsewhere(text),
        _ => CallError::Failed(text),
    }
}
