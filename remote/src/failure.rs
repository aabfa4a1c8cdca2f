//! [`CallError`]: why a call to a remote cache failed.

use std::io;
use std::time::Duration;

use thiserror::Error;

/// The maximum number of characters of a server's message that are shown.
const MAX_TEXT: usize = 160;

/// Why a call failed. A missing entry is not a failure.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub(crate) enum CallError {
    #[error("no answer within {} ms", .0.as_millis())]
    Silent(Duration),
    #[error("the data arrives too slowly")]
    Slow,
    #[error("cannot connect: {0}")]
    Unreachable(String),
    /// The server does not speak TLS, or not in a way that this machine accepts.
    #[error("cannot encrypt the connection: {0}")]
    #[cfg(feature = "tls")]
    Encryption(String),
    /// The certificate of the server is not trusted.
    #[error("the certificate of the server is not accepted: {0}")]
    #[cfg(feature = "tls")]
    Certificate(String),
    /// The connection failed after it was made, perhaps because the server speaks a different protocol.
    #[error("{0}")]
    Broken(String),
    /// The credentials are insufficient.
    #[error("access is refused: {0}")]
    Refused(String),
    /// There is no folder at the path of the cache.
    #[error("{0}")]
    NoFolder(String),
    /// The server has nothing at this address, or redirects to another address.
    #[error("{0}")]
    Elsewhere(String),
    /// The server does not provide the service.
    #[error("{0}")]
    Unable(String),
    /// The server requires something else to be stored first.
    #[error("the server rejects the request: {0}")]
    Precondition(String),
    #[error("the answer of the server is invalid: {0}")]
    Invalid(String),
    #[error("{0}")]
    Failed(String),
    /// The bytes are not a valid action result. The cache itself works.
    #[error("the result of an action is damaged: {0}")]
    Damaged(String),
    /// A file to upload has changed.
    #[error("{0}")]
    File(String),
}

impl CallError {
    /// Converts an error of the connection or of a file system.
    pub(crate) fn of_io(error: &io::Error) -> Self {
        Self::Unreachable(plain(&error.to_string()))
    }

    /// Converts an error with its causes. Often, the last cause is the most helpful.
    pub(crate) fn new(error: &(dyn std::error::Error + 'static)) -> Self {
        let mut text = error.to_string();
        let mut next = error.source();
        while let Some(cause) = next {
            let cause_text = cause.to_string();
            if !text.contains(&cause_text) {
                text = format!("{text}: {cause_text}");
            }
            next = cause.source();
        }
        Self::Broken(plain(&text))
    }

    /// Whether no repetition changes the outcome.
    pub(crate) const fn is_final(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::Unable(_) | Self::NoFolder(_))
    }

    /// What the user can change so that the call succeeds.
    pub(crate) const fn remedy(&self) -> Remedy {
        match self {
            Self::Refused(_) => Remedy::Access,
            Self::NoFolder(_) => Remedy::Folder,
            Self::Elsewhere(_) => Remedy::Path,
            Self::Broken(_) => Remedy::Scheme,
            #[cfg(feature = "tls")]
            Self::Encryption(_) => Remedy::Scheme,
            #[cfg(feature = "tls")]
            Self::Certificate(_) => Remedy::Certificate,
            _ => Remedy::Server,
        }
    }
}

/// What a user can change after a failed call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// The server or the network.
    #[default]
    Server,
    /// The credentials.
    Access,
    /// The path of the URL.
    Path,
    /// The scheme of the URL.
    Scheme,
    /// The certificates that this machine trusts.
    Certificate,
    /// The folder that is the cache.
    Folder,
}

/// Shortens a server's text and removes control characters.
pub(crate) fn plain(text: &str) -> String {
    let mut plain: String = text.chars().take(MAX_TEXT).map(|it| if it.is_control() { ' ' } else { it }).collect();
    if text.chars().nth(MAX_TEXT).is_some() {
        plain.push('…');
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_a_server_is_short_and_has_no_control_characters() {
        assert_eq!(plain("a\u{1b}[2J\nb"), "a [2J b");
        assert_eq!(plain(&"x".repeat(1000)).chars().count(), MAX_TEXT + 1);
    }
}
