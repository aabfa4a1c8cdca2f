//! [`Tree`]: every file below a project's folder, with stamps.

use std::ops::Range;

use bytemuck::{Pod, Zeroable};
use rigmill_pipeline::SourcePath;

use super::names::Names;
use crate::disk::{Stamp, join};

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

    pub(super) fn new(name: u32, is_link: bool, stamp: Stamp) -> Self {
        Self { name, flags: if is_link { Self::LINK } else { 0 }, stamp }
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
