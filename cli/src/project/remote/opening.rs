//! Opens a remote cache, or machines that run actions.

use std::sync::Arc;

use rigmill_graph::{RemoteExecutor, RemoteStore};

use super::execution::ExecutionChoice;
use super::server::RemoteChoice;
use crate::failure::Failure;

/// Opens the chosen store. The connection is made at the first call.
#[cfg(feature = "remote")]
pub(crate) fn open(choice: &RemoteChoice) -> Result<Arc<dyn RemoteStore>, Failure> {
    rigmill_remote::open(&settings(choice)).map_err(invalid)
}

/// Returns the failure for settings that cannot be used, with where they come from.
#[cfg(feature = "remote")]
fn invalid(error: rigmill_remote::RemoteError) -> Failure {
    let help = "correct --remote-cache or --remote-exec, the variables RIGMILL_REMOTE_…, or [cache.remote] and [execution.remote] in rigmill.toml";
    Failure::other(error.to_string(), Some(help))
}

#[cfg(feature = "remote")]
pub(crate) fn settings(choice: &RemoteChoice) -> rigmill_remote::RemoteSettings {
    rigmill_remote::RemoteSettings {
        instance: choice.instance.clone(),
        upload: choice.upload,
        headers: choice.headers.clone(),
        certificate_authority: choice.certificate_authority.clone(),
        client_certificate: choice.client_certificate.clone(),
        client_key: choice.client_key.clone(),
        ..rigmill_remote::RemoteSettings::new(&choice.url)
    }
}

#[cfg(not(feature = "remote"))]
pub(crate) fn open(choice: &RemoteChoice) -> Result<Arc<dyn RemoteStore>, Failure> {
    Err(without_remote(choice))
}

/// Returns the failure if this program was built without support for remote caches.
#[cfg(not(feature = "remote"))]
fn without_remote(choice: &RemoteChoice) -> Failure {
    let help = "build Rigmill with `--features remote`, or pass --no-remote";
    Failure::other(format!("this program was built without remote caches, and cannot use {}", choice.url), Some(help))
}

/// Opens the chosen machines. They run the same program as this machine.
#[cfg(feature = "remote")]
pub(crate) fn open_executor(choice: &ExecutionChoice) -> Result<Arc<dyn RemoteExecutor>, Failure> {
    let program = std::env::current_exe().map_err(Failure::io("find the program", "rigmill"))?;
    let settings = rigmill_remote::ExecutionSettings {
        command: vec!["worker".to_owned()],
        jobs: choice.jobs,
        platform: choice.platform.clone(),
        ..rigmill_remote::ExecutionSettings::new(settings(&choice.server), program)
    };
    rigmill_remote::open_executor(&settings).map_err(invalid)
}

#[cfg(not(feature = "remote"))]
pub(crate) fn open_executor(choice: &ExecutionChoice) -> Result<Arc<dyn RemoteExecutor>, Failure> {
    Err(without_remote(&choice.server))
}
