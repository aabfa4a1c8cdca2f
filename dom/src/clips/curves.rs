//! [`Curve`], a number over time as engines' curve editors have it, and the clips that consist of curves.

use serde::Serialize;

/// A number over time: keys with tangents, and what the curve does beyond them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Curve {
    /// Before the first key.
    pub pre: CurveWrap,
    /// After the last key.
    pub post: CurveWrap,
    /// In order of their times; several may share one.
    pub keys: Vec<CurveKey>,
}

/// A key of a [`Curve`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CurveKey {
    /// Seconds; finite.
    pub time: f32,
    /// Finite.
    pub value: f32,
    /// The slope that the curve arrives with, a second. Infinite: the curve steps to this key. Never NaN.
    pub in_tangent: f32,
    /// The slope that it leaves with, a second. Infinite: the curve stays until the next key. Never NaN.
    pub out_tangent: f32,
}

/// What a curve does beyond its keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum CurveWrap {
    /// Not stated; the nearest key holds.
    #[default]
    Default,
    /// The nearest key holds. Also called once.
    Clamp,
    /// The keys repeat.
    Loop,
    /// The keys repeat, forwards and backwards in turn.
    PingPong,
    /// The nearest key holds.
    ClampForever,
    /// The keys repeat, each time from the value at which the last repetition ended.
    LoopOffset,
    /// The curve goes on with the outward tangent of the first or last key.
    Linear,
}

/// Curves for the components of bones.
///
/// Importers check that no two tracks have one path and that keys are in order; a processor may rely on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CurveClipSource {
    /// In the order of the source.
    pub tracks: Vec<CurveTrackSource>,
}

/// The curves of one bone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CurveTrackSource {
    /// The bone's path: names joined by `/`, the bone's own last.
    pub path: String,
    /// Position x, y, z; none leaves that component of the bone alone.
    pub position: [Option<Curve>; 3],
    /// Rotation, a quaternion's x, y, z, w.
    pub rotation: [Option<Curve>; 4],
    /// Scale along x, y, z.
    pub scale: [Option<Curve>; 3],
}

/// A clip as a game's own tools sampled it: curves with a key per frame.
///
/// Importers check that no two tracks have one path and that keys are in order; a processor may rely on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SampledClipSource {
    /// What the game knows it by.
    pub id: i32,
    /// The name.
    pub name: String,
    /// Seconds, at least 0.
    pub length: f32,
    /// Frames per second, at least 0.
    pub frame_rate: f32,
    /// In the order of the source.
    pub tracks: Vec<SampledTrackSource>,
}

/// The curves of one bone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SampledTrackSource {
    /// The bone's path below the model's root: names joined by `/`.
    pub path: String,
    /// Position x, y, z; none leaves that component of the bone alone.
    pub position: [Option<Curve>; 3],
    /// Rotation, a quaternion's x, y, z, w.
    pub rotation: [Option<Curve>; 4],
}
