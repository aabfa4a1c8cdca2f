//! Curve clips and sampled clips store their curves in these sections:
//!
//! | id     | element type           | contents                                                       |
//! |--------|------------------------|----------------------------------------------------------------|
//! | `TRCK` | track record, 16 bytes | one record per bone, in source order                           |
//! | `BYNM` | u32                    | the indices of the track records, sorted by path in byte order |
//! | `CURV` | curve record, 20 bytes | for each track, its curves in ascending order of component     |
//! | `KEYS` | key, 16 bytes          | the keys of each curve                                         |
//! | `TEXT` | u8                     | the bone paths of all tracks                                   |
//!
//! ### CurveClip and SampledClip: track record
//!
//! | offset | type | field  | value                                                    |
//! |-------:|------|--------|----------------------------------------------------------|
//! |      0 | span | path   | the bone's path, in `TEXT`                               |
//! |      8 | span | curves | the track's curves, in `CURV`; at most one per component |
//!
//! ### CurveClip and SampledClip: curve record
//!
//! | offset | type | field     | value                                                                        |
//! |-------:|------|-----------|------------------------------------------------------------------------------|
//! |      0 | u32  | component | 0 to 2: position x, y, z; 3 to 6: rotation x, y, z, w; 7 to 9: scale x, y, z |
//! |      4 | u32  | pre       | the wrap mode before the first key, as a number from the rules below         |
//! |      8 | u32  | post      | the wrap mode after the last key, as a number from the rules below           |
//! |     12 | span | keys      | the curve's keys, in `KEYS`                                                  |
//!
//! ### CurveClip and SampledClip: key
//!
//! | offset | type | field       | value |
//! |-------:|------|-------------|------------|
//! |      0 | f32  | time        | the key's time in seconds; finite, and at least the previous key's time |
//! |      4 | f32  | value       | the curve's value at the key; finite |
//! |      8 | f32  | in tangent  | the slope per second just before the key; infinite if the value jumps at the key; never NaN |
//! |     12 | f32  | out tangent | the slope per second just after the key; infinite if the value stays constant until the next key; never NaN |
//!
//! ### CurveClip and SampledClip: rules
//!
//! - No two tracks have the same path.
//! - Wrap modes have these numbers: 0 default, 1 clamp, 2 loop, 4 ping-pong, 8 clamp forever, 16 loop with offset, 32
//!   linear.
//! - Wrap modes 0, 1 and 8 have the same effect: the curve holds the value of the nearest key.

mod tables;
mod view;

use bytemuck::{Pod, Zeroable};

use crate::layout::{Span, numbered};

pub(crate) use tables::CurveTables;
pub use view::{CurveTrackView, CurveView, CurvesView};

numbered! {
    /// A component of a bone's transform.
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum Component: u32 {
        /// Position along x.
        PositionX = 0, "position-x";
        /// Position along y.
        PositionY = 1, "position-y";
        /// Position along z.
        PositionZ = 2, "position-z";
        /// x of the rotation's quaternion.
        RotationX = 3, "rotation-x";
        /// y of the rotation's quaternion.
        RotationY = 4, "rotation-y";
        /// z of the rotation's quaternion.
        RotationZ = 5, "rotation-z";
        /// w of the rotation's quaternion.
        RotationW = 6, "rotation-w";
        /// Scale along x.
        ScaleX = 7, "scale-x";
        /// Scale along y.
        ScaleY = 8, "scale-y";
        /// Scale along z.
        ScaleZ = 9, "scale-z";
    }
}

numbered! {
    /// How a curve continues before its first key and after its last key. The numbers up to 8 are those of Unity's `WrapMode`.
    #[derive(Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub enum WrapMode: u32 {
        /// Not stated. The nearest key holds.
        #[default]
        Default = 0, "default";
        /// The nearest key holds. Unity also calls this mode "once".
        Clamp = 1, "clamp";
        /// The keys repeat.
        Loop = 2, "loop";
        /// The keys repeat, every second time backwards.
        PingPong = 4, "ping-pong";
        /// The nearest key holds.
        ClampForever = 8, "clamp-forever";
        /// The keys repeat. Each repetition continues from the end of the previous one: it is shifted by the last key's value
        /// minus the first key's value.
        LoopOffset = 16, "loop-offset";
        /// The curve continues straight, with the slope of the nearest key: the first key's in tangent or the last key's out
        /// tangent.
        Linear = 32, "linear";
    }
}

/// A key of a curve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct CurveKey {
    /// The time of the key in seconds.
    pub time: f32,
    /// The curve's value at the key.
    pub value: f32,
    /// The slope at which the curve arrives, per second. If it is infinite, the curve steps to this key.
    pub in_tangent: f32,
    /// The slope at which the curve leaves, per second. If it is infinite, the curve holds its value until the next key.
    pub out_tangent: f32,
}

/// The curve of one component of a bone.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Curve {
    /// The component that the curve moves.
    pub component: Component,
    /// How the curve continues before its first key.
    pub pre: WrapMode,
    /// How the curve continues after its last key.
    pub post: WrapMode,
    /// The keys in ascending order of time. Several keys may have the same time. A curve without keys is 0.
    pub keys: Vec<CurveKey>,
}

/// The curves of one bone.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CurveTrack {
    /// The bone's path: bone names separated by `/`, ending with the bone's own name.
    pub path: String,
    /// The curves in ascending order of their components. At most one curve per component.
    pub curves: Vec<Curve>,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct TrackRecord {
    path: Span,
    curves: Span,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct CurveRecord {
    component: u32,
    pre: u32,
    post: u32,
    keys: Span,
}
