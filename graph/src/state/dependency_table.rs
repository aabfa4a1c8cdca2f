//! [`DependencyTable`]: the dependencies of all assets, except for those on their own sources. With this table, a build finds
//! the assets that depend on a change without reading records.

use std::collections::BTreeMap;
use std::path::Path;

use bytemuck::{Pod, Zeroable};
use rigmill_pipeline::{Dependency, Digest, Query};

use super::asset_row::AssetRow;
use crate::sources::{AssetFiles, FileId, Names, Subjects};

/// The distinct dependencies of all assets of a state, and the dependencies of each asset.
#[derive(Clone, Debug, Default)]
pub(crate) struct DependencyTable {
    pub(super) rows: Vec<DependencyRow>,
    /// The files that the rows are about, grouped by row.
    pub(super) subjects: Vec<u32>,
    /// The rows of each asset, grouped by asset.
    pub(super) edges: Vec<DependencyId>,
    /// The strings of the queries.
    pub(super) names: Names,
}

/// The id of a dependency: the index of its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Pod, Zeroable)]
#[repr(transparent)]
pub(crate) struct DependencyId(u32);

/// A dependency and its subjects.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct DependencyRow {
    answer: [u8; 32],
    text: u32,
    first_subject: u32,
    subject_count: u32,
    kind: u16,
    flags: u16,
}

impl DependencyRow {
    const HAS_ANSWER: u16 = 1;
    const OUTSIDE: u16 = 2;
}

impl DependencyId {
    fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl DependencyTable {
    /// Returns the ids of all dependencies.
    pub(crate) fn ids(&self) -> impl Iterator<Item = DependencyId> + use<> {
        (0..self.rows.len()).map(DependencyId::new)
    }

    /// Returns a dependency; `None` if the table is damaged.
    pub(crate) fn dependency(&self, id: DependencyId) -> Option<Dependency> {
        let row = self.rows.get(id.index())?;
        let query = Query::from_parts(row.kind, self.names.text(row.text))?;
        let has_answer = row.flags & DependencyRow::HAS_ANSWER != 0;
        Some(Dependency { query, answer: has_answer.then(|| Digest::from_bytes(row.answer)) })
    }

    /// Whether the answer may change even if the tree does not.
    pub(crate) fn is_outside(&self, id: DependencyId) -> bool {
        self.rows.get(id.index()).is_none_or(|row| row.flags & DependencyRow::OUTSIDE != 0)
    }

    /// Whether the dependency is about the products of its subjects, not about the files themselves.
    pub(crate) fn is_about_asset(&self, id: DependencyId) -> bool {
        self.rows.get(id.index()).is_none_or(|row| Query::is_kind_about_asset(row.kind))
    }

    /// Returns the files that a dependency is about.
    pub(crate) fn subjects(&self, id: DependencyId) -> impl Iterator<Item = FileId> + use<'_> {
        let subjects = self.rows.get(id.index()).and_then(|row| {
            let first = row.first_subject as usize;
            self.subjects.get(first..first.checked_add(row.subject_count as usize)?)
        });
        subjects.unwrap_or_default().iter().map(|&file| FileId(file as usize))
    }

    /// Returns the dependencies of an asset.
    pub(crate) fn ids_of(&self, asset: &AssetRow) -> &[DependencyId] {
        self.edges.get(asset.dependencies()).unwrap_or_default()
    }
}

/// Adds assets to a [`DependencyTable`].
pub(super) struct TableBuilder<'a> {
    assets: AssetFiles<'a>,
    root: &'a Path,
    ids: BTreeMap<Dependency, DependencyId>,
    table: DependencyTable,
}

impl<'a> TableBuilder<'a> {
    /// Creates a builder that adds to `table`. The existing rows of `table` are not searched for duplicates.
    pub(super) fn new(table: DependencyTable, assets: AssetFiles<'a>, root: &'a Path) -> Self {
        Self { assets, root, ids: BTreeMap::new(), table }
    }

    /// Adds the dependencies of an asset to its row.
    pub(super) fn add<'d>(&mut self, row: &mut AssetRow, dependencies: impl IntoIterator<Item = &'d Dependency>) {
        let first = self.table.edges.len();
        for dependency in dependencies {
            match self.id(dependency) {
                Some(id) => self.table.edges.push(id),
                None => row.set_always_check(),
            }
        }
        row.set_dependencies(first..self.table.edges.len());
    }

    /// Adds dependencies of an asset that are already in the table.
    pub(super) fn add_known(&mut self, row: &mut AssetRow, ids: impl IntoIterator<Item = DependencyId>) {
        let first = self.table.edges.len();
        self.table.edges.extend(ids);
        row.set_dependencies(first..self.table.edges.len());
    }

    /// Returns the row of a dependency, and adds the row if it is new. Returns `None` if the query cannot be stored.
    pub(super) fn id(&mut self, dependency: &Dependency) -> Option<DependencyId> {
        if let Some(&known) = self.ids.get(dependency) {
            return Some(known);
        }
        let (kind, text) = dependency.query.parts();
        if text.contains('\0') {
            return None;
        }
        let Subjects { files, outside } = Subjects::new(&dependency.query, self.assets, self.root);
        let id = DependencyId::new(self.table.rows.len());
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        self.table.rows.push(DependencyRow {
            answer: dependency.answer.map_or([0; 32], |answer| *answer.as_bytes()),
            text: self.table.names.push(text),
            first_subject: number(self.table.subjects.len()),
            subject_count: number(files.len()),
            kind,
            flags: u16::from(dependency.answer.is_some()) * DependencyRow::HAS_ANSWER
                + u16::from(outside) * DependencyRow::OUTSIDE,
        });
        self.table.subjects.extend(files.iter().map(|file| number(file.0)));
        self.ids.insert(dependency.clone(), id);
        Some(id)
    }

    /// Whether any added asset has a dependency with this query.
    pub(super) fn has_query(&self, query: &Query) -> bool {
        let first = Dependency { query: query.clone(), answer: None };
        self.ids.range(first..).next().is_some_and(|(found, _)| found.query == *query)
    }

    pub(super) fn finish(self) -> DependencyTable {
        self.table
    }
}
