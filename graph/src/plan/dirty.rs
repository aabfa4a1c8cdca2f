//! Determines which assets a change may affect: those whose own sources changed, and those that depend on something that
//! changed, directly or through other assets. This reads no records.

use std::ffi::OsString;
use std::io;
use std::sync::OnceLock;

use rigmill_disk::{Disk, SourceFile, Stamp};
use rigmill_pipeline::{
    AssetError, AssetIndex, Dependency, Digest, DynValue, Globs, MemoryAssets, ProductInfo, SourcePath, Sources,
    Subject, nearest_assets,
};

use crate::project::Project;
use crate::sources::{AssetFiles, AssetNames, FileId, SourcesByName, Subjects, Tree, env_value};
use crate::state::{AssetId, DependencyId, State};

/// What changed since the last build. Ids are those of the last build's state.
pub(super) struct Changes<'a> {
    pub(super) project: &'a Project,
    pub(super) disk: &'a dyn Disk,
    pub(super) state: &'a State,
    /// Whether each file has a different stamp or was removed.
    pub(super) files: Vec<bool>,
    /// Assets that must be checked for other reasons.
    pub(super) assets: Vec<AssetId>,
    /// The new tree, if files or assets were added or removed.
    pub(super) structure: Option<Structure<'a>>,
}

/// A new tree of files, compared with the tree of the state.
pub(super) struct Structure<'a> {
    pub(super) tree: &'a Tree,
    /// Whether each file of the new tree is an asset.
    pub(super) is_asset: &'a [bool],
    /// The asset names in the new tree.
    asset_names: &'a AssetNames,
    /// For each file of the state, the file of the new tree with the same path.
    pub(super) moved: &'a [Option<FileId>],
    sources: SourcesByName,
    all_names: OnceLock<Vec<String>>,
}

impl<'a> Structure<'a> {
    pub(super) fn new(
        (tree, is_asset, asset_names): (&'a Tree, &'a [bool], &'a AssetNames),
        moved: &'a [Option<FileId>],
        state: &State,
    ) -> Self {
        let no_dependencies = state.dependencies.ids().next().is_none();
        let sources = if no_dependencies { SourcesByName::default() } else { SourcesByName::new(tree) };
        Self { tree, is_asset, asset_names, moved, sources, all_names: OnceLock::new() }
    }

    fn with_assets<R>(&self, ask: impl FnOnce(AssetFiles<'_>) -> R) -> R {
        let is_asset = |file: FileId| self.is_asset[file.0];
        ask(AssetFiles { tree: self.tree, is_asset: &is_asset, names: self.asset_names })
    }
}

impl Changes<'_> {
    /// Returns for each asset whether its products may have changed, so that it must be checked.
    pub(super) fn dirty_assets(&self) -> Vec<bool> {
        let state = self.state;
        let mut dirty = vec![false; state.assets.len()];
        let mut work = self.assets.clone();
        for file in state.tree.file_ids() {
            work.extend(state.asset_of(file).filter(|_| self.files[file.0]));
        }
        work.extend((0..).map(AssetId).zip(&state.assets).filter(|(_, row)| row.always_check()).map(|(id, _)| id));
        let changed: Vec<DependencyId> = state.dependencies.ids().filter(|&id| self.may_differ(id)).collect();
        if work.is_empty() && changed.is_empty() {
            return dirty;
        }
        let dependents = Dependents::new(state);
        let mut followed = vec![false; state.dependencies.ids().count()];
        let mut follow = |id: DependencyId, work: &mut Vec<AssetId>| {
            if followed.get_mut(id.index()).is_some_and(|followed| !std::mem::replace(followed, true)) {
                work.extend(dependents.assets_with(id));
            }
        };
        changed.into_iter().for_each(|id| follow(id, &mut work));
        while let Some(asset) = work.pop() {
            let Some(dirty) = dirty.get_mut(asset.index()) else { continue };
            if !std::mem::replace(dirty, true) {
                dependents.about_products_of(asset).for_each(|id| follow(id, &mut work));
            }
        }
        dirty
    }

    /// Whether the answer to a dependency may have changed, apart from changes of other assets.
    fn may_differ(&self, id: DependencyId) -> bool {
        let table = &self.state.dependencies;
        let subject_changed =
            || !table.is_about_asset(id) && table.subjects(id).any(|file| self.files.get(file.0) != Some(&false));
        subject_changed()
            || (table.is_outside(id) && !table.dependency(id).is_some_and(|it| self.is_same_outside(&it)))
            || self.structure.as_ref().is_some_and(|structure| self.differs_in(structure, id))
    }

    /// Whether the answer to a query about something outside the tree is unchanged.
    fn is_same_outside(&self, dependency: &Dependency) -> bool {
        let is_outside = matches!(dependency.query.subject(), Subject::File(_) | Subject::Variable(_));
        is_outside && self.has_same_answer(dependency, &MemoryAssets::new())
    }

    fn has_same_answer(&self, dependency: &Dependency, assets: &dyn AssetIndex) -> bool {
        dependency.query.answer(self, assets).is_ok_and(|now| now == dependency.answer)
    }

    /// Whether a dependency refers to different files in a new tree.
    fn differs_in(&self, structure: &Structure<'_>, id: DependencyId) -> bool {
        let table = &self.state.dependencies;
        let Some(dependency) = table.dependency(id) else { return true };
        if matches!(dependency.query.subject(), Subject::Glob(_) | Subject::SourcesNamed(_) | Subject::AssetNames(_)) {
            return !self.has_same_answer(&dependency, structure);
        }
        let now = structure.with_assets(|assets| Subjects::new(&dependency.query, assets, self.project.root()));
        let moved = |file: FileId| structure.moved.get(file.0).copied().flatten();
        now.outside != table.is_outside(id) || !table.subjects(id).map(moved).eq(now.files.iter().copied().map(Some))
    }

    fn stamp(&self, path: &SourcePath) -> io::Result<Option<Stamp>> {
        let (root, links) = (self.project.root(), self.project.manifest().links());
        self.disk.source_stamp(&SourceFile { root, path, links })
    }
}

/// Answers queries by stamps, without reading files.
impl Sources for Changes<'_> {
    fn read(&self, _: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn digest(&self, path: &SourcePath) -> io::Result<Option<Digest>> {
        let known = |stamp| self.state.digest(path, stamp).ok_or_else(|| io::ErrorKind::Unsupported.into());
        self.stamp(path)?.map(known).transpose()
    }

    fn size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        Ok(self.stamp(path)?.map(|stamp| stamp.size()))
    }

