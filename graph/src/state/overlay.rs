//! [`Overlay`]: the changes of small builds since the base was saved. An overlay is always saved as a whole.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use rigmill_disk::{Disk, Stamp, absent};
use rigmill_store::Blob;
use rigmill_store::envelope::{self, Kind, RecordError};
use serde::{Deserialize, Serialize};

use super::asset_id::AssetId;
use super::base_writer::replace;
use super::meta::Meta;
use super::outputs::{OutputFolderId, OutputId};
use crate::records::AssetRecord;
use crate::sources::{FileId, FolderId};

const OVERLAY: Kind = Kind { magic: *b"RIGOVERL", version: 8 };

/// The changes of small builds: the complete [`Meta`], and the changes to the rows of the base.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Overlay {
    pub(crate) meta: Meta,
    pub(crate) rows: Changes,
}

/// Changes to the rows of a base.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Changes {
    pub(crate) records: BTreeMap<AssetId, AssetRecord>,
    pub(crate) files: BTreeMap<FileId, Stamp>,
    pub(crate) folders: BTreeMap<FolderId, Stamp>,
    pub(crate) outputs: BTreeMap<OutputId, Stamp>,
    pub(crate) output_folders: BTreeMap<OutputFolderId, Stamp>,
}

impl Changes {
    /// Returns the number of changed files and assets. Folders are not counted, because there are few of them compared to
    /// files, and the first build after a large one updates the stamps of all folders.
    pub(crate) fn len(&self) -> usize {
        self.records.len() + self.files.len() + self.outputs.len()
    }
}

impl Overlay {
    /// Loads the overlay saved in `path`, if it belongs to this base. An overlay of a different base is obsolete, because that
    /// base was replaced.
    pub(super) fn load(path: &Path, disk: &dyn Disk, base: [u8; 32]) -> Result<Option<Self>, RecordError> {
        let bytes = match disk.read(path) {
            Ok(bytes) => bytes,
            Err(error) if absent(&error) => return Ok(None),
            Err(error) => return Err(RecordError::Content(error.to_string())),
        };
        let (of, content): ([u8; 32], Blob) = envelope::open(&OVERLAY, &bytes)?;
        if of == base { envelope::decode(&content.0).map(Some) } else { Ok(None) }
    }

    pub(super) fn save(&self, path: &Path, disk: &dyn Disk, base: [u8; 32]) -> io::Result<()> {
        let mut content = Vec::new();
        envelope::encode(self, &mut content).map_err(io::Error::other)?;
        let bytes = envelope::seal(&OVERLAY, &(base, Blob(content))).map_err(io::Error::other)?;
        replace(path, &bytes, disk)
    }
}

pub(super) fn overlay_path(path: &Path) -> PathBuf {
    path.with_extension("overlay")
}
