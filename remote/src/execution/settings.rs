//! [`ExecutionSettings`]: the server that runs actions, and the program to run there.

use std::path::PathBuf;
use std::time::Duration;

use crate::settings::RemoteSettings;

/// The default time limit for an action.
pub const ACTION_TIMEOUT: Duration = Duration::from_secs(600);

/// The server that runs actions, and the program to run there.
#[derive(Clone, Debug)]
pub struct ExecutionSettings {
    /// The settings of the server. Its URL begins with `grpc://` or `grpcs://`.
    pub server: RemoteSettings,
    /// The program that all actions run: the path of a file on this machine.
    pub program: PathBuf,
    /// The arguments that precede the arguments of each action.
    pub command: Vec<String>,
    /// The number of actions that may be in flight at the same time.
    pub jobs: usize,
    /// The properties that a machine must have to run the actions. A name may occur more than once.
    pub platform: Vec<(String, String)>,
    /// The time limit for an action.
    pub timeout: Duration,
}

impl ExecutionSettings {
    /// Creates the default settings for a server and a program: one job, and any machine.
    #[must_use]
    pub fn new(server: RemoteSettings, program: impl Into<PathBuf>) -> Self {
        let (command, platform) = (Vec::new(), Vec::new());
        Self { server, program: program.into(), command, jobs: 1, platform, timeout: ACTION_TIMEOUT }
    }
}
