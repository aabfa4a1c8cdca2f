//! [`Curve`] and what it is made of: a number over time, as engines' curve editors have it.

use serde::Serialize;

/// A number over time: keys with tangents, and what is beyond them.
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
    /// Not said; the nearest key holds.
    #[default]
    Default,
    /// The nearest key holds. Also called once.
    Clamp,
    /// The keys are gone through again and again.
    Loop,
    /// The keys are gone through forth and back.
    PingPong,
    /// The nearest key holds.
    ClampForever,
    /// The keys are gone through again and again, each time from where the last ended.
    LoopOffset,
    /// On along the slope of the outermost key, which is its tangent outwards.
    Linear,
}
