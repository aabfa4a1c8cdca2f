//! [`OutputTree`]: the files below a target's folder.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::disk::{Disk, Fingerprint, absent, below, folders_of};
use crate::run::{Staged, Staging};

/// What was where a folder was to be placed. Where there was nothing, the folder is there now.
enum Found {
    Nothing,
    Folder,
    Other,
}

/// The files below a target's folder. Nothing is ever put outside it: a symbolic link on the way is an error.
pub(crate) struct OutputTree<'a> {
    folder: &'a Path,
    disk: &'a dyn Disk,
    made: BTreeSet<PathBuf>,
    /// Folders, relative to the target's, that were put in place with all their files.
    arrived: BTreeSet<String>,
}

impl<'a> OutputTree<'a> {
    pub(crate) fn new(folder: &'a Path, disk: &'a dyn Disk) -> Self {
        Self { folder, disk, made: BTreeSet::new(), arrived: BTreeSet::new() }
    }

    pub(crate) fn folder(&self) -> &'a Path {
        self.folder
    }

    /// Puts the folders in place that are not there yet, each with all that waits in it. What cannot be done so is left
    /// to [`place`](Self::place).
    pub(crate) fn place_folders(&mut self, staging: &Staging<'_>) {
        let Some((staged, mirror)) = staging.whole_folders() else { return };
        let mut there = BTreeSet::new();
        // A folder comes after those above it.
        for folder in staged.iter().map(String::as_str) {
            let parent = folders_of(folder).next();
            if parent.is_some_and(|parent| self.arrived.contains(parent)) {
                self.arrived.insert(folder.to_owned());
            } else if parent.is_none_or(|parent| there.contains(parent)) {
                match self.place_folder(&below(mirror, folder), &below(self.folder, folder)) {
                    Found::Nothing => drop(self.arrived.insert(folder.to_owned())),
                    Found::Folder => drop(there.insert(folder)),
                    Found::Other => {}
                }
            }
        }
    }

    /// Moves a folder to its place if nothing is there.
    fn place_folder(&self, staged: &Path, place: &Path) -> Found {
        let is_gone = |path: &Path| fs::symlink_metadata(path).is_err_and(|error| absent(&error));
        match fs::symlink_metadata(place) {
            // Where two names are one folder to the file system, it went under the other name.
            Ok(found) if found.is_dir() && is_gone(staged) => Found::Nothing,
            Ok(found) if found.is_dir() => Found::Folder,
            Err(error) if absent(&error) && self.disk.rename(staged, place).is_ok() => Found::Nothing,
            _ => Found::Other,
        }
    }

    /// Puts a waiting file in its place, a path relative to the folder.
    pub(crate) fn place(&mut self, staged: &Staged, path: &str) -> io::Result<Fingerprint> {
        if folders_of(path).next().is_some_and(|folder| self.arrived.contains(folder)) {
            return Ok(staged.fingerprint);
        }
        let place = self.folder.join(path);
        if let Some(parent) = place.parent() {
            self.make_folders(parent)?;
        }
        self.disk.place_below(&staged.path, self.folder, path)?;
        Ok(staged.fingerprint.renamed(self.disk.stamp(&place)?))
    }

    /// Removes a file, and the folders that are empty without it.
    pub(crate) fn remove(&mut self, path: &str) -> io::Result<()> {
        let place = self.folder.join(path);
        // Any folder on the way may be gone then.
        self.made.retain(|made| !place.starts_with(made));
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
