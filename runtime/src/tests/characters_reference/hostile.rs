//! Meaningless numbers and shapes give errors or poses, but never hang.

use std::sync::Arc;

use rigmill_format as format;
use rigmill_format::PlayMode;

use super::super::crowds::{clips, masks, skeleton};
use super::action_specs::{ActionSpec, LAYER, Subjects};
use super::planar::{Path, Planar};
use crate::blocks::WeightBlock;
use crate::characters::bone_mask;
use crate::clips::{Clip, Companions, Played};
use crate::content::{ClipEvents, Motion, Skeleton};
use crate::{Crowd, PlayOptions, Rules};

const NUMBERS: [f32; 14] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN,
    f32::MIN_POSITIVE,
    1e-45,
    -1e-45,
    -0.0,
    1e30,
    -1e30,
    1e9,
    -1.0,
    0.4,
];

fn looped() -> format::Motion {
    let middle = Planar { x: 0.5, y: -0.25, angle: 0.3 };
    Path { middle, end: Planar { x: 1.0, ..middle }, duration: 512 }.motion(true)
}

fn subjects() -> Subjects {
    let spec = ActionSpec {
        duration: 512,
        events: vec![0, 100, 512],
        start: 0,
        speed: 1.0,
        blend: 0,
        mode: PlayMode::Repeat,
        motion: Some(looped()),
    };
    Subjects::new(
        &[spec.clone(), ActionSpec { blend: 100, mode: PlayMode::Once, ..spec }],
        &[Rules::Standard, Rules::RobotGame],
    )
}

/// Whether the crowd still works: after a clip is played again, the crowd shows this clip.
fn recovers(subjects: &mut Subjects) {
    let stop = subjects.crowd.stop(subjects.one, 0, 0.0);
    assert_eq!(stop, Ok(()));
    subjects.crowd.set_weight(subjects.one, 0, 1.0).unwrap();
    let options = PlayOptions { start_time: 0.25, ..PlayOptions::default() };
    subjects.crowd.play(subjects.one, 0, 0, &options).unwrap();
    subjects.crowd.update(0.0).unwrap();
    assert_eq!(subjects.crowd.absolute(subjects.one)[0][12], 4.0);
    assert!(subjects.crowd.events(subjects.one, 0).count() == 0);
}

#[test]
fn numbers_of_every_size_end_in_an_error_or_a_pose() {
    let mut subjects = subjects();
    for a in NUMBERS {
        for b in NUMBERS {
            for mode in [PlayMode::Once, PlayMode::Repeat] {
                for (start_time, blend_time, time_scale) in [(a, b, 1.0), (0.1, a, b), (a, 0.1, b)] {
                    let options = PlayOptions { start_time, blend_time, time_scale, mode };
                    let before = subjects.crowd.playing(subjects.one, 0);
                    let played = subjects.crowd.play(subjects.one, 0, 1, &options);
                    let model = subjects.players[0].model_mut();
                    let _ = model.update(a);
                    if played.is_err() {
                        assert_eq!(subjects.crowd.playing(subjects.one, 0), before);
                    }
                    step(&mut subjects, b);
                    step(&mut subjects, 0.1);
                }
            }
            let _ = subjects.crowd.set_speed(subjects.one, 0, a);
            step(&mut subjects, b);
            let _ = subjects.crowd.set_weight(subjects.one, 0, a);
            let _ = subjects.crowd.stop(subjects.one, 0, b);
            step(&mut subjects, a);
            recovers(&mut subjects);
        }
    }
}

/// An update after which all queries are called.
fn step(subjects: &mut Subjects, dt: f32) {
    let updated = subjects.crowd.update(dt);
    assert_eq!(updated.is_err(), !dt.is_finite());
    let events = subjects.crowd.events(subjects.one, 0).inspect(|event| assert!(!event.after.is_nan())).count();
    assert!(events < 10_000, "{events}");
    let moved = subjects.crowd.movement(subjects.one);
    assert!(moved.translation.iter().chain(&moved.rotation).all(|part| part.is_finite()), "{moved:?}");
    let (_, time) = subjects.crowd.playing(subjects.one, 0).unwrap_or_default();
    assert!((0.0..=0.5).contains(&time), "{time}");
    assert!(subjects.crowd.absolute(subjects.one).iter().flatten().all(|part| part.is_finite()), "{dt}");
}

#[test]
fn a_player_takes_any_step_weight_and_fade() {
    let mut subjects = subjects();
    for player in &mut subjects.players {
        for a in NUMBERS {
            assert!(player.set_weight(LAYER, a).is_err() && player.stop(LAYER, a).is_err());
            player.play(LAYER, "1").unwrap();
            let _ = player.update(a);
            assert!(player.events(LAYER).count() < 10_000);
            let moved = player.movement();
            assert!(moved.translation.iter().chain(&moved.rotation).all(|part| part.is_finite()), "{a}");
            let _ = player.update(0.1);
        }
    }
}

