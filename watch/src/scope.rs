//! [`Scope`]: decides which paths are reported.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{self, Path, PathBuf};

/// Decides which paths are reported: all paths below the root, except those in skipped folders and hidden ones (with a leading
/// dot) that are not listed in `hidden`.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    root: PathBuf,
    /// The root with links resolved. Some systems report paths in this form, regardless of the watched path.
    real_root: PathBuf,
    /// The skipped folders, relative to the root.
    skip: Vec<PathBuf>,
    /// The names of hidden files that are reported.
    hidden: Vec<OsString>,
}

impl Scope {
    /// Creates the scope for `root`, which must be an absolute path.
    pub(crate) fn new(root: &Path, skip: &[PathBuf], hidden: &[OsString]) -> Self {
        let real_root = fs::canonicalize(root).unwrap_or_else(|_| root.to_owned());
        let skip = skip.iter().filter_map(|folder| below(folder, root, &real_root)).collect();
        Self { root: root.to_owned(), real_root, skip, hidden: hidden.to_vec() }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the path in the form in which it is reported; `None` if it is out of scope.
    pub(crate) fn admit(&self, path: PathBuf) -> Option<PathBuf> {
        if let Ok(relative) = path.strip_prefix(&self.root) {
            return self.includes(relative).then_some(path);
        }
        let relative = path.strip_prefix(&self.real_root).ok()?;
        self.includes(relative).then(|| self.root.join(relative))
    }

    /// Whether `path` is in scope. It must be an entry of a folder in scope.
    pub(crate) fn admits_entry(&self, path: &Path) -> bool {
        let skipped =
            || path.strip_prefix(&self.root).is_ok_and(|relative| self.skip.iter().any(|skip| skip == relative));
        path.file_name().is_none_or(|name| !is_hidden(name) || self.reports(name)) && !skipped()
    }

    fn includes(&self, relative: &Path) -> bool {
        let parent = relative.parent().unwrap_or(relative);
        let is_visible = relative.file_name().is_none_or(|name| !is_hidden(name) || self.reports(name));
        is_visible && !parent.iter().any(is_hidden) && !self.skip.iter().any(|skip| relative.starts_with(skip))
    }

    fn reports(&self, name: &OsStr) -> bool {
        self.hidden.iter().any(|reported| reported == name)
    }
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Returns `folder` relative to the root; `None` if it is the root itself, above it or elsewhere.
fn below(folder: &Path, root: &Path, real_root: &Path) -> Option<PathBuf> {
    let absolute = path::absolute(folder).ok()?;
    let real = fs::canonicalize(folder).unwrap_or_default();
    let relative = absolute.strip_prefix(root).or_else(|_| real.strip_prefix(real_root)).ok()?;
    (!relative.as_os_str().is_empty()).then(|| relative.to_owned())
}
