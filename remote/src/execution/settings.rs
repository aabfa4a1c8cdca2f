//! [`ExecutionSettings`]: which server runs actions, and what it runs.

use std::path::PathBuf;
use std::time::Duration;

use crate::settings::RemoteSettings;

/// The longest time for which an action may run, unless the settings say otherwise.
pub const ACTION_TIMEOUT: Duration = Duration::from_secs(600);

/// Which server runs actions, and what it runs.
#[derive(Clone, Debug)]
pub struct ExecutionSettings {
    /// The server. Its URL starts with `grpc://` or `grpcs://`.
    pub server: RemoteSettings,
    /// The program of all actions, a file on this machine.
    pub program: PathBuf,
    /// The arguments between the program and those of an action.
    pub command: Vec<String>,
    /// The number of actions that may be under way at the same time.
    pub jobs: usize,
    /// The properties of the machines that may run actions, by which the server chooses one. A name may occur twice.
    pub platform: Vec<(String, String)>,
    /// The longest time for which an action may run.
    pub timeout: Duration,
}

impl ExecutionSettings {
    /// The defaults for a server and a program: one job, any machine.
    #[must_use]
    pub fn new(server: RemoteSettings, program: impl Into<PathBuf>) -> Self {
        let (command, platform) = (Vec::new(), Vec::new());
        Self { server, program: program.into(), command, jobs: 1, platform, timeout: ACTION_TIMEOUT }
    }
}
