//! Tests of sampling.

use rigmill_format::{AnimationSequence, Bone, CurveKey, KeyFrameSequence, SampledClip, Skeleton, Transform};

use super::sampler::sample;
use crate::clips::frames::own_rate;
use crate::skeletons::BonePaths;

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
    let sampled = sample(&clip, &BonePaths::new(None), own_rate(&clip.sequences)).unwrap();
    assert_eq!((sampled.frame_rate, sampled.length, keys(&sampled, 0).len()), (30.0, 2.0, 61));
    // Each sample has exactly the value of a key, although the interval is a rounded number.
    assert!(keys(&sampled, 0).iter().zip(&xs).all(|(key, x)| key.value == *x));
    assert_eq!(keys(&sampled, 0)[60].time, 2.0);
}

#[test]
fn the_last_key_is_the_sources_last_pose_at_its_duration() {
    // 0.133333 x 30 is 3.99999. Four keys in two seconds are 1.5 keys per second. 2.05 s is not a whole number of frames.
    let last = |duration, interval, xs: &[f32], rate: Option<f64>| {
        let clip = moving("A", duration, interval, xs);
        let sampled = sample(&clip, &BonePaths::new(None), rate.unwrap_or_else(|| own_rate(&clip.sequences))).unwrap();
        let keys = keys(&sampled, 0);
        let [.., before, last] = keys else { panic!("{} keys", keys.len()) };
        (keys.len(), before.time, (last.time, last.value), sampled.length)
    };
    let five = [0.0, 1.0, 2.0, 3.0, 7.0];
    assert_eq!(last(0.133333, 0.033333, &five, None), (5, 0.1, (0.133333, 7.0), 0.133333));
    assert_eq!(last(2.0, 0.666667, &five[..4], None), (4, 4.0 / 3.0, (2.0, 3.0), 2.0));
    assert_eq!(last(2.05, 0.5125, &five, Some(30.0)), (63, 61.0 / 30.0, (2.05, 7.0), 2.05));
    assert_eq!(last(0.02, 0.01, &five[..3], Some(30.0)), (2, 0.0, (0.02, 2.0), 0.02));
    // A clip that ends before its keys do ends with the value at that time. A clip that is longer than its keys holds the last
    // one.
    assert_eq!(last(0.75, 0.5, &five, Some(4.0)), (4, 0.5, (0.75, 1.5), 0.75));
    assert_eq!(last(9.0, 0.5, &five, Some(1.0)), (10, 8.0, (9.0, 7.0), 9.0));
}

#[test]
fn tangents_are_the_mean_of_the_slopes_beside_a_key() {
    let clip = moving("A", 2.0, 1.0, &[0.0, 1.0, 4.0]);
    let sampled = sample(&clip, &BonePaths::new(None), 1.0).unwrap();
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
    let sample = |bones: BonePaths<'_>, bone: &str| sample(&moving(bone, 1.0, 1.0, &[0.0, 1.0]), &bones, 2.0).unwrap();
    let sampled = sample(BonePaths::new(Some(&skeleton)), "L Thigh");
    assert_eq!((sampled.tracks[0].path.as_str(), sampled.tracks[0].curves.len()), ("Root/Pelvis/L Thigh", 7));
    assert_eq!(keys(&sampled, 6).iter().map(|key| key.value).collect::<Vec<_>>(), [1.0; 3]);
    assert_eq!(keys(&sampled, 0)[1].value, 0.5);
    assert_eq!(sample(BonePaths::new(Some(&skeleton)), "Tail").tracks[0].path, "Tail");
    assert_eq!(sample(BonePaths::new(None), "L Thigh").tracks[0].curves.len(), 3);
}

#[test]
fn rotations_do_not_change_sides() {
    let mut clip = moving("A", 1.0, 1.0, &[0.0, 0.0]);
    let sequence = &mut clip.sequences[0];
    (sequence.has_translation, sequence.has_rotation) = (false, true);
    (sequence.translation, sequence.rotation) = (Vec::new(), vec![[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, -1.0]]);
    let sampled = sample(&clip, &BonePaths::new(None), 4.0).unwrap();
    assert!(keys(&sampled, 3).iter().all(|key| key.value == 1.0));
}

#[test]
fn too_many_keys_are_refused_before_they_are_made() {
    let error = sample(&moving("A", 1e9, 1.0, &[0.0, 1.0]), &BonePaths::new(None), 30.0).unwrap_err().to_string();
    assert!(error.contains("at most 16777216"), "{error}");
}
