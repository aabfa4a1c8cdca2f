//! [`BaseBuilder`]: collects and saves a new base.

use std::io;
use std::path::Path;

use super::asset_id::AssetId;
use super::base::{self, AssetRow, encode_asset};
use super::meta::Meta;
use super::outputs::Outputs;
use super::overlay::overlay_path;
use crate::disk::{Disk, Stamp};
use crate::records::{AssetRecord, envelope};
use crate::sources::{FileId, Tree};

/// Collects the assets of a new base, in the order of their files in the tree.
pub(crate) struct BaseBuilder {
    assets_by_file: Vec<Option<AssetId>>,
    assets: Vec<AssetRow>,
    records: Vec<u8>,
    outputs: Vec<(String, AssetId, Stamp)>,
}

impl BaseBuilder {
    /// A base for a tree with this number of files.
    pub(crate) fn new(files: usize) -> Self {
        Self { assets_by_file: vec![None; files], assets: Vec::new(), records: Vec::new(), outputs: Vec::new() }
    }

    /// Adds an asset with its record as it is saved.
    pub(crate) fn push_raw(&mut self, file: FileId, record: &[u8], always_check: bool) -> AssetId {
        let asset = AssetId(u32::try_from(self.assets.len()).unwrap_or(u32::MAX));
        self.assets.push(AssetRow::new(self.records.len() as u64, record.len(), always_check));
        self.records.extend_from_slice(record);
        if let Some(slot) = self.assets_by_file.get_mut(file.0) {
            *slot = Some(asset);
        }
        asset
    }

    /// Adds an asset and its outputs.
    pub(crate) fn push(&mut self, file: FileId, record: &AssetRecord) -> io::Result<()> {
        let bytes = base::encode(record).map_err(io::Error::other)?;
        let asset = self.push_raw(file, &bytes, record.always_check());
        for output in record.outputs() {
            self.push_output(output.path.clone(), asset, output.fingerprint.stamp());
        }
        Ok(())
    }

    /// Adds an output of an asset.
    pub(crate) fn push_output(&mut self, path: String, asset: AssetId, stamp: Stamp) {
        self.outputs.push((path, asset, stamp));
    }

    /// Saves the base, with unknown stamps for all output folders, and removes the overlay of the previous base.
    pub(crate) fn save(self, meta: &Meta, tree: &Tree, path: &Path, disk: &dyn Disk) -> io::Result<()> {
        let mut meta_bytes = Vec::new();
        envelope::encode(meta, &mut meta_bytes).map_err(io::Error::other)?;
        let outputs = Outputs::from_files(self.outputs);
        let assets_by_file: Vec<u32> = self.assets_by_file.into_iter().map(encode_asset).collect();
        let bytes = base::seal([
            &meta_bytes,
            bytemuck::cast_slice(&tree.folders),
            bytemuck::cast_slice(&tree.files),
            &tree.names.0,
            bytemuck::cast_slice(&assets_by_file),
            bytemuck::cast_slice(&self.assets),
            bytemuck::cast_slice(&outputs.folders),
            bytemuck::cast_slice(&outputs.rows),
            &outputs.names.0,
            &self.records,
        ]);
        base::replace(path, &bytes, disk)?;
        disk.remove(&overlay_path(path))
    }
}
