//! [`Sources`]: the project's folder.

use std::fs;
use std::path::{Path, PathBuf};

use crate::clip;
use crate::failure::Failure;

const FILES_A_FOLDER: u32 = 100;

/// A folder of clips, [`FILES_A_FOLDER`] to a folder, each with a serial number of its own.
pub(crate) struct Sources {
    root: PathBuf,
    count: u32,
    /// The serial number that the next change gives.
    next: u32,
}

/// A source that was just changed.
pub(crate) struct Changed {
    pub(crate) index: u32,
    /// The serial number that it has now.
    pub(crate) serial: u32,
}

impl Sources {
    /// Makes the folder, which must not be there yet.
    pub(crate) fn create(root: PathBuf, count: u32) -> Result<Self, Failure> {
        fs::create_dir(&root).map_err(Failure::at(&root))?;
        let manifest = root.join("rigmill.toml");
        fs::write(&manifest, "[project]\nname = \"benchmark\"\n").map_err(Failure::at(&manifest))?;
        let sources = Self { root, count, next: count };
        for index in 0..count {
            if index % FILES_A_FOLDER == 0 {
                let folder = sources.root.join(folder(index));
                fs::create_dir(&folder).map_err(Failure::at(&folder))?;
            }
            sources.write(index, index)?;
        }
        Ok(sources)
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// Where a source is.
    pub(crate) fn path(&self, index: u32) -> PathBuf {
        self.root.join(source_name(index))
    }

    /// Rewrites one source in place, as most editors do; another one each time.
    pub(crate) fn change(&mut self) -> Result<Changed, Failure> {
        let serial = self.next;
        // A prime step, so that changes are spread over the folders.
        let index = u32::try_from(u64::from(serial) * 7919 % u64::from(self.count)).unwrap_or(0);
        self.write(index, serial)?;
        self.next += 1;
        Ok(Changed { index, serial })
    }

    fn write(&self, index: u32, serial: u32) -> Result<(), Failure> {
        let path = self.path(index);
        fs::write(&path, clip::source(serial)).map_err(Failure::at(&path))
    }
}

/// The folder of a source, below the project's.
pub(crate) fn folder(index: u32) -> String {
    format!("f{:04}", index / FILES_A_FOLDER)
}

/// The name of an asset.
pub(crate) fn asset_name(index: u32) -> String {
    format!("{}/clip{index:06}", folder(index))
}

/// A source's path below the project's folder.
pub(crate) fn source_name(index: u32) -> String {
    asset_name(index) + ".Animation"
}
