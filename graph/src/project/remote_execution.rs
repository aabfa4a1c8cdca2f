//! [`RemoteExecution`]: the manifest's `[execution.remote]`.

use super::located::Located;

/// `[execution.remote]`: the machines that run actions for this machine. The connection settings (instance, headers,
/// certificates) are those of `[cache.remote]`.
#[derive(Clone, Debug, Default)]
pub struct RemoteExecution {
    /// `url`: the URL of the server.
    pub url: Option<Located<String>>,
    /// `jobs`: the number of actions that run on these machines at the same time.
    pub jobs: Option<u16>,
    /// `platform`: the properties that a machine must have, by name.
    pub platform: Vec<(String, String)>,
}
