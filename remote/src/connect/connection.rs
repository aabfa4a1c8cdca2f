//! [`Connection`]: bytes in both directions, encrypted or not.

use std::pin::Pin;

use tokio::io::{AsyncRead, AsyncWrite};

/// A connection.
pub(crate) type Connection = Pin<Box<dyn Connected>>;

/// What a connection does.
pub(crate) trait Connected: AsyncRead + AsyncWrite + Send {}

impl<T: AsyncRead + AsyncWrite + Send> Connected for T {}

/// The protocol above TCP or TLS, as servers and clients agree on it in TLS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Http1,
    Http2,
}
