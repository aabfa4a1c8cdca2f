//! What the commands share: the project, its target, the object cache and the program's digest.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rigmill_graph::{CacheFolder, Project};
use rigmill_pipeline::Digest;

use crate::args::Global;
use crate::failure::Failure;

/// Finds the project that the command line names.
pub(crate) fn find(path: Option<&Path>, global: &Global) -> Result<Project, Failure> {
    let current = env::current_dir().map_err(Failure::io("find the current folder", "."))?;
    Ok(Project::find(path, global.out.as_deref(), &current)?)
}

/// The digest of the running program. It is part of every action key, so different builds of Rigmill share no artifacts.
///
/// Read once: replacing the program file while it runs changes nothing.
pub(crate) fn program_digest() -> Result<Digest, Failure> {
    static DIGEST: OnceLock<Digest> = OnceLock::new();
    if let Some(digest) = DIGEST.get() {
        return Ok(*digest);
    }
    let path = env::current_exe().map_err(Failure::io("find the program", "rigmill"))?;
    let bytes = std::fs::read(&path).map_err(Failure::io("read", &path))?;
    Ok(*DIGEST.get_or_init(|| Digest::of(&bytes)))
}

/// The target of a command that works on a single target.
pub(crate) fn one_target(project: &Project, global: &Global) -> String {
    let chosen = global.target.first().cloned().or_else(|| project.targets().into_iter().next());
    chosen.unwrap_or_else(|| "native".to_owned())
}

/// The object cache in the folder from the command line, or else in the user's cache folder; `None` without either.
pub(crate) fn cache_folder(global: &Global) -> Option<CacheFolder> {
    let path = global.cache_dir.clone().or_else(default_cache_folder)?;
    Some(CacheFolder { path, max_size: global.cache_size })
}

/// The cache folder in the user's home, by the convention of the system; `None` for a user without a home.
#[allow(clippy::disallowed_methods, reason = "only the command line reads the environment")]
fn default_cache_folder() -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Caches"))
    } else {
        // The XDG specification says to ignore relative paths.
        variable("XDG_CACHE_HOME").filter(|path| path.is_absolute()).or_else(|| Some(variable("HOME")?.join(".cache")))
    };
    Some(cache?.join("rigmill"))
}
