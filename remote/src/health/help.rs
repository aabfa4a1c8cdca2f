//! [`Help`]: what a user can do about a failed call to a server.

use crate::failure::Remedy;

/// What schemes mean.
const SCHEMES: &str = "check the scheme of the address: `grpc` is for servers of the Remote Execution API, `http` for Bazel's HTTP cache, and `grpcs` and `https` for encrypted connections; also check the server and the network";

/// Describes what a user can do about failed calls to a server or folder.
#[derive(Clone, Debug)]
pub(crate) struct Help {
    /// Whether the cache is a folder.
    pub(crate) is_folder: bool,
    /// How to set credentials. It begins with a verb.
    pub(crate) access: String,
}

impl Help {
    /// Returns what to do. It begins with a verb.
    pub(crate) fn text(&self, remedy: Remedy) -> &str {
        match remedy {
            Remedy::Access if self.is_folder => "check the permissions of the folder",
            Remedy::Access => &self.access,
            Remedy::Path => {
                "check the address: the path of an HTTP cache's URL is the folder that contains `ac` and `cas`"
            }
            Remedy::Scheme => SCHEMES,
            Remedy::Certificate => {
                "set `certificate_authority` under [cache.remote] (for a server that rigmill.toml names) or RIGMILL_REMOTE_CERTIFICATE_AUTHORITY to a PEM file with the certificate authority of the server"
            }
            Remedy::Folder => {
                "create the folder or correct the path; for a server, write an address such as grpc://HOST:PORT or https://HOST"
            }
            Remedy::Server if self.is_folder => "check the folder",
            Remedy::Server => "check the server and the network",
        }
    }
}
