//! [`scan`]: finds every file of a project.

use std::ffi::OsStr;
use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;
use rigmill_disk::system::{found_at, found_in};
use rigmill_disk::{Stamp, absent};
use rigmill_pipeline::SourcePath;
use serde::{Deserialize, Serialize};

use super::ignore::{FoundIgnoreFile, IGNORE_FILES, IgnoreFiles, IgnoreScope, is_misnamed_ignore_file};
use super::tree::{FileRow, FolderRow, Tree};
use crate::project::STATE_FOLDER;
use crate::records::fault_on_windows;

/// The maximum depth of nested folders. Deeper folders are an error, because nobody creates them on purpose.
const MAX_DEPTH: usize = 128;

/// The result of a scan.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) tree: Tree,
    pub(crate) unusable: UnusableFiles,
    /// The number of ignored files and folders. Files and folders below an ignored folder are not counted.
    pub(crate) ignored: usize,
}

/// Files that cannot be sources.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnusableFiles {
    /// Files and folders whose names a manifest cannot contain, with the reason. Folders have a trailing `/`.
    pub(crate) names: Vec<(String, String)>,
    /// Symbolic links that are not followed: links whose target does not exist and, with a trailing `/`, links to folders.
    pub(crate) unfollowed_links: Vec<String>,
    /// Files whose names are probably misspellings of the name of an ignore file.
    pub(crate) misnamed_ignore_files: Vec<String>,
}

impl UnusableFiles {
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.unfollowed_links.is_empty() && self.misnamed_ignore_files.is_empty()
    }

    fn append(&mut self, mut other: Self) {
        self.names.append(&mut other.names);
        self.unfollowed_links.append(&mut other.unfollowed_links);
        self.misnamed_ignore_files.append(&mut other.misnamed_ignore_files);
    }
}

/// Finds every file below `root`, except hidden files (with a leading dot), ignored files, and files below the folder `skip`.
/// Follows symbolic links to files, but not to folders, so that every scan ends.
///
/// # Errors
/// Returns the folder or ignore file that cannot be read, and the system's error.
pub(crate) fn scan(root: &Path, skip: &Path) -> Result<Scan, (PathBuf, io::Error)> {
    let mut found = Found::default();
    Scanner { root, skip }.scan_folder(root, "", 0, None, &mut found)?;
    found.ignore_files.must_be_small(root)?;
    found.folders.par_sort_unstable_by(|a, b| a.path.cmp(&b.path));
    found.unusable.names.sort_unstable();
    found.unusable.unfollowed_links.sort_unstable();
    found.unusable.misnamed_ignore_files.sort_unstable();
    let tree = Tree { ignore_files: Arc::new(found.ignore_files), ..flatten(found.folders) };
    Ok(Scan { tree, unusable: found.unusable, ignored: found.ignored })
}

/// The names in a folder.
pub(crate) struct FolderNames {
    /// The names of the files, with whether each is a link, sorted.
    pub(crate) files: Vec<(String, bool)>,
    pub(crate) folders: Vec<String>,
}

/// Returns the names in a folder as [`scan`] would find them with these ignore files. Returns `None` if a full scan is
/// necessary, because some names are unusable or are links to folders, because the folder has different ignore files, or
/// because it is an output folder.
pub(crate) fn list(
    folder: &Path,
    prefix: &str,
    skip: &Path,
    ignore_files: &IgnoreFiles,
) -> io::Result<Option<FolderNames>> {
    let entries = Entries::new(folder, prefix)?;
    if entries.is_output || !ignore_files.are_in(prefix.trim_end_matches('/'), &entries.ignore_files) {
        return Ok(None);
    }
    let mut listing = Listing::default();
    listing.add_all(entries, prefix, skip, |path, is_folder| ignore_files.ignores_entry(path, is_folder))?;
    if !listing.unusable.is_empty() {
        return Ok(None);
    }
    let mut files: Vec<(String, bool)> = listing.files.into_iter().map(|it| (it.name, it.is_link)).collect();
    files.sort_unstable();
    Ok(Some(FolderNames { files, folders: listing.folders }))
}

