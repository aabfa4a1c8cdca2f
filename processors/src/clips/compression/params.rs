//! Parameters of the processor `compress`.

use std::collections::BTreeMap;

use rigmill_format::compressed_clip::Storage;
use serde::{Deserialize, Serialize};

use crate::motion::RootMotion;
use crate::numbers::{Centimetres, KeyCount, Millimetres, SampleRate, ScaleFactor};

rigmill_pipeline::params! {
    /// Parameters of the processor `compress`.
    pub struct CompressParams {
        /// The maximum error of the compressed clip, in millimetres (greater than 0, at most 1000). Rigmill measures
        /// the error in model space, at the distance `shell_cm` from each bone.
        error_mm: Millimetres = Millimetres::default(),
        /// The distance from each bone at which Rigmill measures the error, in centimetres (greater than 0, at most
        /// 100,000). Choose roughly the usual distance between a bone and the skin.
        shell_cm: Centimetres = Centimetres::default(),
        /// Values of `error_mm` and `shell_cm` for individual bones, such as `"L Hand" = { error_mm = 0.02, shell_cm =
        /// 10 }`. A bone without its own `error_mm` or `shell_cm` uses the parameter with this name. Rigmill reports a
        /// warning for each name that matches no bone in the skeleton.
        bones: BoneBounds = BoneBounds::default(),
        /// The length of one unit of the clip, in metres (greater than 0). The default, 1, suits FBX and glTF files,
        /// which Rigmill normally imports in metres.
        metres_per_unit: ScaleFactor = ScaleFactor::default(),
        /// The minimum frame rate, in frames per second (greater than 0, at most 1000). If the error at this rate is
        /// too large, Rigmill uses a higher rate. By default, the minimum is the highest key rate of any bone whose
        /// keys are evenly spaced. If no bone has evenly spaced keys, the minimum is 30.
        rate: Option<SampleRate> = None,
        /// The maximum number of keys in all clips of the source together (greater than 0). Each bone counts as ten
        /// keys in every frame. The default is 4,194,304, plus 8 for each key in the source. A single clip can contain
        /// at most 16,777,216 keys.
        max_keys: Option<KeyCount> = None,
        /// How the file stores the clip: "packed" or "coded". The runtime plays a "packed" clip directly from the
        /// file's bytes. A "coded" file is at least a quarter smaller, but the runtime must unpack it when your game
        /// loads the clip.
        storage: Storage = Storage::Packed,
        /// The name of the clip's skeleton, including its path in the project, such as `Models/Grund.skeleton`. By
        /// default, clips from a scene, such as an FBX or glTF file, use the scene's own skeleton. Clips from other
        /// sources need this parameter.
        skeleton: String = String::new(),
        /// The root bone whose movement becomes a separate motion, called `NAME.motion`. In a scene, a clip's motion is
        /// called `NAME@CLIP.motion`. Rigmill removes this movement from the clip. Specify the bone's name, or a table
        /// of `motion` parameters such as `{ root = "Root", components = "ground" }`. With `root_motion`, `error_mm`
        /// applies to the clip without this movement. By default, the movement stays in the clip.
        root_motion: Option<RootMotion> = None,
    }
}

/// The error bound of a single bone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoneBound {
    /// The bone's value of [`CompressParams::error_mm`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_mm: Option<Millimetres>,
    /// The bone's value of [`CompressParams::shell_cm`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell_cm: Option<Centimetres>,
}

/// Error bounds by bone name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BoneBounds(pub BTreeMap<String, BoneBound>);
