//! The tests decode clips, and measure their errors with independent code.

use proptest::prelude::*;
use rigmill_format::compressed_clip::{BASE_ROTATIONS, CompressedClip, SEGMENT_FRAMES, step_size};
use rigmill_format::{Content, FrameTimes, Transform};
use rigmill_math::quaternion::{multiply, normalize};
use rigmill_math::to_f32;
use rigmill_math::vector::subtract;
use rigmill_test_random::cases;

use super::affine::{Affine, rebuild};
use super::{Bound, CompressError, Compressed, ReferenceClip, SourceBone, SourceClip};
use crate::clips::interpolation::slerp;

const MILLIMETRE: Bound = Bound { error: 1e-3, shell: 0.1, bones: Vec::new() };

/// Returns the decoded local transforms of a frame.
fn decoded(clip: &CompressedClip, source: &SourceClip, frame: usize) -> Vec<Transform> {
    let mut pose: Vec<Transform> = source.bones.iter().map(|bone| bone.bind).collect();
    for constant in &clip.constants {
        let [x, y, z, w] = constant.value;
        let local = &mut pose[usize::from(constant.bone)];
        match constant.channel as u8 {
            0 => local.rotation = [x, y, z, w],
            1 => local.translation = [x, y, z],
            _ => local.scale = [x, y, z],
        }
    }
    for track in &clip.tracks {
        let part = [0, 1, 2].map(|i| track.keys[frame][i] as f32 * step_size(track.steps[i]));
        let local = &mut pose[usize::from(track.bone)];
        let from_bind = BASE_ROTATIONS[usize::from(track.base_rotations[frame / SEGMENT_FRAMES])];
        match track.channel as u8 {
            0 => local.rotation = normalize(multiply(local.rotation, multiply(from_bind, rebuild(part)))),
            1 => local.translation = [0, 1, 2].map(|i| local.translation[i] + part[i]),
            _ => local.scale = [0, 1, 2].map(|i| local.scale[i] + part[i]),
        }
    }
    pose
}

fn models(source: &SourceClip, pose: &[Transform]) -> Vec<Affine> {
    let mut models: Vec<Affine> = Vec::new();
    for (bone, local) in source.bones.iter().zip(pose) {
        let local = Affine::new(local);
        models.push(bone.parent.map_or(local, |parent| models[parent].then(&local)));
    }
    models
}

fn largest(source: &SourceClip, from: &[Transform], to: &[Transform], shell: f32) -> f32 {
    let points: [[f32; 3]; 3] = [[shell, 0.0, 0.0], [0.0, shell, 0.0], [0.0, 0.0, shell]];
    let mut largest = 0.0_f32;
    for (a, b) in models(source, from).iter().zip(models(source, to)) {
        for point in points {
            let off = subtract(a.apply(point), b.apply(point));
            largest = largest.max(off.iter().map(|value| value * value).sum::<f32>().sqrt());
        }
    }
    largest
}

/// Interpolates between two poses, with rotations at constant speed.
fn between(from: &[Transform], to: &[Transform], fraction: f32) -> Vec<Transform> {
    let mix = |a: f32, b: f32| a * (1.0 - fraction) + b * fraction;
    let mix3 = |a: [f32; 3], b: [f32; 3]| [0, 1, 2].map(|i: usize| mix(a[i], b[i]));
    from.iter()
        .zip(to)
        .map(|(a, b)| Transform {
            rotation: slerp(a.rotation, b.rotation, fraction.into()),
            translation: mix3(a.translation, b.translation),
            scale: mix3(a.scale, b.scale),
        })
        .collect()
}

/// Returns the largest error at many times that are neither frames nor eighths between frames.
fn error(clip: &CompressedClip, source: &SourceClip, shell: f32) -> f32 {
    let times = FrameTimes::new(clip.frames, clip.frame_rate, clip.duration);
    let poses: Vec<Vec<Transform>> = (0..clip.frames as usize).map(|frame| decoded(clip, source, frame)).collect();
    let mut reference = vec![Transform::IDENTITY; source.bones.len()];
    let mut worst = 0.0_f32;
    for at in 0..=997 {
        let time = f64::from(source.duration) * f64::from(at) / 997.0;
        source.pose_at(time, &mut reference);
        let (from, to, fraction) = times.around(to_f32(time));
        worst = worst.max(largest(source, &reference, &between(&poses[from], &poses[to], fraction), shell));
    }
    worst
}

/// Compresses a clip at its own rate, or at a multiple of it.
fn compress(source: &SourceClip, bound: &Bound) -> Result<Compressed, CompressError> {
    super::compress(source, &source.rates(), bound)
}

#[expect(clippy::cast_possible_truncation, reason = "components are f32")]
fn sin_cos(angle: f64) -> (f32, f32) {
    (libm::sin(angle) as f32, libm::cos(angle) as f32)
}

