//! [`RemoteError`]: why the settings of a remote cache cannot be used.

use std::io;

use thiserror::Error;

/// An error in the settings of a remote cache. No message repeats a header's value, a key or a password.
#[derive(Debug, Error)]
pub enum RemoteError {
    /// The URL is malformed.
    #[error("the URL of the remote cache is invalid: {0}")]
    Url(String),
    /// The URL has a scheme that no kind of remote cache has.
    #[error("the remote cache has the scheme `{0}`, known are grpc, grpcs, http, https and file")]
    Scheme(String),
    /// Actions cannot run on a cache of this kind.
    #[error(
        "actions cannot run on `{0}`: use a server of the Remote Execution API, grpc://HOST:PORT or grpcs://HOST:PORT"
    )]
    NotExecutable(String),
    /// The URL contains a user name or password.
    #[error("the URL of the remote cache contains a user name or password; pass credentials as a header")]
    Password,
    /// A header's name is invalid, or its value has characters that no header may have.
    #[error("the header `{0}` for the remote cache has an invalid name or value")]
    Header(String),
    /// A certificate or key is malformed or missing.
    #[error("{what} for the remote cache cannot be used: {why}")]
    Certificate {
        /// Which of them.
        what: &'static str,
        /// Why.
        why: String,
    },
    /// The URL needs TLS, and this program was built without it.
    #[error("the remote cache needs TLS, and this program was built without the feature `tls`")]
    NoTls,
    /// The system does not allow another thread.
    #[error("cannot start a thread for the remote cache: {0}")]
    Thread(io::Error),
}
