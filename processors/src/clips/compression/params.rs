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
        /// in model space, at points whose distance from a bone is `shell_cm`.
        error_mm: Millimetres = Millimetres::default(),
        /// The distance in centimetres between a bone and the points at which Rigmill measures the error: above 0, at
        /// most 100,000. Choose a value near the distance between the bone and the skin.
        shell_cm: Centimetres = Centimetres::default(),
        /// Values of `error_mm` and `shell_cm` for individual bones, such as `"L Hand" = { error_mm = 0.02, shell_cm =
        /// 10 }`. If you leave out a value, the bone uses the parameter with the same name. If the skeleton does not
        /// have the bone, Rigmill reports a warning.
        bones: BoneBounds = BoneBounds::default(),
        /// The length of one unit of the clip, in metres: above 0 and finite. By default, the importers scale FBX and
        /// glTF files to metres.
        unit: ScaleFactor = ScaleFactor::default(),
        /// The minimum number of frames per second: above 0, at most 1000. If the error of a clip is too large at this
        /// rate, Rigmill uses a higher rate. By default, Rigmill looks at the bones whose keys are evenly spaced, and
        /// uses the highest of their key rates. If there are none, the minimum is 30.
        rate: Option<SampleRate> = None,
        /// The maximum total number of keys in all clips of the source. Must be above 0. Each bone counts as ten keys
        /// in each frame. By default, the maximum is 4,194,304 plus 8 for each key of the source. A single clip can
        /// have at most 16,777,216 keys.
        max_keys: Option<KeyCount> = None,
        /// How the content file stores the clip. The runtime plays a "packed" clip directly from the bytes of its file.
        /// A "coded" clip is at least a quarter smaller. When the runtime loads a coded clip, it expands the clip into
        /// a packed clip.
        storage: Storage = Storage::Packed,
        /// The asset name of the clip's skeleton, such as `Models/Grund.skeleton`, relative to the project folder.
        /// Clips of a scene do not need this parameter, because they use the scene's own skeleton. All other clips need
        /// this parameter.
        skeleton: String = String::new(),
        /// The bone whose movement Rigmill takes out of the clip and stores as a separate motion, `NAME.motion` or
        /// `NAME@CLIP.motion`. Set this parameter to the name of the bone, or to a table of parameters of the `motion`
        /// processor, such as `{ root = "Root", components = "ground" }`. `error_mm` then limits the error of the clip
        /// without its root motion. By default, the root motion stays in the clip.
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
