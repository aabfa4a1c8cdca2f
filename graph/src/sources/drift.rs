//! [`Drift`]: the differences between a folder and the tree of the last build. Finding them is most of the work of a build
//! without changes.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rigmill_disk::system::found_at;
use rigmill_disk::{Found, OpenFolder, Stamp, Threads, absent};
use rigmill_pipeline::SourcePath;

use super::ignore::IgnoreFiles;
use super::scan::{FolderNames, list};
use super::tree::{FileId, FolderId, FolderRow, Tree};

/// How the disk differs from a [`Tree`].
#[derive(Debug, Default)]
pub(crate) struct Drift {
    /// Files with a different stamp, each with its current stamp.
    pub(crate) files: Vec<(FileId, Stamp)>,
    /// Folders with a different stamp but the same names, each with its current stamp.
    pub(crate) folders: Vec<(FolderId, Stamp)>,
    /// Whether files or folders were added or removed, or different files are ignored. If so, the tree must be scanned again.
    pub(crate) structure_changed: bool,
    /// The ignore files with their current stamps. Not valid if the tree must be scanned again.
    pub(crate) ignore_files: Arc<IgnoreFiles>,
}

impl Drift {
    fn join(mut self, mut other: Self) -> Self {
        self.files.append(&mut other.files);
        self.folders.append(&mut other.folders);
        self.structure_changed |= other.structure_changed;
        self
    }

    fn of_structure() -> Self {
        Self { structure_changed: true, ..Self::default() }
    }
}

/// Checks every folder and file of `tree` below `root`.
///
/// # Errors
/// Returns the folder that cannot be read, and the system's error.
pub(crate) fn drift(root: &Path, tree: &Tree, skip: &Path, threads: Threads) -> Result<Drift, (PathBuf, io::Error)> {
    let Some(ignore_files) = tree.ignore_files.if_unchanged(root) else { return Ok(Drift::of_structure()) };
    let check = |index: usize, row: &FolderRow| {
        let drift = drift_of_folder(root, tree, skip, FolderId(index), row);
        drift.map_err(|error| (root.join(tree.names.text(row.path)), error))
    };
    let folders = threads.map_folders(&tree.folders, tree.files.len(), check);
    let drift = folders
        .into_iter()
        .try_fold(Drift::default(), |all, folder| Ok::<_, (PathBuf, io::Error)>(all.join(folder?)))?;
    Ok(Drift { ignore_files: Arc::new(ignore_files), ..drift })
}

/// Checks the files in `changed` (paths that begin with `root`), the files whose stamps were not settled in the last build, and
/// all ignore files. Every change except a different stamp of a file, or a change of an ignored file, counts as a change of
/// structure.
pub(crate) fn drift_of_changed(root: &Path, tree: &Tree, changed: &[PathBuf]) -> Drift {
    let Some(ignore_files) = tree.ignore_files.if_unchanged(root) else { return Drift::of_structure() };
    let mut drift = Drift { ignore_files: Arc::new(ignore_files), ..Drift::default() };
    let mut files: BTreeSet<FileId> = tree.file_ids().filter(|&file| tree[file].stamp == Stamp::UNKNOWN).collect();
    for path in changed {
        match source_path(root, path).and_then(|source| tree.find(&source)) {
            Some(file) => drop(files.insert(file)),
            None => drift.structure_changed |= is_new(root, tree, path),
        }
    }
    for file in files {
        let path = tree.path(file).map(|source| root.join(source.as_str()));
        match path.and_then(|path| found_at(&path).ok()).and_then(Found::file) {
            Some(stamp) if stamp == tree[file].stamp => {}
            Some(stamp) => drift.files.push((file, stamp)),
            None => drift.structure_changed = true,
        }
    }
    drift
}

/// Whether a path that is not in the tree may belong in it. A file that existed only for a moment does not.
fn is_new(root: &Path, tree: &Tree, path: &Path) -> bool {
    let is_folder = match fs::symlink_metadata(path) {
        Ok(metadata) => metadata.is_dir(),
        Err(error) => return !absent(&error),
    };
    let Some(relative) = relative_to(root, path) else { return true };
    !tree.ignore_files.contains(&relative) && !tree.ignore_files.make_irrelevant(&relative, is_folder)
}

fn source_path(root: &Path, path: &Path) -> Option<SourcePath> {
    SourcePath::new(&relative_to(root, path)?).ok()
}

/// Returns a path relative to the folder `root`, with `/` between its parts.
pub(crate) fn relative_to(root: &Path, path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path.strip_prefix(root).ok()?.iter().map(OsStr::to_str).collect();
    Some(parts?.join("/"))
}

fn drift_of_folder(root: &Path, tree: &Tree, skip: &Path, id: FolderId, row: &FolderRow) -> io::Result<Drift> {
    let mut drift = Drift::default();
    let path = tree.names.text(row.path);
    let location = root.join(path);
    let Some(folder) = OpenFolder::open(&location)? else { return Ok(Drift::of_structure()) };
    let stamp = folder.stamp()?;
    if stamp != row.stamp {
        if !same_names(tree, row, &location, path, skip)? {
            return Ok(Drift::of_structure());
        }
        drift.folders.push((id, stamp));
    }
    for file in row.files() {
        let known = &tree[file];
        match folder.file(tree.names.c_str(known.name))? {
            Some(stamp) if stamp == known.stamp => {}
            Some(stamp) => drift.files.push((file, stamp)),
            None => drift.structure_changed = true,
        }
    }
    Ok(drift)
}

fn same_names(tree: &Tree, row: &FolderRow, location: &Path, path: &str, skip: &Path) -> io::Result<bool> {
    let prefix = if path.is_empty() { String::new() } else { format!("{path}/") };
    let Some(FolderNames { files, folders }) = list(location, &prefix, skip, &tree.ignore_files)? else {
        return Ok(false);
    };
    let known = row.files().map(|file| (tree.names.text(tree[file].name), tree[file].is_link()));
    Ok(files.iter().map(|(name, is_link)| (name.as_str(), *is_link)).eq(known)
        && folders.len() == row.folder_count as usize
        && folders.iter().all(|name| tree.folder(&format!("{prefix}{name}")).is_some()))
}
