//! [`ProbeFile`]: a temporary file for checks.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

static SERIAL: AtomicU32 = AtomicU32::new(0);

/// An empty file that is removed when dropped.
pub(super) struct ProbeFile {
    path: PathBuf,
    file: File,
}

impl ProbeFile {
    /// Creates a file in a folder.
    pub(super) fn new(folder: &Path) -> io::Result<Self> {
        let path = free_name(folder);
        let file = File::options().write(true).create_new(true).open(&path)?;
        Ok(Self { path, file })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    pub(super) fn metadata(&self) -> io::Result<Metadata> {
        fs::metadata(&self.path)
    }
}

impl Drop for ProbeFile {
    fn drop(&mut self) {
        // If the file cannot be removed, this is not reported as a finding.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns an unused hidden name in a folder. It contains the process id, and builds do not treat hidden files as sources.
pub(super) fn free_name(folder: &Path) -> PathBuf {
    let serial = SERIAL.fetch_add(1, Ordering::Relaxed);
    folder.join(format!(".rigmill-doctor-{}-{serial}", std::process::id()))
}

/// Returns the folder at a path, or the nearest existing parent folder.
pub(super) fn nearest_folder(path: &Path) -> io::Result<&Path> {
    for folder in path.ancestors() {
        // A relative path is below the current folder.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        match fs::metadata(folder) {
            Ok(found) if found.is_dir() => return Ok(folder),
            Ok(_) => {
                let message = format!("{} is a file, not a folder", folder.display());
                return Err(io::Error::new(io::ErrorKind::NotADirectory, message));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            // The error will name the parent that is a file.
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::NotFound.into())
}
