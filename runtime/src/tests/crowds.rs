//! Compares crowds with models that play the same clips bone by bone.

use std::sync::Arc;

use rigmill_format::compressed_clip::{AnimatedTrack, Channel};
use rigmill_format::{Bone, KeyFrameSequence, PlayMode, Skeleton as SkeletonValue, Transform, UniformTrack};
use rigmill_math::quaternion::normalize_in_f64;

use super::counting::allocations;
use crate::blocks::dispatch::tests::at_each_level;
use crate::blocks::{PoseBlock, PoseToModelJob, WeightBlock, weight_blocks};
use crate::characters::{Character, CrowdError};
use crate::clips::{Clip, ClipContent};
use crate::content::{AnimationSequence, CompressedClip, Skeleton, UniformClip};
use crate::error::PlayError;
use crate::layers::{Pose, PoseLayer};
use crate::matrix;
use crate::{AnimatedModel, Crowd, PlayOptions, Rules};

const BONES: u16 = 19;
/// The bones below this number belong to the lower layer.
const LOWER: u16 = 10;
const FRAMES: u32 = 40;
/// A little longer than the time of the last frame, which holds until the end.
const DURATION: f32 = 1.31;

pub(super) fn bind(bone: u16) -> Transform {
    Transform { translation: [0.1 * f32::from(bone), 0.5, 0.0], ..Transform::IDENTITY }
}

pub(super) fn skeleton() -> Arc<Skeleton> {
    let bone = |bone: u16| Bone {
        name: bone.to_string(),
        parent: bone.checked_sub(1).map(|before| u32::from(before / 2)),
        bind: bind(bone),
    };
    let skeleton = SkeletonValue { bones: (0..BONES).map(bone).collect(), root_axis: [0.6, 0.0, 0.0, 0.8] };
    Arc::new(Skeleton::from_owned(&skeleton).unwrap())
}

pub(super) fn bound(clip: impl Into<ClipContent>) -> Clip {
    Clip::new(clip, &skeleton().view())
}

/// Character number `index`.
fn at(crowd: &Crowd, index: usize) -> Character {
    crowd.characters()[index]
}

/// Smooth keys that differ for each clip and bone, by up to a right angle.
pub(super) fn turn(clip: u16, bone: u16, frame: u32) -> [f32; 4] {
    let wave = |n: u32| (((frame + 7 * u32::from(clip) + n * 13) % 80) as f32 / 40.0 - 1.0).abs() - 0.5;
    normalize_in_f64([wave(1), wave(2) * f32::from(bone % 3), f32::from(clip) * 0.3, 1.0])
}

pub(super) fn place(clip: u16, frame: u32) -> [f32; 3] {
    [frame as f32 / 20.0, f32::from(clip), 0.25]
}

/// A clip that moves the bones of one layer, in both forms.
pub(super) fn clip(clip: u16, bones: std::ops::Range<u16>) -> (Arc<AnimationSequence>, Clip) {
    let sequence = |bone: u16| KeyFrameSequence {
        bone_name: bone.to_string(),
        key_count: FRAMES,
        duration: DURATION,
        key_interval: 1.0 / 30.0,
        has_rotation: true,
        rotation: (0..FRAMES).map(|frame| turn(clip, bone, frame)).collect(),
        has_translation: bone.is_multiple_of(4),
        translation: (0..if bone.is_multiple_of(4) { FRAMES } else { 0 }).map(|frame| place(clip, frame)).collect(),
        ..KeyFrameSequence::default()
    };
    let sequences = bones.clone().map(sequence).collect();
    let whole = rigmill_format::AnimationSequence { duration: DURATION, sequences, ..Default::default() };
    let places = bones.clone().filter(|bone| bone.is_multiple_of(4)).map(|bone| UniformTrack {
        bone,
        channel: Channel::Translation,
        keys: (0..FRAMES).map(|frame| place(clip, frame)).map(|[x, y, z]| [x, y, z, 0.0]).collect(),
    });
    let turns = bones.map(|bone| UniformTrack {
        bone,
        channel: Channel::Rotation,
        keys: (0..FRAMES).map(|frame| turn(clip, bone, frame)).collect(),
    });
    let mut tracks: Vec<_> = turns.chain(places).collect();
    tracks.sort_by_key(|track| (track.bone / 8, track.channel, track.bone));
    let uniform = rigmill_format::UniformClip {
        skeleton: String::new(),
        frames: FRAMES,
        frame_rate: 30.0,
        duration: DURATION,
        still: (0..BONES).map(bind).collect(),
        resting: Vec::new(),
        tracks,
    };
    let uniform = bound(&Arc::new(UniformClip::from_owned(&uniform).unwrap()));
    (Arc::new(AnimationSequence::from_owned(&whole).unwrap()), uniform)
}

