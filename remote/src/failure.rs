//! [`CallError`]: why a call to a remote cache failed.

use std::io;
use std::time::Duration;

use thiserror::Error;

/// The most characters of a server's own message that are shown.
const MOST_TEXT: usize = 160;

/// Why a call failed. That something is not in the cache is no failure.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub(crate) enum CallError {
    #[error("it did not answer within {} ms", .0.as_millis())]
    Silent(Duration),
    #[error("it sends too slowly")]
    Slow,
    #[error("cannot connect: {0}")]
    Unreachable(String),
    /// The credentials do not suffice.
    #[error("it refuses access: {0}")]
    Refused(String),
    /// The server has no such service.
    #[error("{0}")]
    Unable(String),
    /// The server wants something else in its store first.
    #[error("it rejects the request: {0}")]
    Precondition(String),
    #[error("its answer is invalid: {0}")]
    Invalid(String),
    #[error("{0}")]
    Failed(String),
    /// The result of an action is no such thing. The cache itself works.
    #[error("the result of an action is damaged: {0}")]
    Damaged(String),
    /// A file to upload is not as it was.
    #[error("{0}")]
    File(String),
}

impl CallError {
    /// An error of the connection or of a file system.
    pub(crate) fn of_io(error: &io::Error) -> Self {
        Self::Unreachable(plain(&error.to_string()))
    }

    /// An error with its causes, the last of which often says most.
    pub(crate) fn of(error: &(dyn std::error::Error + 'static)) -> Self {
        let mut text = error.to_string();
        let mut next = error.source();
        while let Some(cause) = next {
            let cause_text = cause.to_string();
            if !text.contains(&cause_text) {
                text = format!("{text}: {cause_text}");
            }
            next = cause.source();
        }
        Self::Failed(plain(&text))
    }
}

/// A text of a server, without control characters, and short.
pub(crate) fn plain(text: &str) -> String {
    let mut plain: String = text.chars().take(MOST_TEXT).map(|it| if it.is_control() { ' ' } else { it }).collect();
    if text.chars().nth(MOST_TEXT).is_some() {
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
        assert_eq!(plain(&"x".repeat(1000)).chars().count(), MOST_TEXT + 1);
    }
}
