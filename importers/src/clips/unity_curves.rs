//! Converts the curves of Unity's formats to the curves of `dom`.

use rigmill_codec_unity::{AnimationCurve, Keyframe, WrapMode};
use rigmill_dom::{Curve, CurveKey, CurveWrap};

pub(crate) fn curves<const N: usize>(curves: [Option<AnimationCurve>; N]) -> [Option<Curve>; N] {
    curves.map(|curve| {
        curve.map(|AnimationCurve { keys, pre, post }| Curve {
            pre: wrap(pre),
            post: wrap(post),
            keys: keys.into_iter().map(key).collect(),
        })
    })
}

const fn key(Keyframe { time, value, in_tangent, out_tangent }: Keyframe) -> CurveKey {
    CurveKey { time, value, in_tangent, out_tangent }
}

const fn wrap(mode: WrapMode) -> CurveWrap {
    match mode {
        WrapMode::Default => CurveWrap::Default,
        WrapMode::Clamp => CurveWrap::Clamp,
        WrapMode::Loop => CurveWrap::Loop,
        WrapMode::PingPong => CurveWrap::PingPong,
        WrapMode::ClampForever => CurveWrap::ClampForever,
    }
}
