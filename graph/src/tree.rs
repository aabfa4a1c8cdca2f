//! [`Tree`]: every file below a project's folder, with stamps.

use std::fs::{self, DirEntry};
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use bytemuck::{Pod, Zeroable};
use rayon::prelude::*;
use rigmill_pipeline::SourcePath;

use crate::names::Names;
use crate::project::STATE_FOLDER;
use crate::stamp::Stamp;

/// Folders nested deeper than this are an error: nobody makes them on purpose.
const MAX_DEPTH: usize = 128;

/// The files below a folder, without hidden ones. Rows of fixed size over one block of names, so that a tree is
/// loaded from the build state as it lies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// In order of their paths; the project's own folder first.
    pub(crate) folders: Vec<FolderRow>,
    /// Folder by folder, in order of their names.
    pub(crate) files: Vec<FileRow>,
    pub(crate) names: Names,
}

/// A folder of a [`Tree`].
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct FolderRow {
    /// Its path from the project's folder, without a final `/`.
    pub(crate) path: u32,
    pub(crate) first_file: u32,
    pub(crate) file_count: u32,
    pub(crate) folder_count: u32,
    pub(crate) stamp: Stamp,
}

/// A file of a [`Tree`].
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct FileRow {
    pub(crate) name: u32,
    flags: u32,
    pub(crate) stamp: Stamp,
}

impl FileRow {
    const LINK: u32 = 1;

    fn new(name: u32, found: &FoundFile) -> Self {
        Self { name, flags: if found.is_link { Self::LINK } else { 0 }, stamp: found.stamp }
    }

    /// Whether it is a symbolic link. The stamp is that of the file it leads to.
    pub(crate) fn is_link(&self) -> bool {
        self.flags & Self::LINK != 0
    }
}

impl FolderRow {
    pub(crate) fn files(&self) -> Range<usize> {
        self.first_file as usize..self.first_file as usize + self.file_count as usize
    }
}

impl Tree {
    /// Where a file is.
    pub(crate) fn path(&self, file: usize) -> Option<SourcePath> {
        let folder = self.folders.partition_point(|folder| folder.first_file as usize <= file).checked_sub(1)?;
        // Folders without files share their first file with the next one, and the last of those has it.
        let folder =
            (0..=folder).rev().map(|index| &self.folders[index]).find(|folder| folder.files().contains(&file))?;
        SourcePath::new(&join(self.names.text(folder.path), self.names.text(self.files[file].name))).ok()
    }

    /// The file at a path.
    pub(crate) fn find(&self, path: &SourcePath) -> Option<usize> {
        let folder = self.folder(path.folder())?;
        let range = folder.files();
        let found =
            self.files.get(range.clone())?.binary_search_by(|row| self.names.text(row.name).cmp(path.file_name()));
        found.ok().map(|index| range.start + index)
    }

    /// Tells whether there is a file of a name in the folder of `path`.
    pub(crate) fn beside(&self, path: &SourcePath) -> impl Fn(&str) -> bool + use<'_> {
        let folder = path.folder().to_owned();
        move |name| SourcePath::new(&join(&folder, name)).is_ok_and(|path| self.find(&path).is_some())
    }

    /// The folder at a path.
    pub(crate) fn folder(&self, path: &str) -> Option<&FolderRow> {
        let index = self.folders.binary_search_by(|row| self.names.text(row.path).cmp(path)).ok()?;
        self.folders.get(index)
    }

    /// The files in `folder` whose names are `stem` and an ending.
    pub(crate) fn with_stem(&self, folder: &str, stem: &str) -> Range<usize> {
        let Some(row) = self.folder(folder) else { return 0..0 };
        let files = self.files.get(row.files()).unwrap_or_default();
        let prefix = format!("{stem}.");
        let start = files.partition_point(|row| self.names.text(row.name) < prefix.as_str());
        let count = files[start..].partition_point(|row| self.names.text(row.name).starts_with(&prefix));
        let first = row.files().start + start;
        first..first + count
    }

    /// The files whose asset name is `name` where upper and lower case are the same, in order of their paths.
    pub(crate) fn look_up(&self, name: &str) -> Vec<SourcePath> {
        let (folder, stem) = name.rsplit_once('/').unwrap_or(("", name));
        let folders = self.folders.iter().filter(|row| same_letters(self.names.text(row.path), folder));
        let files = folders.flat_map(|row| row.files().filter_map(move |file| Some((row, self.files.get(file)?))));
        let paths = files.filter_map(|(row, file)| {
            let file = self.names.text(file.name);
            // Asset names are worked out only for what begins right: few of many.
            let begins = same_letters(file.get(..stem.len()).unwrap_or(file), stem) || !stem.is_ascii();
            let path = begins.then(|| SourcePath::new(&join(self.names.text(row.path), file)).ok()).flatten()?;
            same_letters(path.asset_name(), name).then_some(path)
        });
        let mut found: Vec<SourcePath> = paths.collect();
        found.sort_unstable();
        found
    }

    /// Every file's path.
    pub(crate) fn paths(&self) -> impl Iterator<Item = (usize, SourcePath)> {
        self.folders.iter().flat_map(move |folder| {
            let prefix = self.names.text(folder.path);
            let path =
                move |file: usize| SourcePath::new(&join(prefix, self.names.text(self.files.get(file)?.name))).ok();
            folder.files().filter_map(move |file| Some((file, path(file)?)))
        })
    }
}

/// Whether two texts are the same but for upper and lower case.
fn same_letters(one: &str, other: &str) -> bool {
    let small = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<String>();
    match one.is_ascii() && other.is_ascii() {
        true => one.eq_ignore_ascii_case(other),
        false => small(one) == small(other),
    }
}

pub(crate) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") }
}

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
            tree.files.push(FileRow::new(tree.names.push(&file.name), &file));
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
        Err(error) if depth > 0 && crate::disk::absent(&error) => return Ok(()),
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
            Err(error) if crate::disk::absent(&error) => return Ok(()),
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
        Err(error) if crate::disk::absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}