    fn list(&self, _: &str) -> io::Result<Vec<SourcePath>> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn env(&self, name: &str) -> Option<OsString> {
        env_value(name)
    }
}

/// Answers queries by the names in the tree, without products.
impl AssetIndex for Structure<'_> {
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError> {
        Err(AssetError::Missing { name: name.to_owned() })
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        Err(AssetError::Missing { name: name.to_owned() })
    }

    fn nearest(&self, name: &str) -> Vec<String> {
        let names = self.all_names.get_or_init(|| self.with_assets(|assets| assets.asset_names().collect()));
        nearest_assets(name, names.iter().map(String::as_str)).into_iter().map(str::to_owned).collect()
    }

    fn sources_named(&self, name: &str) -> Vec<SourcePath> {
        self.sources.get(name).to_vec()
    }

    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        let globs = Globs::new([pattern]).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        Ok(self.tree.matching(&globs))
    }
}

/// The dependencies of each asset, and the dependencies on the products of each asset.
struct Dependents {
    /// Sorted.
    edges: Vec<(DependencyId, AssetId)>,
    /// Sorted.
    by_maker: Vec<(FileId, DependencyId)>,
    files: Vec<Option<FileId>>,
}

impl Dependents {
    fn new(state: &State) -> Self {
        let table = &state.dependencies;
        let assets = (0..).map(AssetId).zip(&state.assets);
        let mut edges: Vec<_> =
            assets.flat_map(|(asset, row)| table.ids_of(row).iter().map(move |&id| (id, asset))).collect();
        edges.sort_unstable();
        let about_assets = table.ids().filter(|&id| table.is_about_asset(id));
        let mut by_maker: Vec<_> = about_assets.flat_map(|id| table.subjects(id).map(move |file| (file, id))).collect();
        by_maker.sort_unstable();
        Self { edges, by_maker, files: state.files_of_assets() }
    }

    fn assets_with(&self, id: DependencyId) -> impl Iterator<Item = AssetId> + use<'_> {
        let first = self.edges.partition_point(|edge| edge.0 < id);
        self.edges[first..].iter().take_while(move |edge| edge.0 == id).map(|edge| edge.1)
    }

    fn about_products_of(&self, asset: AssetId) -> impl Iterator<Item = DependencyId> + use<'_> {
        let file = self.files.get(asset.index()).copied().flatten();
        let first = file.map_or(self.by_maker.len(), |file| self.by_maker.partition_point(|it| it.0 < file));
        self.by_maker[first..].iter().take_while(move |it| Some(it.0) == file).map(|it| it.1)
    }
}
