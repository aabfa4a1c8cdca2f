//! Formats of Unity games. The crate `rigmill_codec_unity` writes the formats; these modules convert content to its values.

mod curve_streams;
mod motion_deltas;
mod msgpack;

use rigmill_codec_unity::{AnimationCurve, Keyframe, Track};
use rigmill_format::{Component, Curve, CurveKey, CurveTrack, WrapMode};

pub use curve_streams::CurveStreamsWriter;
pub use motion_deltas::{FrameRate, MotionDeltasWriter, MotionFramesParams, MotionFramesWriter};
pub use msgpack::MsgPackWriter;

/// Converts the position and rotation curves of a track.
fn track(source: &CurveTrack) -> Track {
    let of_component = |component| source.curves.iter().find(|curve| curve.component == component).map(curve);
    let all: [Component; 7] = std::array::from_fn(|at| Component::ALL[at]);
    let [px, py, pz, rx, ry, rz, rw] = all.map(of_component);
    Track { path: source.path.clone(), position: [px, py, pz], rotation: [rx, ry, rz, rw] }
}

fn curve(curve: &Curve) -> AnimationCurve {
    AnimationCurve { keys: curve.keys.iter().map(key).collect(), pre: wrap(curve.pre), post: wrap(curve.post) }
}

const fn key(key: &CurveKey) -> Keyframe {
    let CurveKey { time, value, in_tangent, out_tangent } = *key;
    Keyframe { time, value, in_tangent, out_tangent }
}

/// Returns Unity's wrap mode, or the most similar one if Unity does not have this mode.
const fn wrap(mode: WrapMode) -> rigmill_codec_unity::WrapMode {
    use rigmill_codec_unity::WrapMode as Unity;
    match mode {
        WrapMode::Default => Unity::Default,
        WrapMode::Clamp => Unity::Clamp,
        WrapMode::Loop | WrapMode::LoopOffset => Unity::Loop,
        WrapMode::PingPong => Unity::PingPong,
        WrapMode::ClampForever | WrapMode::Linear => Unity::ClampForever,
    }
}
