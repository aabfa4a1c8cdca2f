//! [`Pending`]: the new output files that the state does not contain yet. The list is written before the first file is moved
//! to the output folder and removed once the state is saved. If the build dies in between, the next one finds the files, even
//! if their sources were removed.

use std::io;
use std::path::{Path, PathBuf};

use crate::disk::Disk;
use crate::records::{Kind, RecordError, envelope};

const PENDING: Kind = Kind { magic: *b"RIGPENDG", version: 1 };

/// The extension of the file, which is next to the state.
pub(crate) const EXTENSION: &str = "pending";

/// A list of files next to a state.
pub(crate) struct Pending {
    file: PathBuf,
    /// Relative to the target's folder: the files of builds that died, and of this one.
    paths: Vec<String>,
    /// Whether the file exists.
    written: bool,
}

impl Pending {
    /// The list next to the state in `state_file`. An incomplete list was never used, so it counts as empty.
    pub(crate) fn load(state_file: &Path, disk: &dyn Disk) -> Self {
        let file = state_file.with_extension(EXTENSION);
        let found = disk.read(&file).ok();
        let paths: Option<Result<_, RecordError>> = found.as_ref().map(|bytes| envelope::open(&PENDING, bytes));
        Self { file, paths: paths.and_then(Result::ok).unwrap_or_default(), written: found.is_some() }
    }

    /// The files, which may or may not exist.
    pub(crate) fn paths(&self) -> &[String] {
        &self.paths
    }

    /// Adds files that are about to be moved. Returns the path of the list, to be flushed with them, if there are any.
    pub(crate) fn announce(&mut self, paths: Vec<String>, disk: &dyn Disk) -> io::Result<Option<&Path>> {
        if paths.is_empty() {
            return Ok(None);
        }
        self.paths.extend(paths);
        let bytes = envelope::seal(&PENDING, &self.paths).map_err(io::Error::other)?;
        // Written to a temporary file first: if this build dies now, the list of an earlier one must not be lost.
        let temporary = self.file.with_extension("tmp");
        disk.remove(&temporary)?;
        let written = disk.create(&temporary, &bytes).and_then(|_| disk.rename(&temporary, &self.file));
        written.inspect_err(|_| drop(disk.remove(&temporary)))?;
        self.written = true;
        Ok(Some(&self.file))
    }

    /// Removes the list, once the state is saved.
    pub(crate) fn forget(&self, disk: &dyn Disk) {
        if self.written {
            // A remaining list contains only files that have an owner, or were removed.
            let _ = disk.remove(&self.file);
        }
    }
}
