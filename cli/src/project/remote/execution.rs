//! [`ExecutionChoice`]: the machines that the user or the project chose for running actions.

use rigmill_graph::Project;

use super::server::{EXEC_OPTION, RemoteChoice, at_server, user_choice, variable};
use crate::args::Settings;
use crate::failure::Failure;

/// The default number of actions that run on other machines at the same time.
const DEFAULT_JOBS: u16 = 32;

/// The variable with the properties of machines.
const PLATFORM: &str = "RIGMILL_REMOTE_PLATFORM";

/// The machines to use, with their settings. It contains secrets, so it is never printed.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct ExecutionChoice {
    pub(crate) server: RemoteChoice,
    pub(crate) jobs: usize,
    pub(crate) platform: Vec<(String, String)>,
}

/// Returns the machines named by the command line, the environment or the manifest, in this order.
pub(crate) fn choose_execution(project: &Project, settings: &Settings) -> Result<Option<ExecutionChoice>, Failure> {
    if settings.remote.no_remote {
        return Ok(None);
    }
    let manifest = project.manifest().remote_execution.as_ref();
    let server = match (&settings.remote.remote_exec, manifest.and_then(|remote| remote.url.as_ref())) {
        (Some(url), _) => user_choice(EXEC_OPTION, url, project.manifest().remote_cache.as_ref())?,
        (None, Some(url)) => at_server(project, url)?,
        (None, None) if settings.remote.remote_jobs.is_some() => return Err(without_server("--remote-jobs")),
        // The variable may be meant for other projects.
        (None, None) if !settings.remote.remote_platform.is_empty() && variable(PLATFORM).is_none() => {
            return Err(without_server("--remote-platform"));
        }
        (None, None) => return Ok(None),
    };
    let jobs = settings.remote.remote_jobs.or(manifest.and_then(|remote| remote.jobs)).unwrap_or(DEFAULT_JOBS);
    // A project must not choose among the user's machines, for example by naming the image in which they run actions.
    let own = manifest.filter(|_| !server.by_user && settings.remote.remote_platform.is_empty());
    let platform = own.map_or_else(|| settings.remote.remote_platform.clone(), |remote| remote.platform.clone());
    Ok(Some(ExecutionChoice { server, jobs: usize::from(jobs), platform }))
}

/// The failure for an option that is about the machines of a server, if there is no server.
fn without_server(option: &str) -> Failure {
    let help = "set a server with --remote-exec, or with `url` in [execution.remote] of rigmill.toml";
    Failure::other(format!("{option} has no effect without a server that runs stages"), Some(help))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::Parser;

    use super::*;
    use crate::args::Args;

    const MANIFEST: &str = "[cache.remote]\ninstance = \"theirs\"\n\
                            [execution.remote]\nurl = \"grpc://project\"\nplatform = { image = \"theirs\" }\n";

    /// Returns the URL, the instance and the platform that a command uses in a project that names its own.
    fn chosen(arguments: &[&str]) -> (String, String, Vec<(String, String)>) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("rigmill.toml"), MANIFEST).unwrap();
        let project = Project::find(Some(folder.path()), None, Path::new("/")).unwrap();
        let arguments = Args::try_parse_from([&["rigmill", "build"], arguments].concat()).unwrap();
        let choice = choose_execution(&project, &arguments.settings()).ok().flatten().unwrap();
        (choice.server.url, choice.server.instance, choice.platform)
    }

    fn image(name: &str) -> (String, String) {
        ("image".to_owned(), name.to_owned())
    }

    #[test]
    fn a_project_chooses_the_machines_of_its_own_server_only() {
        let project = ("grpc://project".to_owned(), "theirs".to_owned());
        let user = ("grpc://user".to_owned(), String::new());
        assert_eq!(chosen(&[]), (project.0.clone(), project.1.clone(), vec![image("theirs")]));
        assert_eq!(chosen(&["--remote-exec", "grpc://user"]), (user.0.clone(), user.1.clone(), Vec::new()));
        let mine = ["--remote-platform", "image=a=b,os=linux"];
        let platform = vec![image("a=b"), ("os".to_owned(), "linux".to_owned())];
        assert_eq!(chosen(&mine), (project.0, project.1, platform.clone()));
        assert_eq!(chosen(&[&mine[..], &["--remote-exec", "grpc://user"]].concat()), (user.0, user.1, platform));
    }

    #[test]
    fn a_property_without_a_name_is_an_error() {
        for wrong in ["linux", "=linux", "os=linux,"] {
            assert!(Args::try_parse_from(["rigmill", "build", "--remote-platform", wrong]).is_err(), "{wrong}");
        }
    }
}
