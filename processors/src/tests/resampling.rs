//! Tests of the `animation` processor's parameter `sample_rate`.

use proptest::prelude::*;
use rigmill_dom::KeyFrameSource;
use rigmill_format::Content;

use super::support::{animation, at, clip, moving, rotating};

/// Returns the rotation about z by an angle in radians.
fn about_z(angle: f64) -> [f32; 4] {
    #[expect(clippy::cast_possible_truncation, reason = "keys are f32")]
    let [sin, cos] = [libm::sin(angle / 2.0) as f32, libm::cos(angle / 2.0) as f32];
    [0.0, 0.0, sin, cos]
}

fn distance(a: [f32; 4], b: [f32; 4]) -> f64 {
    let dot: f64 = a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(b)).sum();
    let [a, b] = [a, b].map(|q| q.map(f64::from));
    let sign = dot.signum();
    a.iter().zip(b).map(|(a, b)| (a - sign * b).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn keys_are_evenly_spaced_and_end_at_the_duration() {
    let source = clip(vec![moving("B", 1, &[[0.0; 3], [1.0, 2.0, -4.0], [2.0, 4.0, -8.0]])]);
    let made = animation(&source, "sample_rate = 8").clean();
    let sequence = &made.sequences[0];
    assert_eq!((sequence.key_count, sequence.key_interval, sequence.has_time), (9, 0.125, false));
    for (key, translation) in sequence.translation.iter().enumerate() {
        let along = key as f32 * 0.25;
        assert_eq!(*translation, [along, 2.0 * along, -4.0 * along]);
    }
    assert!(made.encode().is_ok());
}

#[test]
fn rotations_take_the_shorter_way_at_constant_speed() {
    let keys = [about_z(0.0), about_z(3.0).map(|component| -component)];
    let made = animation(&clip(vec![rotating("B", &keys)]), "sample_rate = 100").clean();
    assert_eq!(made.sequences[0].rotation.len(), 101);
    for (key, rotation) in made.sequences[0].rotation.iter().enumerate() {
        let expected = about_z(3.0 * key as f64 / 100.0);
        assert!(distance(*rotation, expected) < 2e-7, "{key}: {rotation:?} {expected:?}");
    }
}

#[test]
fn nearly_equal_and_zero_rotations_give_sound_keys() {
    let near = [about_z(0.0), about_z(1e-7), [0.0; 4], about_z(std::f64::consts::TAU), about_z(std::f64::consts::PI)];
    let made = animation(&clip(vec![rotating("B", &near)]), "sample_rate = 60").clean();
    for rotation in &made.sequences[0].rotation {
        let length: f32 = rotation.iter().map(|component| component * component).sum();
        assert!((length - 1.0).abs() < 1e-6, "{rotation:?}");
    }
}

#[test]
fn key_times_count_and_the_ends_hold() {
    let timed = KeyFrameSource {
        has_time: at(true, 1),
        time: at(vec![0.25, 0.375, 0.75], 1),
        key_interval: at(0.0, 1),
        ..moving("B", 1, &[[0.0; 3], [1.0; 3], [4.0; 3]])
    };
    let made = animation(&clip(vec![timed]), "sample_rate = 8").clean();
    let along: Vec<f32> = made.sequences[0].translation.iter().map(|key| key[0]).collect();
    assert_eq!(along, [0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 4.0, 4.0, 4.0]);
    assert!(made.sequences[0].time.is_empty());
}

#[test]
fn single_keys_and_fixed_channels_stay() {
    let single = KeyFrameSource {
        has_time: at(true, 1),
        time: at(vec![0.0], 1),
        key_interval: at(0.0, 1),
        ..moving("single", 1, &[[1.0; 3]])
    };
    let fixed = KeyFrameSource {
        fixed_translation: at(true, 1),
        translation: at(vec![[1.0; 3], [2.0; 3]], 1),
        scale: at(vec![[1.0; 3]; 2], 1),
        ..moving("fixed", 1, &[[1.0; 3], [2.0; 3]])
    };
    let made = animation(&clip(vec![single, fixed]), "sample_rate = 10").clean();
    assert_eq!((made.sequences[0].key_count, made.sequences[0].has_time), (1, true));
    assert_eq!((made.sequences[1].key_count, made.sequences[1].translation.len()), (11, 1));
    assert!(made.sequences[1].scale.is_empty(), "keys that nothing reads go");
    assert!(made.encode().is_ok());
}

#[test]
fn a_clip_without_time_keeps_its_first_key() {
    let none = KeyFrameSource { duration: at(0.0, 1), ..moving("B", 1, &[[1.0; 3], [2.0; 3]]) };
    let made = animation(&clip(vec![none]), "sample_rate = 10").clean();
    assert_eq!((made.sequences[0].key_count, made.sequences[0].translation.as_slice()), (1, &[[1.0; 3]][..]));
    assert!(made.encode().is_ok());
}

#[test]
fn the_number_of_keys_is_bounded() {
    let long = KeyFrameSource { duration: at(f32::MAX, 1), ..moving("B", 1, &[[1.0; 3], [2.0; 3]]) };
    let outcome = animation(&clip(vec![long]), "sample_rate = 1000");
    assert!(outcome.value.is_none());
    assert_eq!(outcome.diagnostics[0].code, "R0074");
    let beginning = "parameter `sample_rate`: resampling at 1000 keys per second would create ";
    assert!(outcome.diagnostics[0].message.starts_with(beginning));
}

proptest! {
    #[test]
    fn resampled_clips_are_sound_and_stay_between_their_keys(
        keys in proptest::collection::vec(-1e6_f32..1e6, 2..20),
        duration in 0.0_f32..10.0,
        interval in 1e-3_f32..1.0,
        rate in 0.01_f64..1000.0,
    ) {
        let keys: Vec<[f32; 3]> = keys.into_iter().map(|key| [key, 0.0, 0.0]).collect();
        let sequence = KeyFrameSource {
            duration: at(duration, 1),
            key_interval: at(interval, 1),
            ..moving("B", 1, &keys)
        };
        let made = animation(&clip(vec![sequence]), &format!("sample_rate = {rate:?}")).clean();
        prop_assert!(made.encode().is_ok());
        let (low, high) = keys.iter().fold((f32::MAX, f32::MIN), |(low, high), key| (low.min(key[0]), high.max(key[0])));
        for key in &made.sequences[0].translation {
            prop_assert!(key[0] >= low && key[0] <= high);
        }
    }
}
