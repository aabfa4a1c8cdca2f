//! [`IgnoredPaths`]: the paths at which changes need no build.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rigmill_pipeline::SourcePath;

use crate::project::MANIFEST;
use crate::sources::{IgnoreFiles, relative_to};

/// The paths at which changes need no build: ignored ones, except those that some asset reads.
#[derive(Clone, Debug, Default)]
pub struct IgnoredPaths {
    root: PathBuf,
    ignore_files: Arc<IgnoreFiles>,
    read: BTreeSet<SourcePath>,
}

impl IgnoredPaths {
    /// Those of the folder `root`, in which assets read the files `read`, among others that are not ignored.
    pub(crate) fn new(root: &Path, ignore_files: Arc<IgnoreFiles>, read: BTreeSet<SourcePath>) -> Self {
        Self { root: root.to_owned(), ignore_files, read }
    }

    /// Whether no change at this path, which begins with the project's folder, needs a build.
    #[must_use]
    pub fn contains(&self, path: &Path) -> bool {
        let Some(path) = relative_to(&self.root, path).filter(|_| !self.ignore_files.is_empty()) else { return false };
        let is_folder = fs::symlink_metadata(self.root.join(&path)).is_ok_and(|metadata| metadata.is_dir());
        path != MANIFEST && self.ignore_files.make_irrelevant(&path, is_folder) && !self.is_read(&path)
    }

    /// Whether an asset reads the file, or a file in the folder, at this path.
    fn is_read(&self, path: &str) -> bool {
        let is_at = |read: &SourcePath| Path::new(read.as_str()).starts_with(path);
        self.read.iter().any(is_at)
    }
}
