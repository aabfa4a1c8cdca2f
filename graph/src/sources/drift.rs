//! [`Drift`]: how a folder differs from the tree that is remembered of it. The whole of a build that has nothing to do.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rigmill_pipeline::SourcePath;

use super::scan::list;
use super::tree::{FolderRow, Tree};
use crate::disk::{OpenFolder, Stamp, absent};

/// How the disk differs from a [`Tree`].
#[derive(Debug, Default)]
pub(crate) struct Drift {
    /// Files whose stamps are others now, with these.
    pub(crate) files: Vec<(usize, Stamp)>,
    /// Folders whose stamps are others now although the names in them are the same.
    pub(crate) folders: Vec<(usize, Stamp)>,
    /// Files or folders came or went: the tree must be made anew.
    pub(crate) reshaped: bool,
}

impl Drift {
    fn join(mut self, mut other: Self) -> Self {
        self.files.append(&mut other.files);
        self.folders.append(&mut other.folders);
        self.reshaped |= other.reshaped;
        self
    }
}

/// Looks at every folder and file of `tree` below `root`, on all threads.
pub(crate) fn drift(root: &Path, tree: &Tree, skip: &Path) -> io::Result<Drift> {
    let look = |(index, row): (usize, &FolderRow)| look_at(root, tree, skip, index, row);
    tree.folders.par_iter().enumerate().map(look).try_reduce(Drift::default, |a, b| Ok(a.join(b)))
}

/// Looks at the files of `changed`, paths that begin with `root`, and at those whose stamps were not settled when they
/// were last looked at. What is not as simple as a file with another stamp counts as another shape.
pub(crate) fn drift_of(root: &Path, tree: &Tree, changed: &[PathBuf]) -> Drift {
    let mut drift = Drift::default();
    let mut files: BTreeSet<usize> =
        (0..tree.files.len()).filter(|&file| tree.files[file].stamp == Stamp::UNKNOWN).collect();
    for path in changed {
        match source_path(root, path).and_then(|source| tree.find(&source)) {
            Some(file) => drop(files.insert(file)),
            // Something that was there for a moment only is nothing.
            None => drift.reshaped |= !fs::symlink_metadata(path).is_err_and(|error| absent(&error)),
        }
    }
    for file in files {
        let path = tree.path(file).map(|source| root.join(source.as_str()));
        match path.and_then(|path| fs::metadata(path).ok()).filter(Metadata::is_file).map(|it| Stamp::of(&it)) {
            Some(stamp) if stamp == tree.files[file].stamp => {}
            Some(stamp) => drift.files.push((file, stamp)),
            None => drift.reshaped = true,
        }
    }
    drift
}

fn source_path(root: &Path, path: &Path) -> Option<SourcePath> {
    let parts: Option<Vec<&str>> = path.strip_prefix(root).ok()?.iter().map(OsStr::to_str).collect();
    SourcePath::new(&parts?.join("/")).ok()
}

fn look_at(root: &Path, tree: &Tree, skip: &Path, index: usize, row: &FolderRow) -> io::Result<Drift> {
    let mut drift = Drift::default();
    let path = tree.names.text(row.path);
    let place = root.join(path);
    let Some(folder) = OpenFolder::open(&place)? else {
        drift.reshaped = true;
        return Ok(drift);
    };
    let stamp = folder.stamp()?;
    if stamp != row.stamp {
        if !same_names(tree, row, &place, path, skip)? {
            drift.reshaped = true;
            return Ok(drift);
        }
        drift.folders.push((index, stamp));
    }
    for file in row.files() {
        let known = &tree.files[file];
        match folder.file(tree.names.c(known.name))? {
            Some(stamp) if stamp == known.stamp => {}
            Some(stamp) => drift.files.push((file, stamp)),
            None => drift.reshaped = true,
        }
    }
    Ok(drift)
}

fn same_names(tree: &Tree, row: &FolderRow, place: &Path, path: &str, skip: &Path) -> io::Result<bool> {
    let prefix = if path.is_empty() { String::new() } else { format!("{path}/") };
    let Some((files, folders)) = list(place, &prefix, skip)? else { return Ok(false) };
    let known = row.files().map(|file| (tree.names.text(tree.files[file].name), tree.files[file].is_link()));
    Ok(files.iter().map(|(name, is_link)| (name.as_str(), *is_link)).eq(known)
        && folders.len() == row.folder_count as usize
        && folders.iter().all(|name| tree.folder(&format!("{prefix}{name}")).is_some()))
}
