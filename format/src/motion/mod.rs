//! A motion: where the root of a clip takes a character while the clip plays.
//!
//! Content type 7, version 2. Times are in ticks, of which 705,600,000 are a second: a frame of any
//! usual rate is a whole number of them. Rotations are quaternions x, y, z, w of unit length. The
//! sections, in file order:
//!
//! | id     | element                  | elements                                               |
//! |--------|--------------------------|--------------------------------------------------------|
//! | `MOTN` | motion header, 80 bytes  | 1                                                      |
//! | `NAME` | u8                       | the name of the root bone, UTF-8                       |
//! | `TIME` | u64                      | by key: its time, 2 keys or more                       |
//! | `POSE` | rigid transform, 56      | by key: the root's pose                                |
//! | `SLOP` | rigid transform, 56      | by key: the pose's change per second; smooth only      |
//! | `SCAL` | 3 x f64, 24              | by key: the change of the root's scale; may be empty   |
//! | `SCSL` | 3 x f64, 24              | by key: the change of that per second; smooth only     |
//!
//! Motion header:
//!
//! | offset | type    | field        | value                                                       |
//! |-------:|---------|--------------|-------------------------------------------------------------|
//! |      0 | u64     | duration     | of a loop, 1 to 2^53                                        |
//! |      8 | u32     | flags        | bit 0: it loops; other bits 0                               |
//! |     12 | u32     | interpolation | 0: linear, 1: smooth                                       |
//! |     16 | u32     | quantum bits | 0 to 30: fixed-point numbers count 2^-bits                  |
//! |     20 | u32     | reserved     | 0                                                           |
//! |     24 | 3 x f64 | translation  | where the root stands in its clip when the motion begins    |
//! |     48 | 4 x f64 | rotation     | how it stands there                                         |
//!
//! Rigid transform:
//!
//! | offset | type    | field        | value                                                       |
//! |-------:|---------|--------------|-------------------------------------------------------------|
//! |      0 | 3 x f64 | translation  | x, y, z: finite, at most 10^9 either way                    |
//! |     24 | 4 x f64 | rotation     | x, y, z, w                                                  |
//!
//! Rules: key times ascend strictly, from 0 to the duration. The first pose is no translation and no
//! rotation: poses are relative to where the motion begins. Each rotation is in the hemisphere of the
//! one before. Between linear keys the translation goes straight and the rotation turns evenly; between
//! smooth ones each of the seven numbers is a cubic with the keys' values and slopes at its ends, and
//! the rotation is then made of unit length. A slope is finite, at most 10^12 either way. The scale's three
//! numbers are finite, at most 10^9 either way, and 0 at the first key; between keys they go as those of
//! the translation do. A motion that scales nothing has none.
//!
//! Version 1 ends with `SLOP`; it is still read.

mod curve;
mod tables;
mod view;

pub use view::{MotionLayout, MotionView};

use crate::{AlignedBytes, Content, ContentType, DecodeError, EncodeError, RigidTransform};

/// How many ticks a second has: divisible by 24, 25, 30, 48, 50, 60, 90, 100, 120, 144, 240 and 1000.
pub const TICKS_PER_SECOND: u64 = 705_600_000;

/// The longest motion, in ticks: each of its times is a double without loss. 148 days.
pub const MAX_MOTION_TICKS: u64 = 1 << 53;

/// The finest quantum of the fixed-point form: 2 to the power of minus this.
pub const MAX_QUANTUM_BITS: u32 = 30;

/// Where the root of a clip takes a character.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Motion {
    /// The root bone.
    pub bone: String,
    /// Whether it begins again when it is over, from where it then is. If not, it stays there.
    pub loops: bool,
    /// The path between keys.
    pub interpolation: MotionInterpolation,
    /// Fixed-point numbers count quanta of 2 to the power of minus this; at most [`MAX_QUANTUM_BITS`].
    pub quantum_bits: u32,
    /// Where the root stands in its clip when the motion begins. Poses are relative to it.
    pub start: RigidTransform,
    /// Key times in ticks, strictly ascending: the first is 0, the last is the duration of a loop.
    pub times: Vec<u64>,
    /// The pose at each key. The first is [`RigidTransform::IDENTITY`].
    pub poses: Vec<RigidTransform>,
    /// By how much each number of a pose changes per second at each key; none where the interpolation is linear.
    pub slopes: Vec<RigidTransform>,
    /// By how much the root's scale x, y, z at each key differs from that at the first: it adds up, apart from the pose. None
    /// where the motion scales nothing.
    pub scales: Vec<[f64; 3]>,
    /// By how much that changes per second at each key; none where the interpolation is linear or nothing is scaled.
    pub scale_slopes: Vec<[f64; 3]>,
}

/// The path of a motion between two keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MotionInterpolation {
    /// Straight, turning evenly.
    #[default]
    Linear,
    /// A cubic curve that leaves no corner at a key.
    Smooth,
}

impl MotionInterpolation {
    /// `linear` or `smooth`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Smooth => "smooth",
        }
    }
}

impl Content for Motion {
    const TYPE: ContentType = ContentType::Motion;
    const VERSION: u16 = 2;

    fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        let header = tables::header_of(self);
        let view = MotionView::of(self, std::slice::from_ref(&header));
        view.validate()?;
        Ok(tables::write(self, &header))
    }

    fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let bytes = AlignedBytes::from_slice(bytes);
        Ok(MotionView::parse(&bytes)?.to_owned())
    }
}
