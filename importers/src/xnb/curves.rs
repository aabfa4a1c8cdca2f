//! Converts XNA's curves to clips.

use rigmill_codec_xnb::{self as xnb, CurveContinuity, CurveLoopType, Value};
use rigmill_dom::{Curve, CurveClipSource, CurveKey, CurveTrackSource, CurveWrap};

use super::problems::{invalid, unsupported};
use crate::report::Result;

const OWN_NAMES: &str = "name each curve after its bone path and component, as in `Root/Spine/rotation.x`, or use a separate file for each Curve";

/// Converts a curve. In XNA, a tangent is the change in value over the whole segment; in a [`Curve`], it is a slope.
fn curve(curve: &xnb::Curve) -> Result<Curve> {
    let keys = &curve.keys;
    if let Some(at) = keys.windows(2).position(|pair| pair[0].position > pair[1].position) {
        return Err(invalid(format!("key {} is earlier than the previous key", at + 1)));
    }
    let key = |(at, key): (usize, &xnb::CurveKey)| CurveKey {
        time: key.position,
        value: key.value,
        in_tangent: slope(key.tangent_in, at.checked_sub(1).and_then(|before| keys.get(before)), Some(key)),
        // Infinite if the value stays constant until the next key.
        out_tangent: match key.continuity {
            CurveContinuity::Step => f32::INFINITY,
            CurveContinuity::Smooth => slope(key.tangent_out, Some(key), keys.get(at + 1)),
        },
    };
    Ok(Curve {
        pre: wrap(curve.pre_loop),
        post: wrap(curve.post_loop),
        keys: keys.iter().enumerate().map(key).collect(),
    })
}

/// Converts a tangent to a slope: the single-precision slope that gives exactly the same tangent again, if there is one.
/// Outside the keys, there is no segment, and XNA uses the tangent as the slope of a linear curve.
#[allow(clippy::cast_possible_truncation, reason = "rounding to f32 is the point")]
fn slope(tangent: f32, from: Option<&xnb::CurveKey>, to: Option<&xnb::CurveKey>) -> f32 {
    let Some((from, to)) = from.zip(to) else { return tangent };
    let length = f64::from(to.position) - f64::from(from.position);
    let nearest = (f64::from(tangent) / length) as f32;
    if length <= 0.0 || !nearest.is_finite() {
        return 0.0;
    }
    let gives_it = |slope: &f32| ((f64::from(*slope) * length) as f32).to_bits() == tangent.to_bits();
    [nearest, nearest.next_up(), nearest.next_down()].into_iter().find(gives_it).unwrap_or(nearest)
}

const fn wrap(loop_type: CurveLoopType) -> CurveWrap {
    match loop_type {
        CurveLoopType::Constant => CurveWrap::Clamp,
        CurveLoopType::Cycle => CurveWrap::Loop,
        CurveLoopType::CycleOffset => CurveWrap::LoopOffset,
        CurveLoopType::Oscillate => CurveWrap::PingPong,
        CurveLoopType::Linear => CurveWrap::Linear,
    }
}

/// The last part of a curve's name, for each component.
const COMPONENTS: [&str; 10] = [
    "position.x",
    "position.y",
    "position.z",
    "rotation.x",
    "rotation.y",
    "rotation.z",
    "rotation.w",
    "scale.x",
    "scale.y",
    "scale.z",
];

/// Returns a clip with a single curve without a name: the x position of a bone without a name. A curve in a dictionary never
/// becomes such a clip.
pub(super) fn of_one(source: &xnb::Curve) -> Result<CurveClipSource> {
    let position = [Some(curve(source)?), None, None];
    Ok(CurveClipSource { tracks: vec![CurveTrackSource { position, ..CurveTrackSource::default() }] })
}

/// Returns a clip with several curves. The key of a curve is its bone's path and component, such as `Root/Spine/rotation.x`.
pub(super) fn of_dictionary(entries: &[(Value, Value)]) -> Result<CurveClipSource> {
    let mut clip = CurveClipSource::default();
    for entry in entries {
        let (Value::String(name), Value::Curve(source)) = entry else {
            let message = "only some entries of the dictionary are named curves";
            return Err(unsupported(
                message,
                "import the source of this file instead; `rigmill inspect` shows what this file contains",
            ));
        };
        add(&mut clip, name, entries.len() == 1, curve(source)?)?;
    }
    Ok(clip)
}

fn add(clip: &mut CurveClipSource, name: &str, is_alone: bool, curve: Curve) -> Result<()> {
    let named = name.rsplit_once('/').and_then(|(path, component)| {
        let component = COMPONENTS.iter().position(|known| *known == component)?;
        // If this is the only curve, it would be written as a `Curve` without a dictionary.
        (!is_alone || (path, component) != ("", 0)).then_some((path, component))
    });
    let own_name = || unsupported(format!("the curve {name:?} has a name that only the game understands"), OWN_NAMES);
    let (path, component) = named.ok_or_else(own_name)?;
    let known = clip.tracks.iter().position(|track| track.path == path);
    let index = known.unwrap_or_else(|| {
        clip.tracks.push(CurveTrackSource { path: path.to_owned(), ..CurveTrackSource::default() });
        clip.tracks.len() - 1
    });
    let CurveTrackSource { position, rotation, scale, .. } = &mut clip.tracks[index];
    match position.iter_mut().chain(rotation).chain(scale).nth(component) {
        Some(empty @ None) => *empty = Some(curve),
        _ => return Err(invalid(format!("the curve {name:?} occurs twice"))),
    }
    Ok(())
}
