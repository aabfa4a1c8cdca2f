//! [`State`]: what the last build of a target saw and made. Saved whole or not at all.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use rigmill_pipeline::{Digest, SourcePath};
use serde::{Deserialize, Serialize};

use crate::disk::{Disk, absent};
use crate::guarded::{self, Kind, RecordError};
use crate::memo::{Failure, Good};
use crate::recipe::RecipeRecord;
use crate::stamp::Stamp;

const STATE: Kind = Kind { magic: *b"RIGSTATE", version: 1 };

/// The state of one target of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct State {
    /// The program that built it; absent before the first build.
    pub(crate) program: Option<Digest>,
    pub(crate) recipes: Vec<RecipeRecord>,
    /// The digests of files whose stamps were settled.
    pub(crate) files: BTreeMap<SourcePath, FileRecord>,
    /// In order of their sources.
    pub(crate) assets: Vec<AssetRecord>,
    /// Files that no asset makes any more and that could not be removed yet.
    pub(crate) orphans: Vec<String>,
}

/// A file as it was last read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileRecord {
    pub(crate) stamp: Stamp,
    pub(crate) digest: Digest,
}

/// An asset as it was last built.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AssetRecord {
    pub(crate) source: SourcePath,
    /// Index into [`State::recipes`], of the last try.
    pub(crate) recipe: u32,
    /// The last build that succeeded; its outputs are the ones on disk.
    pub(crate) good: Option<Good>,
    /// The last build, when it failed.
    pub(crate) failure: Option<Failure>,
}

impl State {
    /// The state saved in `path`; an empty one before the first build. A damaged one is told beside an empty one.
    pub(crate) fn load(path: &Path, disk: &dyn Disk) -> io::Result<(Self, Option<RecordError>)> {
        let bytes = match disk.read(path) {
            Ok(bytes) => bytes,
            Err(error) if absent(&error) => return Ok((Self::default(), None)),
            Err(error) => return Err(error),
        };
        Ok(match guarded::open(&STATE, &bytes) {
            Ok(state) => (state, None),
            Err(error) => (Self::default(), Some(error)),
        })
    }

    /// Saves the state in `path`, by way of a file beside it.
    pub(crate) fn save(&self, path: &Path, disk: &dyn Disk) -> io::Result<()> {
        let bytes = guarded::seal(&STATE, self).map_err(io::Error::other)?;
        let temporary = path.with_extension("state.tmp");
        disk.remove(&temporary)?;
        disk.create(&temporary, &bytes)?;
        disk.flush(path, &[&temporary])?;
        disk.rename(&temporary, path)
    }

    pub(crate) fn asset(&self, source: &SourcePath) -> Option<&AssetRecord> {
        let index = self.assets.binary_search_by(|asset| asset.source.cmp(source)).ok()?;
        self.assets.get(index)
    }

    pub(crate) fn recipe(&self, asset: &AssetRecord) -> Option<&RecipeRecord> {
        self.recipes.get(asset.recipe as usize)
    }

    /// The files the last build left on disk, with the asset each belongs to.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = (&AssetRecord, &crate::memo::OutputRecord)> {
        self.assets.iter().flat_map(|asset| {
            let outputs = asset.good.iter().flat_map(|good| &good.outputs);
            outputs.map(move |output| (asset, output))
        })
    }
}
