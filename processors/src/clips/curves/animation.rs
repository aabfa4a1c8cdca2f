//! [`AnimationCurveClipProcessor`]: converts the keys of a clip to curves.

use rigmill_dom::AnimationSource;
use rigmill_format::{Component, Curve, CurveClip, CurveKey, CurveTrack, KeyFrameSequence, WrapMode};
use rigmill_math::vector::{add, length, subtract};
use rigmill_pipeline::{ProcessContext, Processor};

use super::curve_clip::{CurveClipParams, Wrap, wrapped};
use super::values::{POSITION, ROTATION, SCALE, to_tangent};
use crate::clips::animation::convert;
use crate::clips::frames::{KeySpan, KeyTimes};
use crate::clips::interpolation::{continuous, lerp, slerp};
use crate::report::Result;
use crate::skeletons::{BonePaths, named_skeleton};

rigmill_pipeline::params! {
    /// Parameters of the processor `curve-clip` for animations.
    pub struct AnimationCurveParams {
        /// How curves continue before their first keys (the wrap mode). `clamp`, `clamp-forever` and `default` hold the
        /// value of the nearest key. `once` means the same as `clamp`. `loop` repeats the keys. `ping-pong` also
        /// repeats the keys, but every second repetition runs backwards. With `loop-offset`, each repetition starts at
        /// the value where the previous one ended. `linear` continues along the nearest key's tangent. By default, the
        /// wrap mode is `default`.
        pre_wrap: Option<Wrap> = None,
        /// How curves continue after their last keys (the wrap mode). The values and the default are the same as for
        /// `pre_wrap`.
        post_wrap: Option<Wrap> = None,
        /// The name of the clip's skeleton, including its path in the project, such as `Models/Grund.skeleton`. With a
        /// skeleton, Rigmill identifies each bone by its path, such as `Root/Spine/Head`. Without a skeleton, Rigmill
        /// uses only the bone's name.
        skeleton: String = String::new(),
    }
}

/// Turns an [`AnimationSource`] into a [`CurveClip`] with the same keys and nearly the same values between them.
///
/// Positions and scales are linear between keys. The tangents of rotations are the tangents of slerp, so the curves stay close
/// to slerp although each component is a separate curve. Each curve begins at 0 and ends with its bone's duration. A channel
/// that a bone does not have gets no curves.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnimationCurveClipProcessor;

impl Processor for AnimationCurveClipProcessor {
    type Input = AnimationSource;
    type Output = CurveClip;
    type Params = AnimationCurveParams;
    const NAME: &'static str = "curve-clip";
    const VERSION: u32 = 1;

