//! Clips of all types that are made from the same frames.

use std::sync::Arc;

use rigmill_format as format;
use rigmill_format::compressed_clip::{AnimatedTrack, Channel, SEGMENT_FRAMES, step_code, step_size};
use rigmill_format::{
    Component, Curve, CurveKey, CurveTrack, KeyFrameSequence, PlayMode, Transform, UniformTrack, WrapMode,
};
use rigmill_math::quaternion::normalize_in_f64;

use super::super::crowds::{bind, bound, options, place, skeleton, turn};
use crate::blocks::{CompressedScratch, PoseBlock, Rig, WeightBlock};
use crate::clips::{Clip, CurveClip, SampleJob, SampledClip};
use crate::content::{AnimationSequence, CompressedClip, UniformClip};
use crate::{AnimatedModel, Crowd, Matrix, Rules};

const BONES: u16 = 19;
const FRAMES: u32 = 40;
const RATE: f32 = 32.0;
/// The last frame's time.
const DURATION: f32 = 39.0 / RATE;

/// Whether a clip moves a bone.
type Moves = fn(u16) -> bool;

fn moved(moves: Moves) -> impl Iterator<Item = u16> {
    (0..BONES).filter(move |bone| moves(*bone))
}

fn resting(moves: Moves) -> Vec<u16> {
    (0..BONES).filter(|bone| !moves(*bone)).collect()
}

fn frames() -> std::ops::Range<u32> {
    0..FRAMES
}

fn sequence(number: u16, moves: Moves) -> Clip {
    let sequence = |bone: u16| KeyFrameSequence {
        bone_name: bone.to_string(),
        key_count: FRAMES,
        duration: DURATION,
        key_interval: 1.0 / RATE,
        has_rotation: true,
        has_translation: true,
        rotation: frames().map(|frame| turn(number, bone, frame)).collect(),
        translation: frames().map(|frame| place(number, frame)).collect(),
        ..KeyFrameSequence::default()
    };
    let sequences = moved(moves).map(sequence).collect();
    let whole = format::AnimationSequence { duration: DURATION, sequences, ..Default::default() };
    bound(&Arc::new(AnimationSequence::from_owned(&whole).unwrap()))
}

/// Rotations, then translations.
fn channels(moves: Moves) -> impl Iterator<Item = (u16, Channel)> {
    [Channel::Rotation, Channel::Translation]
        .into_iter()
        .flat_map(move |channel| moved(moves).map(move |bone| (bone, channel)))
}

fn uniform(number: u16, moves: Moves) -> Clip {
    let key = |bone, channel, frame| match channel {
        Channel::Rotation => turn(number, bone, frame),
        _ => {
            let [x, y, z] = place(number, frame);
            [x, y, z, 0.0]
        }
    };
    let track = |(bone, channel)| UniformTrack {
        bone,
        channel,
        keys: frames().map(|frame| key(bone, channel, frame)).collect(),
    };
    let mut tracks: Vec<_> = channels(moves).map(track).collect();
    tracks.sort_by_key(|track| (track.bone / 8, track.channel, track.bone));
    let clip = format::UniformClip {
        frames: FRAMES,
        frame_rate: RATE,
        duration: DURATION,
        still: (0..BONES).map(bind).collect(),
        resting: resting(moves),
        tracks,
        ..format::UniformClip::default()
    };
    bound(&Arc::new(UniformClip::from_owned(&clip).unwrap()))
}

/// The steps are small enough for the allowed errors.
fn compressed(number: u16, moves: Moves) -> Clip {
    let code = step_code(5e-5);
    let key = |bone, channel, frame| {
        let value = match channel {
            Channel::Rotation => {
                let [x, y, z, _] = turn(number, bone, frame);
                [x, y, z]
            }
            _ => {
                let (place, bind) = (place(number, frame), bind(bone).translation);
                [0, 1, 2].map(|axis| place[axis] - bind[axis])
            }
        };
        value.map(|part| (part / step_size(code)).round() as i32)
    };
    let track = |(bone, channel)| AnimatedTrack {
        bone,
        channel,
        steps: [code; 3],
        base_rotations: vec![0; (FRAMES as usize).div_ceil(SEGMENT_FRAMES)],
        keys: frames().map(|frame| key(bone, channel, frame)).collect(),
    };
    let clip = format::CompressedClip {
        bones: BONES,
        frames: FRAMES,
        frame_rate: RATE,
        duration: DURATION,
        resting: resting(moves),
        tracks: channels(moves).map(track).collect(),
        ..format::CompressedClip::default()
    };
    bound(&Arc::new(CompressedClip::from_owned(&clip).unwrap()))
}

