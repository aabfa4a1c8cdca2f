//! [`AnimationParams`] and [`RenameTable`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::motion::RootMotion;
use crate::numbers::{SampleRate, SnapLimit};

rigmill_pipeline::params! {
    /// Parameters of the `animation` processor.
    pub struct AnimationParams {
        /// If true, a translation, rotation or scale that never changes in the clip becomes a single key. The clip's
        /// poses stay the same. Use false if your game calls `get_matrix` with RobotGame's rules, which require the
        /// same number of keys in all tracks of a bone.
        drop_constant_tracks: bool = false,
        /// The limit below which Rigmill rounds to zero (at least 0). Any component of a translation, rotation or scale
        /// that is closer to zero than this limit becomes zero. A rotation stays unchanged if all its components would
        /// become zero.
        snap_tiny: SnapLimit = SnapLimit::default(),
        /// If true, a repeating clip moves from its last key back to its first key. If false, the clip holds its last
        /// key and then jumps to its first key.
        close_loop: bool = false,
        /// The bones to rename, as a table of old and new names such as `{ "Bip01" = "Root" }`. All names change at the
        /// same time, so you can swap names. A new name must not be empty. Rigmill reports a warning for each old name
        /// that matches no bone in the clip.
        rename_bones: RenameTable = RenameTable::default(),
        /// The bone whose keys come first in the built clip (sequence 0). If `rename_bones` renames this bone, write
        /// its new name. By default, the bones keep their order.
        root: String = String::new(),
        /// The number of keys per second after resampling (greater than 0, at most 1000). Each bone with several keys
        /// is resampled at even intervals, from time 0 to its `Duration`. Rigmill may adjust the rate slightly, so that
        /// the intervals divide the duration evenly. By default, the clip keeps its own keys.
        sample_rate: Option<SampleRate> = None,
        /// The root bone whose movement becomes a separate motion, called `NAME.motion`. Rigmill removes this movement
        /// from the clip. Specify the bone's name, or a table of `motion` parameters such as `{ root = "Root",
        /// components = "ground" }`. By default, the movement stays in the clip.
        root_motion: Option<RootMotion> = None,
    }
}

/// A table that maps the old names of bones to new names. No new name is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, String>", into = "BTreeMap<String, String>")]
pub struct RenameTable(BTreeMap<String, String>);

impl RenameTable {
    /// Returns the new names by old name.
    #[must_use]
    pub const fn get(&self) -> &BTreeMap<String, String> {
        &self.0
    }
}

impl TryFrom<BTreeMap<String, String>> for RenameTable {
    type Error = String;

    fn try_from(names: BTreeMap<String, String>) -> Result<Self, String> {
        match names.iter().find(|(_, new)| new.is_empty()) {
            Some((old, _)) => Err(format!("the new name of {old:?} is empty, expected a name")),
            None => Ok(Self(names)),
        }
    }
}

impl From<RenameTable> for BTreeMap<String, String> {
    fn from(table: RenameTable) -> Self {
        table.0
    }
}
