//! [`State`]: what the last build of a target read and wrote. A state is saved completely or not at all.
//!
//! A state consists of a base and an overlay. The base contains the records of the assets, which are read individually and on
//! demand, followed by rows of fixed size that are used without decoding (the tree of sources and the output files, with
//! stamps). Small builds save their changes in the overlay and leave the base unchanged.

mod asset_id;
mod asset_row;
mod base;
mod base_builder;
mod base_footer;
mod base_writer;
mod dependency_table;
mod meta;
mod outputs;
mod overlay;
mod recipes;

pub(crate) use asset_id::AssetId;
pub(crate) use asset_row::AssetRow;
pub(crate) use base_builder::BaseBuilder;
pub(crate) use dependency_table::{DependencyId, DependencyTable};
pub(crate) use meta::{Configuration, Meta, ScanWarnings};
pub use outputs::MAX_INDIVIDUALLY_CHECKED_OUTPUTS;
pub(crate) use outputs::{OutputDrift, Outputs};
pub(crate) use overlay::Overlay;
pub(crate) use recipes::Recipes;

use std::collections::BTreeSet;
use std::io;
use std::mem;
use std::path::Path;
use std::sync::Arc;

use rigmill_pipeline::{Digest, Query, SourcePath};

use crate::records::{AssetRecord, RecipeRecord};
use crate::sources::{AssetFiles, AssetNames, FileId, Tree};
use base::{Base, Sections};
use dependency_table::TableBuilder;
use overlay::overlay_path;
use rigmill_disk::{Disk, Stamp, absent, set_aside};
use rigmill_store::envelope::RecordError;

/// The state of one target of a project.
pub(crate) struct State {
    pub(crate) meta: Meta,
    pub(crate) tree: Tree,
    /// For each file of the tree, the asset made from it.
    pub(crate) assets_by_file: Vec<Option<AssetId>>,
    pub(crate) assets: Vec<AssetRow>,
    pub(crate) outputs: Outputs,
    /// The dependencies of the assets, except for those on their own sources.
    pub(crate) dependencies: DependencyTable,
    base: Base,
    /// The changes of small builds since the base was saved. Changed rows are applied to the fields above, but changed records
    /// are only here.
    overlay: Overlay,
}

impl State {
    /// Returns the state before the first build.
    pub(crate) fn empty() -> Self {
        Self::new(Sections::default(), Base::none())
    }

    fn new(sections: Sections, base: Base) -> Self {
        let Sections { meta, tree, assets_by_file, assets, outputs, dependencies } = sections;
        Self { meta, tree, assets_by_file, assets, outputs, dependencies, base, overlay: Overlay::default() }
    }

    /// Loads the state saved in `path` and next to it, or the state that a build had set aside when it died. Returns an empty state before the first build, and an empty state with
    /// the error if the saved state is damaged.
    pub(crate) fn load(path: &Path, disk: &dyn Disk) -> io::Result<(Self, Option<RecordError>)> {
        let opened = match disk.open(path) {
            Err(error) if absent(&error) => disk.open(&set_aside(path)),
            opened => opened,
        };
        let file = match opened {
            Ok(file) => file,
            Err(error) if absent(&error) => return Ok((Self::empty(), None)),
            Err(error) => return Err(error),
        };
        let loaded = base::load(file).and_then(|(sections, base)| {
            let overlay = Overlay::load(&overlay_path(path), disk, base.identity())?;
            let mut state = Self::new(sections, base);
            overlay.into_iter().for_each(|overlay| state.apply(overlay));
            Ok(state)
        });
        Ok(match loaded {
            Ok(state) => (state, None),
            Err(error) => (Self::empty(), Some(error)),
        })
    }

    /// Verifies the checksum of all records, which loading does not do. Reads the whole file.
    pub(crate) fn verify_records(&self) -> Result<(), RecordError> {
        self.base.verify_records()
    }

    fn apply(&mut self, overlay: Overlay) {
        for (file, &stamp) in &overlay.rows.files {
            self.tree.files.get_mut(file.0).into_iter().for_each(|row| row.stamp = stamp);
        }
        for (folder, &stamp) in &overlay.rows.folders {
            self.tree.folders.get_mut(folder.0).into_iter().for_each(|row| row.stamp = stamp);
        }
        for (output, &stamp) in &overlay.rows.outputs {
            self.outputs.rows.get_mut(output.0).into_iter().for_each(|row| row.stamp = stamp);
        }
        for (folder, &stamp) in &overlay.rows.output_folders {
            self.outputs.folders.get_mut(folder.0).into_iter().for_each(|row| row.stamp = stamp);
        }
        self.meta = overlay.meta.clone();
        self.tree.ignore_files = Arc::clone(&self.meta.ignore_files);
        let files = &self.assets_by_file;
        let is_asset = |file: FileId| files.get(file.0).is_some_and(Option::is_some);
        let names = self.asset_names();
        let dependencies = mem::take(&mut self.dependencies);
        let files = AssetFiles { tree: &self.tree, is_asset: &is_asset, names: &names };
        let mut table = TableBuilder::new(dependencies, files, &self.meta.root);
        for (asset, record) in &overlay.rows.records {
            let Some(slot) = self.assets.get_mut(asset.index()) else { continue };
            let mut row = AssetRow::new(record);
            table.add(&mut row, record.further_dependencies());
            *slot = row;
        }
        self.dependencies = table.finish();
        self.overlay = overlay;
    }

