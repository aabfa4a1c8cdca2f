//! [`IgnoreFiles`]: the ignore files of a project.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use rigmill_disk::Stamp;
use rigmill_disk::relative_path::{join, split};
use rigmill_pipeline::{Diagnostic, codes};
use serde::{Deserialize, Serialize};

use super::ignore_file::{FoundIgnoreFile, IGNORE_FILES, IgnoreFile, IgnoreMatch};

/// The maximum total size of all ignore files, in bytes. The limit exists because the state contains their text.
const LARGEST: usize = 16 << 20;

/// The number of warnings about ignore files that are reported. The rest are only counted.
const WARNINGS: usize = 20;

/// The ignore files of the folders that a scan entered, by folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct IgnoreFiles(BTreeMap<String, Vec<IgnoreFile>>);

impl IgnoreFiles {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the paths of the files, relative to the project's folder, without symbolic links.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files().filter(|file| !file.found().1).map(|file| file.path.as_str())
    }

    fn files(&self) -> impl Iterator<Item = &IgnoreFile> {
        self.0.values().flatten()
    }

    /// Adds the ignore files of a folder that was scanned.
    pub(crate) fn insert(&mut self, folder: String, files: Vec<IgnoreFile>) {
        if !files.is_empty() {
            self.0.insert(folder, files);
        }
    }

    pub(crate) fn append(&mut self, mut other: Self) {
        self.0.append(&mut other.0);
    }

    /// # Errors
    /// Returns an error if the ignore files are too large to be part of the state.
    pub(crate) fn must_be_small(&self, root: &Path) -> Result<(), (PathBuf, io::Error)> {
        let mut total = 0;
        let first_beyond = self.files().find(|file| {
            total += file.length();
            total > LARGEST
        });
        let error =
            || io::Error::new(io::ErrorKind::FileTooLarge, format!("all ignore files together exceed {LARGEST} bytes"));
        first_beyond.map_or(Ok(()), |file| Err((root.join(&file.path), error())))
    }

    /// Whether a folder has exactly these ignore files.
    pub(crate) fn are_in(&self, folder: &str, found: &[FoundIgnoreFile]) -> bool {
        let known = self.0.get(folder).map(Vec::as_slice).unwrap_or_default();
        known.iter().map(IgnoreFile::found).eq(found.iter().cloned())
    }

    /// Whether a path, relative to the project's folder, is one of the ignore files.
    pub(crate) fn contains(&self, path: &str) -> bool {
        let (folder, _) = split(path);
        self.0.get(folder).is_some_and(|files| files.iter().any(|file| file.path == path))
    }

    /// Returns the files with their current stamps if the contents of all are unchanged. Reads only the files whose stamps
    /// changed.
    pub(crate) fn if_unchanged(&self, root: &Path) -> Option<Self> {
        let again = |(folder, files): (&String, &Vec<IgnoreFile>)| {
            let files: Option<Vec<IgnoreFile>> = files.iter().map(|file| file.if_unchanged(root)).collect();
            Some((folder.clone(), files?))
        };
        self.0.iter().map(again).collect::<Option<_>>().map(Self)
    }

    /// Returns the paths and stamps of the files.
    pub(crate) fn stamps(&self) -> impl Iterator<Item = (&str, Stamp)> {
        self.files().map(|file| (file.path.as_str(), file.stamp))
    }

    /// Returns the files with the stamps to record.
    pub(crate) fn with_stamps(&self, stamp: impl Fn(&str, Stamp) -> Stamp) -> Self {
        let mut files = self.clone();
        files.0.values_mut().flatten().for_each(|file| file.stamp = stamp(&file.path, file.stamp));
        files
    }

    /// Returns why a path is ignored: because of its own name, or because a folder above it is ignored. A negated pattern
    /// cannot bring back a file below an ignored folder.
    pub(crate) fn ignoring(&self, path: &[u8], is_folder: bool) -> Option<IgnoreMatch> {
        if self.is_empty() {
            return None;
        }
        let slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| (at, true));
        slashes.chain([(path.len(), is_folder)]).find_map(|(end, is_folder)| self.decision(&path[..end], is_folder))
    }

    /// Whether no event at this path can change the tree. An ignore file is relevant even if a pattern matches its name.
    pub(crate) fn make_irrelevant(&self, path: &str, is_folder: bool) -> bool {
        let (folder, name) = split(path);
        match IGNORE_FILES.contains(&name) {
            true => !folder.is_empty() && self.ignoring(folder.as_bytes(), true).is_some(),
            false => self.ignoring(path.as_bytes(), is_folder).is_some(),
        }
    }

    /// Whether an entry is ignored, given that its folder is not.
    pub(crate) fn ignores_entry(&self, path: &[u8], is_folder: bool) -> bool {
        !self.is_empty() && self.decision(path, is_folder).is_some()
    }

    fn decision(&self, path: &[u8], is_folder: bool) -> Option<IgnoreMatch> {
        let slashes = path.iter().enumerate().rev().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
        let folders = slashes.chain([0]).filter_map(|end| str::from_utf8(&path[..end]).ok());
        let mut files = folders.filter_map(|folder| self.0.get(folder)).flat_map(|files| files.iter().rev());
        let (by, ignored) = files.find_map(|file| file.decision(path, is_folder))?;
        ignored.then_some(by)
    }

    /// Returns warnings about files and lines without effect.
    pub(crate) fn warnings(&self) -> Vec<Diagnostic> {
        let mut warnings: Vec<Diagnostic> = self
            .files()
            .flat_map(|file| file.warnings().into_iter().chain(file.lost_lines(|folder| self.ignoring(folder, true))))
            .collect();
        if warnings.len() > WARNINGS {
            let more = warnings.len() - WARNINGS;
            warnings.truncate(WARNINGS);
            warnings.push(Diagnostic::warning(
                codes::IGNORE_LINE,
                format!("there are {more} more warnings about ignore files"),
            ));
        }
        warnings
    }
}

/// The ignore files that apply to a folder that is being scanned: its own files, and those of the folders above it.
pub(crate) struct IgnoreScope<'a> {
    above: Option<&'a IgnoreScope<'a>>,
    own: Vec<IgnoreFile>,
}

impl<'a> IgnoreScope<'a> {
    /// Reads the ignore files that were found in a folder.
    ///
    /// # Errors
    /// Returns the file that cannot be read and the system's error.
    pub(crate) fn enter(
        above: Option<&'a Self>,
        root: &Path,
        folder: &str,
        found: &[FoundIgnoreFile],
    ) -> Result<Self, (PathBuf, io::Error)> {
        let read = |(name, is_link): &FoundIgnoreFile| {
            let path = join(folder, name);
            let location = root.join(&path);
            IgnoreFile::read(root, path, *is_link).map_err(|error| (location, error)).transpose()
        };
        let own = found.iter().filter_map(read).collect::<Result<_, _>>()?;
        Ok(Self { above, own })
    }

    /// Whether an entry of the folder is ignored.
    pub(crate) fn ignores_entry(&self, path: &[u8], is_folder: bool) -> bool {
        self.decision(path, is_folder).unwrap_or(false)
    }

    fn decision(&self, path: &[u8], is_folder: bool) -> Option<bool> {
        let own = self.own.iter().rev().find_map(|file| file.decision(path, is_folder));
        own.map(|(_, ignored)| ignored).or_else(|| self.above?.decision(path, is_folder))
    }

    /// Returns the folder's own ignore files.
    pub(crate) fn into_own(self) -> Vec<IgnoreFile> {
        self.own
    }
}
