//! [`MotionParams`] and the types of its values.

use rigmill_format::MotionInterpolation;
use serde::{Deserialize, Serialize};

use crate::numbers::{QuantumBits, SampleRate};

rigmill_pipeline::params! {
    /// Parameters of the processors `motion`.
    #[derive(Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct MotionParams {
        /// The bone whose path is the motion. Empty for the first bone that the clip moves.
        root: String = String::new(),
        /// The path between keys: `smooth` for a curve without corners, `linear` for the straight way. Unset for the
        /// source's own: linear for clips of keys, smooth for those that are sampled from curves (FBX, glTF, deltas).
        interpolation: Option<Interpolation> = None,
        /// The part of the root's movement that is the motion, and that leaves a clip with `extract = "remove"`: `all` of it, or
        /// `ground`: translation across the up axis and rotation about it, so that height, lean and scale stay with the clip.
        components: Components = Components::All,
        /// The axis that points up, for `ground`: that of the model, or of the root's parent in an `.Animation` without a skeleton.
        up: UpAxis = UpAxis::Y,
        /// The asset name of the skeleton whose root axis turns an `.Animation` into its model, such as `Models/Grund.skeleton`. Empty
        /// for none: the root's parent is the model then. Scenes and files of deltas have their own.
        skeleton: String = String::new(),
        /// Whether the motion starts again when it ends, from where the root then is. If not, the root stays there.
        loops: bool = true,
        /// Whether the clip is made, too, as NAME.clip: `remove` keeps the root at its first key, `keep` leaves the clip its
        /// motion. Unset makes the motion alone.
        extract: Option<Extract> = None,
        /// The frame of reference of a movement: `root` for the root bone at its start, `model` for the model's own
        /// axes, which rotate with the root; both are the same if the root has no rotation at first. Unset for `root` in the processor
        /// `motion`, and for `model`, as players take it, in the parameter `root_motion`.
        frame: Option<Frame> = None,
        /// Take this many keys per second from the source's path instead of its own keys. Above 0, at most 1000.
        sample_rate: Option<SampleRate> = None,
        /// Fixed-point numbers count 2 to the power of minus this, 0 to 30; 20 is a thousandth of a millimetre.
        quantum_bits: QuantumBits = QuantumBits::default(),
    }
}

impl MotionParams {
    /// The frame of reference of a movement.
    pub(super) fn frame(&self) -> Frame {
        self.frame.unwrap_or(Frame::Root)
    }
}

/// The path between keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Interpolation {
    /// Straight, at constant speed.
    Linear,
    /// A curve without corners.
    Smooth,
}

impl From<Interpolation> for MotionInterpolation {
    fn from(interpolation: Interpolation) -> Self {
        match interpolation {
            Interpolation::Linear => Self::Linear,
            Interpolation::Smooth => Self::Smooth,
        }
    }
}

/// The part of a root's movement that is its motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Components {
    /// All of it, scale included.
    All,
    /// Translation across the up axis, and rotation about it.
    Ground,
}

/// The axis that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UpAxis {
    /// x.
    X,
    /// y, as in every model that Rigmill makes.
    Y,
    /// z.
    Z,
}

impl UpAxis {
    /// Of unit length.
    pub(super) const fn axis(self) -> [f64; 3] {
        match self {
            Self::X => [1.0, 0.0, 0.0],
            Self::Y => [0.0, 1.0, 0.0],
            Self::Z => [0.0, 0.0, 1.0],
        }
    }
}

/// What happens to the clip of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Extract {
    /// It plays in place.
    Remove,
    /// It still moves its root.
    Keep,
}

/// The frame of reference of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Frame {
    /// The root bone.
    Root,
    /// The model.
    Model,
}
