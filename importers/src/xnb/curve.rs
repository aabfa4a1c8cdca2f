//! XNA's Curve.

use rigmill_dom::{Curve, CurveClipSource, CurveKey, CurveTrackSource, CurveWrap};

use super::cursor::Cursor;
use super::fault::{Fault, Read};
use super::value::XnbValue;
use crate::codes;

const HELP: &str = "build the file again";
const OWN_NAMES: &str = "clips have curves of bones, called by path and component, `Root/Spine/rotation.x`; a file for each Curve is read, too";

/// Reads a curve. XNA's tangents are differences over a whole segment; a [`Curve`]'s are slopes.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Read<Curve> {
    let [pre, post] = [wrap(cursor)?, wrap(cursor)?];
    let count = cursor.count(20, "keys")?;
    let mut keys: Vec<CurveKey> = Vec::with_capacity(count);
    let mut steps = Vec::with_capacity(count);
    for number in 0..count {
        let [time, value, in_tangent, out_tangent] = cursor.floats()?;
        if keys.last().is_some_and(|last| last.time > time) {
            return Err(cursor.fault(codes::XNB_VALUE, format!("key {number} is before the key before it"), HELP));
        }
        keys.push(CurveKey { time, value, in_tangent, out_tangent });
        steps.push(choice(cursor, "continuity", 1)? == 1);
    }
    Ok(Curve { pre, post, keys: slopes(&keys, &steps) })
}

/// Keys with slopes for tangents; infinite where the curve stays until the next key.
fn slopes(keys: &[CurveKey], steps: &[bool]) -> Vec<CurveKey> {
    let key = |(at, key): (usize, &CurveKey)| CurveKey {
        in_tangent: slope(key.in_tangent, at.checked_sub(1).and_then(|before| keys.get(before)), Some(key)),
        out_tangent: if steps[at] { f32::INFINITY } else { slope(key.out_tangent, Some(key), keys.get(at + 1)) },
        ..*key
    };
    keys.iter().enumerate().map(key).collect()
}

/// The slope of a tangent: the one of single precision that gives the tangent back, if there is one. Outwards there is no
/// segment, and XNA takes the tangent of a linear curve for its slope.
#[allow(clippy::cast_possible_truncation, reason = "rounding to f32 is the point")]
fn slope(tangent: f32, from: Option<&CurveKey>, to: Option<&CurveKey>) -> f32 {
    let Some((from, to)) = from.zip(to) else { return tangent };
    let length = f64::from(to.time) - f64::from(from.time);
    let nearest = (f64::from(tangent) / length) as f32;
    if length <= 0.0 || !nearest.is_finite() {
        return 0.0;
    }
    let gives_it = |slope: &f32| ((f64::from(*slope) * length) as f32).to_bits() == tangent.to_bits();
    [nearest, nearest.next_up(), nearest.next_down()].into_iter().find(gives_it).unwrap_or(nearest)
}

fn wrap(cursor: &mut Cursor<'_>) -> Read<CurveWrap> {
    const LOOPS: [CurveWrap; 5] =
        [CurveWrap::Clamp, CurveWrap::Loop, CurveWrap::LoopOffset, CurveWrap::PingPong, CurveWrap::Linear];
    Ok(LOOPS[usize::from(choice(cursor, "loop type", 4)?)])
}

fn choice(cursor: &mut Cursor<'_>, what: &str, last: u8) -> Read<u8> {
    let number = cursor.i32()?;
    u8::try_from(number)
        .ok()
        .filter(|number| *number <= last)
        .ok_or_else(|| cursor.fault(codes::XNB_VALUE, format!("the {what} is {number}, expected 0 to {last}"), HELP))
}

/// What the end of a curve's name says that it is of its bone.
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

/// A clip of one curve that has no name: that of a bone without a name, along x. No dictionary's curve alone becomes such.
pub(crate) fn single(curve: Curve) -> CurveClipSource {
    CurveClipSource {
        tracks: vec![CurveTrackSource { position: [Some(curve), None, None], ..CurveTrackSource::default() }],
    }
}

/// A clip of several curves, each called by its bone's path and component, `Root/Spine/rotation.x`. `None` for entries that
/// are not such curves.
pub(crate) fn several(entries: Vec<(XnbValue, XnbValue)>) -> Option<Read<CurveClipSource>> {
    let is_curve =
        |(key, value): &(XnbValue, XnbValue)| matches!((key, value), (XnbValue::Text(_), XnbValue::Curve(_)));
    if entries.is_empty() || !entries.iter().all(is_curve) {
        return None;
    }
    let is_alone = entries.len() == 1;
    let mut clip = CurveClipSource::default();
    for entry in entries {
        let (XnbValue::Text(name), XnbValue::Curve(curve)) = entry else { return None };
        if let Err(fault) = add(&mut clip, &name, is_alone, curve) {
            return Some(Err(fault));
        }
    }
    Some(Ok(clip))
}

fn add(clip: &mut CurveClipSource, name: &str, is_alone: bool, curve: Curve) -> Read<()> {
    let named = name.rsplit_once('/').and_then(|(path, component)| {
        let component = COMPONENTS.iter().position(|known| *known == component)?;
        // Such a curve alone is a Curve without a dictionary around it.
        (!is_alone || (path, component) != ("", 0)).then_some((path, component))
    });
    let (path, component) = named.ok_or_else(|| {
        let message = format!("the curve {name:?} has a name of the game's own");
        Fault::new(codes::XNB_UNSUPPORTED, message, OWN_NAMES)
    })?;
    let known = clip.tracks.iter().position(|track| track.path == path);
    let index = known.unwrap_or_else(|| {
        clip.tracks.push(CurveTrackSource { path: path.to_owned(), ..CurveTrackSource::default() });
        clip.tracks.len() - 1
    });
    let CurveTrackSource { position, rotation, scale, .. } = &mut clip.tracks[index];
    match position.iter_mut().chain(rotation).chain(scale).nth(component) {
        Some(empty @ None) => *empty = Some(curve),
        _ => return Err(Fault::new(codes::XNB_VALUE, format!("curve {name:?}: it is there twice"), HELP)),
    }
    Ok(())
}
