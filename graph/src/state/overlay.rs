//! [`Overlay`]: what small builds changed since the base was saved. Always saved whole.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::base::replace;
use super::meta::Meta;
use crate::disk::{Disk, Stamp, absent};
use crate::records::{AssetRecord, Blob, Kind, RecordError, envelope};

const OVERLAY: Kind = Kind { magic: *b"RIGOVERL", version: 3 };

/// What small builds left: all that there is once, and changes to the rows of the base.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Overlay {
    pub(crate) meta: Meta,
    pub(crate) rows: Changes,
}

/// Changes to the rows of a base, by index.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Changes {
    pub(crate) records: BTreeMap<u32, AssetRecord>,
    pub(crate) files: BTreeMap<u32, Stamp>,
    pub(crate) folders: BTreeMap<u32, Stamp>,
    pub(crate) outputs: BTreeMap<u32, Stamp>,
    pub(crate) output_folders: BTreeMap<u32, Stamp>,
}

impl Changes {
    /// How many files and assets changed. Folders do not count: there are few of them beside the files, and a build after
    /// a large one learns the stamps of all.
    pub(crate) fn len(&self) -> usize {
        self.records.len() + self.files.len() + self.outputs.len()
    }
}

impl Overlay {
    /// The overlay saved in `path` for the base called `base`. One for another base was left behind when that base was
    /// replaced, and says nothing any more.
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
