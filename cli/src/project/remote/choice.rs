//! [`choose`]: determines the remote cache of a command.

use rigmill_graph::Project;

use super::execution::choose_execution;
use super::server::{CACHE_OPTION, RemoteChoice, at_server, user_choice};
use crate::args::Settings;
use crate::failure::Failure;

/// Returns the remote cache named by the command line, the environment or the manifest, in this order.
pub(crate) fn choose(project: Option<&Project>, settings: &Settings) -> Result<Option<RemoteChoice>, Failure> {
    if settings.remote.no_remote {
        return Ok(None);
    }
    if let Some(url) = &settings.remote.remote_cache {
        return user_choice(CACHE_OPTION, url, project.and_then(|project| project.manifest().remote_cache.as_ref()))
            .map(Some);
    }
    let Some(project) = project else { return Ok(None) };
    if let Some(url) = project.manifest().remote_cache.as_ref().and_then(|remote| remote.url.as_ref()) {
        return at_server(project, url).map(Some);
    }
    // Machines that run actions also provide a cache.
    Ok(choose_execution(project, settings)?.map(|execution| execution.server))
}