    /// Returns the names that rules give to assets and their variants.
    pub(crate) fn asset_names(&self) -> AssetNames {
        if !self.meta.recipes.give_names() {
            return AssetNames::default();
        }
        let recipe = |file: FileId| self.meta.recipes.get(self.row(self.asset_of(file)?)?.recipe());
        let recipes: Vec<_> =
            self.tree.paths().filter_map(|(file, source)| Some((file, source, recipe(file)?))).collect();
        let named = recipes
            .iter()
            .filter_map(|(file, source, recipe)| Some((*file, recipe.output.as_ref()?.asset_name(source))));
        let mut names: AssetNames = named.collect();
        for (file, source, recipe) in &recipes {
            recipe.variants.iter().for_each(|label| names.add_variant(*file, source, label));
        }
        names
    }

    /// Returns the asset made from a file.
    pub(crate) fn asset_of(&self, file: FileId) -> Option<AssetId> {
        *self.assets_by_file.get(file.0)?
    }

    /// Returns the file of each asset.
    pub(crate) fn files_of_assets(&self) -> Vec<Option<FileId>> {
        let mut files = vec![None; self.assets.len()];
        for file in self.tree.file_ids() {
            if let Some(slot) = self.asset_of(file).and_then(|asset| files.get_mut(asset.index())) {
                *slot = Some(file);
            }
        }
        files
    }

    /// Returns the row of an asset.
    pub(crate) fn row(&self, asset: AssetId) -> Option<&AssetRow> {
        self.assets.get(asset.index())
    }

    /// Returns an asset's record.
    pub(crate) fn record(&self, asset: AssetId) -> Result<AssetRecord, RecordError> {
        match self.overlay.rows.records.get(&asset) {
            Some(record) => Ok(record.clone()),
            None => self.base.record(self.assets.get(asset.index())),
        }
    }

    /// Returns an asset's record in its encoded form.
    pub(crate) fn raw_record(&self, asset: AssetId) -> Result<Vec<u8>, RecordError> {
        match self.overlay.rows.records.get(&asset) {
            Some(record) => base::encode(record),
            None => self.base.raw_record(self.assets.get(asset.index())),
        }
    }

    /// Returns the files that the stages of some assets read when they last ran, except for their sources.
    pub(crate) fn files_read(&self, of: impl Fn(AssetId) -> bool) -> BTreeSet<SourcePath> {
        let assets = (0..).map(AssetId).zip(&self.assets).filter(|(asset, _)| of(*asset));
        let ids: BTreeSet<DependencyId> =
            assets.flat_map(|(_, row)| self.dependencies.ids_of(row).iter().copied()).collect();
        let queries = ids.into_iter().filter_map(|id| self.dependencies.dependency(id)).map(|it| it.query);
        let paths = queries.filter_map(|query| match query {
            Query::File(path) | Query::Presence(path) => Some(path),
            _ => None,
        });
        paths.collect()
    }

    pub(crate) fn recipe(&self, record: &AssetRecord) -> Option<&RecipeRecord> {
        self.meta.recipes.get(record.recipe)
    }

    /// Returns the digest that a file had with this stamp.
    pub(crate) fn digest(&self, path: &SourcePath, stamp: Stamp) -> Option<Digest> {
        if let Some(known) = self.meta.files.get(path) {
            return known.matches(stamp).then_some(known.digest());
        }
        let file = self.tree.find(path).filter(|&file| self.tree[file].stamp == stamp)?;
        let record = self.record(self.asset_of(file)?).ok()?;
        let query = Query::File(path.clone());
        record.dependencies().first().filter(|source| source.query == query)?.answer
    }

    /// Returns the changes of small builds since the base was saved.
    pub(crate) fn overlay(&self) -> &Overlay {
        &self.overlay
    }

    /// Saves the overlay of this state's base.
    pub(crate) fn save_overlay(&self, overlay: &Overlay, path: &Path, disk: &dyn Disk) -> io::Result<()> {
        overlay.save(&overlay_path(path), disk, self.base.identity())
    }
}
