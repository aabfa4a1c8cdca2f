//! [`Outgoing`]: the body of a request, which is read while it is sent.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::mpsc;

use crate::transport::Source;
use crate::transport::chunks;

/// The bytes of a source. Their number must be exactly the announced size.
pub(super) struct Outgoing {
    parts: Option<mpsc::Receiver<io::Result<Bytes>>>,
    left: u64,
}

impl Outgoing {
    /// Must be called within the runtime.
    pub(super) fn new(source: Option<Source>, size: u64) -> Self {
        Self { parts: source.map(chunks), left: size }
    }
}

impl Body for Outgoing {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        let changed = || Poll::Ready(Some(Err(io::Error::other("a file changed during its upload"))));
        let Some(parts) = &mut self.parts else { return Poll::Ready(None) };
        match ready!(parts.poll_recv(cx)) {
            Some(Ok(part)) => match self.left.checked_sub(part.len() as u64) {
                Some(left) => {
                    self.left = left;
                    Poll::Ready(Some(Ok(Frame::data(part))))
                }
                None => changed(),
            },
            Some(Err(error)) => Poll::Ready(Some(Err(error))),
            None if self.left > 0 => changed(),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.left == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.left)
    }
}
