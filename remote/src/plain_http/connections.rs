//! [`Connections`]: makes HTTP/1.1 requests and reuses connections.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use bytes::{Bytes, BytesMut};
use http::header::{CONTENT_LENGTH, HOST, HeaderMap, HeaderValue};
use http::{Method, Request, Response, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::client::conn::http1::{Builder, SendRequest};
use hyper_util::rt::TokioIo;
use tokio::sync::Semaphore;

use super::body::Outgoing;
use crate::connect::{Dialer, LONGEST_IDLE};
use crate::failure::CallError;
use crate::health::Tally;
use crate::transport::Source;

/// The maximum size of a response's headers, in bytes.
const LARGEST_HEADERS: usize = 16 << 10;

/// The amount of memory that is reserved before any bytes arrive, in bytes.
const RESERVED: usize = 1 << 20;

/// The connections to one server.
pub(super) struct Connections {
    dialer: Dialer,
    headers: HeaderMap,
    permits: Semaphore,
    /// The unused connections, each with the time since when it has been unused.
    idle: Mutex<Vec<(SendRequest<Outgoing>, Instant)>>,
    tally: Arc<Tally>,
}

/// A request.
#[derive(Clone)]
pub(super) struct Question {
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) size: u64,
    pub(super) source: Option<Source>,
}

/// The answer to a request.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) body: Bytes,
}

impl Connections {
    pub(super) fn new(dialer: Dialer, headers: HeaderMap, most: usize, tally: Arc<Tally>) -> Self {
        Self { dialer, headers, permits: Semaphore::new(most), idle: Mutex::default(), tally }
    }

    /// Closes all unused connections.
    pub(super) fn drop_idle(&self) {
        self.idle().clear();
    }

    /// Returns the response to a request. At most `limit` + 1 bytes of its body are read.
    pub(super) async fn ask(&self, question: Question, limit: u64) -> Result<Answer, CallError> {
        let _permit = self.permits.acquire().await;
        self.tally.calls.add(1);
        // A server may close an idle connection at the moment when it is used. All requests can safely be repeated.
        let kept = self.kept();
        if let Some(connection) = kept
            && let Ok(answer) = self.ask_on(connection, question.clone(), limit).await
        {
            return Ok(answer);
        }
        self.ask_on(self.connect().await?, question, limit).await
    }

    /// Returns an unused connection that is open, as far as this client knows.
    fn kept(&self) -> Option<SendRequest<Outgoing>> {
        let mut idle = self.idle();
        idle.retain(|(connection, since)| !connection.is_closed() && since.elapsed() < LONGEST_IDLE);
        let ready = idle.iter().rposition(|(connection, _)| connection.is_ready())?;
        Some(idle.swap_remove(ready).0)
    }

    async fn connect(&self) -> Result<SendRequest<Outgoing>, CallError> {
        let stream = TokioIo::new(self.dialer.dial().await?);
        let shaken = Builder::new().max_buf_size(LARGEST_HEADERS * 4).handshake(stream).await;
        let (sender, connection) = shaken.map_err(|error| CallError::new(&error))?;
        // This task ends when the sender is dropped. Its errors also appear in the requests.
        tokio::spawn(async move { drop(connection.await) });
        Ok(sender)
    }

    async fn ask_on(
        &self,
        mut connection: SendRequest<Outgoing>,
        question: Question,
        limit: u64,
    ) -> Result<Answer, CallError> {
        let request = self.request(question)?;
        let answer = connection.send_request(request).await.map_err(|error| CallError::new(&error))?;
        let (status, body, is_whole) = receive(answer, limit).await?;
        // If the body was truncated, its rest is still on the connection.
        if is_whole && !connection.is_closed() {
            self.idle().push((connection, Instant::now()));
        }
        Ok(Answer { status, body })
    }

    fn request(&self, question: Question) -> Result<Request<Outgoing>, CallError> {
        let body = Outgoing::new(question.source, question.size);
        let mut request = Request::new(body);
        *request.uri_mut() = question.path.parse().map_err(|_| CallError::Invalid("the path of the URL".to_owned()))?;
        *request.headers_mut() = self.headers.clone();
        let host = HeaderValue::from_str(&self.dialer.server().authority());
        request.headers_mut().insert(HOST, host.map_err(|error| CallError::Invalid(error.to_string()))?);
        if question.method == Method::PUT {
            request.headers_mut().insert(CONTENT_LENGTH, HeaderValue::from(question.size));
        }
        *request.method_mut() = question.method;
        Ok(request)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(SendRequest<Outgoing>, Instant)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the status and the body of a response, and whether the body is complete.
async fn receive(answer: Response<Incoming>, limit: u64) -> Result<(StatusCode, Bytes, bool), CallError> {
    let (head, mut body) = answer.into_parts();
    let end = usize::try_from(limit.saturating_add(1)).unwrap_or(usize::MAX);
    let mut bytes = BytesMut::with_capacity(end.min(RESERVED).min(64 << 10));
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| CallError::new(&error))?;
        bytes.extend_from_slice(frame.data_ref().map_or(&[], |data| data));
        if bytes.len() >= end {
            bytes.truncate(end);
            return Ok((head.status, bytes.freeze(), false));
        }
    }
    Ok((head.status, bytes.freeze(), true))
}
