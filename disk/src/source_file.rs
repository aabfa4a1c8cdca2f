//! [`SourceFile`]: opens a source. Symbolic links on its path can lead out of the project only if the manifest allows it.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use rigmill_pipeline::SourcePath;
use thiserror::Error;

use super::absent::absent;
use super::stamp::{Found, Stamp};
use super::system::{found_at, found_within, open_beneath, open_nonblocking, open_within, real_path};

/// The number of attempts to resolve a path that keeps changing.
const TRIES: usize = 16;

/// Where symbolic links on the path of a source may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Only to files in the project.
    Within,
    /// To any file.
    Anywhere,
}

/// A file of a project that a stage reads.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// The project's folder, as a path without symbolic links.
    pub root: &'a Path,
    /// The path of the file, relative to the project's folder.
    pub path: &'a SourcePath,
    /// Where symbolic links on the path may lead.
    pub links: Links,
}

/// The error that a symbolic link leads out of the project, so the file is not read.
#[derive(Debug, Error)]
#[error("the symbolic link `{link}` points outside the project, to {}", target.display())]
pub struct LeavesProject {
    link: String,
    target: PathBuf,
}

impl LeavesProject {
    /// Whether an error was caused by such a link.
    pub fn is_cause_of(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|error| error.is::<Self>())
    }
}

impl SourceFile<'_> {
    /// Returns the full path, with its symbolic links.
    #[must_use]
    pub fn full_path(&self) -> PathBuf {
        self.root.join(self.path.as_str())
    }

    /// Opens the file for reading, without waiting for the other end of a pipe.
    ///
    /// # Errors
    /// Returns an error if a link leads to a forbidden location; otherwise, the system's error.
    pub fn open(&self) -> io::Result<File> {
        match self.links {
            Links::Anywhere => open_nonblocking(&self.full_path()),
            Links::Within => match open_beneath(self.root, self.path.as_str()) {
                Some(file) => Ok(file),
                None => self.within(open_within),
            },
        }
    }

    /// Returns the file's stamp, following links; `None` if there is no file.
    ///
    /// # Errors
    /// Returns the same errors as [`open`](Self::open).
    pub fn stamp(&self) -> io::Result<Option<Stamp>> {
        let found = match self.links {
            Links::Anywhere => found_at(&self.full_path()),
            Links::Within => self.within(found_within),
        };
        match found {
            Err(error) if absent(&error) => Ok(None),
            found => found.map(Found::file),
        }
    }

    /// Resolves the path, then accesses the file through a path without links. If a link appears on that path in the meantime,
    /// the path is resolved again.
    fn within<T>(&self, access: fn(&Path, &Path) -> io::Result<Option<T>>) -> io::Result<T> {
        for _ in 0..TRIES {
            let target = real_path(self.full_path())?;
            let Ok(path) = target.strip_prefix(self.root) else { return Err(self.leaves_project(target)) };
            if let Some(found) = access(self.root, path)? {
                return Ok(found);
            }
        }
        Err(io::Error::new(io::ErrorKind::ResourceBusy, "the symbolic links on the path keep changing"))
    }

    /// Returns the error for the first part of the path that is a link out of the project.
    fn leaves_project(&self, target: PathBuf) -> io::Error {
        let path = self.path.as_str();
        let parts = path.match_indices('/').map(|(end, _)| &path[..end]).chain([path]);
        let leaving = parts.filter_map(|part| {
            let at = self.root.join(part);
            let target = real_path(&at).ok().filter(|target| !target.starts_with(self.root))?;
            at.is_symlink().then(|| LeavesProject { link: part.to_owned(), target })
        });
        let found = leaving.into_iter().next().unwrap_or(LeavesProject { link: path.to_owned(), target });
        io::Error::new(io::ErrorKind::PermissionDenied, found)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::io::Read;
    use std::os::unix::fs::symlink;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn a_link_that_is_replaced_while_it_is_followed_never_leads_out() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap().join("game");
        let (inside, outside) = (root.join(".in"), root.join("../out"));
        for (folder, text) in [(&inside, "ours"), (&outside, "theirs")] {
            fs::create_dir_all(folder).unwrap();
            fs::write(folder.join("file"), text).unwrap();
        }
        let path = SourcePath::new("art/file").unwrap();
        let source = SourceFile { root: &root, path: &path, links: Links::Within };
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    for target in [&inside, &outside] {
                        let _ = symlink(target, root.join("new"));
                        let _ = fs::rename(root.join("new"), root.join("art"));
                    }
                }
            });
            let (mut opened, mut tries) = (0, 0);
            let mut right = true;
            while right && opened < 200 && tries < 100_000 {
                tries += 1;
                let Ok(mut file) = source.open() else { continue };
                let mut text = String::new();
                file.read_to_string(&mut text).unwrap();
                let size = source.stamp().ok().flatten().map(|stamp| stamp.size());
                right = text == "ours" && size.is_none_or(|size| size == 4);
                opened += 1;
            }
            done.store(true, Ordering::Relaxed);
            assert!(right && opened > 0, "{opened} of {tries}");
        });
    }

    #[test]
    fn a_cycle_of_links_is_an_error_and_a_dangling_link_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        symlink("cycle", root.join("cycle")).unwrap();
        symlink("/nowhere/at/all", root.join("dangling_links")).unwrap();
        let stamp = |path: &str| {
            let path = SourcePath::new(path).unwrap();
            SourceFile { root: &root, path: &path, links: Links::Within }.stamp()
        };
        assert!(stamp("cycle").is_err());
        assert!(stamp("dangling_links").unwrap().is_none());
        assert!(stamp("missing/file").unwrap().is_none());
    }
}
