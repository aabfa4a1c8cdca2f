//! [`ClipList`] and [`SampleRate`]: the clips to import from a scene's file, and their frame rate.

use serde::{Deserialize, Serialize};

/// The highest rate, in frames per second.
const HIGHEST_RATE: f64 = 1000.0;

/// A frame rate in frames per second: above 0, at most 1000.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct SampleRate(f64);

impl SampleRate {
    /// Returns the rate in frames per second.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for SampleRate {
    type Error = String;

    fn try_from(rate: f64) -> Result<Self, String> {
        let in_range = rate > 0.0 && rate <= HIGHEST_RATE;
        let out_of_range = || format!("{rate} is out of range: the value must be above 0 and at most {HIGHEST_RATE}");
        in_range.then_some(Self(rate)).ok_or_else(out_of_range)
    }
}

impl From<SampleRate> for f64 {
    fn from(rate: SampleRate) -> Self {
        rate.0
    }
}

/// The number of samples that any file may create, and the additional number for each of its bytes.
const FREE_SAMPLES: u64 = 500_000;
const SAMPLES_PER_BYTE: u64 = 4;

/// Returns the maximum number of samples for a file of this size: `of_manifest`, or a default.
pub(crate) fn most_samples(bytes: u64, of_manifest: Option<SampleCount>) -> u64 {
    of_manifest.map_or_else(|| FREE_SAMPLES + bytes.saturating_mul(SAMPLES_PER_BYTE), u64::from)
}

/// A number of samples, above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u64", into = "u64")]
pub struct SampleCount(u64);

impl TryFrom<u64> for SampleCount {
    type Error = String;

    fn try_from(samples: u64) -> Result<Self, String> {
        if samples > 0 { Ok(Self(samples)) } else { Err("0 is out of range, expected at least 1 sample".to_owned()) }
    }
}

impl From<SampleCount> for u64 {
    fn from(samples: SampleCount) -> Self {
        samples.0
    }
}

/// The clips to import. If the list is empty, all clips of the file are imported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClipList(pub Vec<ClipChoice>);

/// A clip to import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipChoice {
    /// The name of the imported clip.
    pub name: String,
    /// The name of the take or animation in the file (in FBX files, also the part of the name after its last `|`). By default,
    /// this is `name`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take: Option<String>,
    /// The first and the last frame on the file's timeline. By default, the clip has all frames.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<[i32; 2]>,
}
