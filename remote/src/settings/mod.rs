//! [`RemoteSettings`]: the address of a remote cache, and how to use it.

mod address;
mod error;

use std::fmt;
use std::time::Duration;

pub(crate) use address::{Address, Server};
pub use error::{Certificate, RemoteError};

/// The default time for which the end of a build waits for uploads.
pub const DEFAULT_UPLOAD_TIME: Duration = Duration::from_secs(30);

/// The address of a remote cache, and how to use it. The `Debug` output omits headers and keys.
#[derive(Clone)]
pub struct RemoteSettings {
    /// The URL: `grpc://host:port` or `grpcs://host:port` for the Remote Execution API, `http://…` or `https://…` for Bazel's
    /// HTTP cache, and `file:///…` or a path for a folder.
    pub url: String,
    /// The instance name of the Remote Execution API, often empty.
    pub instance: String,
    /// Whether to upload results of this machine.
    pub upload: bool,
    /// Headers to send with every call, such as credentials.
    pub headers: Vec<(String, String)>,
    /// The certificate authorities to trust instead of the system's, as PEM text.
    pub certificate_authority: Option<Vec<u8>>,
    /// The client's certificate, as PEM text.
    pub client_certificate: Option<Vec<u8>>,
    /// The private key of the client's certificate, as PEM text.
    pub client_key: Option<Vec<u8>>,
    /// How a user sets credentials for this server, as the help of warnings says it. It begins with a verb.
    pub access_help: String,
    /// The maximum time for which the end of a build waits for uploads.
    pub upload_time: Duration,
}

impl RemoteSettings {
    /// Creates the default settings for a URL: no instance name, no headers, no uploads.
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
            access_help: "check the headers and the client's certificate".to_owned(),
            upload_time: DEFAULT_UPLOAD_TIME,
        }
    }
}

impl fmt::Debug for RemoteSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A URL with a password is rejected later, but may be printed before that.
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
            .finish_non_exhaustive()
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
