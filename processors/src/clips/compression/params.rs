//! Parameters of the processor `compress`.

use std::collections::BTreeMap;

use rigmill_format::compressed_clip::Storage;
use serde::{Deserialize, Serialize};

use crate::motion::RootMotion;
use crate::numbers::{Centimetres, KeyCount, Millimetres, SampleRate, ScaleFactor};

rigmill_pipeline::params! {
    /// Parameters of the processor `compress`.
    pub struct CompressParams {
        /// The maximum error of a point on the shell around a bone, at any time, in millimetres of model space: above 0, at
        /// most 1000.
        error_mm: Millimetres = Millimetres::default(),
        /// The distance of the shell from its bone, in centimetres; choose about that of the skin. Above 0, at most
        /// 100,000.
        shell_cm: Centimetres = Centimetres::default(),
        /// Bounds for single bones, such as `"L Hand" = { error_mm = 0.02, shell_cm = 10 }`. A value that is left out
        /// is the same as for all other bones. A bone that the skeleton does not have gives a warning.
        bones: BoneBounds = BoneBounds::default(),
        /// The length of the clip's unit in metres: above 0, finite. FBX and glTF files are scaled to metres when they are
        /// imported.
        unit: ScaleFactor = ScaleFactor::default(),
        /// The lowest number of frames per second: above 0, at most 1000. A clip that exceeds its bound at this rate gets a
        /// higher rate. By default the source's own rate: one over the shortest key interval of its bones, or 30 if keys
        /// have individual times.
        rate: Option<SampleRate> = None,
        /// The maximum total number of keys of the source's clips, counting ten for each bone and frame; above 0. By
        /// default 4,194,304, plus 8 for each key of the source. A single clip has at most 16,777,216.
        max_keys: Option<KeyCount> = None,
        /// How the file is stored: "packed" is used in place; "coded" is at least a quarter smaller and is expanded
        /// when it is loaded.
        storage: Storage = Storage::Packed,
        /// The asset name of the clip's skeleton, such as `Models/Grund.skeleton`, relative to the project folder. A
        /// scene's clip needs none: it uses the scene's own skeleton, which becomes `NAME.skeleton`. Other clips must name
        /// one.
        skeleton: String = String::new(),
        /// The bone whose movement is taken out of the clip and becomes a Motion, `NAME.motion` or `NAME@CLIP.motion`.
        /// Give its name, or a table of parameters of the processor `motion`, such as `{ root = "Root", components =
        /// "ground" }`. The bound then applies to the clip in place, without its root motion. Unset keeps the clip
        /// unchanged.
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
