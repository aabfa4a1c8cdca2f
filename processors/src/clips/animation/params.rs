//! [`AnimationParams`] and [`RenameTable`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::motion::RootMotion;
use crate::numbers::{SampleRate, SnapLimit};

rigmill_pipeline::params! {
    /// Parameters of the `animation` processor.
    pub struct AnimationParams {
        /// Turn a track whose keys are all equal into a fixed one with a single key. Poses stay the same. Only `GetMatrix`
        /// under RobotGame's rules gives different results, because it uses `FixedRotation` for every channel.
        drop_constant_tracks: bool = false,
        /// Set components of translations, rotations and scales to +0 if they are nearer to zero than this, in the track's
        /// own unit. A rotation that would become zero is not changed. At least 0; 0 does nothing.
        snap_tiny: SnapLimit = SnapLimit::default(),
        /// When the clip repeats, move from its last key back to the first instead of holding the last key.
        close_loop: bool = false,
        /// Bones to rename, as old = new. All names change at the same time, so names can be swapped. New names must not be
        /// empty. An old name that the clip does not have gives a warning.
        rename_bones: RenameTable = RenameTable::default(),
        /// The bone whose sequence comes first (its new name if it is renamed), so that a game finds the root as
        /// sequence 0. Empty keeps the order.
        root: String = String::new(),
        /// Resample every sequence of several keys to about this many keys per second, evenly spaced from 0 to its
        /// Duration. Above 0, at most 1000.
        sample_rate: Option<SampleRate> = None,
        /// The bone whose movement is taken out of the clip and becomes a Motion, `NAME.motion`. Give its name, or a
        /// table of parameters of the processor `motion`, such as `{ root = "Root", components = "ground" }`. Unset
        /// keeps the clip unchanged.
        root_motion: Option<RootMotion> = None,
    }
}

/// New names by old ones. No new name is empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "BTreeMap<String, String>", into = "BTreeMap<String, String>")]
pub struct RenameTable(BTreeMap<String, String>);

impl RenameTable {
    /// New names by old ones.
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
