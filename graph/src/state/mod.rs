//! [`State`]: what the last build of a target saw and made. Saved whole or not at all.
//!
//! A state is a base and an overlay. The base holds rows of fixed size that are used as they are loaded (the tree of
//! sources, the files that were written, with stamps), and behind them the records of the assets, which are read one by
//! one and only when asked for. Small builds leave the base alone and save what they changed in the overlay.

mod base;
mod draft;
mod meta;
mod outputs;
mod overlay;

pub(crate) use base::AssetRow;
pub(crate) use draft::Draft;
pub(crate) use meta::{LeftOut, Meta};
pub(crate) use outputs::{OutputDrift, Outputs};
pub(crate) use overlay::Overlay;

use std::io;
use std::path::Path;

use rigmill_pipeline::{Digest, Probe, SourcePath};

use crate::disk::{Disk, Stamp, absent};
use crate::records::{AssetRecord, RecipeRecord, RecordError};
use crate::sources::Tree;
use base::{Base, Sections};
use overlay::overlay_path;

/// The state of one target of a project.
pub(crate) struct State {
    pub(crate) meta: Meta,
    pub(crate) tree: Tree,
    /// The asset made from each file of the tree, plus one; 0 for a file that is no asset.
    pub(crate) asset_of: Vec<u32>,
    pub(crate) assets: Vec<AssetRow>,
    pub(crate) outputs: Outputs,
    base: Base,
    /// What small builds changed since the base was saved; it is in the rows already, but for the records.
    overlay: Overlay,
}

impl State {
    /// The state before the first build.
    pub(crate) fn empty() -> Self {
        Self {
            meta: Meta::default(),
            tree: Tree::default(),
            asset_of: Vec::new(),
            assets: Vec::new(),
            outputs: Outputs::default(),
            base: Base::none(),
            overlay: Overlay::default(),
        }
    }

    /// The state saved in `path` and beside it; an empty one before the first build. A damaged one is told beside an
    /// empty one.
    pub(crate) fn load(path: &Path, disk: &dyn Disk) -> io::Result<(Self, Option<RecordError>)> {
        let file = match disk.open(path) {
            Ok(file) => file,
            Err(error) if absent(&error) => return Ok((Self::empty(), None)),
            Err(error) => return Err(error),
        };
        let loaded = base::load(file).and_then(|(sections, base)| {
            let overlay = Overlay::load(&overlay_path(path), disk, base.identity())?;
            let Sections { meta, tree, asset_of, assets, outputs } = sections;
            let mut state = Self { meta, tree, asset_of, assets, outputs, base, overlay: Overlay::default() };
            overlay.into_iter().for_each(|overlay| state.apply(overlay));
            Ok(state)
        });
        Ok(match loaded {
            Ok(state) => (state, None),
            Err(error) => (Self::empty(), Some(error)),
        })
    }

    /// Checks the records, which loading does not read. Costs one pass over the file.
    pub(crate) fn verify_records(&self) -> Result<(), RecordError> {
        self.base.verify_records()
    }

    fn apply(&mut self, overlay: Overlay) {
        for (&index, &stamp) in &overlay.rows.files {
            if let Some(row) = self.tree.files.get_mut(index as usize) {
                row.stamp = stamp;
            }
        }
        for (&index, &stamp) in &overlay.rows.folders {
            if let Some(row) = self.tree.folders.get_mut(index as usize) {
                row.stamp = stamp;
            }
        }
        for (&index, &stamp) in &overlay.rows.outputs {
            if let Some(row) = self.outputs.rows.get_mut(index as usize) {
                row.stamp = stamp;
            }
        }
        for (&index, &stamp) in &overlay.rows.output_folders {
            if let Some(row) = self.outputs.folders.get_mut(index as usize) {
                row.stamp = stamp;
            }
        }
        for (&index, record) in &overlay.rows.records {
            if let Some(row) = self.assets.get_mut(index as usize) {
                row.set_needs_a_look(record.needs_a_look());
            }
        }
        self.meta = overlay.meta.clone();
        self.overlay = overlay;
    }

    /// The row of the asset made from a file.
    pub(crate) fn asset_of(&self, file: usize) -> Option<u32> {
        self.asset_of.get(file)?.checked_sub(1)
    }

    /// The file each asset is made from.
    pub(crate) fn files_of_assets(&self) -> Vec<Option<usize>> {
        let mut files = vec![None; self.assets.len()];
        for file in 0..self.asset_of.len() {
            if let Some(slot) = self.asset_of(file).and_then(|asset| files.get_mut(asset as usize)) {
                *slot = Some(file);
            }
        }
        files
    }

    /// An asset's record.
    pub(crate) fn record(&self, asset: u32) -> Result<AssetRecord, RecordError> {
        match self.overlay.rows.records.get(&asset) {
            Some(record) => Ok(record.clone()),
            None => self.base.record(self.assets.get(asset as usize)),
        }
    }

    /// An asset's record as it is saved.
    pub(crate) fn raw_record(&self, asset: u32) -> Result<Vec<u8>, RecordError> {
        match self.overlay.rows.records.get(&asset) {
            Some(record) => base::encode(record),
            None => self.base.raw_record(self.assets.get(asset as usize)),
        }
    }

    pub(crate) fn recipe(&self, record: &AssetRecord) -> Option<&RecipeRecord> {
        self.meta.recipes.get(record.recipe as usize)
    }

    /// The digest of a file when it had this stamp.
    pub(crate) fn digest(&self, path: &SourcePath, stamp: Stamp) -> Option<Digest> {
        if let Some(known) = self.meta.files.get(path) {
            return known.vouches_for(stamp).then_some(known.digest());
        }
        let file = self.tree.find(path).filter(|&file| self.tree.files[file].stamp == stamp)?;
        let record = self.record(self.asset_of(file)?).ok()?;
        let probe = Probe::File(path.clone());
        record.dependencies().first().filter(|source| source.probe == probe)?.seen
    }

    /// What small builds changed since the base was saved.
    pub(crate) fn overlay(&self) -> &Overlay {
        &self.overlay
    }

    /// Saves what a small build changed beside the base.
    pub(crate) fn save_overlay(&self, overlay: &Overlay, path: &Path, disk: &dyn Disk) -> io::Result<()> {
        overlay.save(&overlay_path(path), disk, self.base.identity())
    }
}
