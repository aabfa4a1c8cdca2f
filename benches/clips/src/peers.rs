//! Sampling with other libraries, compared with plain glam.

use std::hint::black_box;

use bevy_math::curve::cores::UnevenCore;
use bevy_math::{Quat, Vec3};
use rigmill_processors::compression::SourceClip;

use crate::measure::medians;
use crate::plain::{Local, PlainClip};
use rigmill_test_random::Random;

const SAMPLES: usize = 1600;

/// A channel in the form of bevy's `AnimatableKeyframeCurve`: it has its own key times, which are found by binary search. A
/// constant channel is a single value, which favours bevy.
enum Channel<T> {
    Still(T),
    Curve(UnevenCore<T>),
}

impl<T: Clone + PartialEq> Channel<T> {
    fn new(keys: Vec<T>, frame_rate: f32) -> Option<Self> {
        let first = keys.first()?.clone();
        if keys.iter().all(|key| *key == first) {
            return Some(Self::Still(first));
        }
        let timed = keys.into_iter().enumerate().map(|(frame, key)| (frame as f32 / frame_rate, key));
        UnevenCore::new(timed).ok().map(Self::Curve)
    }

    fn sample(&self, time: f32, between: impl Fn(&T, &T, f32) -> T) -> T {
        match self {
            Self::Still(value) => value.clone(),
            Self::Curve(core) => core.sample_with(time, between),
        }
    }
}

/// A bone's rotation, translation and scale.
type Bone = (Channel<Quat>, Channel<Vec3>, Channel<Vec3>);

/// A clip that consists of such curves.
struct CurvesOfClip(Vec<Bone>);

impl CurvesOfClip {
    fn new(clip: &SourceClip) -> Option<Self> {
        let bone = |bone: usize| {
            let keys = || clip.locals.iter().skip(bone).step_by(clip.bones.len());
            Some((
                Channel::new(keys().map(|key| Quat::from_array(key.rotation)).collect(), clip.frame_rate)?,
                Channel::new(keys().map(|key| Vec3::from_array(key.translation)).collect(), clip.frame_rate)?,
                Channel::new(keys().map(|key| Vec3::from_array(key.scale)).collect(), clip.frame_rate)?,
            ))
        };
        (0..clip.bones.len()).map(bone).collect::<Option<_>>().map(Self)
    }

    fn sample(&self, time: f32, out: &mut [(Quat, Vec3, Vec3)]) {
        for ((rotation, translation, scale), out) in self.0.iter().zip(out) {
            out.0 = rotation.sample(time, |a, b, fraction| a.slerp(*b, fraction));
            out.1 = translation.sample(time, |a, b, fraction| a.lerp(*b, fraction));
            out.2 = scale.sample(time, |a, b, fraction| a.lerp(*b, fraction));
        }
    }
}

/// Returns a line for each way to sample: ns per bone, and the ratio to plain nlerp.
pub(crate) fn report(kind: &str, clips: &[SourceClip]) -> String {
    let curves: Option<Vec<_>> = clips.iter().map(CurvesOfClip::new).collect();
    let (Some(curves), false) = (curves, clips.is_empty()) else { return format!("{kind}: no clips") };
    let plain: Vec<_> = clips.iter().map(PlainClip::new).collect();
    let most = clips.iter().map(|clip| clip.bones.len()).max().unwrap_or(0);
    let local = Local { rotation: glam::Quat::IDENTITY, translation: glam::Vec3::ZERO, scale: glam::Vec3::ONE };
    let (mut locals, mut values) = (vec![local; most], vec![(Quat::IDENTITY, Vec3::ZERO, Vec3::ONE); most]);
    let mut line = |(name, plan): (&str, Vec<(usize, f32)>)| {
        let bones = plan.iter().map(|&(clip, _)| clips[clip].bones.len()).sum();
        let mut nlerp = || {
            for &(clip, time) in &plan {
                plain[clip].sample(time, glam::Quat::lerp, &mut locals);
                black_box(&mut locals);
            }
        };
        let mut bevy = || {
            for &(clip, time) in &plan {
                curves[clip].sample(time, &mut values);
                black_box(&mut values);
            }
        };
        let [nlerp, bevy] = medians(bones, [&mut nlerp, &mut bevy]);
        format!(
            "{kind}, {name}: nlerp {nlerp:.2}, bevy's keyframe curve {bevy:.2} ns a bone, ratio {:.2}",
            bevy / nlerp
        )
    };
    plans(clips).map(&mut line).join("\n")
}

#[expect(clippy::cast_possible_truncation, reason = "numbers of clips and of frames")]
fn plans(clips: &[SourceClip]) -> [(&'static str, Vec<(usize, f32)>); 2] {
    let length = |clip: usize| (clips[clip].frames() - 1) as f32 / clips[clip].frame_rate;
    let steps = |clip: usize| (0..(length(clip) * 60.0) as usize).map(move |step| (clip, step as f32 / 60.0));
    let mut random = Random::new(7);
    let mut any = |below: usize| random.below(below);
    let mut random = || {
        let clip = any(clips.len());
        (clip, any(10_000) as f32 / 10_000.0 * length(clip))
    };
    let random = (0..SAMPLES).map(|_| random()).collect();
    [("sequential", (0..clips.len()).flat_map(|clip| steps(clip).take(400)).collect()), ("random", random)]
}
