//! [`RemoteCache`]: the manifest's `[cache.remote]`.

use super::located::Located;

/// `[cache.remote]`: the cache that machines share. Files are relative to the project's folder.
#[derive(Clone, Debug, Default)]
pub struct RemoteCache {
    /// `url`: the server, or a folder.
    pub url: Option<Located<String>>,
    /// `instance`: the name of the server's instance, if it has several.
    pub instance: Option<String>,
    /// `upload`: whether builds add what they made.
    pub upload: Option<bool>,
    /// `headers`: a file of headers for each call, as `Name: value` in lines.
    pub headers: Option<Located<String>>,
    /// `certificate_authority`: a file of PEM certificates to trust instead of the built-in ones.
    pub certificate_authority: Option<Located<String>>,
    /// `client_certificate`: the file of the certificate that identifies this machine, in PEM.
    pub client_certificate: Option<Located<String>>,
    /// `client_key`: the file of that certificate's private key, in PEM.
    pub client_key: Option<Located<String>>,
}
