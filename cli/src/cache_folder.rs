//! Where the object cache is when nobody says.

use std::env;
use std::path::PathBuf;

/// The user's cache folder, by the custom of the system; `None` for a user without a home, who gets no cache.
#[allow(clippy::disallowed_methods, reason = "the command line is where the environment is read")]
pub(crate) fn default_cache_folder() -> Option<PathBuf> {
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