#[derive(Default)]
struct Found {
    folders: Vec<FoundFolder>,
    unusable: UnusableFiles,
    ignore_files: IgnoreFiles,
    ignored: usize,
}

impl Found {
    fn append(&mut self, mut other: Self) {
        self.folders.append(&mut other.folders);
        self.unusable.append(other.unusable);
        self.ignore_files.append(other.ignore_files);
        self.ignored += other.ignored;
    }
}

struct FoundFolder {
    path: String,
    stamp: Stamp,
    files: Vec<FoundFile>,
    folder_count: u32,
}

struct FoundFile {
    name: String,
    stamp: Stamp,
    is_link: bool,
}

fn flatten(folders: Vec<FoundFolder>) -> Tree {
    let mut tree = Tree::default();
    for folder in folders {
        let row = FolderRow::new(tree.names.push(&folder.path), tree.files.len(), folder.stamp);
        let file_count = u32::try_from(folder.files.len()).unwrap_or(u32::MAX);
        tree.folders.push(FolderRow { file_count, folder_count: folder.folder_count, ..row });
        for file in folder.files {
            tree.files.push(FileRow::new(tree.names.push(&file.name), file.is_link, file.stamp));
        }
    }
    tree
}

struct Scanner<'a> {
    root: &'a Path,
    skip: &'a Path,
}

impl Scanner<'_> {
    fn scan_folder(
        &self,
        folder: &Path,
        prefix: &str,
        depth: usize,
        above: Option<&IgnoreScope<'_>>,
        found: &mut Found,
    ) -> Result<(), (PathBuf, io::Error)> {
        let failed = |error| (folder.to_owned(), error);
        if depth > MAX_DEPTH {
            return Err(failed(io::Error::other(format!("folders are nested deeper than {MAX_DEPTH} levels"))));
        }
        // The stamp is read first, so that a change while the folder is listed causes a different stamp later.
        let stamp = match found_at(folder) {
            Ok(found) => found.stamp,
            Err(error) if depth > 0 && absent(&error) => return Ok(()),
            Err(error) => return Err(failed(error)),
        };
        let entries = Entries::new(folder, prefix).map_err(failed)?;
        let path = prefix.trim_end_matches('/').to_owned();
        let own = match entries.ignore_files.as_slice() {
            [] => None,
            found => Some(IgnoreScope::enter(above, self.root, &path, found)?),
        };
        let ignore = own.as_ref().or(above);
        let mut listing = Listing::default();
        let ignores = |path: &[u8], is_folder| ignore.is_some_and(|scope| scope.ignores_entry(path, is_folder));
        listing.add_all(entries, prefix, self.skip, ignores).map_err(failed)?;
        listing.files.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        let scan_below = |name: &String| {
            let mut found = Found::default();
            let prefix = format!("{prefix}{name}/");
            self.scan_folder(&folder.join(name), &prefix, depth + 1, ignore, &mut found).map(|()| found)
        };
        let below: Result<Vec<Found>, _> = listing.folders.par_iter().map(scan_below).collect();
        let folder_count = u32::try_from(listing.folders.len()).unwrap_or(u32::MAX);
        found.unusable.append(listing.unusable);
        found.ignored += listing.ignored;
        found.ignore_files.insert(path.clone(), own.map(IgnoreScope::into_own).unwrap_or_default());
        found.folders.push(FoundFolder { path, stamp, files: listing.files, folder_count });
        below?.into_iter().for_each(|other| found.append(other));
        Ok(())
    }
}

/// The entries of a folder that are not hidden, and its ignore files.
#[derive(Default)]
struct Entries {
    entries: Vec<DirEntry>,
    /// Sorted.
    ignore_files: Vec<FoundIgnoreFile>,
    /// The names that are probably misspellings of the name of an ignore file.
    misnamed: Vec<String>,
    /// Whether the folder contains the state of a project. If so, everything else in it is left out.
    is_output: bool,
}

