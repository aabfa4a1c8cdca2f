//! Curves, as XNA's CurveReader reads them.

use rigmill_format::{Component, Curve, CurveClip, CurveKey, WrapMode};
use rigmill_pipeline::{Diagnostic, StageError, WriteContext, Writer};

use super::bytes::Bytes;
use super::file::XnbFile;
use super::params::XnbCurveParams;
use super::{readers, too_large};
use crate::codes;

/// Writes a [`CurveClip`] as a `Dictionary<string, Curve>`, each called by its bone's path and component, `Root/Spine/rotation.x`;
/// the curve of a bone without a name, along x, if it is the only one, as a Curve; and by `single_curve` any that is the only one.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbCurveWriter;

impl Writer for XnbCurveWriter {
    type Input = CurveClip;
    type Params = XnbCurveParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 4;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(&self, value: &CurveClip, params: &XnbCurveParams, ctx: &mut WriteContext) -> Result<Vec<u8>, StageError> {
        let curves =
            value.tracks.iter().flat_map(|track| track.curves.iter().map(|curve| (track.path.as_str(), curve)));
        let curves: Vec<(&str, &Curve)> = curves.collect();
        let mut file = XnbFile::default();
        if params.single_curve && curves.len() != 1 {
            let message = format!("the clip has {} curves, and `single_curve` asks for one", curves.len());
            let help = "leave `single_curve` out: curves then are a dictionary, called by their bones and components";
            return Err(ctx.fail(Diagnostic::error(codes::LOST, message).help(help)));
        }
        let is_single = |path: &str, curve: &Curve| {
            params.single_curve || path.is_empty() && curve.component == Component::PositionX
        };
        if let [(path, curve)] = *curves.as_slice()
            && is_single(path, curve)
        {
            file.begin_object(readers::CURVE);
            write_curve(curve, &mut file.content);
        } else {
            file.begin_object(readers::CURVE_TABLE);
            // XNA looks for the readers of keys and values, even where there are none.
            file.reader(readers::STRING);
            file.reader(readers::CURVE);
            file.content.count(curves.len());
            for (path, curve) in curves {
                file.text(&format!("{path}/{}", component(curve.component)));
                file.begin_object(readers::CURVE);
                write_curve(curve, &mut file.content);
            }
        }
        file.finish(params.platform, params.profile, 0).ok_or_else(|| too_large(ctx))
    }
}

const fn component(component: Component) -> &'static str {
    match component {
        Component::PositionX => "position.x",
        Component::PositionY => "position.y",
        Component::PositionZ => "position.z",
        Component::RotationX => "rotation.x",
        Component::RotationY => "rotation.y",
        Component::RotationZ => "rotation.z",
        Component::RotationW => "rotation.w",
        Component::ScaleX => "scale.x",
        Component::ScaleY => "scale.y",
        Component::ScaleZ => "scale.z",
    }
}

/// XNA's CurveLoopType.
const fn loop_type(wrap: WrapMode) -> i32 {
    match wrap {
        WrapMode::Default | WrapMode::Clamp | WrapMode::ClampForever => 0,
        WrapMode::Loop => 1,
        WrapMode::LoopOffset => 2,
        WrapMode::PingPong => 3,
        WrapMode::Linear => 4,
    }
}

fn write_curve(curve: &Curve, bytes: &mut Bytes) {
    bytes.i32(loop_type(curve.pre));
    bytes.i32(loop_type(curve.post));
    bytes.count(curve.keys.len());
    for (at, key) in curve.keys.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| curve.keys.get(before));
        let after = curve.keys.get(at + 1);
        // A segment is a step if either of its tangents is infinite; XNA says so at its first key.
        let is_step = key.out_tangent.is_infinite() || after.is_some_and(|after| after.in_tangent.is_infinite());
        bytes.floats(&[key.time, key.value]);
        bytes.f32(difference(key.in_tangent, before, Some(key)));
        bytes.f32(difference(key.out_tangent, Some(key), after));
        bytes.i32(is_step.into());
    }
}

/// XNA's tangent: by how much a slope would change the value over the whole segment. Outwards there is no segment, and a tangent
/// is the slope that a linear curve goes on with.
#[allow(clippy::cast_possible_truncation, reason = "rounding to f32 is the point")]
fn difference(slope: f32, from: Option<&CurveKey>, to: Option<&CurveKey>) -> f32 {
    let length = from.zip(to).map_or(1.0, |(from, to)| f64::from(to.time) - f64::from(from.time));
    let difference = (f64::from(slope) * length) as f32;
    if difference.is_finite() { difference } else { 0.0 }
}
