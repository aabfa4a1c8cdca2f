//! [`MotionParams`] and the types of its values.

use rigmill_format::MotionInterpolation;
use serde::{Deserialize, Serialize};

use crate::numbers::{QuantumBits, SampleRate};

rigmill_pipeline::params! {
    /// Parameters of the processors with the name `motion`.
    #[derive(Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct MotionParams {
        /// The bone whose path becomes the motion. If this parameter is empty, Rigmill uses the first bone that the
        /// clip moves.
        root: String = String::new(),
        /// The shape of the path between keys: `smooth` for a curve without corners, or `linear` for straight lines. By
        /// default, the path is `smooth` if the clip was sampled from curves (FBX, glTF and motion deltas), and
        /// `linear` for all other clips.
        interpolation: Option<Interpolation> = None,
        /// The part of the root's movement that becomes the motion. `all` is the complete movement. `ground` is the
        /// translation perpendicular to the up axis, and the rotation about the up axis. With `extract = "remove"`,
        /// Rigmill removes the same part from the clip. With `ground`, the clip therefore keeps the root's height, lean
        /// and scale.
        components: Components = Components::All,
        /// The axis that points up, for `components = "ground"`. The axis is an axis of the model. For an `.Animation`
        /// file without a skeleton, the axis is an axis of the root's parent.
        up: UpAxis = UpAxis::Y,
        /// The asset name of the skeleton for an `.Animation` file, such as `Models/Grund.skeleton`. The skeleton's
        /// root axis rotates the clip into the axes of its model. If this parameter is empty, Rigmill does not rotate
        /// the clip. Scenes and motion deltas do not need a skeleton.
        skeleton: String = String::new(),
        /// Whether the motion repeats. Each repetition starts where the previous repetition ended. If false, the root
        /// stays at its last position after the end of the motion.
        loops: bool = true,
        /// Whether to also make the clip, as `NAME.clip`. With `remove`, the root of the clip stays at its first key.
        /// With `keep`, the clip keeps the root's movement. By default, Rigmill makes only the motion.
        extract: Option<Extract> = None,
        /// The axes of the movement: `root` for the axes of the root bone at the start of the movement, or `model` for
        /// the axes of the model. If the root starts at the origin without a rotation, `root` and `model` give the same
        /// motion. The default is `root` for the `motion` processor. The default is `model` for the `root_motion`
        /// parameter, because a `Player` needs motions in the axes of the model.
        frame: Option<Frame> = None,
        /// The number of keys per second of the motion: above 0, at most 1000. By default, the motion has the source's
        /// own keys.
        sample_rate: Option<SampleRate> = None,
        /// The number of bits after the binary point in fixed-point numbers, from 0 to 30. If the unit is a metre, the
        /// smallest step with 20 bits is about a thousandth of a millimetre.
        quantum_bits: QuantumBits = QuantumBits::default(),
    }
}

impl MotionParams {
    /// Returns the frame of reference of the movement; [`Frame::Root`] by default.
    pub(super) fn frame(&self) -> Frame {
        self.frame.unwrap_or(Frame::Root)
    }
}

/// The shape of a path between keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Interpolation {
    /// A straight line at constant speed.
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

/// The part of the root's movement that becomes the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Components {
    /// The whole movement, including scale.
    All,
    /// The translation perpendicular to the up axis, and the rotation about it.
    Ground,
}

/// The axis that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UpAxis {
    /// The x axis.
    X,
    /// The y axis, as in every model that Rigmill makes.
    Y,
    /// The z axis.
    Z,
}

impl UpAxis {
    /// Returns the axis as a unit vector.
    pub(super) const fn axis(self) -> [f64; 3] {
        match self {
            Self::X => [1.0, 0.0, 0.0],
            Self::Y => [0.0, 1.0, 0.0],
            Self::Z => [0.0, 0.0, 1.0],
        }
    }
}

/// Whether the clip of a motion keeps the root's movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Extract {
    /// The movement is removed from the clip, which then plays in place.
    Remove,
    /// The clip keeps the movement.
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