    fn process(
        &self,
        input: &AnimationSource,
        params: &AnimationCurveParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<CurveClip> {
        let clip = convert(input, ctx)?;
        let skeleton = named_skeleton(&params.skeleton, ctx)?;
        let bones = BonePaths::new(skeleton.as_deref());
        bones.warn_of_unknown(input, "so the clip stores the bone's name instead of a path", ctx);
        let track = |sequence| track(sequence, &bones, clip.duration);
        let tracks = clip.sequences.iter().map(track).collect();
        let AnimationCurveParams { pre_wrap, post_wrap, .. } = *params;
        Ok(wrapped(CurveClip { tracks }, &CurveClipParams { pre_wrap, post_wrap }))
    }
}

fn track(sequence: &KeyFrameSequence, bones: &BonePaths<'_>, clip_duration: f32) -> CurveTrack {
    let end = if sequence.duration > 0.0 { sequence.duration } else { clip_duration };
    let mut curves = Vec::new();
    let s = sequence;
    if s.has_translation {
        let (times, keys) = stops(s, &s.translation, s.fixed_translation, end, lerp);
        push(&mut curves, POSITION, &times, &keys, straight);
    }
    if s.has_rotation {
        let (times, keys) = stops(s, &s.rotation, s.fixed_rotation, end, slerp);
        push(&mut curves, ROTATION, &times, &continuous(keys), rotating);
    }
    if s.has_scale {
        let (times, keys) = stops(s, &s.scale, s.fixed_scale, end, lerp);
        push(&mut curves, SCALE, &times, &keys, straight);
    }
    CurveTrack { path: bones.path(&s.bone_name), curves }
}

/// Returns the times of a channel's keys, and of the start and the end of its bone, with the values at these times.
fn stops<const N: usize>(
    sequence: &KeyFrameSequence,
    keys: &[[f32; N]],
    fixed: bool,
    end: f32,
    between: fn([f32; N], [f32; N], f64) -> [f32; N],
) -> (Vec<f32>, Vec<[f32; N]>) {
    let times = KeyTimes::new(sequence, if fixed { keys.len().min(1) } else { keys.len() });
    let stops = times.stops(end);
    let key = |at: usize| keys.get(at).or(keys.last()).copied().unwrap_or([0.0; N]);
    let value = |time: &f32| {
        let KeySpan { from, to, fraction } = times.span_at(f64::from(*time));
        between(key(from), key(to), fraction)
    };
    let values = stops.iter().map(value).collect();
    (stops, values)
}

/// Adds a curve for each component.
fn push<const N: usize>(
    curves: &mut Vec<Curve>,
    components: &[Component],
    times: &[f32],
    values: &[[f32; N]],
    slopes: fn([f64; N], [f64; N]) -> [[f64; N]; 2],
) {
    let mut all = vec![Vec::with_capacity(times.len()); N];
    let mut before = None;
    for (at, (&time, &value)) in times.iter().zip(values).enumerate() {
        let next = times.get(at + 1).zip(values.get(at + 1)).map(|(&after, &to)| {
            let seconds = f64::from(after) - f64::from(time);
            slopes(value.map(f64::from), to.map(f64::from))
                .map(|slopes| slopes.map(|slope| to_tangent(slope / seconds)))
        });
        // The first and last keys have the same slope on both sides, so that curves that continue linearly do so without a
        // corner.
        let (left, right) = (before.or(next.map(|[leaving, _]| leaving)), next.map(|[leaving, _]| leaving).or(before));
        for (axis, keys) in all.iter_mut().enumerate() {
            let tangent = |slopes: Option<[f32; N]>| slopes.map_or(0.0, |slopes| slopes[axis]);
            keys.push(CurveKey { time, value: value[axis], in_tangent: tangent(left), out_tangent: tangent(right) });
        }
        before = next.map(|[_, reaching]| reaching);
    }
    curves.extend(components.iter().zip(all).map(|(&component, keys)| Curve {
        component,
        pre: WrapMode::Default,
        post: WrapMode::Default,
        keys,
    }));
}

/// Returns the slopes of linear interpolation at both ends, if the segment takes one second.
fn straight<const N: usize>(from: [f64; N], to: [f64; N]) -> [[f64; N]; 2] {
    [subtract(to, from); 2]
}

/// Returns the slopes of slerp at both ends, if the segment takes one second. The rotations have unit length and are not
/// opposite.
fn rotating(from: [f64; 4], to: [f64; 4]) -> [[f64; 4]; 2] {
    let angle = 2.0 * libm::atan2(length(subtract(to, from)), length(add(from, to)));
    let (sine, cosine) = (libm::sin(angle), libm::cos(angle));
    if sine < 1e-9 {
        return straight(from, to);
    }
    let part = angle / sine;
    [
        std::array::from_fn(|at| part * (to[at] - cosine * from[at])),
        std::array::from_fn(|at| part * (cosine * to[at] - from[at])),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequence(interval: f32, duration: f32, degrees: &[f32]) -> KeyFrameSequence {
        let half = |degrees: &f32| f64::from(*degrees).to_radians() / 2.0;
        let rotation =
            degrees.iter().map(|it| [to_tangent(libm::sin(half(it))), 0.0, 0.0, to_tangent(libm::cos(half(it)))]);
        KeyFrameSequence {
            bone_name: "B".into(),
            key_count: u32::try_from(degrees.len()).unwrap(),
            duration,
            key_interval: interval,
            has_translation: true,
            translation: degrees.iter().map(|it| [*it, 1.0, -it]).collect(),
            has_rotation: true,
            rotation: rotation.collect(),
            ..KeyFrameSequence::default()
        }
    }

    /// Evaluates the cubic Hermite segment that contains a time.
    fn value(curve: &Curve, time: f64) -> f64 {
        let at = curve.keys.partition_point(|key| f64::from(key.time) <= time).clamp(1, curve.keys.len() - 1);
        let (a, b) = (curve.keys[at - 1], curve.keys[at]);
        let seconds = f64::from(b.time) - f64::from(a.time);
        let s = ((time - f64::from(a.time)) / seconds).clamp(0.0, 1.0);
        let (p, q) = (f64::from(a.value), f64::from(b.value));
        let (m, n) = (f64::from(a.out_tangent) * seconds, f64::from(b.in_tangent) * seconds);
        let (x, y) = (s * s, s * s * s);
        (2.0 * y - 3.0 * x + 1.0) * p + (y - 2.0 * x + s) * m + (3.0 * x - 2.0 * y) * q + (y - x) * n
    }

    #[test]
    fn keys_stay_and_values_between_them_are_those_of_the_clip() {
        let angles = [0.0, 90.0, 70.0, 200.0];
        let track = track(&sequence(0.666667, 2.0, &angles), &BonePaths::new(None), 2.0);
        assert_eq!((track.path.as_str(), track.curves.len()), ("B", 7));
        let [x, y, .., w] = &track.curves[..] else { panic!() };
        let times: Vec<f32> = x.keys.iter().map(|key| key.time).collect();
        assert_eq!((times[0], times[1], times[3]), (0.0, 2.0 / 3.0, 2.0));
        assert_eq!(x.keys.iter().map(|key| key.value).collect::<Vec<_>>(), angles);
        assert!(y.keys.iter().all(|key| key.in_tangent == 0.0 && key.out_tangent == 0.0));
        for step in 0..=200_u8 {
            let time = f64::from(step) / 100.0;
            // One and a half keys per second.
            let at = (usize::from(step) * 3 / 200).min(2);
            let degrees = f64::from(angles[at]) + (time * 1.5 - at as f64) * f64::from(angles[at + 1] - angles[at]);
            assert!((value(x, time) - degrees).abs() < 1e-4, "{time}");
            // A cubic with the values and slopes of sine and cosine at both ends has an error of at most the fourth power of
            // half the angle, divided by 384: 0.0043 for 65 degrees.
            let (sine, cosine) = (value(&track.curves[3], time), value(w, time));
            assert!((sine * sine + cosine * cosine - 1.0).abs() < 2.0 * 0.0043, "{time}");
            let found = 2.0 * libm::atan2(sine, cosine).to_degrees();
            assert!((found - degrees).abs() < 0.2, "{time}: {found} for {degrees}");
        }
    }

    #[test]
    fn curves_last_as_long_as_their_bone() {
        let ends = |sequence: &KeyFrameSequence| {
            let track = track(sequence, &BonePaths::new(None), 9.0);
            let keys = &track.curves[0].keys;
            let key = |key: &CurveKey| [key.time, key.value, key.in_tangent, key.out_tangent];
            keys.iter().map(key).collect::<Vec<_>>()
        };
        // The sequence holds its last key, and is cut if its duration ends before its keys do.
        let held = sequence(0.5, 2.0, &[0.0, 10.0]);
        assert_eq!(ends(&held), [[0.0, 0.0, 20.0, 20.0], [0.5, 10.0, 20.0, 0.0], [2.0, 10.0, 0.0, 0.0]]);
        let cut = sequence(0.5, 0.75, &[0.0, 10.0, 30.0]);
        assert_eq!(ends(&cut), [[0.0, 0.0, 20.0, 20.0], [0.5, 10.0, 20.0, 40.0], [0.75, 20.0, 40.0, 40.0]]);
        let late = KeyFrameSequence { has_time: true, time: vec![0.5, 1.0], ..sequence(0.0, 1.0, &[0.0, 10.0]) };
        assert_eq!(ends(&late), [[0.0, 0.0, 0.0, 0.0], [0.5, 0.0, 0.0, 20.0], [1.0, 10.0, 20.0, 20.0]]);
        let fixed = KeyFrameSequence { fixed_translation: true, ..sequence(0.5, 1.0, &[5.0, 10.0]) };
        assert_eq!(ends(&fixed), [[0.0, 5.0, 0.0, 0.0], [1.0, 5.0, 0.0, 0.0]]);
        assert_eq!(ends(&sequence(0.5, 0.0, &[5.0])), [[0.0, 5.0, 0.0, 0.0], [9.0, 5.0, 0.0, 0.0]]);
    }
}
