//! [`Pending`]: a list of the new output files that the state does not contain yet. The list is written before the first file
//! is moved to the output folder, and removed after the state is saved. If the build dies in between, the next build finds the
//! files through this list, even if their sources were removed.

use std::io;
use std::path::{Path, PathBuf};

use rigmill_disk::Disk;
use rigmill_store::envelope::{self, Kind, RecordError};

const PENDING: Kind = Kind { magic: *b"RIGPENDG", version: 1 };

/// The extension of the list's file, which is next to the state.
pub(crate) const EXTENSION: &str = "pending";

/// A list of new output files, stored next to a state.
pub(crate) struct Pending {
    file: PathBuf,
    /// The files of this build and of interrupted builds, relative to the target's folder.
    paths: Vec<String>,
    /// Whether the file exists.
    written: bool,
}

impl Pending {
    /// Loads the list next to the state in `state_file`. An incomplete list counts as empty, because no files were moved after
    /// it was written.
    pub(crate) fn load(state_file: &Path, disk: &dyn Disk) -> Self {
        let file = state_file.with_extension(EXTENSION);
        let found = disk.read(&file).ok();
        let paths: Option<Result<_, RecordError>> = found.as_ref().map(|bytes| envelope::open(&PENDING, bytes));
        Self { file, paths: paths.and_then(Result::ok).unwrap_or_default(), written: found.is_some() }
    }

    /// Returns the files in the list, which may or may not exist.
    pub(crate) fn paths(&self) -> &[String] {
        &self.paths
    }

    /// Adds files that are about to be moved. If there are any, returns the path of the list, which must be flushed with them.
    pub(crate) fn announce(&mut self, paths: Vec<String>, disk: &dyn Disk) -> io::Result<Option<&Path>> {
        if paths.is_empty() {
            return Ok(None);
        }
        self.paths.extend(paths);
        let bytes = envelope::seal(&PENDING, &self.paths).map_err(io::Error::other)?;
        // The list is written to a temporary file first, so that the list of an earlier build is not lost if this build dies
        // now.
        let temporary = self.file.with_extension("tmp");
        disk.remove(&temporary)?;
        let written = disk.create(&temporary, &bytes).and_then(|_| disk.rename(&temporary, &self.file));
        written.inspect_err(|_| drop(disk.remove(&temporary)))?;
        self.written = true;
        Ok(Some(&self.file))
    }

    /// Removes the list after the state was saved.
    pub(crate) fn forget(&self, disk: &dyn Disk) {
        if self.written {
            // If the list stays, it contains only files that belong to an asset or were removed.
            let _ = disk.remove(&self.file);
        }
    }
}