pub(super) fn masks() -> Vec<Vec<WeightBlock>> {
    let mask = |lower: bool| weight_blocks((0..BONES).map(|bone| f32::from(u8::from((bone < LOWER) == lower))));
    vec![mask(true), mask(false)]
}

pub(super) type Clips = (Vec<Arc<AnimationSequence>>, Vec<Clip>);

/// Clips 0 to 2 are for the lower layer, 3 to 5 for the upper layer.
pub(super) fn clips() -> Clips {
    (0..6).map(|number| clip(number, if number < 3 { 0..LOWER } else { LOWER..BONES })).unzip()
}

pub(super) fn options(start_time: f32, blend_time: f32, time_scale: f32, mode: PlayMode) -> PlayOptions {
    PlayOptions { start_time, blend_time, time_scale, mode }
}

/// For each entry: the update, the character, the clip and its options. Includes cuts, fades, clips that start during a blend,
/// backward playback, and clips that stay at their end.
fn script() -> Vec<(usize, usize, usize, PlayOptions)> {
    use PlayMode::{Once, Repeat};
    vec![
        (0, 0, 0, options(0.0, 0.5, 1.0, Repeat)),
        (0, 0, 3, options(0.3, 0.0, 1.5, Once)),
        (5, 1, 4, options(1.0, 0.2, -1.0, Repeat)),
        (20, 0, 1, options(0.2, 0.4, 1.0, Repeat)),
        (30, 0, 2, options(0.0, 0.4, 0.7, Repeat)),
        (33, 0, 0, options(0.5, 0.3, 1.0, Repeat)),
        (35, 1, 5, options(0.0, 0.25, 0.0, Once)),
        (60, 0, 4, options(0.1, 0.3, 1.0, Repeat)),
        (90, 1, 3, options(0.0, 0.0, 1.0, Once)),
    ]
}

fn crowd(skeleton: &Arc<Skeleton>, clips: Vec<Clip>) -> Crowd {
    Crowd::new(skeleton, clips, masks(), 2).unwrap()
}

/// Plays the script, and returns all matrices of each update.
fn play(crowd: &mut Crowd) -> Vec<Vec<crate::Matrix>> {
    let mut shown = Vec::new();
    for step in 0..120 {
        for (_, character, clip, options) in script().into_iter().filter(|(at, ..)| *at == step) {
            crowd.play(at(crowd, character), clip / 3, clip, &options).unwrap();
        }
        crowd.update(1.0 / 60.0).unwrap();
        shown.push(crowd.matrices().to_vec());
    }
    shown
}

#[test]
fn a_crowd_shows_what_models_show_that_play_bone_by_bone() {
    let (skeleton, (whole, clips)) = (skeleton(), clips());
    follows_models(&skeleton, &whole, clips, 2e-3);
}

/// Plays the script with a crowd, and bone by bone with models. Their numbers must not differ by more than `most`.
fn follows_models(skeleton: &Arc<Skeleton>, whole: &[Arc<AnimationSequence>], clips: Vec<Clip>, most: f32) {
    let shown = play(&mut crowd(skeleton, clips));
    let mut models = [0, 1].map(|_| AnimatedModel::new(Arc::clone(skeleton), Rules::Standard));
    for (step, shown) in shown.iter().enumerate() {
        for (_, character, clip, options) in script().into_iter().filter(|(at, ..)| *at == step) {
            models[character].play(&bound(&whole[clip]), &options).unwrap();
        }
        models.iter_mut().for_each(|model| model.update(1.0 / 60.0).unwrap());
        let expected = [models[0].absolute(), models[1].absolute()].concat();
        for (number, (found, expected)) in shown.iter().zip(&expected).enumerate() {
            let off = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(off < most, "step {step}, matrix {number}: off by {off}");
        }
    }
}

