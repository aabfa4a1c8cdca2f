//! [`IgnoredPaths`]: the paths where changes need no build.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rigmill_pipeline::SourcePath;

use crate::project::MANIFEST;
use crate::sources::{IgnoreFiles, relative_to};

/// The paths where changes need no build: ignored paths, except those that an asset reads.
#[derive(Clone, Debug, Default)]
pub struct IgnoredPaths {
    root: PathBuf,
    ignore_files: Arc<IgnoreFiles>,
    read: BTreeSet<SourcePath>,
}

impl IgnoredPaths {
    /// Creates the set for the folder `root`. `read` contains the files that assets read, including files that are not ignored.
    pub(crate) fn new(root: &Path, ignore_files: Arc<IgnoreFiles>, read: BTreeSet<SourcePath>) -> Self {
        Self { root: root.to_owned(), ignore_files, read }
    }

    /// Whether changes at this path need no build. The path must begin with the project's folder.
    #[must_use]
    pub fn contains(&self, path: &Path) -> bool {
        let Some(path) = relative_to(&self.root, path).filter(|_| !self.ignore_files.is_empty()) else { return false };
        let is_folder = fs::symlink_metadata(self.root.join(&path)).is_ok_and(|metadata| metadata.is_dir());
        path != MANIFEST && self.ignore_files.make_irrelevant(&path, is_folder) && !self.is_read(&path)
    }

    /// Whether an asset reads the file at this path, or a file in the folder at this path.
    fn is_read(&self, path: &str) -> bool {
        let is_at = |read: &SourcePath| Path::new(read.as_str()).starts_with(path);
        self.read.iter().any(is_at)
    }
}
