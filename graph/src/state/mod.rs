//! [`State`]: what the last build of a target saw and made. Saved whole or not at all.
//!
//! A state is a base and an overlay. The base holds rows of fixed size that are used as they are loaded (the tree of
//! sources, the files that were written, with stamps), and behind them the records of the assets, which are read one by
//! one and only when asked for. Small builds leave the base alone and save what they changed in the overlay.

mod base;
mod draft;
mod outputs;
mod overlay;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use rigmill_pipeline::{Digest, SourcePath};
use serde::{Deserialize, Serialize};

pub(crate) use base::AssetRow;
pub(crate) use draft::Draft;
pub(crate) use outputs::{OutputDrift, Outputs};
pub(crate) use overlay::Overlay;

use crate::disk::{Disk, absent};
use crate::error::GraphError;
use crate::fingerprint::Fingerprint;
use crate::guarded::RecordError;
use crate::memo::{Failure, Good};
use crate::plan::LeftOut;
use crate::project::Project;
use crate::recipe::RecipeRecord;
use crate::sightings::Sightings;
use crate::stamp::Stamp;
use crate::tree::Tree;
use base::Base;

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

/// What there is once in a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Meta {
    /// The digest of everything that decides on recipes: program, stages, manifest, target. Absent before the first
    /// build.
    pub(crate) environment: Option<Digest>,
    /// The folder of the project it is the state of.
    pub(crate) root: PathBuf,
    /// The output folder that it was saved in.
    pub(crate) out: PathBuf,
    /// The program that built it.
    pub(crate) program: Option<Digest>,
    pub(crate) recipes: Vec<RecipeRecord>,
    /// Files that assets depend on besides their own sources, as they were last read.
    pub(crate) files: BTreeMap<SourcePath, Fingerprint>,
    /// Stamps of sources and their folders that cannot be trusted yet.
    pub(crate) sightings: Sightings,
    /// What the scan found that has no effect.
    pub(crate) left_out: LeftOut,
    /// Files that no asset makes any more and that could not be removed yet.
    pub(crate) orphans: Vec<String>,
}

impl Meta {
    /// # Errors
    /// When the output folder of `project` holds another project's content.
    pub(crate) fn must_belong_to(&self, project: &Project) -> Result<(), GraphError> {
        let other = |owner: &Path| GraphError::OtherProject { out: project.out().to_owned(), owner: owner.to_owned() };
        self.other_owner(project).map_or(Ok(()), |owner| Err(other(owner)))
    }

    /// The other project whose content `project`'s output folder holds, when it does and that project is still there.
    pub(crate) fn other_owner(&self, project: &Project) -> Option<&Path> {
        self.other_builder(project).filter(|owner| owner.is_dir())
    }

    /// The other project that built what is in `project`'s output folder, there or not. An output folder that was copied
    /// or moved together with the project around it is that project's own.
    fn other_builder(&self, project: &Project) -> Option<&Path> {
        let came_along = self.out != project.out()
            && project.out().strip_prefix(project.root()).is_ok_and(|within| self.out == self.root.join(within));
        let other = self.program.is_some() && self.root != project.root();
        (other && !came_along).then_some(self.root.as_path())
    }

    /// An error where another project built what would be removed, though its folder may be moved or not mounted.
    pub(crate) fn must_be_built_by(&self, project: &Project) -> Result<(), GraphError> {
        let other = |owner: &Path| GraphError::OtherProject { out: project.out().to_owned(), owner: owner.to_owned() };
        self.other_builder(project).map_or(Ok(()), |owner| Err(other(owner)))
    }
}

/// An asset as it was last built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AssetRecord {
    /// Index into [`Meta::recipes`], of the last try.
    pub(crate) recipe: u32,
    /// The last build that succeeded; its outputs are the ones on disk.
    pub(crate) good: Option<Good>,
    /// The last build, when it failed.
    pub(crate) failure: Option<Failure>,
}

impl AssetRecord {
    /// What the asset's last try looked at; its source is the first.
    pub(crate) fn dependencies(&self) -> Vec<&rigmill_pipeline::Dependency> {
        match &self.failure {
            Some(failure) => failure.dependencies.iter().collect(),
            None => self.good.iter().flat_map(Good::dependencies).collect(),
        }
    }

    /// Whether every build must look at the record: it depends on more than its source, or has something to tell.
    pub(crate) fn needs_a_look(&self) -> bool {
        let told = self.good.iter().flat_map(Good::diagnostics).next().is_some();
        self.failure.is_some() || told || self.dependencies().len() != 1
    }
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
        let loaded = base::load(file).and_then(|mut state| {
            if let Some(overlay) = Overlay::load(&overlay_path(path), disk, state.base.identity())? {
                state.apply(overlay);
            }
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
        let probe = rigmill_pipeline::Probe::File(path.clone());
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

fn overlay_path(path: &Path) -> PathBuf {
    path.with_extension("overlay")
}
