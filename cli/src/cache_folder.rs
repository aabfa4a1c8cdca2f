//! Where the object cache is.

use std::env;
use std::path::PathBuf;

use rigmill_graph::CacheFolder;

use crate::args::Global;

/// The cache in the folder that was asked for, or else in the user's; `None` when there is neither.
pub(crate) fn cache_folder(global: &Global) -> Option<CacheFolder> {
    let path = global.cache_dir.clone().or_else(default_cache_folder)?;
    Some(CacheFolder { path, max_size: global.cache_size })
}

/// The user's cache folder, by the custom of the system; `None` for a user without a home, who gets no cache.
#[allow(clippy::disallowed_methods, reason = "the command line is where the environment is read")]
fn default_cache_folder() -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = if cfg!(windows) {
        variable("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        variable("HOME").map(|home| home.join("Library/Caches"))
    } else {
        // The specification says to ignore a relative one.
        variable("XDG_CACHE_HOME").filter(|path| path.is_absolute()).or_else(|| Some(variable("HOME")?.join(".cache")))
    };
    Some(cache?.join("rigmill"))
}
