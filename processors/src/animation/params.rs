//! [`AnimationParams`] and the types of its values.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

rigmill_pipeline::params! {
    /// Parameters of the `animation` processor.
    pub struct AnimationParams {
        /// Turn a track whose keys are all equal into a fixed one with a single key. Poses stay the same; only
        /// `GetMatrix` under RobotGame's rules, which asks `FixedRotation` about every channel, notices.
        drop_constant_tracks: bool = false,
        /// Set components of translations, rotations and scales that are nearer to zero than this to +0, in the
        /// track's own unit. Rotations that would become zero altogether stay as they are. At least 0; 0 does nothing.
        snap_tiny: SnapLimit = SnapLimit::default(),
        /// When the clip repeats, move from its last key back to its first rather than hold the last key to the end.
        close_loop: bool = false,
        /// Bones to rename, as old = new, all at once. No new name is empty; an old one that the clip does not have
        /// leaves a warning.
        rename_bones: RenameTable = RenameTable::default(),
        /// The bone, by its new name if it is renamed, whose sequence comes first, so that a game finds the root as
        /// sequence 0. Empty to leave the order alone.
        root: String = String::new(),
        /// Resample every sequence of several keys to about this many keys a second, evenly spaced from 0 to its
        /// Duration. Above 0, at most 1000.
        sample_rate: Option<SampleRate> = None,
    }
}

/// A fact about a parameter, which is at fault although a source is being processed.
pub(super) fn at_fault(param: &str, fact: impl fmt::Display) -> String {
    format!("parameter `{param}` of rigmill.toml: {fact}")
}

/// New names by old ones; no new one is empty.
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

/// Below which size a component is taken for zero: finite and at least 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct SnapLimit(f64);

impl SnapLimit {
    /// The limit, in the unit of whatever it is compared with.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for SnapLimit {
    type Error = String;

    fn try_from(limit: f64) -> Result<Self, String> {
        if limit.is_finite() && limit >= 0.0 {
            Ok(Self(limit))
        } else {
            Err(format!("{limit} is out of range, expected a finite number of at least 0"))
        }
    }
}

impl From<SnapLimit> for f64 {
    fn from(limit: SnapLimit) -> Self {
        limit.0
    }
}

/// Keys a second: above 0, at most [`SampleRate::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct SampleRate(f64);

impl SampleRate {
    /// The highest rate.
    pub const MAX: f64 = 1000.0;

    /// Keys a second.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for SampleRate {
    type Error = String;

    fn try_from(rate: f64) -> Result<Self, String> {
        if rate > 0.0 && rate <= Self::MAX {
            Ok(Self(rate))
        } else {
            Err(format!("{rate} is out of range, expected more than 0 and at most {} keys a second", Self::MAX))
        }
    }
}

impl From<SampleRate> for f64 {
    fn from(rate: SampleRate) -> Self {
        rate.0
    }
}