#[test]
fn code_for_every_processor_gives_the_same_bits() {
    let skeleton = skeleton();
    let [plain, avx2, avx512] = at_each_level(|| play(&mut crowd(&skeleton, clips().1)));
    assert_eq!(plain, avx2);
    assert_eq!(plain, avx512);
}

/// A pose layer that raises the root by the seconds of each step.
#[derive(Clone, Debug)]
struct Rise;

impl PoseLayer for Rise {
    fn apply(&mut self, pose: &mut Pose<'_>, dt: f32) {
        pose.local[0][13] += dt;
    }
}

#[test]
fn poses_of_an_update_are_those_of_the_matrices() {
    let (skeleton, (_, clips)) = (skeleton(), clips());
    let mut crowds = [(); 2].map(|()| crowd(&skeleton, clips.clone()));
    for crowd in &mut crowds {
        for (number, clip) in [(0, 0), (1, 4)] {
            crowd.play(at(crowd, number), clip / 3, clip, &options(0.2, 0.0, 1.0, PlayMode::Repeat)).unwrap();
        }
        crowd.add_layer(at(crowd, 1), Rise).unwrap();
        crowd.set_update_interval(at(crowd, 0), 2).unwrap();
    }
    let [matrices, poses] = &mut crowds;
    let before = poses.matrices().to_vec();
    let rig = Arc::clone(poses.rig());
    let mut made = [0; 2];
    for _ in 0..20 {
        matrices.update(0.03).unwrap();
        for mut chunk in poses.chunks(1) {
            assert_eq!(chunk.len(), 2);
            let show = |number: usize, pose: &[PoseBlock]| {
                made[number] += 1;
                let mut absolute = vec![matrix::IDENTITY; rig.bones()];
                PoseToModelJob { rig: &rig, pose, out: &mut absolute }.run().unwrap();
                let expected = matrices.absolute(at(matrices, number));
                let off = absolute.as_flattened().iter().zip(expected.as_flattened()).map(|(a, b)| (a - b).abs());
                // A pose layer changes matrices, which are converted back to transforms.
                assert!(off.fold(0.0, f32::max) <= if number == 0 { 0.0 } else { 2e-6 });
            };
            chunk.update_poses(0.03, show).unwrap();
        }
    }
    assert_eq!(made, [10, 20]);
    assert_eq!(poses.matrices(), before);
    assert!(poses.chunks(1).all(|mut chunk| chunk.update_poses(f32::NAN, |_, _| ()).is_err()));
}

#[test]
#[cfg(feature = "rayon")]
fn threads_of_rayon_give_the_same_bits() {
    let (skeleton, (_, clips)) = (skeleton(), clips());
    let mut crowds = [(); 2].map(|()| Crowd::new(&skeleton, clips.clone(), masks(), 50).unwrap());
    for crowd in &mut crowds {
        for number in 0..50 {
            let start = number as f32 / 40.0;
            crowd.play(at(crowd, number), number % 2, number % 6, &options(start, 0.0, 1.0, PlayMode::Repeat)).unwrap();
        }
    }
    let [alone, threads] = &mut crowds;
    for _ in 0..20 {
        alone.update(0.03).unwrap();
        threads.update_in_parallel(0.03).unwrap();
        assert_eq!(alone.matrices(), threads.matrices());
    }
    assert!(threads.update_in_parallel(f32::NAN).is_err());
}

