//! Parameters of the processor `compress`.

use std::collections::BTreeMap;

use rigmill_format::compressed_clip::Storage;
use serde::{Deserialize, Serialize};

use crate::motion::RootMotion;
use crate::numbers::{Centimetres, KeyCount, Millimetres, SampleRate, ScaleFactor};

rigmill_pipeline::params! {
    /// Parameters of the processor `compress`.
    pub struct CompressParams {
        /// How far a point of the shell round a bone may be from where the source has it, in millimetres of model space, at
        /// any time: above 0, at most 1000.
        error_mm: Millimetres = Millimetres::default(),
        /// How far from its bone the shell is, in centimetres, which is how far the skin is: above 0, at most 100,000.
        shell_cm: Centimetres = Centimetres::default(),
        /// Bones with bounds of their own, as `"L Hand" = { error_mm = 0.02, shell_cm = 10 }`. What one of them leaves
        /// out is as for all others; one that the skeleton does not have leaves a warning.
        bones: BoneBounds = BoneBounds::default(),
        /// How many metres a unit of the clip is: above 0, finite. FBX and glTF are brought to metres when they are imported.
        unit: ScaleFactor = ScaleFactor::default(),
        /// The lowest number of frames per second: above 0, at most 1000. A clip that is not within its bound at this rate gets
        /// a higher one. The source's own where this is unset: one over the shortest key interval of its bones; 30 where each
        /// key has a time of its own.
        rate: Option<SampleRate> = None,
        /// How many keys all clips of the source may have together, ten for each bone and frame, above 0. By default 4,194,304,
        /// and 8 more for each key of the source. One clip has at most 16,777,216.
        max_keys: Option<KeyCount> = None,
        /// How the file is stored: "packed", as in memory, or "coded", a quarter smaller or more and expanded when it is loaded.
        storage: Storage = Storage::Packed,
        /// The asset name of the skeleton that the clip is for, such as `Models/Grund.skeleton`, from the project's folder.
        /// A clip of a scene that names none is for the scene's own, which then becomes `NAME.skeleton`; any other clip has
        /// to name one.
        skeleton: String = String::new(),
        /// The bone whose movement leaves the clip and becomes a Motion, `NAME.motion` or `NAME@CLIP.motion`: its name, or a table
        /// of parameters of the processor `motion`, such as `{ root = "Root", components = "ground" }`. The bound then holds for the clip in place.
        /// Unset leaves the clip as it is.
        root_motion: Option<RootMotion> = None,
    }
}

/// The bound of one bone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoneBound {
    /// As [`CompressParams::error_mm`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_mm: Option<Millimetres>,
    /// As [`CompressParams::shell_cm`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell_cm: Option<Centimetres>,
}

/// Bounds by the names of bones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BoneBounds(pub BTreeMap<String, BoneBound>);
