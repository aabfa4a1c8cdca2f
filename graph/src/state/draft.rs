//! [`Draft`]: a base in the making.

use std::io;
use std::path::Path;

use super::base::{self, AssetRow};
use super::meta::Meta;
use super::outputs::Outputs;
use super::overlay::overlay_path;
use crate::disk::{Disk, Stamp};
use crate::records::{AssetRecord, envelope};
use crate::sources::Tree;

/// Gathers the assets of a new base, in the order of their files in the tree.
pub(crate) struct Draft {
    asset_of: Vec<u32>,
    assets: Vec<AssetRow>,
    records: Vec<u8>,
    outputs: Vec<(String, u32, Stamp)>,
}

impl Draft {
    /// A base for a tree of so many files.
    pub(crate) fn new(files: usize) -> Self {
        Self { asset_of: vec![0; files], assets: Vec::new(), records: Vec::new(), outputs: Vec::new() }
    }

    /// Adds an asset with its record as it is saved; gives the asset's number.
    pub(crate) fn push_raw(&mut self, file: usize, record: &[u8], needs_a_look: bool) -> u32 {
        self.assets.push(AssetRow::new(self.records.len() as u64, record.len(), needs_a_look));
        self.records.extend_from_slice(record);
        let number = u32::try_from(self.assets.len()).unwrap_or(u32::MAX);
        if let Some(slot) = self.asset_of.get_mut(file) {
            *slot = number;
        }
        number - 1
    }

    /// Adds an asset and its outputs.
    pub(crate) fn push(&mut self, file: usize, record: &AssetRecord) -> io::Result<()> {
        let bytes = base::encode(record).map_err(io::Error::other)?;
        let asset = self.push_raw(file, &bytes, record.needs_a_look());
        for output in record.good.iter().flat_map(|good| &good.outputs) {
            self.push_output(output.path.clone(), asset, output.fingerprint.stamp());
        }
        Ok(())
    }

    /// Adds a file of an asset.
    pub(crate) fn push_output(&mut self, path: String, asset: u32, stamp: Stamp) {
        self.outputs.push((path, asset, stamp));
    }

    /// Saves the base, in which no output folder's stamp is trusted yet, and removes the overlay of the one before.
    pub(crate) fn save(self, meta: &Meta, tree: &Tree, path: &Path, disk: &dyn Disk) -> io::Result<()> {
        let mut meta_bytes = Vec::new();
        envelope::encode(meta, &mut meta_bytes).map_err(io::Error::other)?;
        let outputs = Outputs::from_files(self.outputs);
        let bytes = base::seal([
            &meta_bytes,
            bytemuck::cast_slice(&tree.folders),
            bytemuck::cast_slice(&tree.files),
            &tree.names.0,
            bytemuck::cast_slice(&self.asset_of),
            bytemuck::cast_slice(&self.assets),
            bytemuck::cast_slice(&outputs.folders),
            bytemuck::cast_slice(&outputs.rows),
            &outputs.names.0,
            &self.records,
        ]);
        base::replace(path, &bytes, disk)?;
        // What was laid over the base before says nothing of this one.
        disk.remove(&overlay_path(path))
    }
}
