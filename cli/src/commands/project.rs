//! What the commands on a project share: finding it, and the program's digest.

use std::env;
use std::path::Path;
use std::sync::OnceLock;

use rigmill_graph::Project;
use rigmill_pipeline::Digest;

use crate::args::Global;
use crate::failure::Failure;

/// Finds the project that the command line means.
pub(crate) fn find(path: Option<&Path>, global: &Global) -> Result<Project, Failure> {
    let current = env::current_dir().map_err(Failure::io("find the current folder", "."))?;
    Ok(Project::find(path, global.out.as_deref(), &current)?)
}

/// The digest of the running program, part of every key: another build of Rigmill shares no results with this one.
///
/// Read once: a program that is exchanged for another while it runs stays what it is.
pub(crate) fn program_digest() -> Result<Digest, Failure> {
    static DIGEST: OnceLock<Digest> = OnceLock::new();
    if let Some(digest) = DIGEST.get() {
        return Ok(*digest);
    }
    let path = env::current_exe().map_err(Failure::io("find the program", "rigmill"))?;
    let bytes = std::fs::read(&path).map_err(Failure::io("read", &path))?;
    Ok(*DIGEST.get_or_init(|| Digest::of(&bytes)))
}

/// The target to look at when the command looks at one.
pub(crate) fn one_target(project: &Project, global: &Global) -> String {
    global
        .target
        .first()
        .cloned()
        .or_else(|| project.targets().into_iter().next())
        .unwrap_or_else(|| "native".to_owned())
}
