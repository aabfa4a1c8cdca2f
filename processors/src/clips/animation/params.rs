//! [`AnimationParams`] and [`RenameTable`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::motion::RootMotion;
use crate::numbers::{SampleRate, SnapLimit};

rigmill_pipeline::params! {
    /// Parameters of the `animation` processor.
    pub struct AnimationParams {
        /// Whether to store a single key for each translation, rotation or scale of a bone that stays the same for the
        /// whole clip. Poses stay the same, with one exception: with RobotGame's rules, `get_matrix` treats a bone as
        /// fixed if its rotation is fixed.
        drop_constant_tracks: bool = false,
        /// Rigmill sets components of translations, rotations and scales to +0 if their absolute value is below this
        /// number. The number must be at least 0, and is in the units of the stored components. With 0, nothing
        /// changes. A rotation stays unchanged if all of its components would become zero.
        snap_tiny: SnapLimit = SnapLimit::default(),
        /// Whether a repeating clip moves from its last key back to its first key, instead of holding the last key.
        close_loop: bool = false,
        /// The bones to rename, as a table of old names and new names. All names change at the same time, so you can
        /// swap names. A new name must not be empty. If the clip has no bone with an old name, Rigmill reports a
        /// warning.
        rename_bones: RenameTable = RenameTable::default(),
        /// The bone whose sequence (list of keys) Rigmill stores first, as sequence 0. If `rename_bones` renames the
        /// bone, use its new name. If this parameter is empty, the order of sequences stays the same.
        root: String = String::new(),
        /// The approximate number of keys per second after resampling: above 0, at most 1000. Rigmill resamples each
        /// sequence that has more than one key. The new keys are evenly spaced from 0 to the sequence's `Duration`. By
        /// default, Rigmill does not resample the clip.
        sample_rate: Option<SampleRate> = None,
        /// The bone whose movement Rigmill takes out of the clip and stores as a separate motion, `NAME.motion`. Set
        /// this parameter to the name of the bone, or to a table of parameters of the `motion` processor, such as
        /// `{ root = "Root", components = "ground" }`. By default, the clip stays unchanged.
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
