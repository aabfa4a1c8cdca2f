//! [`MotionParams`] and the types of its values.

use rigmill_format::MotionInterpolation;
use serde::{Deserialize, Serialize};

use crate::numbers::{QuantumBits, SampleRate};

rigmill_pipeline::params! {
    /// Parameters of the processors `motion`.
    #[derive(Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct MotionParams {
        /// The bone whose path becomes the motion. Empty for the first bone that the clip moves.
        root: String = String::new(),
        /// The path between keys: `smooth` for a curve without corners, or `linear` for straight lines. By default `linear`
        /// for clips of keys, and `smooth` for clips sampled from curves (FBX, glTF, deltas).
        interpolation: Option<Interpolation> = None,
        /// The part of the root's movement that becomes the motion, and that `extract = "remove"` removes from the clip:
        /// `all`, or `ground` for translation across the up axis and rotation about it. With `ground`, height, lean and
        /// scale stay in the clip.
        components: Components = Components::All,
        /// The up axis for `ground`: that of the model, or of the root's parent in an `.Animation` without a skeleton.
        up: UpAxis = UpAxis::Y,
        /// The asset name of the skeleton whose root axis rotates an `.Animation` into its model, such as
        /// `Models/Grund.skeleton`. If it is empty, the root's parent is the model. Scenes and files of deltas do not
        /// need it.
        skeleton: String = String::new(),
        /// Whether the motion repeats, each time from the root's last position. If not, the root stays at the end.
        loops: bool = true,
        /// Whether to make the clip as well, as NAME.clip: `remove` holds its root at the first key, and `keep` keeps
        /// the root's movement. By default, only the motion is made.
        extract: Option<Extract> = None,
        /// The frame of reference of a movement: `root` for the root bone at its start, `model` for the model's own
        /// axes, which rotate with the root. The two are the same if the root begins without rotation. The default is
        /// `root` in the processor `motion`, and `model` in the parameter `root_motion`, as players need it.
        frame: Option<Frame> = None,
        /// Take this many keys per second from the source's path, instead of the source's own keys. Above 0, at
        /// most 1000.
        sample_rate: Option<SampleRate> = None,
        /// The quantum of fixed-point numbers is 2 to the power of minus this number, 0 to 30. 20 is about a thousandth of
        /// a millimetre.
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
