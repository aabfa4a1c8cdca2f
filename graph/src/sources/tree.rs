//! [`Tree`]: every file below a project's folder, with stamps.

use std::ops::{Index, IndexMut, Range};
use std::sync::Arc;

use bytemuck::{Pod, Zeroable};
use rigmill_disk::Stamp;
use rigmill_disk::relative_path::join;
use rigmill_pipeline::{Globs, SourcePath};
use serde::{Deserialize, Serialize};

use super::ignore::IgnoreFiles;
use super::names::Names;

/// The files below a folder, without hidden and ignored files. The rows have a fixed size and refer to one block of names, so
/// that the build state can store them in the same form as in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    /// Sorted by path. The project's own folder comes first.
    pub(crate) folders: Vec<FolderRow>,
    /// Grouped by folder, and sorted by name within each folder.
    pub(crate) files: Vec<FileRow>,
    pub(crate) names: Names,
    /// The files that determined which files are ignored.
    pub(crate) ignore_files: Arc<IgnoreFiles>,
}

/// A file of a [`Tree`]: the index of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct FileId(pub(crate) usize);

/// A folder of a [`Tree`]: the index of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct FolderId(pub(crate) usize);

/// A folder: its path, and its files as a range of rows.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct FolderRow {
    /// The offset of the folder's path, which has no trailing `/`.
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

    pub(super) fn new(name: u32, is_link: bool, stamp: Stamp) -> Self {
        Self { name, flags: if is_link { Self::LINK } else { 0 }, stamp }
    }

    /// Whether the file is a symbolic link. The stamp is that of the link's target.
    pub(crate) fn is_link(&self) -> bool {
        self.flags & Self::LINK != 0
    }
}

impl FolderRow {
    /// Creates a folder without files.
    pub(crate) fn new(path: u32, first_file: usize, stamp: Stamp) -> Self {
        let first_file = u32::try_from(first_file).unwrap_or(u32::MAX);
        Self { path, first_file, file_count: 0, folder_count: 0, stamp }
    }

    /// Returns the range of the rows of its files.
    pub(crate) fn rows(&self) -> Range<usize> {
        self.first_file as usize..self.first_file as usize + self.file_count as usize
    }

    /// Returns the ids of its files.
    pub(crate) fn files(&self) -> impl DoubleEndedIterator<Item = FileId> + use<> {
        self.rows().map(FileId)
    }
}

impl Index<FileId> for Tree {
    type Output = FileRow;

    fn index(&self, file: FileId) -> &FileRow {
        &self.files[file.0]
    }
}

impl IndexMut<FileId> for Tree {
    fn index_mut(&mut self, file: FileId) -> &mut FileRow {
        &mut self.files[file.0]
    }
}

impl Index<FolderId> for Tree {
    type Output = FolderRow;

    fn index(&self, folder: FolderId) -> &FolderRow {
        &self.folders[folder.0]
    }
}

impl IndexMut<FolderId> for Tree {
    fn index_mut(&mut self, folder: FolderId) -> &mut FolderRow {
        &mut self.folders[folder.0]
    }
}

impl Tree {
    /// Returns all files, in the order of their rows.
    pub(crate) fn file_ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..self.files.len()).map(FileId)
    }

    /// Returns all folders, in the order of their rows.
    pub(crate) fn folder_ids(&self) -> impl Iterator<Item = FolderId> + use<> {
        (0..self.folders.len()).map(FolderId)
    }

    /// Returns a file's path.
    pub(crate) fn path(&self, file: FileId) -> Option<SourcePath> {
        let folder = self.folders.partition_point(|folder| folder.rows().start <= file.0).checked_sub(1)?;
        // A folder without files has the same first file as the next folder. The last of these folders contains the file.
        let folder = self.folders[..=folder].iter().rfind(|folder| folder.rows().contains(&file.0))?;
        SourcePath::new(&join(self.names.text(folder.path), self.names.text(self[file].name))).ok()
    }

    /// Returns the file at a path.
    pub(crate) fn find(&self, path: &SourcePath) -> Option<FileId> {
        let rows = self.folder(path.folder())?.rows();
        let files = self.files.get(rows.clone())?;
        let found = files.binary_search_by(|row| self.names.text(row.name).cmp(path.file_name())).ok()?;
        Some(FileId(rows.start + found))
    }

    /// Returns a function that tests whether the folder of `path` contains a file with a given name.
    pub(crate) fn siblings(&self, path: &SourcePath) -> impl Fn(&str) -> bool + use<'_> {
        let folder = path.folder().to_owned();
        move |name| SourcePath::new(&join(&folder, name)).is_ok_and(|path| self.find(&path).is_some())
    }

    /// Returns the folder at a path.
    pub(crate) fn folder(&self, path: &str) -> Option<&FolderRow> {
        let index = self.folders.binary_search_by(|row| self.names.text(row.path).cmp(path)).ok()?;
        self.folders.get(index)
    }

    /// Returns the files in `folder` that are named `stem` with any extension.
    pub(crate) fn with_stem(&self, folder: &str, stem: &str) -> impl Iterator<Item = FileId> + use<> {
        let rows = self.folder(folder).map_or(0..0, FolderRow::rows);
        let files = self.files.get(rows.clone()).unwrap_or_default();
        let prefix = format!("{stem}.");
        let start = files.partition_point(|row| self.names.text(row.name) < prefix.as_str());
        let count = files[start..].partition_point(|row| self.names.text(row.name).starts_with(&prefix));
        (rows.start + start..rows.start + start + count).map(FileId)
    }

    /// Returns the files that match a glob, sorted by path.
    pub(crate) fn matching(&self, globs: &Globs) -> Vec<SourcePath> {
        let mut found: Vec<SourcePath> =
            self.paths().map(|(_, path)| path).filter(|path| globs.is_match(path.as_str())).collect();
        found.sort_unstable();
        found
    }

    /// Returns every file with its path.
    pub(crate) fn paths(&self) -> impl Iterator<Item = (FileId, SourcePath)> {
        self.folders.iter().flat_map(move |folder| {
            let prefix = self.names.text(folder.path);
            let path =
                move |file: FileId| SourcePath::new(&join(prefix, self.names.text(self.files.get(file.0)?.name))).ok();
            folder.files().filter_map(move |file| Some((file, path(file)?)))
        })
    }
}