/// A curve with straight lines between frames.
fn straight(component: Component, value: impl Fn(u32) -> f32) -> Curve {
    let slope = |a: u32, b: u32| if b < FRAMES { (value(b) - value(a)) * RATE } else { 0.0 };
    let key = |frame: u32| CurveKey {
        time: frame as f32 / RATE,
        value: value(frame),
        in_tangent: frame.checked_sub(1).map_or(0.0, |before| slope(before, frame)),
        out_tangent: slope(frame, frame + 1),
    };
    Curve { component, pre: WrapMode::Default, post: WrapMode::Default, keys: frames().map(key).collect() }
}

fn curves(number: u16, moves: Moves) -> Vec<CurveTrack> {
    use Component::{PositionX, PositionY, PositionZ, RotationW, RotationX, RotationY, RotationZ};
    let track = |bone: u16| {
        let places = [PositionX, PositionY, PositionZ].into_iter().enumerate();
        let places = places.map(|(axis, it)| straight(it, |frame| place(number, frame)[axis]));
        let turns = [RotationX, RotationY, RotationZ, RotationW].into_iter().enumerate();
        let turns = turns.map(|(axis, it)| straight(it, |frame| turn(number, bone, frame)[axis]));
        CurveTrack { path: format!("Rig/{bone}"), curves: places.chain(turns).collect() }
    };
    moved(moves).map(track).collect()
}

fn curve(number: u16, moves: Moves) -> Clip {
    bound(&Arc::new(CurveClip::from_owned(&format::CurveClip { tracks: curves(number, moves) }).unwrap()))
}

fn sampled(number: u16, moves: Moves) -> Clip {
    let tracks = curves(number, moves);
    let clip = format::SampledClip { length: DURATION, frame_rate: RATE, tracks, ..format::SampledClip::default() };
    bound(&Arc::new(SampledClip::from_owned(&clip).unwrap()))
}

/// Creates a clip, given its number and the bones that it moves.
type Make = fn(u16, Moves) -> Clip;

const KINDS: [(&str, Make); 5] =
    [("sequence", sequence), ("uniform", uniform), ("compressed", compressed), ("curve", curve), ("sampled", sampled)];

/// The expected matrix at a time, interpolated linearly between frames.
fn expected(number: u16, bone: u16, time: f32) -> Matrix {
    let at = (f64::from(time) * f64::from(RATE)).clamp(0.0, f64::from(FRAMES - 1));
    let (frame, part) = (at as u32, at.fract());
    let next = (frame + 1).min(FRAMES - 1);
    let mix = |a: f32, b: f32| (f64::from(a) + (f64::from(b) - f64::from(a)) * part) as f32;
    let (a, b) = (place(number, frame), place(number, next));
    let (from, to) = (turn(number, bone, frame), turn(number, bone, next));
    let translation = [0, 1, 2].map(|axis| mix(a[axis], b[axis]));
    let rotation = normalize_in_f64([0, 1, 2, 3].map(|axis| mix(from[axis], to[axis])));
    Transform { translation, rotation, scale: [1.0; 3] }.to_matrix()
}

#[track_caller]
fn near(found: &Matrix, expected: &Matrix, what: &str) {
    let off = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(off < 2e-4, "{what}: off by {off}");
}

fn times() -> impl Iterator<Item = f32> {
    [0.0, 0.3, 0.5 / RATE, 7.0 / RATE, 16.0 / RATE, 15.75 / RATE, 0.77, DURATION - 0.01, DURATION].into_iter()
}

const LOWER: Moves = |bone| bone < 10;
const UNEVEN: Moves = |bone| bone % 2 == 1;
const ALL: Moves = |_| true;

