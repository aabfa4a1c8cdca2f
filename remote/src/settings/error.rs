//! [`RemoteError`]: why the settings of a remote cache are invalid.

use std::io;

use thiserror::Error;

/// A file of certificates, or of a key.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Certificate {
    /// The certificate authorities from the settings.
    #[error("the certificate authority")]
    Authority,
    /// The certificate of this machine.
    #[error("the client's certificate")]
    Client,
    /// The key of this machine's certificate.
    #[error("the key of the client's certificate")]
    ClientKey,
    /// The certificates of the system.
    #[error("the system's certificate authorities")]
    System,
}

/// An error in the settings of a remote cache. Messages never contain a header's value, a key or a password.
#[derive(Debug, Error)]
pub enum RemoteError {
    /// The URL is malformed.
    #[error("the URL of the remote cache is invalid: {0}")]
    Url(String),
    /// The URL's scheme does not belong to any kind of remote cache.
    #[error("the remote cache has the unknown scheme `{0}`; known schemes: grpc, grpcs, http, https and file")]
    Scheme(String),
    /// The URL is only a host and a port.
    #[error("the remote cache `{0}` has no scheme: write grpc://{0} or http://{0}")]
    NoScheme(String),
    /// This kind of cache cannot run actions.
    #[error(
        "actions cannot run on `{0}`: use a server of the Remote Execution API, grpc://HOST:PORT or grpcs://HOST:PORT"
    )]
    NotExecutable(String),
    /// The URL contains a user name or password.
    #[error("the URL of the remote cache contains a user name or password; pass credentials as a header")]
    Password,
    /// A header's name is invalid, or its value has characters that headers must not contain.
    #[error("the header `{0}` for the remote cache has an invalid name or value")]
    Header(String),
    /// A certificate or key is malformed or missing.
    #[error("{what} for the remote cache cannot be used: {why}")]
    Certificate {
        /// Which certificate or key is affected.
        what: Certificate,
        /// What is wrong with it.
        why: String,
    },
    /// The URL requires TLS, but this program was built without TLS.
    #[error("the remote cache needs TLS, but this program was built without the feature `tls`")]
    NoTls,
    /// The system could not start another thread.
    #[error("cannot start a thread for the remote cache: {0}")]
    Thread(io::Error),
}
