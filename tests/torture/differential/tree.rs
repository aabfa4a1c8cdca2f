//! [`Tree`]: the files, links and folders below a folder, as a value.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::{Duration, UNIX_EPOCH};

use crate::support::files::symlink;

/// The modification time of restored files.
const LONG_AGO: Duration = Duration::from_secs(1_000_000_000);

/// Files of at least this size contain only zeros, and are not read.
const HUGE: u64 = 2 << 20;

/// What exists at a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    Folder,
    File(Vec<u8>),
    /// A file with this number of zeros, which uses no blocks on the disk.
    Huge(u64),
    Link(PathBuf),
}

/// The entries below a folder, by relative path. Parents come before their contents.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Tree(pub(super) BTreeMap<PathBuf, Node>);

impl Tree {
    /// Reads the entries below a folder, except for top-level entries with a name in `without`. Entries that another program
    /// removes or replaces in the meantime may be missing.
    pub(super) fn read(folder: &Path, without: &[&str]) -> Self {
        let mut tree = Self::default();
        tree.read_folder(folder, Path::new(""), without);
        tree
    }

    fn read_folder(&mut self, top: &Path, folder: &Path, without: &[&str]) {
        for entry in fs::read_dir(top.join(folder)).into_iter().flatten().flatten() {
            let path = folder.join(entry.file_name());
            if without.iter().any(|name| path == Path::new(name)) {
                continue;
            }
            let Some(node) = Node::at(&top.join(&path)) else { continue };
            if node == Node::Folder {
                self.read_folder(top, &path, without);
            }
            self.0.insert(path, node);
        }
    }

    /// Creates a new folder with these entries.
    pub(super) fn write(&self, folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        self.0.iter().for_each(|(path, node)| node.write(&folder.join(path)));
    }

    /// Makes a folder equal to this tree, except for some top-level entries, in the same way as version control: equal files
    /// are left alone, and changed files get a modification time in the distant past.
    pub(super) fn restore(&self, folder: &Path, without: &[&str]) {
        let now = Self::read(folder, without);
        for (path, node) in now.0.iter().rev() {
            if self.0.get(path) != Some(node) {
                remove(&folder.join(path));
            }
        }
        for (path, node) in self.0.iter().filter(|(path, node)| now.0.get(*path) != Some(node)) {
            node.write(&folder.join(path));
            if let Node::File(_) = node {
                let file = fs::File::options().write(true).open(folder.join(path)).unwrap();
                file.set_modified(UNIX_EPOCH + LONG_AGO).unwrap();
            }
        }
    }

    /// Returns the paths of files and links.
    pub(super) fn files(&self) -> Vec<PathBuf> {
        self.0.iter().filter(|it| *it.1 != Node::Folder).map(|it| it.0.clone()).collect()
    }

    pub(super) fn folders(&self) -> Vec<PathBuf> {
        self.0.iter().filter(|it| *it.1 == Node::Folder).map(|it| it.0.clone()).collect()
    }

    /// Returns a value that differs for different trees.
    pub(super) fn digest(&self) -> [u64; 2] {
        [0_u8, 1].map(|salt| {
            let mut hasher = DefaultHasher::new();
            (salt, self).hash(&mut hasher);
            hasher.finish()
        })
    }
}

impl Node {
    fn at(path: &Path) -> Option<Self> {
        let metadata = fs::symlink_metadata(path).ok()?;
        Some(if metadata.is_dir() {
            Self::Folder
        } else if metadata.is_symlink() {
            Self::Link(fs::read_link(path).ok()?)
        } else if metadata.len() >= HUGE {
            Self::Huge(metadata.len())
        } else {
            Self::File(fs::read(path).ok()?)
        })
    }

    fn write(&self, path: &Path) {
        match self {
            Self::Folder => fs::create_dir_all(path).unwrap(),
            Self::File(bytes) => fs::write(path, bytes).unwrap(),
            Self::Huge(size) => fs::File::create(path).unwrap().set_len(*size).unwrap(),
            Self::Link(target) => symlink(target, path).unwrap(),
        }
    }
}

/// Removes whatever exists at a path. Removes links themselves and not their targets.
pub(super) fn remove(path: &Path) {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => fs::remove_dir_all(path).unwrap(),
        Ok(_) => fs::remove_file(path).unwrap(),
        Err(_) => {}
    }
}
