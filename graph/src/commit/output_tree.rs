//! [`OutputTree`]: the files below a target's folder.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rigmill_disk::relative_path::{below, folders_of};
use rigmill_disk::{Disk, Fingerprint, absent};

use crate::run::{Staged, Staging};

/// What existed at the target path of a new folder. If nothing existed, the folder was moved there.
enum Found {
    Nothing,
    Folder,
    Other,
}

/// The files below a target's folder. Nothing is written outside this folder: a symbolic link on the path is an error.
pub(crate) struct OutputTree<'a> {
    folder: &'a Path,
    disk: &'a dyn Disk,
    /// The folders that are known to exist.
    made: BTreeSet<PathBuf>,
    /// The folders that were moved with all their files, relative to the target's folder.
    moved: BTreeSet<String>,
}

impl<'a> OutputTree<'a> {
    pub(crate) fn new(folder: &'a Path, disk: &'a dyn Disk) -> Self {
        Self { folder, disk, made: BTreeSet::new(), moved: BTreeSet::new() }
    }

    pub(crate) fn folder(&self) -> &'a Path {
        self.folder
    }

    /// Moves new folders, each with all its staged files. [`place`](Self::place) moves the remaining files.
    pub(crate) fn place_folders(&mut self, staging: &Staging<'_>) {
        let Some((staged, mirror)) = staging.whole_folders() else { return };
        let mut existing = BTreeSet::new();
        // Parent folders come before their subfolders.
        for folder in staged.iter().map(String::as_str) {
            let parent = folders_of(folder).next();
            if parent.is_some_and(|parent| self.moved.contains(parent)) {
                self.moved.insert(folder.to_owned());
            } else if parent.is_none_or(|parent| existing.contains(parent)) {
                match self.place_folder(&below(mirror, folder), &below(self.folder, folder)) {
                    Found::Nothing => drop(self.moved.insert(folder.to_owned())),
                    Found::Folder => drop(existing.insert(folder)),
                    Found::Other => {}
                }
            }
        }
    }

    /// Moves a folder if nothing exists at its new path.
    fn place_folder(&self, staged: &Path, path: &Path) -> Found {
        let is_gone = |path: &Path| fs::symlink_metadata(path).is_err_and(|error| absent(&error));
        match fs::symlink_metadata(path) {
            // To the file system, two names can be one folder. In this case, the folder was already moved under the other name.
            Ok(found) if found.is_dir() && is_gone(staged) => Found::Nothing,
            Ok(found) if found.is_dir() => Found::Folder,
            Err(error) if absent(&error) && self.disk.rename(staged, path).is_ok() => Found::Nothing,
            _ => Found::Other,
        }
    }

    /// Moves a staged file to `path`, which is relative to the target's folder.
    pub(crate) fn place(&mut self, staged: &Staged, path: &str) -> io::Result<Fingerprint> {
        if folders_of(path).next().is_some_and(|folder| self.moved.contains(folder)) {
            return Ok(staged.fingerprint);
        }
        let full_path = self.folder.join(path);
        if let Some(parent) = full_path.parent() {
            self.make_folders(parent)?;
        }
        self.disk.move_below(&staged.path, self.folder, path)?;
        Ok(staged.fingerprint.renamed(self.disk.stamp(&full_path)?))
    }

    /// Removes a file, and the folders that are empty afterwards.
    pub(crate) fn remove(&mut self, path: &str) -> io::Result<()> {
        let full_path = self.folder.join(path);
        // Removing the file may remove any folder on its path.
        self.made.retain(|made| !full_path.starts_with(made));
        self.disk.remove_below(self.folder, path)
    }

    fn make_folders(&mut self, folder: &Path) -> io::Result<()> {
        if self.made.contains(folder) {
            return Ok(());
        }
        if let (true, Some(parent)) = (folder != self.folder, folder.parent()) {
            self.make_folders(parent)?;
        }
        self.disk.make_folder(folder)?;
        self.made.insert(folder.to_owned());
        Ok(())
    }
}
