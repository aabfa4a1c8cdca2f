//! [`Pending`]: the files that a build is about to put in place and that the state does not know yet. Written before the
//! first of them appears and removed once the state knows them, so that none is forgotten when the build dies in between
//! and its source is gone by the next one.

use std::io;
use std::path::{Path, PathBuf};

use crate::disk::Disk;
use crate::records::{Kind, RecordError, envelope};

const PENDING: Kind = Kind { magic: *b"RIGPENDG", version: 1 };

/// The ending of the file, which stands beside the state.
pub(crate) const EXTENSION: &str = "pending";

/// A list of files beside a state.
pub(crate) struct Pending {
    file: PathBuf,
    /// Relative to the target's folder. Those of builds that died, and of this one.
    paths: Vec<String>,
    /// Whether the file is there.
    written: bool,
}

impl Pending {
    /// What builds that died left beside the state in `state_file`. A list that is not whole was never acted upon.
    pub(crate) fn load(state_file: &Path, disk: &dyn Disk) -> Self {
        let file = state_file.with_extension(EXTENSION);
        let found = disk.read(&file).ok();
        let paths: Option<Result<_, RecordError>> = found.as_ref().map(|bytes| envelope::open(&PENDING, bytes));
        Self { file, paths: paths.and_then(Result::ok).unwrap_or_default(), written: found.is_some() }
    }

    /// The files, each of which may be there or not.
    pub(crate) fn paths(&self) -> &[String] {
        &self.paths
    }

    /// Adds files that are about to appear. Gives the list's file, to be flushed with theirs, if there are any.
    pub(crate) fn announce(&mut self, paths: Vec<String>, disk: &dyn Disk) -> io::Result<Option<&Path>> {
        if paths.is_empty() {
            return Ok(None);
        }
        self.paths.extend(paths);
        let bytes = envelope::seal(&PENDING, &self.paths).map_err(io::Error::other)?;
        // Beside it first, where the state will be written, too: the list of a build that died must not be lost should
        // this one die now.
        let temporary = self.file.with_extension("tmp");
        disk.remove(&temporary)?;
        let written = disk.create(&temporary, &bytes).and_then(|_| disk.rename(&temporary, &self.file));
        written.inspect_err(|_| drop(disk.remove(&temporary)))?;
        self.written = true;
        Ok(Some(&self.file))
    }

    /// The state knows all of them now.
    pub(crate) fn forget(&self, disk: &dyn Disk) {
        if self.written {
            // One left behind names files that have an owner, or are gone.
            let _ = disk.remove(&self.file);
        }
    }
}
