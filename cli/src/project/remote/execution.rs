//! [`ExecutionChoice`]: the machines that the user or the project names for running actions.

use rigmill_graph::Project;

use super::server::{RemoteChoice, at_server, user_choice};
use crate::args::Global;
use crate::failure::Failure;

/// The number of actions that run elsewhere at the same time, unless somebody says otherwise.
const DEFAULT_JOBS: u16 = 32;

/// The machines to use, with their settings. It has secrets, so it is never printed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ExecutionChoice {
    pub(crate) server: RemoteChoice,
    pub(crate) jobs: usize,
    pub(crate) platform: Vec<(String, String)>,
}

/// The machines that the command line, the environment or the manifest names, in this order.
pub(crate) fn choose_execution(project: &Project, global: &Global) -> Result<Option<ExecutionChoice>, Failure> {
    if global.no_remote {
        return Ok(None);
    }
    let manifest = project.manifest().remote_execution.as_ref();
    let server = match (&global.remote_exec, manifest.and_then(|remote| remote.url.as_ref())) {
        (Some(url), _) => user_choice(url, project.manifest().remote_cache.as_ref())?,
        (None, Some(url)) => at_server(project, url)?,
        (None, None) => return Ok(None),
    };
    let jobs = global.remote_jobs.or(manifest.and_then(|remote| remote.jobs)).unwrap_or(DEFAULT_JOBS);
    let platform = manifest.map(|remote| remote.platform.clone()).unwrap_or_default();
    Ok(Some(ExecutionChoice { server, jobs: usize::from(jobs), platform }))
}
