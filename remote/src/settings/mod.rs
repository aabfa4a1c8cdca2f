//! [`RemoteSettings`]: which remote cache, and how to use it.

mod address;
mod error;

use std::fmt;
use std::time::Duration;

pub(crate) use address::{Address, Server};
pub use error::RemoteError;

/// The time for which the end of a build waits for uploads, unless the settings say otherwise.
pub const DEFAULT_UPLOAD_TIME: Duration = Duration::from_secs(30);

/// Which remote cache to use, and how. Its `Debug` output has neither headers nor keys.
#[derive(Clone)]
pub struct RemoteSettings {
    /// `grpc://host:port` or `grpcs://host:port` for the Remote Execution API, `http://…` or `https://…` for Bazel's HTTP
    /// cache, `file:///…` or the path of a folder.
    pub url: String,
    /// The instance name of the Remote Execution API, often empty.
    pub instance: String,
    /// Whether results of this machine are uploaded.
    pub upload: bool,
    /// Headers of every call, such as credentials.
    pub headers: Vec<(String, String)>,
    /// The PEM text of the certificate authorities to trust in place of the system's.
    pub certificate_authority: Option<Vec<u8>>,
    /// The PEM text of the client's certificate.
    pub client_certificate: Option<Vec<u8>>,
    /// The PEM text of the key of the client's certificate.
    pub client_key: Option<Vec<u8>>,
    /// The longest time for which the end of a build waits for uploads.
    pub upload_time: Duration,
}

impl RemoteSettings {
    /// The defaults for a URL: no instance name, no headers, no uploads.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            instance: String::new(),
            upload: false,
            headers: Vec::new(),
            certificate_authority: None,
            client_certificate: None,
            client_key: None,
            upload_time: DEFAULT_UPLOAD_TIME,
        }
    }
}

impl fmt::Debug for RemoteSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A URL with a password is refused later, but may be printed before.
        let url = if self.url.contains('@') { "<with a password>" } else { &self.url };
        f.debug_struct("RemoteSettings")
            .field("url", &url)
            .field("instance", &self.instance)
            .field("upload", &self.upload)
            .field("headers", &self.headers.len())
            .field("certificate_authority", &self.certificate_authority.is_some())
            .field("client_certificate", &self.client_certificate.is_some())
            .field("client_key", &self.client_key.is_some())
            .field("upload_time", &self.upload_time)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_debug_output_has_no_secret() {
        let settings = RemoteSettings {
            headers: vec![("authorization".to_owned(), "Bearer s3cret".to_owned())],
            client_certificate: Some(b"s3cret".to_vec()),
            client_key: Some(b"s3cret".to_vec()),
            ..RemoteSettings::new("https://anna:s3cret@cache/")
        };
        let shown = format!("{settings:?} {settings:#?}");
        let bytes = format!("{:?}", b"s3cret");
        assert!(!shown.contains("s3cret") && !shown.contains("Bearer"), "{shown}");
        assert!(!shown.contains(bytes.trim_matches(['[', ']'])), "{shown}");
    }
}