#[test]
fn parts_that_no_update_plays_have_an_end() {
    let (skeleton, (whole, _)) = (skeleton(), clips());
    let event = |time| format::ClipEvent { time, name: "a".to_owned(), value: 0.0, text: String::new() };
    let events = format::ClipEvents { events: [0.0, 0.5, 1.31, 9.0].map(event).to_vec() };
    let events = Some(Arc::new(ClipEvents::from_owned(&events).unwrap()));
    let motion = Arc::new(Motion::from_owned(&looped()).unwrap());
    let companions = Companions { motion: Some(Arc::clone(&motion)), events, weights: None };
    let clip = Clip::with_companions((&whole[0]).into(), &skeleton.view(), companions);
    for from in NUMBERS {
        for to in NUMBERS {
            for (passes, speed) in [(0, from), (1, to), (u32::MAX, 0.0), (u32::MAX, f32::NAN)] {
                for bits in 0..4 {
                    let (is_backwards, has_ended) = (bits & 1 == 1, bits & 2 == 2);
                    let played = Played { from, to, passes, is_backwards, has_ended, speed };
                    assert!(played.events(&clip).count() < 10_000);
                    let moved = played.movement(&motion);
                    assert!(moved.rotation.iter().all(|part| part.is_finite()), "{played:?} {moved:?}");
                }
            }
        }
    }
}

#[test]
fn crowds_without_layers_clips_or_characters_work() {
    let skeleton = skeleton();
    let none: [Vec<WeightBlock>; 0] = [];
    let mut bare = Crowd::new(&skeleton, clips().1, none, 2).unwrap();
    let one = bare.characters()[0];
    assert!(bare.play(one, 0, 0, &PlayOptions::default()).is_err());
    assert!(
        bare.stop(one, 0, 0.0).is_err()
            && bare.set_speed(one, 0, 1.0).is_err()
            && bare.set_weight(one, 0, 1.0).is_err()
    );
    bare.update(0.1).unwrap();
    assert_eq!((bare.events(one, 0).count(), bare.absolute(one).len()), (0, 19));
    let mut without_clips = Crowd::new(&skeleton, Vec::new(), masks(), 1).unwrap();
    assert!(without_clips.play(without_clips.characters()[0], 0, 0, &PlayOptions::default()).is_err());
    without_clips.update(0.1).unwrap();
    let mut empty = Crowd::new(&skeleton, clips().1, masks(), 0).unwrap();
    empty.update(0.1).unwrap();
    assert!(empty.is_empty() && empty.matrices().is_empty());
    for count in [0, 1, 7, usize::MAX] {
        empty.chunks(count).for_each(|mut chunk| chunk.update(0.1).unwrap());
        without_clips.chunks(count).for_each(|mut chunk| chunk.update(0.1).unwrap());
    }
}

#[test]
fn a_skeleton_without_bones_is_refused_or_works() {
    let Ok(skeleton) = Skeleton::from_owned(&format::Skeleton::default()) else { return };
    let skeleton = Arc::new(skeleton);
    let clip = format::AnimationSequence { duration: 1.0, ..Default::default() };
    let clip = crate::content::AnimationSequence::from_owned(&clip).unwrap();
    let clip = Clip::new(&Arc::new(clip), &skeleton.view());
    let mut crowd = Crowd::new(&skeleton, vec![clip], [Vec::<WeightBlock>::new()], 3).unwrap();
    for character in crowd.characters().to_vec() {
        crowd.play(character, 0, 0, &PlayOptions::default()).unwrap();
        assert!(crowd.absolute(character).is_empty());
        crowd.set_weight(character, 0, 0.5).unwrap();
    }
    crowd.update(0.1).unwrap();
    crowd.add_detail([0, usize::MAX]);
    crowd.chunks(2).for_each(|mut chunk| chunk.update(0.1).unwrap());
    let first = crowd.characters()[0];
    crowd.remove(first).unwrap();
    crowd.update(0.1).unwrap();
    assert_eq!((crowd.len(), crowd.playing(crowd.characters()[0], 0)), (2, Some((0, 0.3))));
}

#[test]
fn bones_details_and_intervals_beyond_all_bounds() {
    let mut crowd = Crowd::new(&skeleton(), clips().1, masks(), 1).unwrap();
    let one = crowd.characters()[0];
    let detail = crowd.add_detail([0, 18, 19, 24, usize::MAX]);
    crowd.set_detail(one, detail).unwrap();
    assert!(crowd.set_detail(one, detail + 1).is_err() && crowd.set_detail(one, usize::MAX).is_err());
    for interval in [0, u32::MAX, 1] {
        crowd.set_update_interval(one, interval).unwrap();
        (0..3).for_each(|_| crowd.update(0.1).unwrap());
    }
}

#[test]
fn a_mask_is_the_bones_and_all_below_them() {
    let skeleton = skeleton();
    // Bone 4 has the children 9 and 10, which have no children: the parent of bone n is bone (n - 1) / 2.
    let below = |bone: usize| {
        let mut up = std::iter::successors(Some(bone), |bone| bone.checked_sub(1).map(|before| before / 2));
        up.any(|bone| bone == 4 || bone == 1)
    };
    let mask = bone_mask(&skeleton.view(), ["4", "1", "4"]).unwrap();
    for bone in 0..24 {
        assert_eq!(mask[bone / 8].0[bone % 8], f32::from(u8::from(bone < 19 && below(bone))), "{bone}");
    }
    assert_eq!(bone_mask(&skeleton.view(), []).unwrap(), vec![WeightBlock::NONE; 3]);
    assert!(bone_mask(&skeleton.view(), ["4", "Tail"]).is_err());
}
