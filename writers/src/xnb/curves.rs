//! Writes curves in the form that XNA's `CurveReader` reads.

use rigmill_codec_xnb::{self as xnb, CurveContinuity, CurveLoopType, Type, Value};
use rigmill_format::{Component, Curve, CurveClip, CurveKey, WrapMode};
use rigmill_pipeline::{Diagnostic, WriteContext, Writer};

use super::encoding::encoded;
use super::params::XnbCurveParams;
use crate::codes;
use crate::written::Written;

/// Writes a [`CurveClip`] as a `Dictionary<string, Curve>`. The key of a curve is its bone's path and component, such as
/// `Root/Spine/rotation.x`.
///
/// A clip whose only curve is the x position of a bone without a name is written as a `Curve`. With `single_curve`,
/// every clip with exactly one curve is written as a `Curve`.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbCurveWriter;

impl Writer for XnbCurveWriter {
    type Input = CurveClip;
    type Params = XnbCurveParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 4;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(&self, value: &CurveClip, params: &XnbCurveParams, ctx: &mut WriteContext) -> Written {
        let curves =
            value.tracks.iter().flat_map(|track| track.curves.iter().map(|curve| (track.path.as_str(), curve)));
        let curves: Vec<(&str, &Curve)> = curves.collect();
        if params.single_curve && curves.len() != 1 {
            let message = format!("the clip has {} curves, expected exactly one curve", curves.len());
            let help = "remove `single_curve` to write a dictionary of curves with bones and components as keys";
            return Err(
                ctx.fail(Diagnostic::error(codes::CONTENT_LOST, message).of_parameter("single_curve").help(help))
            );
        }
        let is_single = |path: &str, curve: &Curve| {
            params.single_curve || path.is_empty() && curve.component == Component::PositionX
        };
        let primary = match *curves.as_slice() {
            [(path, curve)] if is_single(path, curve) => Value::Curve(xnb_curve(curve)),
            _ => table(&curves),
        };
        encoded(params.platform, params.profile, primary, Vec::new(), ctx)
    }
}

/// Returns a `Dictionary<string, Curve>`.
fn table(curves: &[(&str, &Curve)]) -> Value {
    let entry = |&(path, curve): &(&str, &Curve)| {
        let name = format!("{path}/{}", component(curve.component));
        (Value::String(name), Value::Curve(xnb_curve(curve)))
    };
    let ty = Type::Dictionary(Type::String.into(), Type::Curve.into());
    Value::Dictionary { ty: ty.into(), entries: curves.iter().map(entry).collect() }
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

const fn loop_type(wrap: WrapMode) -> CurveLoopType {
    match wrap {
        WrapMode::Default | WrapMode::Clamp | WrapMode::ClampForever => CurveLoopType::Constant,
        WrapMode::Loop => CurveLoopType::Cycle,
        WrapMode::LoopOffset => CurveLoopType::CycleOffset,
        WrapMode::PingPong => CurveLoopType::Oscillate,
        WrapMode::Linear => CurveLoopType::Linear,
    }
}

fn xnb_curve(curve: &Curve) -> xnb::Curve {
    let key = |(at, key): (usize, &CurveKey)| {
        let before = at.checked_sub(1).and_then(|before| curve.keys.get(before));
        let after = curve.keys.get(at + 1);
        // A segment is a step if either of its tangents is infinite. XNA stores this in the segment's first key.
        let is_step = key.out_tangent.is_infinite() || after.is_some_and(|after| after.in_tangent.is_infinite());
        xnb::CurveKey {
            position: key.time,
            value: key.value,
            tangent_in: difference(key.in_tangent, before, Some(key)),
            tangent_out: difference(key.out_tangent, Some(key), after),
            continuity: if is_step { CurveContinuity::Step } else { CurveContinuity::Smooth },
        }
    };
    xnb::Curve {
        pre_loop: loop_type(curve.pre),
        post_loop: loop_type(curve.post),
        keys: curve.keys.iter().enumerate().map(key).collect(),
    }
}

/// Converts a slope to XNA's tangent: the change in value over the whole segment. Outside the keys, there is no segment, and
/// the tangent is the slope with which a linear curve continues.
#[allow(clippy::cast_possible_truncation, reason = "rounding to f32 is the point")]
fn difference(slope: f32, from: Option<&CurveKey>, to: Option<&CurveKey>) -> f32 {
    let length = from.zip(to).map_or(1.0, |(from, to)| f64::from(to.time) - f64::from(from.time));
    let difference = (f64::from(slope) * length) as f32;
    if difference.is_finite() { difference } else { 0.0 }
}
