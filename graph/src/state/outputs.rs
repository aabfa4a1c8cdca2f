//! [`Outputs`]: the files that builds wrote, with stamps.

use std::path::Path;

use bytemuck::{Pod, Zeroable};
use rayon::prelude::*;

use crate::disk::{OpenFolder, Stamp, folders_of, join};
use crate::sources::Names;

/// Up to so many files, every one is looked at by every build; beyond that, only those in folders whose own stamps are
/// others. A folder's stamp tells when a file in it is replaced, made or removed, but not when one is changed in place.
const LOOK_AT_EACH: usize = 20_000;

/// The files below a target's folder. In order of their paths in lower case, so that two that are one file on some
/// systems stand together.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outputs {
    pub(crate) folders: Vec<OutputFolderRow>,
    pub(crate) rows: Vec<OutputRow>,
    pub(crate) names: Names,
}

/// A folder of [`Outputs`].
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct OutputFolderRow {
    /// Relative to the target's folder.
    pub(crate) path: u32,
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) reserved: u32,
    pub(crate) stamp: Stamp,
}

/// A file of [`Outputs`].
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct OutputRow {
    pub(crate) name: u32,
    pub(crate) asset: u32,
    pub(crate) stamp: Stamp,
}

/// How the disk differs from [`Outputs`].
#[derive(Debug, Default)]
pub(crate) struct OutputDrift {
    /// Assets with a file that is gone, or may be another one.
    pub(crate) suspects: Vec<u32>,
    /// Folders all of whose files are as they were, and the stamps these folders have now.
    pub(crate) folders: Vec<(usize, Stamp)>,
}

impl Outputs {
    /// The rows for these files: path, asset, stamp.
    pub(crate) fn from_files(mut files: Vec<(String, u32, Stamp)>) -> Self {
        let split = |path: &str| {
            path.rsplit_once('/').map_or((String::new(), path.to_owned()), |(a, b)| (a.to_owned(), b.to_owned()))
        };
        files.par_sort_by_cached_key(|(path, ..)| split(&path.to_lowercase()));
        let mut outputs = Self::default();
        let mut current = None;
        for (path, asset, stamp) in files {
            let (folder, name) = split(&path);
            if current.as_ref() != Some(&folder) {
                let first = u32::try_from(outputs.rows.len()).unwrap_or(u32::MAX);
                let path = outputs.names.push(&folder);
                outputs.folders.push(OutputFolderRow { path, first, count: 0, reserved: 0, stamp: Stamp::UNKNOWN });
                current = Some(folder);
            }
            if let Some(folder) = outputs.folders.last_mut() {
                folder.count += 1;
            }
            let name = outputs.names.push(&name);
            outputs.rows.push(OutputRow { name, asset, stamp });
        }
        outputs
    }

    /// Every file: its path and its row.
    pub(crate) fn files(&self) -> impl Iterator<Item = (String, &OutputRow)> {
        self.folders.iter().flat_map(move |folder| {
            let prefix = self.names.text(folder.path);
            self.of(folder).iter().map(move |row| (join(prefix, self.names.text(row.name)), row))
        })
    }

    /// The asset that owns the file at a path, whatever the case of its letters, and the file's path.
    pub(crate) fn owner(&self, path: &str) -> Option<(u32, String)> {
        let path = path.to_lowercase();
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
        let lower = |offset: u32| self.names.text(offset).to_lowercase();
        let first = self.folders.partition_point(|row| lower(row.path).as_str() < folder);
        let same = self.folders[first..].iter().take_while(|row| lower(row.path) == folder);
        same.into_iter().find_map(|row| {
            let rows = self.of(row);
            let found = rows.binary_search_by(|it| lower(it.name).as_str().cmp(name)).ok()?;
            Some((rows[found].asset, join(self.names.text(row.path), self.names.text(rows[found].name))))
        })
    }

    /// The assets that own the file at a path, a file where one of its folders has to be, or a file below it. The case of
    /// letters does not matter.
    pub(crate) fn owners_near(&self, path: &str) -> Vec<u32> {
        let at = std::iter::once(path).chain(folders_of(path)).filter_map(|path| self.owner(path)).map(|it| it.0);
        let (folder, below) = (path.to_lowercase(), format!("{}/", path.to_lowercase()));
        let lower = |row: &OutputFolderRow| self.names.text(row.path).to_lowercase();
        let from = |start: &str| &self.folders[self.folders.partition_point(|row| lower(row).as_str() < start)..];
        let same = from(&folder).iter().take_while(|row| lower(row) == folder);
        let deeper = from(&below).iter().take_while(|row| lower(row).starts_with(&below));
        at.chain(same.chain(deeper).flat_map(|row| self.of(row)).map(|it| it.asset)).collect()
    }

    /// The row of the file at exactly this path.
    pub(crate) fn index(&self, path: &str) -> Option<usize> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let lower = |offset: u32| self.names.text(offset).to_lowercase();
        let wanted = folder.to_lowercase();
        let first = self.folders.partition_point(|row| lower(row.path) < wanted);
        let row = self.folders[first..]
            .iter()
            .take_while(|row| lower(row.path) == wanted)
            .find(|row| self.names.text(row.path) == folder)?;
        let rows = self.of(row);
        let found = rows.partition_point(|it| lower(it.name) < name.to_lowercase());
        let found = found + rows[found..].iter().position(|it| self.names.text(it.name) == name)?;
        Some(row.first as usize + found)
    }

    /// The folder of a row.
    pub(crate) fn folder_of(&self, row: usize) -> Option<usize> {
        self.folders.partition_point(|folder| folder.first as usize <= row).checked_sub(1)
    }

    fn of(&self, folder: &OutputFolderRow) -> &[OutputRow] {
        let first = folder.first as usize;
        self.rows.get(first..first + folder.count as usize).unwrap_or_default()
    }

    /// Looks at the files below `target`, on all threads. With `each`, at every one, whatever the folders say.
    pub(crate) fn drift(&self, target: &Path, each: bool) -> OutputDrift {
        let each = each || self.rows.len() <= LOOK_AT_EACH;
        let look = |(index, row): (usize, &OutputFolderRow)| self.look_at(target, index, row, each);
        self.folders.par_iter().enumerate().map(look).reduce(OutputDrift::default, |mut a, mut b| {
            a.suspects.append(&mut b.suspects);
            a.folders.append(&mut b.folders);
            a
        })
    }

    fn look_at(&self, target: &Path, index: usize, row: &OutputFolderRow, each: bool) -> OutputDrift {
        let everything =
            || OutputDrift { suspects: self.of(row).iter().map(|it| it.asset).collect(), folders: Vec::new() };
        let Ok(Some(folder)) = OpenFolder::open(&target.join(self.names.text(row.path))) else { return everything() };
        let Ok(stamp) = folder.stamp() else { return everything() };
        if stamp == row.stamp && !each {
            return OutputDrift::default();
        }
        let same = |it: &&OutputRow| folder.file(self.names.c(it.name)).is_ok_and(|found| found == Some(it.stamp));
        let suspects: Vec<u32> = self.of(row).iter().filter(|it| !same(it)).map(|it| it.asset).collect();
        let folders = if suspects.is_empty() && stamp != row.stamp { vec![(index, stamp)] } else { Vec::new() };
        OutputDrift { suspects, folders }
    }
}
