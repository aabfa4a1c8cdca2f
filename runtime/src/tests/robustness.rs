//! No numbers make playback panic or hang, for any clip.

use proptest::prelude::*;
use rigmill_format::KeyFrameSequence;

use super::clips::{BOTH, bone, clip, slide};
use crate::characters::AnimationBlender;
use crate::{PlayMode, PlayOptions, Rules};

/// Any bits, including NaN, infinities and subnormals, and typical values.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![any::<u32>().prop_map(f32::from_bits), -2.0_f32..2.0, Just(0.0), Just(-0.0)]
}

fn mode() -> impl Strategy<Value = PlayMode> {
    prop_oneof![Just(PlayMode::Once), Just(PlayMode::Repeat)]
}

fn options() -> impl Strategy<Value = PlayOptions> {
    (number(), number(), number(), mode()).prop_map(|(start_time, blend_time, time_scale, mode)| PlayOptions {
        start_time,
        blend_time,
        time_scale,
        mode,
    })
}

fn positive() -> impl Strategy<Value = f32> {
    prop_oneof![0.01_f32..2.0, (1_u32..0x7F80_0000).prop_map(f32::from_bits)]
}

/// Any keys in any of the channels, with or without times.
fn sequence() -> impl Strategy<Value = KeyFrameSequence> {
    let keys = prop::collection::vec(prop::array::uniform4(-10.0_f32..10.0), 1..5);
    let flags = prop::array::uniform7(any::<bool>());
    (keys, flags, positive(), positive(), positive()).prop_map(|(keys, flags, interval, duration, gap)| {
        let vectors: Vec<_> = keys.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect();
        let times: Vec<f32> = (0_u8..).zip(&keys).map(|(key, _)| f32::from(key) * gap).collect();
        let ascending = times.is_sorted_by(|a, b| a < b) && times.iter().all(|time| time.is_finite());
        KeyFrameSequence {
            has_translation: flags[0],
            has_rotation: flags[1],
            has_scale: flags[2],
            has_time: flags[3] && ascending,
            fixed_translation: flags[4],
            fixed_rotation: flags[5],
            fixed_scale: flags[6],
            translation: vectors.clone(),
            scale: vectors,
            rotation: keys.clone(),
            time: if ascending { times } else { Vec::new() },
            ..slide(&vec![0.0; keys.len()], interval, duration)
        }
    })
}

proptest! {
    #[test]
    fn sampling_takes_any_time_and_any_key(
        sequence in sequence(),
        time in number(),
        mode in mode(),
        key in any::<i32>(),
    ) {
        let clip = clip(sequence);
        let keys = clip.view().sequence(0).unwrap();
        for rules in BOTH {
            let _ = rules.key_index(&keys, time, mode);
            let _ = rules.sample_matrix(&keys, time, mode);
            let _ = rules.get_matrix(&keys, key);
            let _ = rules.get_matrix(&keys, key % 5);
        }
    }

    #[test]
    fn standard_samples_every_time_within_the_keys(sequence in sequence(), time in number(), mode in mode()) {
        let clip = clip(sequence);
        let keys = clip.view().sequence(0).unwrap();
        let index = Rules::Standard.key_index(&keys, time, mode).unwrap();
        let count = i32::try_from(keys.key_count()).unwrap();
        prop_assert!((0..count).contains(&index.first) && (0..count).contains(&index.second));
        prop_assert!((0.0..=1.0).contains(&index.fraction));
        let matrix = Rules::Standard.sample_matrix(&keys, time, mode).unwrap();
        prop_assert!(matrix.iter().all(|cell| cell.is_finite()));
    }

    #[test]
    fn blending_takes_any_numbers(
        plays in prop::collection::vec((sequence(), options()), 1..5),
        steps in prop::collection::vec(number(), 1..4),
    ) {
        for rules in BOTH {
            let mut blender = AnimationBlender::new(rules);
            for (sequence, options) in &plays {
                let added = blender.add(bone(sequence.clone()), options);
                prop_assert!(rules == Rules::Standard || added.is_ok());
                for dt in &steps {
                    let _ = blender.evaluate(*dt);
                }
            }
            prop_assert!(blender.bind_count() <= 2);
        }
    }

    #[test]
    fn standard_shows_a_finite_pose_within_the_clip(
        plays in prop::collection::vec((sequence(), options()), 1..5),
        steps in prop::collection::vec(-1.0_f32..1.0, 1..4),
    ) {
        let mut blender = AnimationBlender::new(Rules::Standard);
        for (sequence, options) in plays {
            let duration = sequence.duration;
            let added = blender.add(bone(sequence), &options).is_ok();
            for dt in &steps {
                if blender.bind_count() > 0 {
                    let matrix = blender.evaluate(*dt).unwrap();
                    prop_assert!(matrix.iter().all(|cell| cell.is_finite()));
                }
            }
            prop_assert!(!added || (0.0..=duration).contains(&blender.play_time()));
        }
    }
}
