//! Sampling.

use proptest::prelude::*;
use rigmill_format::{AnimationSequence, Bone, CurveKey, KeyFrameSequence, SampledClip, Skeleton, Transform};

use super::bones::Bones;
use super::key_times::own_rate;
use super::sampler::{frame_count, sample};

fn moving(bone: &str, duration: f32, interval: f32, xs: &[f32]) -> AnimationSequence {
    let sequence = KeyFrameSequence {
        bone_name: bone.to_owned(),
        key_count: u32::try_from(xs.len()).unwrap(),
        duration,
        key_interval: interval,
        has_translation: true,
        translation: xs.iter().map(|&x| [x, 0.0, -x]).collect(),
        ..KeyFrameSequence::default()
    };
    AnimationSequence { duration, sequences: vec![sequence], ..AnimationSequence::default() }
}

fn keys(clip: &SampledClip, component: usize) -> &[CurveKey] {
    &clip.tracks[0].curves[component].keys
}

#[test]
fn two_seconds_at_30_are_61_samples() {
    let xs: Vec<f32> = (0..61_u8).map(f32::from).collect();
    let clip = moving("A", 2.0, 1.0 / 30.0, &xs);
    let sampled = sample(&clip, &Bones::of(None), own_rate(&clip.sequences)).unwrap();
    assert_eq!((sampled.frame_rate, sampled.length, keys(&sampled, 0).len()), (30.0, 2.0, 61));
    // Each sample is the very key, though the interval is a rounded number.
    assert!(keys(&sampled, 0).iter().zip(&xs).all(|(key, x)| key.value == *x));
    assert_eq!(keys(&sampled, 0)[60].time, 2.0);
}

#[test]
fn no_frame_is_lost_at_any_rate_and_length() {
    for rate in 1..=240_u32 {
        for hundredths in 1..=6000_u32 {
            // A whole number of frames where rate x hundredths is one of hundreds; else one more, at the end.
            let exact = f64::from((rate * hundredths).div_ceil(100) + 1);
            let length = hundredths as f32 / 100.0;
            assert_eq!(frame_count(length, f64::from(rate)), exact, "{length} s at {rate}");
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "a clip's length is an f32")]
fn seconds(frames: u32, rate: u32) -> f32 {
    (f64::from(frames) / f64::from(rate)) as f32
}

proptest! {
    #[test]
    fn a_clip_of_whole_frames_has_each_of_them(rate in 1..=240_u32, frames in 0..=14_400_u32) {
        let length = seconds(frames, rate);
        prop_assume!((0.01..=60.0).contains(&length));
        prop_assert_eq!(frame_count(length, f64::from(rate)), f64::from(frames) + 1.0);
    }
}

#[test]
fn tangents_are_the_mean_of_the_slopes_beside_a_key() {
    let clip = moving("A", 2.0, 1.0, &[0.0, 1.0, 4.0]);
    let sampled = sample(&clip, &Bones::of(None), 1.0).unwrap();
    let tangents: Vec<_> = keys(&sampled, 0).iter().map(|key| (key.in_tangent, key.out_tangent)).collect();
    assert_eq!(tangents, [(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]);
    assert!(keys(&sampled, 1).iter().all(|key| (key.value, key.in_tangent) == (0.0, 0.0)));
}

#[test]
fn with_a_skeleton_paths_lead_from_the_root_and_missing_channels_stay_at_bind() {
    let bone = |name: &str, parent| Bone { name: name.into(), parent, bind: Transform::IDENTITY };
    let skeleton = Skeleton {
        bones: vec![bone("Root", None), bone("Pelvis", Some(0)), bone("L Thigh", Some(1))],
        ..Skeleton::default()
    };
    let sample = |bones: Bones<'_>, bone: &str| sample(&moving(bone, 1.0, 1.0, &[0.0, 1.0]), &bones, 2.0).unwrap();
    let sampled = sample(Bones::of(Some(&skeleton)), "L Thigh");
    assert_eq!((sampled.tracks[0].path.as_str(), sampled.tracks[0].curves.len()), ("Root/Pelvis/L Thigh", 7));
    assert_eq!(keys(&sampled, 6).iter().map(|key| key.value).collect::<Vec<_>>(), [1.0; 3]);
    assert_eq!(keys(&sampled, 0)[1].value, 0.5);
    assert_eq!(sample(Bones::of(Some(&skeleton)), "Tail").tracks[0].path, "Tail");
    assert_eq!(sample(Bones::of(None), "L Thigh").tracks[0].curves.len(), 3);
}

#[test]
fn rotations_do_not_change_sides() {
    let mut clip = moving("A", 1.0, 1.0, &[0.0, 0.0]);
    let sequence = &mut clip.sequences[0];
    (sequence.has_translation, sequence.has_rotation) = (false, true);
    (sequence.translation, sequence.rotation) = (Vec::new(), vec![[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, -1.0]]);
    let sampled = sample(&clip, &Bones::of(None), 4.0).unwrap();
    assert!(keys(&sampled, 3).iter().all(|key| key.value == 1.0));
}

#[test]
fn too_many_keys_are_refused_before_they_are_made() {
    let told = sample(&moving("A", 1e9, 1.0, &[0.0, 1.0]), &Bones::of(None), 30.0).unwrap_err().to_string();
    assert!(told.contains("at most 16777216"), "{told}");
}
