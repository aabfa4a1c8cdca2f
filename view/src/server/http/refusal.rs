//! [`Refusal`]: why a request is rejected.

use thiserror::Error;

/// Why a request is rejected or fails.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum Refusal {
    #[error("only HTTP/1.1 requests without a body are supported")]
    Malformed,
    #[error("the head of the request is too long")]
    TooLong,
    #[error("the request took too long")]
    TooSlow,
    #[error("only GET requests are supported")]
    Method,
    #[error("this server answers only to 127.0.0.1 and localhost")]
    Host,
    #[error("this server answers only to its own page")]
    Origin,
    #[error("open the whole address that `rigmill view` printed, because this address contains a secret")]
    Token,
    #[error("not found")]
    Unknown,
    #[error("too many tabs")]
    Crowded,
    /// The asset cannot be loaded.
    #[error("{0}")]
    Asset(String),
}

impl Refusal {
    /// Returns the status code and the reason phrase.
    pub(crate) fn status(&self) -> &'static str {
        match self {
            Self::Malformed => "400 Bad Request",
            Self::Host => "421 Misdirected Request",
            Self::Origin | Self::Token => "403 Forbidden",
            Self::Unknown | Self::Asset(_) => "404 Not Found",
            Self::Method => "405 Method Not Allowed",
            Self::TooSlow => "408 Request Timeout",
            Self::TooLong => "431 Request Header Fields Too Large",
            Self::Crowded => "503 Service Unavailable",
        }
    }
}
