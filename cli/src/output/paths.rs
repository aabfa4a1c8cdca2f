//! Formats paths for messages: relative to the current folder if they are below it, otherwise absolute, with `/` between names.

use std::env;
use std::path::Path;

use rigmill_disk::real_path;

/// Formats a folder with a trailing `/`; empty for the current folder.
pub(crate) fn shown_folder(folder: &Path) -> String {
    let shown = shown_path(folder);
    if shown.is_empty() || shown.ends_with('/') { shown } else { format!("{shown}/") }
}

/// Formats a file or folder; empty for the current folder.
pub(crate) fn shown_path(path: &Path) -> String {
    let current = env::current_dir().and_then(real_path).unwrap_or_default();
    let shown = path.strip_prefix(&current).or_else(|_| path.strip_prefix(".")).unwrap_or(path);
    let shown = shown.to_string_lossy();
    if cfg!(windows) { shown.replace('\\', "/") } else { shown.into_owned() }
}
