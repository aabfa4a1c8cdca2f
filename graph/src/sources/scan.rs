//! [`scan`]: finds every file of a project.

use std::fs::{self, DirEntry};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rigmill_pipeline::SourcePath;

use super::tree::{FileRow, FolderRow, Tree};
use crate::disk::{Stamp, absent};
use crate::project::STATE_FOLDER;

/// Folders nested deeper than this are an error: nobody makes them on purpose.
const MAX_DEPTH: usize = 128;

/// What a scan found.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) tree: Tree,
    /// Files and folders whose names no manifest could spell: their paths, as well as they can be printed, those of folders
    /// with a final `/`, and why not.
    pub(crate) unnameable: Vec<(String, &'static str)>,
    /// Symbolic links that lead to nothing.
    pub(crate) dangling: Vec<String>,
}

/// Finds every file below `root`, except hidden ones (with a leading dot) and what is below the folder `skip`.
/// Symbolic links to files are followed; those to folders are not, so a scan always ends.
///
/// # Errors
/// What the system says when a folder cannot be read, with the folder.
pub(crate) fn scan(root: &Path, skip: &Path) -> Result<Scan, (PathBuf, io::Error)> {
    let mut found = Found::default();
    scan_folder(root, "", skip, 0, &mut found)?;
    found.folders.par_sort_unstable_by(|a, b| a.path.cmp(&b.path));
    found.unnameable.sort_unstable();
    found.dangling.sort_unstable();
    Ok(Scan { tree: flatten(found.folders), unnameable: found.unnameable, dangling: found.dangling })
}

/// The files (whether each is a link) and folders in a folder, by name.
pub(crate) type FolderNames = (Vec<(String, bool)>, Vec<String>);

/// What is in a folder, as a scan of it would find it; `None` where it would find something that cannot be used.
pub(crate) fn list(folder: &Path, prefix: &str, skip: &Path) -> io::Result<Option<FolderNames>> {
    let mut listing = Listing::default();
    listing.read(folder, prefix, skip)?;
    if !listing.unnameable.is_empty() || !listing.dangling.is_empty() {
        return Ok(None);
    }
    let mut files: Vec<(String, bool)> = listing.files.into_iter().map(|it| (it.name, it.is_link)).collect();
    files.sort_unstable();
    Ok(Some((files, listing.folders)))
}

#[derive(Default)]
struct Found {
    folders: Vec<FoundFolder>,
    unnameable: Vec<(String, &'static str)>,
    dangling: Vec<String>,
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
    let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    for folder in folders {
        tree.folders.push(FolderRow {
            path: tree.names.push(&folder.path),
            first_file: count(tree.files.len()),
            file_count: count(folder.files.len()),
            folder_count: folder.folder_count,
            stamp: folder.stamp,
        });
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
    // The stamp is taken first: what changes while the folder is read makes it another one.
    let stamp = match fs::metadata(folder) {
        Ok(metadata) => Stamp::of(&metadata),
        Err(error) if depth > 0 && absent(&error) => return Ok(()),
        Err(error) => return Err(failed(error)),
    };
    let mut listing = Listing::default();
    listing.read(folder, prefix, skip).map_err(failed)?;
    listing.files.sort_unstable_by(|a, b| a.name.cmp(&b.name));
    let below: Result<Vec<Found>, _> = listing
        .folders
        .par_iter()
        .map(|name| {
            let mut found = Found::default();
            scan_folder(&folder.join(name), &format!("{prefix}{name}/"), skip, depth + 1, &mut found).map(|()| found)
        })
        .collect();
    found.unnameable.append(&mut listing.unnameable);
    found.dangling.append(&mut listing.dangling);
    let folder_count = u32::try_from(listing.folders.len()).unwrap_or(u32::MAX);
    let path = prefix.trim_end_matches('/').to_owned();
    found.folders.push(FoundFolder { path, stamp, files: listing.files, folder_count });
    for mut other in below? {
        found.folders.append(&mut other.folders);
        found.unnameable.append(&mut other.unnameable);
        found.dangling.append(&mut other.dangling);
    }
    Ok(())
}

/// What is in one folder.
#[derive(Default)]
struct Listing {
    files: Vec<FoundFile>,
    folders: Vec<String>,
    unnameable: Vec<(String, &'static str)>,
    dangling: Vec<String>,
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
            // An output folder, of this project before or of another: what is in it was built.
            if name == STATE_FOLDER && !prefix.is_empty() {
                *self = Self::default();
                return Ok(());
            }
            if !name.as_encoded_bytes().starts_with(b".") {
                match name.to_str() {
                    Some(name) => self.take(&entry, name, prefix, skip)?,
                    None => {
                        let folder = if entry.file_type()?.is_dir() { "/" } else { "" };
                        self.unnameable.push((format!("{prefix}{}{folder}", name.to_string_lossy()), "is not UTF-8"));
                    }
                }
            }
        }
        Ok(())
    }

    fn take(&mut self, entry: &DirEntry, name: &str, prefix: &str, skip: &Path) -> io::Result<()> {
        let portable = |path: &str| SourcePath::new(path).is_ok_and(|source| source.as_str() == path);
        match examine(entry)? {
            Some(Entry::Folder) if entry.path() != skip => self.folders.push(name.to_owned()),
            Some(Entry::File { .. } | Entry::Nothing) if !portable(&format!("{prefix}{name}")) => {
                self.unnameable.push((format!("{prefix}{name}"), "would be another path on another system"));
            }
            Some(Entry::File { stamp, is_link }) => {
                self.files.push(FoundFile { name: name.to_owned(), stamp, is_link });
            }
            Some(Entry::Nothing) => self.dangling.push(format!("{prefix}{name}")),
            _ => {}
        }
        Ok(())
    }
}

enum Entry {
    Folder,
    File {
        stamp: Stamp,
        is_link: bool,
    },
    /// A link that leads to nothing, or in a ring.
    Nothing,
}

/// What an entry is; `None` for what is neither file nor folder, and for what has gone since.
fn examine(entry: &DirEntry) -> io::Result<Option<Entry>> {
    let kind = entry.file_type()?;
    if kind.is_dir() {
        return Ok(Some(Entry::Folder));
    }
    let is_link = kind.is_symlink();
    match if is_link { fs::metadata(entry.path()) } else { entry.metadata() } {
        Ok(metadata) => Ok(metadata.is_file().then(|| Entry::File { stamp: Stamp::of(&metadata), is_link })),
        Err(_) if is_link => Ok(Some(Entry::Nothing)),
        Err(error) if absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}
