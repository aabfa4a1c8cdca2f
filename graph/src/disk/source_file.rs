//! [`SourceFile`]: opens a source. Symbolic links on its path may lead out of the project only if the manifest allows it.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rigmill_pipeline::SourcePath;
use thiserror::Error;

use super::absent::absent;
use super::stamp::Stamp;

/// The number of attempts to follow a path that keeps changing.
const TRIES: usize = 16;

/// Where symbolic links on the path of a source may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// To files in the project.
    Within,
    /// Anywhere.
    Anywhere,
}

/// A file of a project that a stage reads.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// The project's folder, without symbolic links.
    pub root: &'a Path,
    /// The file, relative to the project's folder.
    pub path: &'a SourcePath,
    /// Where links on its path may lead.
    pub links: Links,
}

/// A symbolic link leads out of the project, so the file is not read.
#[derive(Debug, Error)]
#[error("the symbolic link `{link}` leads out of the project, to {}", target.display())]
pub(crate) struct LeavesProject {
    link: String,
    target: PathBuf,
}

impl LeavesProject {
    /// Whether this is the cause of an error.
    pub(crate) fn is_cause_of(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|error| error.is::<Self>())
    }
}

/// Opens a file for reading, without waiting for the other end of a pipe.
pub(crate) fn open_nonblocking(path: &Path) -> io::Result<File> {
    imp::open_anywhere(path)
}

impl SourceFile<'_> {
    /// Its full path, with links.
    #[must_use]
    pub fn full_path(&self) -> PathBuf {
        self.root.join(self.path.as_str())
    }

    /// Opens it for reading, without waiting for the other end of a pipe.
    ///
    /// # Errors
    /// When a link leads to a forbidden location; otherwise the system's error.
    pub(crate) fn open(&self) -> io::Result<File> {
        match self.links {
            Links::Anywhere => imp::open_anywhere(&self.full_path()),
            Links::Within => match imp::open_beneath(self.root, self.path.as_str()) {
                Some(file) => Ok(file),
                None => self.within(imp::open),
            },
        }
    }

    /// Its stamp, links followed; `None` if there is no file.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub(crate) fn stamp(&self) -> io::Result<Option<Stamp>> {
        let found = match self.links {
            Links::Anywhere => fs::metadata(self.full_path()).map(|it| it.is_file().then(|| Stamp::of(&it))),
            Links::Within => self.within(imp::stamp),
        };
        match found {
            Err(error) if absent(&error) => Ok(None),
            found => found,
        }
    }

    /// Resolves the path, then accesses the file by a path without links. If a link appears on that path meanwhile, the path
    /// is resolved again.
    fn within<T>(&self, access: fn(&Path, &Path) -> io::Result<Option<T>>) -> io::Result<T> {
        for _ in 0..TRIES {
            let target = fs::canonicalize(self.full_path())?;
            let Ok(path) = target.strip_prefix(self.root) else { return Err(self.leaves_project(target)) };
            if let Some(found) = access(self.root, path)? {
                return Ok(found);
            }
        }
        Err(io::Error::new(io::ErrorKind::ResourceBusy, "its path keeps changing while it is followed"))
    }

    /// The error for the first part of the path that is a link out of the project.
    fn leaves_project(&self, target: PathBuf) -> io::Error {
        let path = self.path.as_str();
        let parts = path.match_indices('/').map(|(end, _)| &path[..end]).chain([path]);
        let leaving = parts.filter_map(|part| {
            let at = self.root.join(part);
            let target = fs::canonicalize(&at).ok().filter(|target| !target.starts_with(self.root))?;
            at.is_symlink().then(|| LeavesProject { link: part.to_owned(), target })
        });
        let found = leaving.into_iter().next().unwrap_or(LeavesProject { link: path.to_owned(), target });
        io::Error::new(io::ErrorKind::PermissionDenied, found)
    }
}

#[cfg(unix)]
mod imp {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    use rustix::fd::{AsFd, OwnedFd};
    use rustix::fs::{AtFlags, CWD, FileType, Mode, OFlags, openat, statat};
    use rustix::io::Errno;

