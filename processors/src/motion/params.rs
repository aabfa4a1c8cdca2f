//! [`MotionParams`] and the types of its values.

use rigmill_format::MotionInterpolation;
use serde::{Deserialize, Serialize};

use crate::numbers::{QuantumBits, SampleRate};

rigmill_pipeline::params! {
    /// Parameters of the processors with the name `motion`.
    #[derive(Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct MotionParams {
        /// The bone whose path becomes the motion. By default, Rigmill uses the first bone that the clip moves.
        root: String = String::new(),
        /// The shape of the path between keys: `smooth` for a curve without corners, or `linear` for straight lines.
        /// The default is `smooth` for FBX, glTF and `.motion` files, and `linear` for all other clips.
        interpolation: Option<Interpolation> = None,
        /// The part of the root's movement that becomes the motion: `all` or `ground`. `all` is the complete movement.
        /// `ground` is only the movement along the ground and the rotation about the up axis. With `ground`, the root's
        /// height, lean and scale stay in the clip.
        components: Components = Components::All,
        /// The model axis that points up, for `components = "ground"`. For an `.Animation` file without a skeleton,
        /// `up` is an axis of the root bone's parent.
        up: UpAxis = UpAxis::Y,
        /// The name of the skeleton for an `.Animation` file, including its path in the project, such as
        /// `Models/Grund.skeleton`. The skeleton's root axis defines how Rigmill rotates the clip to the model's axes.
        /// Without a skeleton, Rigmill does not rotate the clip. FBX, glTF and `.motion` files do not need this
        /// parameter.
        skeleton: String = String::new(),
        /// If true, the motion repeats, and each repetition starts where the previous one ended. If false, the root
        /// stays where the motion ends.
        loops: bool = true,
        /// Whether Rigmill also builds the clip (`NAME.clip`): `remove` or `keep`. `remove` builds the clip without the
        /// movement that becomes the motion. `keep` builds the clip with its whole movement. By default, Rigmill builds
        /// only the motion.
        extract: Option<Extract> = None,
        /// The axes in which the motion stores movement: `root` or `model`. `root` uses the root bone's axes at the
        /// start of the movement. `model` uses the model's axes. If the root starts at the origin without a rotation,
        /// `root` and `model` give the same motion. In the `motion` processor, the default is `root`. In the
        /// `root_motion` parameter, the default is `model`, because the runtime's `Player` needs the model's axes.
        frame: Option<Frame> = None,
        /// The number of keys per second in the motion (greater than 0, at most 1000). By default, the motion keeps the
        /// source's keys.
        sample_rate: Option<SampleRate> = None,
        /// The precision of the motion's fixed-point numbers: the number of bits after the binary point, from 0 to 30.
        /// With 20 bits, the smallest step is about a millionth of a unit.
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
