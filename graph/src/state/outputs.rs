//! [`Outputs`]: the output files, with their stamps.

use std::borrow::Cow;
use std::ops::Index;
use std::path::Path;

use bytemuck::{Pod, Zeroable};
use rigmill_disk::relative_path::{folders_of, join, split};
use rigmill_disk::{OpenFolder, Stamp, Threads};
use serde::{Deserialize, Serialize};

use super::asset_id::AssetId;
use crate::sources::{FolderRow, Names};

/// The maximum number of output files that every build checks one by one.
///
/// If there are more, a build first checks the stamps of their folders, and checks files only in folders whose stamps changed.
/// A folder's stamp changes when a file in it is replaced, created or removed, but not when a file is changed in place.
pub const MAX_INDIVIDUALLY_CHECKED_OUTPUTS: usize = 20_000;

/// The files below a target's folder, sorted by lower-case path, so that paths that some systems treat as the same file are
/// next to each other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outputs {
    pub(crate) folders: Vec<FolderRow>,
    pub(crate) rows: Vec<OutputRow>,
    pub(crate) names: Names,
}

/// An output file: the index of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct OutputId(pub(crate) usize);

/// A folder of output files: the index of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct OutputFolderId(pub(crate) usize);

/// A file of [`Outputs`].
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct OutputRow {
    pub(crate) name: u32,
    pub(crate) asset: AssetId,
    pub(crate) stamp: Stamp,
}

/// The differences between the files on disk and [`Outputs`].
#[derive(Debug, Default)]
pub(crate) struct OutputDrift {
    /// The assets that have a file that is missing or may have changed.
    pub(crate) suspects: Vec<AssetId>,
    /// The folders with a different stamp but unchanged files, each with its current stamp.
    pub(crate) folders: Vec<(OutputFolderId, Stamp)>,
}

impl Index<OutputId> for Outputs {
    type Output = OutputRow;

    fn index(&self, file: OutputId) -> &OutputRow {
        &self.rows[file.0]
    }
}

