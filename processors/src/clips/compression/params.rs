//! Parameters of the processor `compress`.

use std::collections::BTreeMap;

use rigmill_format::compressed_clip::Storage;
use serde::{Deserialize, Serialize};

use crate::motion::RootMotion;
use crate::numbers::{Centimetres, KeyCount, Millimetres, SampleRate, ScaleFactor};

rigmill_pipeline::params! {
    /// Parameters of the processor `compress`.
    pub struct CompressParams {
        /// The maximum error of the compressed clip, in millimetres: above 0, at most 1000. Rigmill measures the error
        /// in model space, at points near each bone. `shell_cm` sets the distance between these points and the bone.
        error_mm: Millimetres = Millimetres::default(),
        /// The distance from each bone at which Rigmill measures the error, in centimetres: above 0, at most 100,000.
        /// Choose a value near the usual distance between a bone and the skin.
        shell_cm: Centimetres = Centimetres::default(),
        /// Values of `error_mm` and `shell_cm` for individual bones, such as `"L Hand" = { error_mm = 0.02, shell_cm =
        /// 10 }`. For a value that you leave out, the bone uses the `error_mm` or `shell_cm` parameter. If the skeleton
        /// has no such bone, Rigmill reports a warning.
        bones: BoneBounds = BoneBounds::default(),
        /// The length of one unit of the clip, in metres: above 0. The default, 1, is for clips in metres. By default,
        /// Rigmill imports FBX and glTF files in metres.
        unit: ScaleFactor = ScaleFactor::default(),
        /// The minimum number of frames per second: above 0, at most 1000. If the error of a clip is too large at this
        /// rate, Rigmill uses a higher rate. By default, the minimum is the key rate of the bone with the most keys per
        /// second. Only bones with evenly spaced keys count. If no bone has evenly spaced keys, the minimum is 30.
        rate: Option<SampleRate> = None,
        /// The maximum total number of keys in all clips of the source: above 0. In each frame, a bone counts as ten
        /// keys. The default is 4,194,304, plus 8 for each key in the source. A single clip can have at most 16,777,216
        /// keys.
        max_keys: Option<KeyCount> = None,
        /// The form of the clip in its file: "packed" or "coded". The runtime plays a "packed" clip directly from the
        /// bytes of its file. A "coded" file is at least a quarter smaller, but the runtime must unpack it when your
        /// game loads the clip.
        storage: Storage = Storage::Packed,
        /// The name of the clip's skeleton, with its path in the project, such as `Models/Grund.skeleton`. By default,
        /// the clips of a scene, such as an FBX or glTF file, use the scene's own skeleton. All other clips need this
        /// parameter.
        skeleton: String = String::new(),
        /// The root bone whose movement becomes a separate motion, called `NAME.motion`. In a scene, the motion of a
        /// clip is called `NAME@CLIP.motion`. Rigmill removes the movement from the clip. Write the bone's name, or a
        /// table of parameters of the `motion` processor, such as `{ root = "Root", components = "ground" }`. If you
        /// set `root_motion`, `error_mm` limits the error of the clip after Rigmill has removed the movement. By
        /// default, the movement stays in the clip.
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
