//! [`FbxParams`]: what the manifest can say about an FBX file.

use serde::{Deserialize, Serialize};

/// Frames a second that may be asked for.
const HIGHEST_RATE: f64 = 1000.0;

rigmill_pipeline::params! {
    /// Parameters of the importers `fbx` and `fbx-dom`.
    pub struct FbxParams {
        /// `metre` scales the scene so that one unit is a metre, `file` keeps the file's numbers (and its axes too,
        /// unless `axes` says otherwise), as XNA did.
        unit: Unit = Unit::Metre,
        /// `y-up` or `z-up` (right-handed) turns the scene, `file` keeps the file's axes. By default `y-up`, and `file`
        /// where `unit` is `file`.
        axes: Option<Axes> = None,
        /// Frames a second of the clips, above 0 and at most 1000. By default the file's own frame rate.
        sample_rate: Option<SampleRate> = None,
        /// The clips to take, each a table with `name`, with `take` (the file's name for it, `name` by default) and with
        /// `frames` (the first and the last on the file's time line, in frames of the clips; all by default). By default
        /// every take under its own name.
        clips: ClipList = ClipList::default(),
    }
}

/// The length of a scene's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A metre.
    Metre,
    /// The file's own.
    File,
}

/// The directions of a scene's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Axes {
    /// x right, y up, z towards the viewer.
    YUp,
    /// x right, y away from the viewer, z up.
    ZUp,
    /// The file's own.
    File,
}

impl FbxParams {
    /// The directions of the axes, the default filled in.
    pub(crate) fn axes(&self) -> Axes {
        self.axes.unwrap_or(match self.unit {
            Unit::Metre => Axes::YUp,
            Unit::File => Axes::File,
        })
    }
}

/// Frames a second, above 0 and at most 1000.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct SampleRate(f64);

impl SampleRate {
    /// Frames a second.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for SampleRate {
    type Error = String;

    fn try_from(rate: f64) -> Result<Self, String> {
        let in_range = rate > 0.0 && rate <= HIGHEST_RATE;
        in_range.then_some(Self(rate)).ok_or_else(|| format!("{rate} is not above 0 and at most {HIGHEST_RATE}"))
    }
}

impl From<SampleRate> for f64 {
    fn from(rate: SampleRate) -> Self {
        rate.0
    }
}

/// The clips to take; all of the file's when empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ClipList(pub Vec<ClipChoice>);

/// A clip to take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipChoice {
    /// Its name from now on.
    pub name: String,
    /// The take it is a part of, by the file's name for it or what follows the last `|` of that; `name` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take: Option<String>,
    /// The first and the last frame on the file's time line; the whole take by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<[i32; 2]>,
}