impl Outputs {
    /// Creates the rows of these files.
    pub(crate) fn from_files(files: &[(Cow<'_, str>, AssetId, Stamp)]) -> Self {
        let mut sorted: Vec<_> = files.iter().map(|file| (lower_case(&file.0), file)).collect();
        sorted.sort_by(|(a, _), (b, _)| split(a).cmp(&split(b)));
        let mut outputs = Self { rows: Vec::with_capacity(files.len()), ..Self::default() };
        let mut current = None;
        for &(_, &(ref path, asset, stamp)) in &sorted {
            let (folder, name) = split(path);
            if current != Some(folder) {
                let path = outputs.names.push(folder);
                outputs.folders.push(FolderRow::new(path, outputs.rows.len(), Stamp::UNKNOWN));
                current = Some(folder);
            }
            if let Some(folder) = outputs.folders.last_mut() {
                folder.file_count += 1;
            }
            let name = outputs.names.push(name);
            outputs.rows.push(OutputRow { name, asset, stamp });
        }
        outputs
    }

    /// Returns every file with its path.
    pub(crate) fn files(&self) -> impl Iterator<Item = (String, &OutputRow)> {
        self.folders.iter().flat_map(move |folder| {
            let prefix = self.names.text(folder.path);
            self.files_in(folder).iter().map(move |row| (join(prefix, self.names.text(row.name)), row))
        })
    }

    /// Returns the folders, beginning with the first whose lower-case path is at least `lower`.
    fn folders_from(&self, lower: &str) -> impl Iterator<Item = (String, &FolderRow)> {
        let path = |row: &FolderRow| self.names.text(row.path).to_lowercase();
        let first = self.folders.partition_point(|row| path(row).as_str() < lower);
        self.folders[first..].iter().map(move |row| (path(row), row))
    }

    /// Returns the folders whose lower-case path is `lower`.
    fn folders_at(&self, lower: &str) -> impl Iterator<Item = &FolderRow> {
        self.folders_from(lower).take_while(move |(path, _)| path == lower).map(|(_, row)| row)
    }

    /// Returns the asset that owns the file at a path, ignoring case.
    pub(crate) fn owner(&self, path: &str) -> Option<AssetId> {
        let path = path.to_lowercase();
        let (folder, name) = split(&path);
        self.folders_at(folder).find_map(|row| {
            let rows = self.files_in(row);
            let found = rows.binary_search_by(|it| self.names.text(it.name).to_lowercase().as_str().cmp(name)).ok()?;
            Some(rows[found].asset)
        })
    }

    /// Returns the assets that own the file at a path, a file in place of one of its parent folders, or a file below it,
    /// ignoring case.
    pub(crate) fn owners_near(&self, path: &str) -> Vec<AssetId> {
        let at = std::iter::once(path).chain(folders_of(path)).filter_map(|path| self.owner(path));
        let (folder, below) = (path.to_lowercase(), format!("{}/", path.to_lowercase()));
        let deeper = self.folders_from(&below).take_while(|(path, _)| path.starts_with(&below)).map(|(_, row)| row);
        at.chain(self.folders_at(&folder).chain(deeper).flat_map(|row| self.files_in(row)).map(|it| it.asset)).collect()
    }

    /// Returns the file at exactly this path.
    pub(crate) fn find(&self, path: &str) -> Option<OutputId> {
        let (folder, name) = split(path);
        let row = self.folders_at(&folder.to_lowercase()).find(|row| self.names.text(row.path) == folder)?;
        let (rows, lower) = (self.files_in(row), name.to_lowercase());
        let first = rows.partition_point(|it| self.names.text(it.name).to_lowercase() < lower);
        let found = first + rows[first..].iter().position(|it| self.names.text(it.name) == name)?;
        Some(OutputId(row.rows().start + found))
    }

    /// Returns the folder of a file.
    pub(crate) fn folder_of(&self, file: OutputId) -> Option<OutputFolderId> {
        self.folders.partition_point(|folder| folder.rows().start <= file.0).checked_sub(1).map(OutputFolderId)
    }

    fn files_in(&self, folder: &FolderRow) -> &[OutputRow] {
        self.rows.get(folder.rows()).unwrap_or_default()
    }

    /// Checks the files below `target`. If `each` is true, checks every file, even in folders with unchanged stamps.
    pub(crate) fn drift(&self, target: &Path, each: bool, threads: Threads) -> OutputDrift {
        let each = each || self.rows.len() <= MAX_INDIVIDUALLY_CHECKED_OUTPUTS;
        let files = if each { self.rows.len() } else { self.folders.len() };
        let check = |index: usize, row: &FolderRow| self.drift_of(target, OutputFolderId(index), row, each);
        let mut drift = OutputDrift::default();
        for mut folder in threads.map_folders(&self.folders, files, check) {
            drift.suspects.append(&mut folder.suspects);
            drift.folders.append(&mut folder.folders);
        }
        drift
    }

    fn drift_of(&self, target: &Path, id: OutputFolderId, row: &FolderRow, each: bool) -> OutputDrift {
        let everything =
            || OutputDrift { suspects: self.files_in(row).iter().map(|it| it.asset).collect(), folders: Vec::new() };
        let Ok(Some(folder)) = OpenFolder::open(&target.join(self.names.text(row.path))) else { return everything() };
        let Ok(stamp) = folder.stamp() else { return everything() };
        if stamp == row.stamp && !each {
            return OutputDrift::default();
        }
        let same = |it: &&OutputRow| folder.file(self.names.c_str(it.name)).is_ok_and(|found| found == Some(it.stamp));
        let suspects: Vec<AssetId> = self.files_in(row).iter().filter(|it| !same(it)).map(|it| it.asset).collect();
        let folders = if suspects.is_empty() && stamp != row.stamp { vec![(id, stamp)] } else { Vec::new() };
        OutputDrift { suspects, folders }
    }
}

/// Returns a path in lower case. Copies it only if it changes.
fn lower_case(path: &str) -> Cow<'_, str> {
    let is_lower = path.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if is_lower { path.into() } else { path.to_lowercase().into() }
}
