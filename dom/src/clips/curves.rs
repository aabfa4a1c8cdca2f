//! [`Curve`], a number over time as in the curve editors of engines, and the clips that consist of curves.

use serde::Serialize;

/// A number over time: keys with tangents, and how the curve continues before and after the keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Curve {
    /// How the curve continues before its first key.
    pub pre: CurveWrap,
    /// How the curve continues after its last key.
    pub post: CurveWrap,
    /// The keys in ascending order of time. Several keys may have the same time.
    pub keys: Vec<CurveKey>,
}

/// A key of a [`Curve`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CurveKey {
    /// The time in seconds; finite.
    pub time: f32,
    /// The value; finite.
    pub value: f32,
    /// The slope at which the curve arrives, per second. If it is infinite, the curve steps to this key. Never NaN.
    pub in_tangent: f32,
    /// The slope at which the curve leaves, per second. If it is infinite, the curve holds its value until the next key. Never
    /// NaN.
    pub out_tangent: f32,
}

/// How a curve continues before its first key and after its last key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum CurveWrap {
    /// Not stated. The nearest key holds.
    #[default]
    Default,
    /// The nearest key holds. Unity also calls this mode "once".
    Clamp,
    /// The keys repeat.
    Loop,
    /// The keys repeat, every second time backwards.
    PingPong,
    /// The nearest key holds.
    ClampForever,
    /// The keys repeat. Each repetition starts at the value at which the previous one ended.
    LoopOffset,
    /// The curve continues straight, with the outer tangent of the first or last key.
    Linear,
}

/// Curves for the components of bones.
///
/// Importers check that no two tracks have the same path and that keys are in order. Processors may rely on this.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CurveClipSource {
    /// The tracks in the order of the source.
    pub tracks: Vec<CurveTrackSource>,
}

/// The curves of one bone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CurveTrackSource {
    /// The bone's path: bone names separated by `/`, ending with the bone's own name.
    pub path: String,
    /// The position x, y, z. `None` leaves the component of the bone unchanged.
    pub position: [Option<Curve>; 3],
    /// The rotation, a quaternion x, y, z, w.
    pub rotation: [Option<Curve>; 4],
    /// The scale factors along x, y, z.
    pub scale: [Option<Curve>; 3],
}

/// A clip that a game's own tools sampled: curves with one key per frame.
///
/// Importers check that no two tracks have the same path and that keys are in order. Processors may rely on this.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SampledClipSource {
    /// The number by which the game identifies the clip.
    pub id: i32,
    /// The name of the clip.
    pub name: String,
    /// The duration in seconds, at least 0.
    pub length: f32,
    /// The number of frames per second, at least 0.
    pub frame_rate: f32,
    /// The tracks in the order of the source.
    pub tracks: Vec<SampledTrackSource>,
}

/// The curves of one bone.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SampledTrackSource {
    /// The bone's path below the model's root: bone names separated by `/`.
    pub path: String,
    /// The position x, y, z. `None` leaves the component of the bone unchanged.
    pub position: [Option<Curve>; 3],
    /// The rotation, a quaternion x, y, z, w.
    pub rotation: [Option<Curve>; 4],
}