impl Entries {
    fn new(folder: &Path, prefix: &str) -> io::Result<Self> {
        let mut found = Self::default();
        let entries = match fs::read_dir(folder) {
            Err(error) if absent(&error) => return Ok(found),
            result => result?,
        };
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            // A folder with build state is an output folder, formerly of this project or of a different one. It contains no
            // sources.
            if name == STATE_FOLDER && !prefix.is_empty() {
                return Ok(Self { is_output: true, ..Self::default() });
            }
            found.misnamed.extend(name.to_str().filter(|name| is_misnamed_ignore_file(name)).map(str::to_owned));
            if !name.as_encoded_bytes().starts_with(b".") {
                found.entries.push(entry);
            } else if let Some(name) = name.to_str().filter(|name| IGNORE_FILES.contains(name)) {
                let kind = entry.file_type()?;
                found.ignore_files.extend((!kind.is_dir()).then(|| (name.to_owned(), kind.is_symlink())));
            }
        }
        found.ignore_files.sort_unstable();
        Ok(found)
    }
}

/// The contents of one folder.
#[derive(Default)]
struct Listing {
    files: Vec<FoundFile>,
    folders: Vec<String>,
    unusable: UnusableFiles,
    ignored: usize,
}

impl Listing {
    fn add_all(
        &mut self,
        entries: Entries,
        prefix: &str,
        skip: &Path,
        ignores: impl Fn(&[u8], bool) -> bool,
    ) -> io::Result<()> {
        let misnamed = entries.misnamed.iter().filter(|name| !ignores(&[prefix, name].concat().into_bytes(), false));
        self.unusable.misnamed_ignore_files.extend(misnamed.map(|name| format!("{prefix}{name}")));
        for entry in entries.entries {
            let name = entry.file_name();
            let is_folder = entry.file_type()?.is_dir();
            if is_folder && entry.path() == skip {
                continue;
            }
            if ignores(&[prefix.as_bytes(), name.as_encoded_bytes()].concat(), is_folder) {
                self.ignored += 1;
                continue;
            }
            match (name.to_str(), unusable_name(&name)) {
                (Some(name), None) if is_folder => self.folders.push(name.to_owned()),
                (Some(name), None) => self.add_file(&entry, name, prefix)?,
                (_, fault) => {
                    let slash = if is_folder { "/" } else { "" };
                    let path = format!("{prefix}{}{slash}", name.to_string_lossy());
                    self.unusable.names.push((path, fault.unwrap_or_default()));
                }
            }
        }
        Ok(())
    }

    fn add_file(&mut self, entry: &DirEntry, name: &str, prefix: &str) -> io::Result<()> {
        let is_link = entry.file_type()?.is_symlink();
        let stamp = match if is_link { found_at(&entry.path()) } else { found_in(entry) } {
            Ok(found) if found.is_file => Some(found.stamp),
            Ok(_) => {
                if is_link && entry.path().is_dir() {
                    self.unusable.unfollowed_links.push(format!("{prefix}{name}/"));
                }
                return Ok(());
            }
            // The link has no target, or is part of a cycle of links.
            Err(_) if is_link => None,
            Err(error) if absent(&error) => return Ok(()),
            Err(error) => return Err(error),
        };
        let path = format!("{prefix}{name}");
        let is_portable = SourcePath::new(&path).is_ok_and(|source| source.as_str() == path);
        match stamp {
            _ if !is_portable => {
                self.unusable.names.push((path, "would mean a different path on another system".to_owned()));
            }
            Some(stamp) => self.files.push(FoundFile { name: name.to_owned(), stamp, is_link }),
            None => self.unusable.unfollowed_links.push(path),
        }
        Ok(())
    }
}

/// Returns why no source can have this name. Windows lists names that it cannot open if another system has created them.
fn unusable_name(name: &OsStr) -> Option<String> {
    let Some(name) = name.to_str() else { return Some("is not UTF-8".to_owned()) };
    let fault = cfg!(windows).then(|| fault_on_windows(name)).flatten()?;
    Some(format!("cannot be used on Windows: {fault}"))
}
