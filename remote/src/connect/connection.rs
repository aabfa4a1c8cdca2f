//! [`Connection`]: a stream of bytes in both directions, encrypted or not.

use std::pin::Pin;

use tokio::io::{AsyncRead, AsyncWrite};

/// A stream of bytes in both directions.
pub(crate) type Connection = Pin<Box<dyn Connected>>;

/// The traits of a connection.
pub(crate) trait Connected: AsyncRead + AsyncWrite + Send {}

impl<T: AsyncRead + AsyncWrite + Send> Connected for T {}

/// The protocol above TCP or TLS. With TLS, clients and servers negotiate it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    Http1,
    Http2,
}