#[test]
fn each_kind_shows_its_frames_in_models_crowds_and_jobs() {
    let skeleton = skeleton();
    let rig = Rig::new(&skeleton.view());
    let mut scratch = CompressedScratch::new(BONES.into());
    for (kind, make) in KINDS {
        let clip = make(1, ALL);
        assert_eq!((clip.check(BONES.into()), clip.duration()), (Ok(()), DURATION), "{kind}");
        let mut crowd = Crowd::new(&skeleton, vec![clip.clone()], [vec![WeightBlock::ALL; 3]], 1).unwrap();
        let one = crowd.characters()[0];
        for time in times() {
            let options = options(time, 0.0, 1.0, PlayMode::Once);
            let mut out = vec![PoseBlock::IDENTITY; 3];
            let job = SampleJob {
                clip: &clip,
                time,
                mode: PlayMode::Once,
                rest: rig.bind(),
                wanted: &[true; 3],
                scratch: &mut scratch,
                out: &mut out,
            };
            job.run().unwrap();
            crowd.play(one, 0, 0, &options).unwrap();
            let models = [Rules::Standard, Rules::RobotGame].map(|rules| {
                let mut model = AnimatedModel::new(Arc::clone(&skeleton), rules);
                model.play(&clip, &options).unwrap();
                model.update(0.0).unwrap();
                model
            });
            for bone in 0..BONES {
                let expected = expected(1, bone, time);
                let number = usize::from(bone);
                let by_crowd = crowd.pose(one)[number / 8].transform(number % 8).to_matrix();
                near(&by_crowd, &expected, &format!("{kind} by a crowd at {time}, bone {bone}"));
                let by_job = out[number / 8].transform(number % 8).to_matrix();
                near(&by_job, &expected, &format!("{kind} by a job at {time}, bone {bone}"));
                for model in &models {
                    let what = format!("{kind} by {:?} at {time}, bone {bone}", model.rules());
                    near(&model.local()[number], &expected, &what);
                }
            }
        }
    }
}

#[test]
fn clips_of_parts_leave_the_other_bones_to_other_clips() {
    let skeleton = skeleton();
    for (below, make_below) in KINDS {
        for (above, make_above) in KINDS {
            let clips = [make_below(0, LOWER), make_above(2, UNEVEN)];
            assert_eq!(sorted(&clips[0]), (0..10).collect::<Vec<_>>(), "{below}");
            assert_eq!(sorted(&clips[1]), (0..19).filter(|bone| bone % 2 == 1).collect::<Vec<_>>(), "{above}");
            for rules in [Rules::Standard, Rules::RobotGame] {
                let mut model = AnimatedModel::new(Arc::clone(&skeleton), rules);
                model.play(&clips[0], &options(0.0, 0.0, 1.0, PlayMode::Once)).unwrap();
                model.update(0.25).unwrap();
                model.play(&clips[1], &options(0.5, 0.0, 1.0, PlayMode::Once)).unwrap();
                model.update(0.125).unwrap();
                for bone in 0..BONES {
                    let expected = match bone {
                        _ if UNEVEN(bone) => expected(2, bone, 0.625),
                        _ if LOWER(bone) => expected(0, bone, 0.375),
                        _ => bind(bone).to_matrix(),
                    };
                    near(&model.local()[usize::from(bone)], &expected, &format!("{above} over {below}, bone {bone}"));
                }
            }
        }
    }
}

fn sorted(clip: &Clip) -> Vec<usize> {
    let mut bones = clip.moved_bones().to_vec();
    bones.sort_unstable();
    bones
}

#[test]
fn jobs_leave_blocks_that_are_not_wanted_as_they_are() {
    let rig = Rig::new(&skeleton().view());
    for (kind, make) in KINDS {
        let (clip, mark) = (make(1, ALL), PoseBlock { scale: [[7.0; 8]; 3], ..PoseBlock::IDENTITY });
        let mut out = vec![mark; 3];
        let mut scratch = CompressedScratch::new(BONES.into());
        let (rest, wanted) = (rig.bind(), &[false, true, false]);
        SampleJob { clip: &clip, time: 0.3, mode: PlayMode::Once, rest, wanted, scratch: &mut scratch, out: &mut out }
            .run()
            .unwrap();
        assert!(out[0] == mark && out[2] == mark && out[1] != mark, "{kind}");
        for time in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, -1.0] {
            let wanted = &[true; 3];
            SampleJob { clip: &clip, time, mode: PlayMode::Repeat, rest, wanted, scratch: &mut scratch, out: &mut out }
                .run()
                .unwrap();
            assert!(
                out.iter().flat_map(|block| block.translation.as_flattened()).all(|part| part.is_finite()),
                "{kind} {time}"
            );
            let bone = out[0].transform(3).to_matrix();
            match time {
                _ if time > 2.0 => near(&bone, &expected(1, 3, DURATION), kind),
                _ if time < 0.0 => near(&bone, &expected(1, 3, 0.0), kind),
                _ => {}
            }
        }
    }
}
