//! [`RemoteCache`]: the manifest's `[cache.remote]`.

use super::located::Located;

/// `[cache.remote]`: the cache that several machines share. File paths are relative to the project's folder.
#[derive(Clone, Debug, Default)]
pub struct RemoteCache {
    /// `url`: the URL of a server, or the path of a folder.
    pub url: Option<Located<String>>,
    /// `instance`: the name of the server's instance, if it has several.
    pub instance: Option<String>,
    /// `upload`: whether builds add their results to the cache.
    pub upload: Option<bool>,
    /// `headers`: a file with headers for each call, one `Name: value` per line.
    pub headers: Option<Located<String>>,
    /// `certificate_authority`: a file of PEM certificates to trust instead of the built-in ones.
    pub certificate_authority: Option<Located<String>>,
    /// `client_certificate`: a PEM file with the certificate that identifies this machine.
    pub client_certificate: Option<Located<String>>,
    /// `client_key`: a PEM file with the certificate's private key.
    pub client_key: Option<Located<String>>,
}
