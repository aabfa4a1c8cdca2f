//! [`WorkFolder`]: the folder that contains all files of a run.

use std::path::Path;

use tempfile::TempDir;

use crate::args::Args;
use crate::console::note;
use crate::failure::Failure;

/// A new folder, which is removed at the end, including when the run fails.
pub(crate) struct WorkFolder {
    folder: TempDir,
    keep: bool,
}

impl WorkFolder {
    pub(crate) fn create(args: &Args) -> Result<Self, Failure> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("rigmill-bench-");
        let parent = args.dir.clone().unwrap_or_else(std::env::temp_dir);
        let folder = builder.tempdir_in(&parent).map_err(Failure::at(&parent))?;
        Ok(Self { folder, keep: args.keep })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Keeps or removes the folder. If it cannot be removed, this is reported, but the run does not fail, because it has
    /// results.
    pub(crate) fn end(self) {
        if self.keep {
            note(format_args!("kept {}", self.folder.keep().display()));
            return;
        }
        note("deleting the files");
        let path = self.folder.path().to_owned();
        if let Err(error) = self.folder.close() {
            note(format_args!("cannot delete {}: {error}", path.display()));
        }
    }
}
