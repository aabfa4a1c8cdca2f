//! [`AnimationParams`] and [`RenameTable`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::motion::RootMotion;
use crate::numbers::{SampleRate, SnapLimit};

rigmill_pipeline::params! {
    /// Parameters of the `animation` processor.
    pub struct AnimationParams {
        /// Turn a track whose keys are all equal into a fixed one with a single key. Poses stay the same; only
        /// `GetMatrix` under RobotGame's rules, which uses `FixedRotation` for every channel, gives other results.
        drop_constant_tracks: bool = false,
        /// Set components of translations, rotations and scales that are nearer to zero than this to +0, in the
        /// track's own unit. Rotations that would become zero altogether stay as they are. At least 0; 0 does nothing.
        snap_tiny: SnapLimit = SnapLimit::default(),
        /// When the clip repeats, move from its last key back to its first rather than hold the last key to the end.
        close_loop: bool = false,
        /// Bones to rename, as old = new, all at once, so that names can be swapped. New names must not be empty; an old
        /// name that the clip does not have leaves a warning.
        rename_bones: RenameTable = RenameTable::default(),
        /// The bone, by its new name if it is renamed, whose sequence comes first, so that a game finds the root as
        /// sequence 0. Empty to leave the order alone.
        root: String = String::new(),
        /// Resample every sequence of several keys to about this many keys per second, evenly spaced from 0 to its
        /// Duration. Above 0, at most 1000.
        sample_rate: Option<SampleRate> = None,
        /// The bone whose movement leaves the clip and becomes a Motion, `NAME.motion`: its name, or a table
        /// of parameters of the processor `motion`, such as `{ root = "Root", components = "ground" }`.
        /// Unset leaves the clip as it is.
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