#[test]
fn playing_and_updating_allocate_nothing() {
    let skeleton = skeleton();
    let mut crowd = crowd(&skeleton, clips().1);
    let count = allocations(|| {
        for (step, clip) in [(0, 0), (1, 1), (2, 2), (3, 0)] {
            crowd.play(at(&crowd, 0), 0, clip, &options(0.0, 0.5, 1.0, PlayMode::Repeat)).unwrap();
            crowd.play(at(&crowd, 1), 1, 3 + clip, &options(0.0, 0.5, 1.0, PlayMode::Once)).unwrap();
            crowd.update(step as f32 / 60.0).unwrap();
            crowd.stop(at(&crowd, 1), 1, 0.2).unwrap();
            crowd.set_weight(at(&crowd, 0), 0, 0.5).unwrap();
            crowd.update(0.01).unwrap();
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn a_copy_of_a_crowd_can_grow() {
    let skeleton = skeleton();
    let mut crowd = Crowd::new(&skeleton, clips().1, masks(), 0).unwrap();
    crowd.reserve(5);
    let mut copy = crowd.clone();
    copy.reserve(1);
    let count = allocations(|| {
        copy.add();
    });
    assert_eq!(count, 0);
    assert_eq!((crowd.len(), copy.len()), (0, 1));
}

#[test]
fn a_crowd_that_plays_nothing_is_at_bind_and_tells_what_it_plays() {
    let (skeleton, (_, clips)) = (skeleton(), clips());
    let mut crowd = crowd(&skeleton, clips);
    let rig = Arc::clone(crowd.rig());
    let gone = crowd.add();
    crowd.remove(gone).unwrap();
    assert_eq!((crowd.len(), crowd.playing(at(&crowd, 1), 0)), (2, None));
    assert_eq!(crowd.pose(at(&crowd, 1)), rig.bind());
    let model = AnimatedModel::new(Arc::clone(&skeleton), Rules::Standard);
    for (found, expected) in crowd.absolute(at(&crowd, 1)).iter().zip(model.absolute()) {
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5));
    }
    crowd.play(at(&crowd, 1), 0, 2, &options(0.5, 0.2, 1.0, PlayMode::Once)).unwrap();
    assert_eq!(crowd.playing(at(&crowd, 1), 0), Some((2, 0.5)));
    assert_eq!(
        (crowd.playing(at(&crowd, 0), 0), crowd.playing(at(&crowd, 0), 2), crowd.playing(gone, 0)),
        (None, None, None)
    );
    assert!(crowd.pose(gone).is_empty() && crowd.absolute(gone).is_empty());
    assert!(crowd.update(f32::NAN).is_err());
    assert!(crowd.play(at(&crowd, 0), 0, 0, &options(0.0, -1.0, 1.0, PlayMode::Once)).is_err());
}

#[test]
fn a_character_layer_or_clip_that_the_crowd_lacks_is_an_error_and_changes_nothing() {
    let (skeleton, (_, clips)) = (skeleton(), clips());
    let mut crowd = crowd(&skeleton, clips);
    let cases = [
        ((2, 0), "layer", 2, 2),
        ((0, 6), "clip", 6, 6),
        ((usize::MAX, 0), "layer", usize::MAX, 2),
        ((1, usize::MAX), "clip", usize::MAX, 6),
    ];
    for ((layer, clip), what, number, count) in cases {
        let found = crowd.play(at(&crowd, 1), layer, clip, &PlayOptions::default());
        assert_eq!(found, Err(PlayError::NotInCrowd { what, number, count }));
    }
    let gone = at(&crowd, 1);
    crowd.remove(gone).unwrap();
    assert_eq!(crowd.play(gone, 0, 0, &PlayOptions::default()), Err(PlayError::NoCharacter));
    assert_eq!((crowd.remove(gone), crowd.contains(gone)), (Err(PlayError::NoCharacter), false));
    assert!((0..2).all(|layer| crowd.playing(at(&crowd, 0), layer).is_none()));
}

#[test]
fn a_layer_covers_those_below_by_its_mask() {
    let (skeleton, (_, clips)) = (skeleton(), clips());
    let half = vec![WeightBlock([0.5; 8]); 3];
    let mut crowd = Crowd::new(&skeleton, clips, vec![half], 1).unwrap();
    crowd.play(at(&crowd, 0), 0, 1, &options(0.0, 0.0, 0.0, PlayMode::Once)).unwrap();
    let (pose, bind) = (crowd.pose(at(&crowd, 0))[0].transform(4), bind(4));
    let expected = [0, 1, 2].map(|axis| (place(1, 0)[axis] + bind.translation[axis]) / 2.0);
    assert!(pose.translation.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6));
}

#[test]
fn compressed_clips_play_as_well() {
    let skeleton = skeleton();
    let track = AnimatedTrack {
        bone: 3,
        channel: Channel::Translation,
        steps: [100; 3],
        base_rotations: vec![0],
        keys: vec![[0, 0, 0], [4, 8, 12]],
    };
    let step = rigmill_format::compressed_clip::step_size(100);
    let clip = rigmill_format::CompressedClip {
        bones: BONES,
        frames: 2,
        frame_rate: 1.0,
        duration: 1.0,
        tracks: vec![track],
        ..rigmill_format::CompressedClip::default()
    };
    let clip = bound(&Arc::new(CompressedClip::from_owned(&clip).unwrap()));
    assert_eq!((clip.bones(), clip.duration()), (BONES.into(), 1.0));
    let mut crowd = crowd(&skeleton, vec![clip]);
    crowd.play(at(&crowd, 0), 0, 0, &options(0.5, 0.0, 0.0, PlayMode::Once)).unwrap();
    let found = crowd.pose(at(&crowd, 0))[0].transform(3).translation;
    let expected = [2.0, 4.0, 6.0].map(|steps| steps * step);
    let bind = bind(3).translation;
    assert!((0..3).all(|axis| (found[axis] - bind[axis] - expected[axis]).abs() < 1e-5), "{found:?}");
}

#[test]
fn what_does_not_fit_is_reported() {
    let skeleton = skeleton();
    let new = |layers: Vec<Vec<WeightBlock>>| Crowd::new(&skeleton, clips().1, layers, 1).map(drop);
    assert_eq!(new(vec![vec![WeightBlock::ALL]]), Err(CrowdError::Mask { layer: 0, found: 1, expected: 3 }));
    assert_eq!(new(vec![vec![WeightBlock([2.0; 8]); 3]]), Err(CrowdError::Weight { layer: 0 }));
    assert_eq!(new(vec![vec![WeightBlock([f32::NAN; 8]); 3]]), Err(CrowdError::Weight { layer: 0 }));
    let one = SkeletonValue { bones: vec![Bone::default()], ..SkeletonValue::default() };
    let one = Arc::new(Skeleton::from_owned(&one).unwrap());
    let message = Crowd::new(&one, clips().1, Vec::<Vec<WeightBlock>>::new(), 1).map(drop);
    let source = PlayError::OtherSkeleton { found: BONES.into(), expected: 1 };
    assert_eq!(message, Err(CrowdError::Clip { clip: 0, source }));
}

#[test]
fn key_frames_of_single_bones_play_as_well() {
    let (skeleton, (whole, _)) = (skeleton(), clips());
    let clips = whole.iter().map(bound);
    follows_models(&skeleton, &whole, clips.collect(), 1e-4);
    let one = SkeletonValue { bones: vec![Bone { name: "7".into(), ..Bone::default() }], ..SkeletonValue::default() };
    let missing = Clip::new(&whole[0], &Skeleton::from_owned(&one).unwrap().view()).check(1);
    assert_eq!(missing, Err(PlayError::UnknownBone { bone: "0".into(), near: String::new() }));
}

/// The position of bone 4 of the first character.
fn shown(crowd: &mut Crowd) -> [f32; 3] {
    crowd.pose(at(crowd, 0))[0].transform(4).translation
}

#[test]
fn a_stopped_layer_fades_out_to_what_is_below() {
    let (skeleton, (_, clips)) = (skeleton(), clips());
    let mut crowd = crowd(&skeleton, clips);
    crowd.play(at(&crowd, 0), 0, 1, &options(0.5, 0.0, 0.0, PlayMode::Once)).unwrap();
    let [clip, below] = [shown(&mut crowd), bind(4).translation];
    crowd.stop(at(&crowd, 0), 0, 0.5).unwrap();
    assert_eq!((shown(&mut crowd), crowd.playing(at(&crowd, 0), 0)), (clip, None));
    crowd.update(0.125).unwrap();
    let quarter = shown(&mut crowd);
    for axis in 0..3 {
        assert!((quarter[axis] - (0.75 * clip[axis] + 0.25 * below[axis])).abs() < 1e-6);
    }
    // If another clip starts in the meantime, it continues from the current pose. Stopping during a blend does not jump either.
    crowd.play(at(&crowd, 0), 0, 2, &options(0.0, 0.4, 1.0, PlayMode::Repeat)).unwrap();
    assert_eq!(shown(&mut crowd), quarter);
    crowd.update(0.2).unwrap();
    let blended = shown(&mut crowd);
    crowd.stop(at(&crowd, 0), 0, 0.25).unwrap();
    assert_eq!(shown(&mut crowd), blended);
    crowd.update(1.0).unwrap();
    assert_eq!(shown(&mut crowd), below);
    crowd.play(at(&crowd, 0), 0, 1, &options(0.0, 0.0, 1.0, PlayMode::Repeat)).unwrap();
    crowd.stop(at(&crowd, 0), 0, 0.0).unwrap();
    assert_eq!(shown(&mut crowd), below);
    assert!(crowd.stop(at(&crowd, 0), 0, -1.0).is_err() && crowd.stop(at(&crowd, 0), 2, 0.0).is_err());
}

#[test]
fn a_layer_has_a_weight_and_its_clip_a_speed() {
    let (skeleton, (_, clips)) = (skeleton(), clips());
    let mut crowd = crowd(&skeleton, clips);
    crowd.play(at(&crowd, 0), 0, 1, &options(0.5, 0.0, 0.0, PlayMode::Once)).unwrap();
    let [clip, below] = [shown(&mut crowd), bind(4).translation];
    for weight in [0.0, 0.25, 1.0] {
        crowd.set_weight(at(&crowd, 0), 0, weight).unwrap();
        let found = shown(&mut crowd);
        assert!((0..3).all(|axis| (found[axis] - below[axis] - weight * (clip[axis] - below[axis])).abs() < 1e-6));
    }
    assert!([f32::NAN, -0.1, 1.1].into_iter().all(|weight| crowd.set_weight(at(&crowd, 0), 0, weight).is_err()));
    crowd.update(0.25).unwrap();
    assert_eq!(crowd.playing(at(&crowd, 0), 0), Some((1, 0.5)));
    crowd.set_speed(at(&crowd, 0), 0, 2.0).unwrap();
    crowd.update(0.25).unwrap();
    assert_eq!(crowd.playing(at(&crowd, 0), 0), Some((1, 1.0)));
    assert!(
        crowd.set_speed(at(&crowd, 0), 0, f32::INFINITY).is_err() && crowd.set_speed(at(&crowd, 0), 3, 1.0).is_err()
    );
}

#[test]
fn ends_and_new_passes_are_known() {
    let (skeleton, (_, clips)) = (skeleton(), clips());
    let mut crowd = crowd(&skeleton, clips);
    assert!(!crowd.has_finished(at(&crowd, 0), 0) && crowd.passes(at(&crowd, 0), 0) == 0);
    crowd.play(at(&crowd, 0), 0, 0, &options(0.0, 0.0, 1.0, PlayMode::Once)).unwrap();
    for (dt, finished) in [(1.3, false), (0.02, true), (5.0, true)] {
        crowd.update(dt).unwrap();
        assert_eq!((crowd.has_finished(at(&crowd, 0), 0), crowd.passes(at(&crowd, 0), 0)), (finished, 0), "{dt}");
    }
    crowd.set_speed(at(&crowd, 0), 0, -1.0).unwrap();
    assert!(!crowd.has_finished(at(&crowd, 0), 0));
    crowd.update(2.0).unwrap();
    assert!(crowd.has_finished(at(&crowd, 0), 0));
    crowd.play(at(&crowd, 0), 0, 1, &options(0.0, 0.0, 1.0, PlayMode::Repeat)).unwrap();
    for (dt, passes) in [(1.3, 0), (0.02, 1), (0.5, 0), (3.5 * DURATION, 3), (-1.2, 1), (-4.0 * DURATION, 4)] {
        crowd.update(dt).unwrap();
        assert_eq!((crowd.passes(at(&crowd, 0), 0), crowd.has_finished(at(&crowd, 0), 0)), (passes, false), "{dt}");
    }
    assert!(!crowd.has_finished(at(&crowd, 0), 7) && crowd.passes(at(&crowd, 0), 7) == 0);
}
