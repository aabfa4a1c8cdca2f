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

#[test]
fn the_last_key_is_the_sources_last_pose_at_its_duration() {
    // 0.133333 x 30 is 3.99999; four keys in two seconds are one and a half a second; 2.05 s are no whole number of frames.
    let last = |duration, interval, xs: &[f32], rate: Option<f64>| {
        let clip = moving("A", duration, interval, xs);
        let sampled = sample(&clip, &Bones::of(None), rate.unwrap_or_else(|| own_rate(&clip.sequences))).unwrap();
        let keys = keys(&sampled, 0);
        let [.., before, last] = keys else { panic!("{} keys", keys.len()) };
        (keys.len(), before.time, (last.time, last.value), sampled.length)
    };
    let five = [0.0, 1.0, 2.0, 3.0, 7.0];
    assert_eq!(last(0.133333, 0.033333, &five, None), (5, 0.1, (0.133333, 7.0), 0.133333));
    assert_eq!(last(2.0, 0.666667, &five[..4], None), (4, 4.0 / 3.0, (2.0, 3.0), 2.0));
    assert_eq!(last(2.05, 0.5125, &five, Some(30.0)), (63, 61.0 / 30.0, (2.05, 7.0), 2.05));
    assert_eq!(last(0.02, 0.01, &five[..3], Some(30.0)), (2, 0.0, (0.02, 2.0), 0.02));
    // A clip that ends before its keys do ends where they are by then, and one that lasts longer holds the last.
    assert_eq!(last(0.75, 0.5, &five, Some(4.0)), (4, 0.5, (0.75, 1.5), 0.75));
    assert_eq!(last(9.0, 0.5, &five, Some(1.0)), (10, 8.0, (9.0, 7.0), 9.0));
}

#[test]
fn a_rate_is_a_whole_number_only_but_for_the_digits_of_its_interval() {
    let rate = |interval: f32, keys: u8| {
        let xs: Vec<f32> = (0..keys).map(f32::from).collect();
        own_rate(&moving("A", interval * f32::from(keys - 1), interval, &xs).sequences)
    };
    for (interval, whole) in
        [(0.0333, 30.0), (0.033333, 30.0), (0.066667, 15.0), (0.041667, 24.0), (0.008333, 120.0), (0.25, 4.0)]
    {
        assert_eq!(rate(interval, 9), whole, "{interval}");
    }
    for (interval, broken) in [(0.033367, 29.97), (0.041708, 23.976), (0.666667, 1.5), (0.3, 10.0 / 3.0)] {
        assert!((rate(interval, 9) - broken).abs() < 1e-3 * broken.fract(), "{interval}: {}", rate(interval, 9));
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
