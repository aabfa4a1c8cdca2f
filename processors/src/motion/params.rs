//! [`MotionParams`] and the types of its values.

use rigmill_format::MotionInterpolation;
use rigmill_format::motion::MAX_QUANTUM_BITS;
use serde::{Deserialize, Serialize};

use crate::animation::SampleRate;

rigmill_pipeline::params! {
    /// Parameters of the processors `motion`.
    pub struct MotionParams {
        /// The bone whose path is the motion. Empty for the first bone that the clip moves.
        root: String = String::new(),
        /// The path between keys: `smooth` for a curve without corners, `linear` for the straight way. Unset for the
        /// source's own: linear for clips of keys, smooth for those that are sampled from curves (FBX, glTF, deltas).
        interpolation: Option<Interpolation> = None,
        /// Whether the motion begins again when it is over, from where it then is. If not, the root stays there.
        loops: bool = true,
        /// What becomes of the clip: `remove` makes it as well, as NAME.clip, with the root standing where it stands at
        /// first; `keep` makes it with its motion. Unset makes the motion alone.
        extract: Option<Extract> = None,
        /// As seen from what a movement is told: `root` for the root bone as it stands, `model` for the model's own
        /// axes, which turn with the root; the same where the root does not turn the model at first.
        frame: Frame = Frame::Root,
        /// Take this many keys a second from the source's path instead of its own keys. Above 0, at most 1000.
        sample_rate: Option<SampleRate> = None,
        /// Fixed-point numbers count 2 to the power of minus this, 0 to 30; 20 is a thousandth of a millimetre.
        quantum_bits: QuantumBits = QuantumBits(20),
    }
}

/// The path between keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Interpolation {
    /// Straight, turning evenly.
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

/// What becomes of the clip that a motion is taken of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Extract {
    /// It plays in place.
    Remove,
    /// It moves its root as before.
    Keep,
}

/// As seen from what a movement is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Frame {
    /// The root bone.
    Root,
    /// The model.
    Model,
}

/// The fineness of fixed-point numbers: at most 30.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct QuantumBits(u32);

impl TryFrom<u32> for QuantumBits {
    type Error = String;

    fn try_from(bits: u32) -> Result<Self, String> {
        let fits = (bits <= MAX_QUANTUM_BITS).then_some(Self(bits));
        fits.ok_or_else(|| format!("{bits} is out of range, expected 0 to {MAX_QUANTUM_BITS}"))
    }
}

impl From<QuantumBits> for u32 {
    fn from(bits: QuantumBits) -> Self {
        bits.0
    }
}
