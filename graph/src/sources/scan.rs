//! [`scan`]: finds every file of a project.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rigmill_pipeline::SourcePath;
use serde::{Deserialize, Serialize};

use super::tree::{FileRow, FolderRow, Tree};
use crate::disk::{Stamp, absent, found_at, found_in};
use crate::project::STATE_FOLDER;

/// Folders nested deeper than this are an error: nobody creates them on purpose.
const MAX_DEPTH: usize = 128;

/// The result of a scan.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) tree: Tree,
    pub(crate) unusable: UnusableFiles,
}

/// Files that cannot be sources.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnusableFiles {
    /// Files and folders whose names no manifest could contain, with the reason. Folders have a final `/`.
    pub(crate) names: Vec<(String, String)>,
    /// Symbolic links without a target.
    pub(crate) dangling_links: Vec<String>,
}

impl UnusableFiles {
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.dangling_links.is_empty()
    }

    fn append(&mut self, mut other: Self) {
        self.names.append(&mut other.names);
        self.dangling_links.append(&mut other.dangling_links);
    }
}

/// Finds every file below `root`, except hidden ones (with a leading dot) and those below the folder `skip`. Symbolic links
/// to files are followed; links to folders are not, so that every scan ends.
///
/// # Errors
/// The folder that cannot be read, and the system's error.
pub(crate) fn scan(root: &Path, skip: &Path) -> Result<Scan, (PathBuf, io::Error)> {
    let mut found = Found::default();
    scan_folder(root, "", skip, 0, &mut found)?;
    found.folders.par_sort_unstable_by(|a, b| a.path.cmp(&b.path));
    found.unusable.names.sort_unstable();
    found.unusable.dangling_links.sort_unstable();
    Ok(Scan { tree: flatten(found.folders), unusable: found.unusable })
}

/// The names in a folder: of files, with whether each is a link, and of folders.
pub(crate) type FolderNames = (Vec<(String, bool)>, Vec<String>);

/// The names in a folder, as [`scan`] finds them; `None` if some cannot be used, or if it is an output folder.
pub(crate) fn list(folder: &Path, prefix: &str, skip: &Path) -> io::Result<Option<FolderNames>> {
    let mut listing = Listing::default();
    listing.read(folder, prefix, skip)?;
    if !listing.unusable.is_empty() || listing.is_output {
        return Ok(None);
    }
    let mut files: Vec<(String, bool)> = listing.files.into_iter().map(|it| (it.name, it.is_link)).collect();
    files.sort_unstable();
    Ok(Some((files, listing.folders)))
}

#[derive(Default)]
struct Found {
    folders: Vec<FoundFolder>,
    unusable: UnusableFiles,
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

fn scan_folder(
    folder: &Path,
    prefix: &str,
    skip: &Path,
    depth: usize,
    found: &mut Found,
) -> Result<(), (PathBuf, io::Error)> {
    let failed = |error| (folder.to_owned(), error);
    if depth > MAX_DEPTH {
        return Err(failed(io::Error::other(format!("folders are nested deeper than {MAX_DEPTH}"))));
    }
    // The stamp is read first, so that changes while the folder is listed give it a different one.
    let stamp = match found_at(folder) {
        Ok(found) => found.stamp,
        Err(error) if depth > 0 && absent(&error) => return Ok(()),
        Err(error) => return Err(failed(error)),
    };
    let mut listing = Listing::default();
    listing.read(folder, prefix, skip).map_err(failed)?;
    listing.files.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    let scan_below = |name: &String| {
        let mut found = Found::default();
        scan_folder(&folder.join(name), &format!("{prefix}{name}/"), skip, depth + 1, &mut found).map(|()| found)
    };
    let below: Result<Vec<Found>, _> = listing.folders.par_iter().map(scan_below).collect();
    found.unusable.append(listing.unusable);
    let folder_count = u32::try_from(listing.folders.len()).unwrap_or(u32::MAX);
    let path = prefix.trim_end_matches('/').to_owned();
    found.folders.push(FoundFolder { path, stamp, files: listing.files, folder_count });
    for mut other in below? {
        found.folders.append(&mut other.folders);
        found.unusable.append(other.unusable);
    }
    Ok(())
}

/// The contents of one folder.
#[derive(Default)]
struct Listing {
    files: Vec<FoundFile>,
    folders: Vec<String>,
    unusable: UnusableFiles,
    /// It contains the state of a project, so all else in it is left out.
    is_output: bool,
}

impl Listing {
    fn read(&mut self, folder: &Path, prefix: &str, skip: &Path) -> io::Result<()> {
        let entries = match fs::read_dir(folder) {
            Err(error) if absent(&error) => return Ok(()),
            result => result?,
        };
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            // An output folder, formerly of this project or of another one, contains no sources.
            if name == STATE_FOLDER && !prefix.is_empty() {
                *self = Self { is_output: true, ..Self::default() };
                return Ok(());
            }
            if name.as_encoded_bytes().starts_with(b".") {
                continue;
            }
            match name.to_str() {
                Some(name) => self.add(&entry, name, prefix, skip)?,
                None => {
                    let slash = if entry.file_type()?.is_dir() { "/" } else { "" };
                    let path = format!("{prefix}{}{slash}", name.to_string_lossy());
                    self.unusable.names.push((path, "is not UTF-8".to_owned()));
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, entry: &DirEntry, name: &str, prefix: &str, skip: &Path) -> io::Result<()> {
        let kind = entry.file_type()?;
        if kind.is_dir() {
            self.folders.extend((entry.path() != skip).then(|| name.to_owned()));
            return Ok(());
        }
        let is_link = kind.is_symlink();
        let stamp = match if is_link { found_at(&entry.path()) } else { found_in(entry) } {
            Ok(found) if found.is_file => Some(found.stamp),
            Ok(_) => return Ok(()),
            // Without a target, or in a cycle of links.
            Err(_) if is_link => None,
            Err(error) if absent(&error) => return Ok(()),
            Err(error) => return Err(error),
        };
        let path = format!("{prefix}{name}");
        let is_portable = SourcePath::new(&path).is_ok_and(|source| source.as_str() == path);
        match stamp {
            _ if !is_portable => {
                self.unusable.names.push((path, "would be another path on another system".to_owned()));
            }
            Some(stamp) => self.files.push(FoundFile { name: name.to_owned(), stamp, is_link }),
            None => self.unusable.dangling_links.push(path),
        }
        Ok(())
    }
}
