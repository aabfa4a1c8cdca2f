//! [`GltfParams`]: what the manifest can say about a glTF file.

use serde::{Deserialize, Serialize};

use crate::kept_curves::CurveChoice;

/// Frames a second that may be asked for.
const HIGHEST_RATE: f64 = 1000.0;

rigmill_pipeline::params! {
    /// Parameters of the importer `gltf`. A glTF file is in metres, right-handed, with y up.
    pub struct GltfParams {
        /// `y-up` keeps the file's axes, `z-up` turns the scene (right-handed, x stays).
        axes: Axes = Axes::YUp,
        /// Frames a second of the clips, above 0 and at most 1000. By default that of the file's keys where all stand
        /// on frames of one rate (twice, three times … of it below 15), and 30 otherwise.
        sample_rate: Option<SampleRate> = None,
        /// The clips to take, each a table with `name`, with `take` (the file's name for the animation, `name` by
        /// default) and with `frames` (the first and the last on the file's time line, in frames of the clips; all by
        /// default). By default every animation under its own name.
        clips: ClipList = ClipList::default(),
        /// `sample`, or `keep`: beside its frames, a clip has the file's own curves where they are curves of components
        /// of the local transform, which the processor `curve-clip` makes use of. Rotations that go linearly along arcs
        /// are none.
        curves: CurveChoice = CurveChoice::Sample,
    }
}

/// The directions of a scene's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Axes {
    /// x right, y up, z towards the viewer: those of every glTF file.
    YUp,
    /// x right, y away from the viewer, z up.
    ZUp,
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
    /// The animation it is a part of, by the file's name for it; `name` by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take: Option<String>,
    /// The first and the last frame on the file's time line; the whole animation by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frames: Option<[i32; 2]>,
}
