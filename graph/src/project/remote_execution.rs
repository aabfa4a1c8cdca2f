//! [`RemoteExecution`]: the manifest's `[execution.remote]`.

use super::located::Located;

/// `[execution.remote]`: the machines that run actions for this one. How to reach them (instance, headers, certificates) is
/// in `[cache.remote]`.
#[derive(Clone, Debug, Default)]
pub struct RemoteExecution {
    /// `url`: the server.
    pub url: Option<Located<String>>,
    /// `jobs`: the number of actions that run there at the same time.
    pub jobs: Option<u16>,
    /// `platform`: the properties of the machines to use, by name.
    pub platform: Vec<(String, String)>,
}