    use crate::disk::stamp::Stamp;

    const READ: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC).union(OFlags::NONBLOCK).union(OFlags::NOCTTY);

    /// Opening a folder on the path must not require permission to list it.
    #[cfg(target_os = "linux")]
    const SEARCH: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);
    #[cfg(not(target_os = "linux"))]
    const SEARCH: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

    pub(super) fn open_anywhere(path: &Path) -> io::Result<File> {
        Ok(openat(CWD, path, READ, Mode::empty())?.into())
    }

    /// Opens a file whose path stays below `root`, in one step; `None` if that fails for any reason.
    #[cfg(target_os = "linux")]
    pub(super) fn open_beneath(root: &Path, path: &str) -> Option<File> {
        use rustix::fs::{ResolveFlags, openat2};
        let root = openat(CWD, root, SEARCH, Mode::empty()).ok()?;
        openat2(root, path, READ, Mode::empty(), ResolveFlags::BENEATH).ok().map(File::from)
    }

    #[cfg(not(target_os = "linux"))]
    pub(super) fn open_beneath(_: &Path, _: &str) -> Option<File> {
        None
    }

    /// Opens the file at a path without links; `None` if a link has appeared on it.
    pub(super) fn open(root: &Path, path: &Path) -> io::Result<Option<File>> {
        let Some((folder, name)) = parent(root, path)? else { return Ok(None) };
        match openat(&folder, name, READ | OFlags::NOFOLLOW, Mode::empty()) {
            Ok(file) => Ok(Some(file.into())),
            Err(error) => unless_link(&folder, name, error),
        }
    }

    /// The stamp of the file at a path without links; `None` if a link has appeared on it.
    pub(super) fn stamp(root: &Path, path: &Path) -> io::Result<Option<Option<Stamp>>> {
        let Some((folder, name)) = parent(root, path)? else { return Ok(None) };
        let stat = statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(match FileType::from_raw_mode(stat.st_mode) {
            FileType::Symlink => None,
            kind => Some(kind.is_file().then(|| Stamp::of_stat(&stat))),
        })
    }

    /// The folder of a path without links, and the file name.
    fn parent<'a>(root: &Path, path: &'a Path) -> io::Result<Option<(OwnedFd, &'a Path)>> {
        let mut folder = openat(CWD, root, SEARCH, Mode::empty())?;
        let mut names = path.iter().map(Path::new).peekable();
        while let Some(name) = names.next() {
            if names.peek().is_none() {
                return Ok(Some((folder, name)));
            }
            folder = match openat(&folder, name, SEARCH | OFlags::NOFOLLOW, Mode::empty()) {
                Ok(next) => next,
                Err(error) => return unless_link(&folder, name, error),
            };
        }
        // The project's folder itself is not a file.
        Ok(Some((folder, Path::new("."))))
    }

    /// `None` if the name is a link; otherwise the error. Systems report links with different errors.
    fn unless_link<T>(folder: impl AsFd, name: &Path, error: Errno) -> io::Result<Option<T>> {
        match statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) if FileType::from_raw_mode(stat.st_mode).is_symlink() => Ok(None),
            _ => Err(error.into()),
        }
    }
}

#[cfg(not(unix))]
mod imp {
    use std::fs::{self, File};
    use std::io;
    use std::path::Path;

    use crate::disk::stamp::Stamp;

    pub(super) fn open_anywhere(path: &Path) -> io::Result<File> {
        File::open(path)
    }

    pub(super) fn open_beneath(_: &Path, _: &str) -> Option<File> {
        None
    }

    pub(super) fn open(root: &Path, path: &Path) -> io::Result<Option<File>> {
        File::open(root.join(path)).map(Some)
    }

    pub(super) fn stamp(root: &Path, path: &Path) -> io::Result<Option<Option<Stamp>>> {
        let metadata = fs::metadata(root.join(path))?;
        Ok(Some(metadata.is_file().then(|| Stamp::of(&metadata))))
    }
}

#[cfg(all(test, unix))]
mod tests {
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
