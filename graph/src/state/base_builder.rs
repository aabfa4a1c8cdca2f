//! [`BaseBuilder`]: collects and saves a new base.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use rigmill_disk::{Disk, Stamp};
use rigmill_pipeline::{Query, SourcePath};
use rigmill_store::envelope;

use super::State;
use super::asset_id::AssetId;
use super::asset_row::AssetRow;
use super::base::{self, encode_asset};
use super::base_writer::BaseWriter;
use super::dependency_table::{DependencyId, DependencyTable, TableBuilder};
use super::meta::Meta;
use super::outputs::Outputs;
use super::overlay::overlay_path;
use crate::records::{AssetRecord, RecipeId};
use crate::sources::{AssetFiles, FileId, Tree};

/// Collects the assets of a new base, in the order of their files in the tree.
pub(crate) struct BaseBuilder<'a> {
    state: &'a State,
    tree: &'a Tree,
    assets_by_file: Vec<Option<AssetId>>,
    assets: Vec<AssetRow>,
    writer: BaseWriter<'a>,
    path: &'a Path,
    disk: &'a dyn Disk,
    outputs: Vec<(Cow<'a, str>, AssetId, Stamp)>,
    dependencies: TableBuilder<'a>,
    /// The new row of each dependency of the previous state.
    moved: Vec<Option<DependencyId>>,
}

impl<'a> BaseBuilder<'a> {
    /// Creates a builder for a base with `assets` assets and for the files below the folder `root`. The base follows `state`
    /// and will be saved in `path`.
    pub(crate) fn new(
        assets: usize,
        state: &'a State,
        files: AssetFiles<'a>,
        root: &'a Path,
        path: &'a Path,
        disk: &'a dyn Disk,
    ) -> io::Result<Self> {
        let writer = BaseWriter::create(path, disk)?;
        Ok(Self {
            state,
            tree: files.tree,
            assets_by_file: vec![None; files.tree.files.len()],
            // The exact capacity saves memory: in large projects, each list takes megabytes, and a growing list takes up to
            // three times as much. Most assets have one output.
            assets: Vec::with_capacity(assets),
            writer,
            path,
            disk,
            outputs: Vec::with_capacity(assets),
            dependencies: TableBuilder::new(DependencyTable::default(), files, root),
            moved: vec![None; state.dependencies.ids().count()],
        })
    }

    /// Adds an asset that this build did not check.
    pub(crate) fn keep(&mut self, file: FileId, old: AssetId) -> io::Result<AssetId> {
        let record = self.state.raw_record(old).map_err(io::Error::other)?;
        let Some(mut row) = self.state.assets.get(old.index()).copied() else { return Err(io::Error::other("no row")) };
        let ids: Option<Vec<DependencyId>> =
            self.state.dependencies.ids_of(&row).iter().map(|&id| self.moved_dependency(id)).collect();
        match ids {
            Some(ids) => self.dependencies.add_known(&mut row, ids),
            None => row.set_always_check(),
        }
        self.push_row(file, row, &record)
    }

    fn moved_dependency(&mut self, id: DependencyId) -> Option<DependencyId> {
        if let Some(Some(moved)) = self.moved.get(id.index()) {
            return Some(*moved);
        }
        let moved = self.dependencies.id(&self.state.dependencies.dependency(id)?)?;
        *self.moved.get_mut(id.index())? = Some(moved);
        Some(moved)
    }

    /// Adds an asset that this build checked, and its outputs.
    pub(crate) fn push(&mut self, file: FileId, record: &'a AssetRecord) -> io::Result<()> {
        let bytes = base::encode(record).map_err(io::Error::other)?;
        let mut row = AssetRow::new(record);
        self.dependencies.add(&mut row, record.further_dependencies());
        let asset = self.push_row(file, row, &bytes)?;
        for output in record.outputs() {
            self.push_output(output.path.as_str().into(), asset, output.fingerprint.stamp());
        }
        Ok(())
    }

    fn push_row(&mut self, file: FileId, mut row: AssetRow, record: &[u8]) -> io::Result<AssetId> {
        let asset = AssetId(u32::try_from(self.assets.len()).unwrap_or(u32::MAX));
        row.set_record(self.writer.push(record)?, record.len());
        self.assets.push(row);
        if let Some(slot) = self.assets_by_file.get_mut(file.0) {
            *slot = Some(asset);
        }
        Ok(asset)
    }

    /// Adds an output of an asset.
    pub(crate) fn push_output(&mut self, path: Cow<'a, str>, asset: AssetId, stamp: Stamp) {
        self.outputs.push((path, asset, stamp));
    }

    /// Returns the number of outputs.
    pub(crate) fn output_count(&self) -> usize {
        self.outputs.len()
    }

    /// Returns the recipes of all assets.
    pub(crate) fn recipes(&self) -> impl Iterator<Item = RecipeId> {
        self.assets.iter().map(AssetRow::recipe)
    }

    /// Whether any asset reads this file in addition to its own source.
    pub(crate) fn reads(&self, path: &SourcePath) -> bool {
        self.dependencies.has_query(&Query::File(path.clone()))
    }

    /// Saves the base, with unknown stamps for all output folders, and removes the overlay of the previous base.
    pub(crate) fn save(self, meta: &Meta) -> io::Result<()> {
        let mut meta_bytes = Vec::new();
        envelope::encode(meta, &mut meta_bytes).map_err(io::Error::other)?;
        let outputs = Outputs::from_files(&self.outputs);
        let assets_by_file: Vec<u32> = self.assets_by_file.into_iter().map(encode_asset).collect();
        let dependencies = self.dependencies.finish();
        self.writer.finish([
            &meta_bytes,
            bytemuck::cast_slice(&self.tree.folders),
            bytemuck::cast_slice(&self.tree.files),
            &self.tree.names.0,
            bytemuck::cast_slice(&assets_by_file),
            bytemuck::cast_slice(&self.assets),
            bytemuck::cast_slice(&outputs.folders),
            bytemuck::cast_slice(&outputs.rows),
            &outputs.names.0,
            bytemuck::cast_slice(&dependencies.rows),
            bytemuck::cast_slice(&dependencies.subjects),
            bytemuck::cast_slice(&dependencies.edges),
            &dependencies.names.0,
        ])?;
        self.disk.remove(&overlay_path(self.path))
    }
}
