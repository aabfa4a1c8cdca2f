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
        /// `linear` otherwise.
        interpolation: Option<Interpolation> = None,
        /// The part of the root's movement that becomes the motion. `all` is the complete movement. `ground` is the
        /// translation perpendicular to the up axis, and the rotation about the up axis. With `extract = "remove"`,
        /// Rigmill removes the same part from the clip. With `ground`, height, lean and scale then stay in the clip.
        components: Components = Components::All,
        /// The axis that points up, for `components = "ground"`. This axis belongs to the model, or to the root's
        /// parent if the source is an `.Animation` file without a skeleton.
        up: UpAxis = UpAxis::Y,
        /// The asset name of the skeleton of an `.Animation` file, such as `Models/Grund.skeleton`. The skeleton's root
        /// axis rotates the clip into the axes of its model. If this parameter is empty, Rigmill assumes that the
        /// root's parent has the axes of the model. Scenes and motion deltas do not need a skeleton.
        skeleton: String = String::new(),
        /// Whether the motion repeats. Each repetition starts at the position that the root reached at the end of the
        /// previous repetition. If false, the root stays at its last position after the end of the motion.
        loops: bool = true,
        /// Whether to also make the clip, as `NAME.clip`. With `remove`, the root of the clip stays at its first key.
        /// With `keep`, the clip keeps the root's movement. By default, Rigmill makes only the motion.
        extract: Option<Extract> = None,
        /// The frame of reference of the movement. `root` is the frame of the root bone at the start of the movement.
        /// `model` has the model's own axes, which rotate with the root. The two frames are the same if the root has no
        /// rotation at the start of the clip. The default is `root` for the `motion` processor, and `model` for the
        /// `root_motion` parameter, because the runtime's players need motions in the frame of the model.
        frame: Option<Frame> = None,
        /// The number of keys per second at which Rigmill samples the path of the source: above 0, at most 1000. By
        /// default, the motion has the source's own keys.
        sample_rate: Option<SampleRate> = None,
        /// The number of bits after the binary point in fixed-point numbers, from 0 to 30. With 20 bits, the smallest step is
        /// about a thousandth of a millimetre, if the unit is a metre.
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