/// Returns a chain that swings at its joints, with angles that depend on `speeds`.
fn chain(speeds: &[f32], frames: u16) -> SourceClip {
    let bind = Transform { translation: [0.0, 0.3, 0.0], ..Transform::IDENTITY };
    let bones = (0..speeds.len()).map(|bone| SourceBone { parent: bone.checked_sub(1), bind }).collect();
    let local = |frame: u16, bone: usize| {
        let angle = f64::from(frame) * f64::from(speeds[bone]) / 30.0;
        let (sin, cos) = sin_cos(angle);
        let mut rotation = [0.0, 0.0, 0.0, cos];
        rotation[bone % 3] = sin;
        let sway = if bone == 0 { sin } else { 0.0 };
        Transform { rotation, translation: [sway, 0.3, 0.0], scale: [1.0; 3] }
    };
    let locals = (0..frames).flat_map(|frame| (0..speeds.len()).map(move |bone| local(frame, bone))).collect();
    SourceClip { bones, frame_rate: 30.0, duration: FrameTimes::whole_duration(frames.into(), 30.0), locals }
}

#[test]
fn channels_that_do_not_move_have_no_keys() {
    let still = compress(&chain(&[0.0; 4], 20), &MILLIMETRE).unwrap();
    assert_eq!((still.clip.tracks.len(), still.clip.constants.len()), (0, 0));
    let one = compress(&chain(&[0.0, 1.0, 0.0], 20), &MILLIMETRE).unwrap();
    assert_eq!(one.clip.tracks.iter().map(|track| track.bone).collect::<Vec<_>>(), [1]);
}

#[test]
fn a_compressed_clip_is_the_same_after_decoding() {
    let clip = compress(&chain(&[0.3, 2.0, -3.0, 5.0, 0.1, 0.0, 1.0, 4.0, 2.0], 70), &MILLIMETRE).unwrap().clip;
    let bytes = clip.encode().unwrap();
    assert_eq!(CompressedClip::decode(&bytes).unwrap(), clip);
}

#[test]
fn single_bones_may_have_bounds_of_their_own() {
    let source = chain(&[0.4, 0.7, 1.0], 40);
    let bound = Bound { bones: vec![(2, 1e-4, 0.5)], ..MILLIMETRE };
    assert!(compress(&source, &bound).unwrap().errors[2] <= 1e-4);
    let long = chain(&[-1.0, -0.8, -0.5, -0.2, 0.0, 0.3, 0.5, 0.8, 1.0, 1.2, 0.0], 50);
    let fine = Bound { error: 1e-3, shell: 0.03, bones: vec![(9, 5e-5, 0.03)] };
    assert!(compress(&long, &fine).unwrap().errors[9] <= 5e-5);
    let none = Bound { bones: vec![(3, 1e-4, 0.5)], ..MILLIMETRE };
    assert_eq!(compress(&source, &none), Err(CompressError::Bound));
}

#[test]
fn invalid_clips_and_bounds_are_refused() {
    assert_eq!(compress(&SourceClip::default(), &MILLIMETRE), Err(CompressError::Source));
    let mut source = chain(&[1.0, 1.0], 3);
    source.locals[2].rotation[0] = f32::NAN;
    assert_eq!(compress(&source, &MILLIMETRE), Err(CompressError::Source));
    let bound = Bound { error: 0.0, ..MILLIMETRE };
    assert_eq!(compress(&chain(&[1.0], 3), &bound), Err(CompressError::Bound));
}

#[test]
fn a_bound_that_no_steps_keep_is_refused_with_its_bone() {
    for error in [1e-7, 1e-12, f32::MIN_POSITIVE] {
        let found = compress(&chain(&[1.0, 2.0, 3.0], 20), &Bound { error, shell: 0.1, bones: Vec::new() });
        assert!(matches!(found, Err(CompressError::OverBound { bone: 0..3, .. })), "{error}: {found:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(24)))]
    #[test]
    fn no_moment_is_over_the_bound(speeds in prop::collection::vec(-9.0_f32..9.0, 1..12), frames in 1_u16..50) {
        let source = chain(&speeds, frames);
        let compressed = compress(&source, &MILLIMETRE).unwrap();
        let found = error(&compressed.clip, &source, MILLIMETRE.shell);
        prop_assert!(found <= MILLIMETRE.error, "{found}");
    }

    // The angle between two keys is up to 160 degrees.
    #[test]
    fn fast_spinners_are_within_the_bound(
        slow in prop::collection::vec(-2.0_f32..2.0, 0..4),
        fast in -42.0_f32..42.0,
        frames in 2_u16..60,
        error in prop::sample::select(vec![1e-3_f32, 1e-4, 2e-5]),
    ) {
        let speeds: Vec<f32> = slow.into_iter().chain([fast]).collect();
        let source = chain(&speeds, frames);
        let compressed = compress(&source, &Bound { error, shell: 0.03, bones: Vec::new() });
        let compressed = compressed.map_err(|refused| TestCaseError::fail(refused.to_string()))?;
        let found = self::error(&compressed.clip, &source, 0.03);
        prop_assert!(found <= error, "{found}");
    }
}
