//! Uniform clips.

use proptest::prelude::*;
use rigmill_format::compressed_clip::Channel;
use rigmill_format::{Transform, UniformTrack};
use rigmill_math::quaternion::normalize_in_f64;

use super::counting::allocations;
use crate::blocks::dispatch::tests::at_each_level;
use crate::blocks::{PoseBlock, UniformSampleJob};
use crate::content::UniformClip;
use crate::error::JobError;

const FRAMES: u32 = 5;
const BONES: usize = 10;

fn turn(bone: u16, frame: u32) -> [f32; 4] {
    let (bone, frame) = (f32::from(bone), frame as f32);
    normalize_in_f64([0.1 * frame, 0.02 * bone * frame, -0.1, 1.0])
}

fn moved(frame: u32) -> [f32; 4] {
    [frame as f32, 2.0, -3.0 * frame as f32, 0.0]
}

fn clip() -> UniformClip {
    let track = |bone, channel, key: &dyn Fn(u32) -> [f32; 4]| UniformTrack {
        bone,
        channel,
        keys: (0..FRAMES).map(key).collect(),
    };
    let clip = rigmill_format::UniformClip {
        frames: FRAMES,
        frame_rate: 30.0,
        still: vec![Transform { translation: [7.0, 8.0, 9.0], ..Transform::IDENTITY }; BONES],
        tracks: vec![
            track(0, Channel::Rotation, &|frame| turn(0, frame)),
            track(5, Channel::Rotation, &|frame| turn(5, frame)),
            track(6, Channel::Rotation, &|frame| turn(6, frame)),
            track(2, Channel::Translation, &moved),
            track(9, Channel::Rotation, &|frame| turn(9, frame)),
            track(8, Channel::Scale, &moved),
        ],
        ..rigmill_format::UniformClip::default()
    };
    UniformClip::from_owned(&clip).unwrap()
}

fn sample(clip: &UniformClip, time: f32) -> [PoseBlock; 2] {
    let mut out = [PoseBlock::IDENTITY; 2];
    UniformSampleJob { clip: clip.view(), time, wanted: &[], out: &mut out }.run().unwrap();
    out
}

fn close(found: &[f32], expected: &[f32]) {
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?} {expected:?}");
}

#[test]
fn at_a_frame_the_pose_is_its_keys() {
    let clip = clip();
    for frame in 0..FRAMES {
        let pose = sample(&clip, frame as f32 / 30.0);
        for bone in [0, 5, 6, 9] {
            close(&pose[usize::from(bone) / 8].transform(bone.into()).rotation, &turn(bone, frame));
        }
        close(&pose[0].transform(2).translation, &moved(frame)[..3]);
        close(&pose[1].transform(8).scale, &moved(frame)[..3]);
        // Bones without keys have the still pose.
        assert_eq!(pose[0].transform(3), Transform { translation: [7.0, 8.0, 9.0], ..Transform::IDENTITY });
        assert_eq!(pose[1].transform(7), Transform::IDENTITY);
    }
}

#[test]
fn between_frames_it_is_between_their_keys_and_outside_it_stays() {
    let clip = clip();
    let pose = sample(&clip, 1.25 / 30.0);
    close(&pose[0].transform(2).translation, &[1.25, 2.0, -3.75]);
    let (a, b) = (turn(5, 1), turn(5, 2));
    close(&pose[0].transform(5).rotation, &normalize_in_f64([0, 1, 2, 3].map(|i: usize| 0.75 * a[i] + 0.25 * b[i])));
    for (outside, inside) in [(-1.0, 0.0), (f32::NAN, 0.0), (f32::NEG_INFINITY, 0.0), (1e30, 4.0 / 30.0), (0.2, 0.15)] {
        assert_eq!(sample(&clip, outside), sample(&clip, inside));
    }
}

#[test]
fn blocks_that_are_not_wanted_are_left_alone() {
    let clip = clip();
    let whole = sample(&clip, 0.07);
    for (wanted, expected) in
        [([true, false], [whole[0], PoseBlock::IDENTITY]), ([false, true], [PoseBlock::IDENTITY, whole[1]])]
    {
        let mut out = [PoseBlock::IDENTITY; 2];
        UniformSampleJob { clip: clip.view(), time: 0.07, wanted: &wanted, out: &mut out }.run().unwrap();
        assert_eq!(out, expected);
    }
}

#[test]
fn a_short_buffer_is_reported_and_nothing_is_allocated() {
    let clip = clip();
    let mut out = [PoseBlock::IDENTITY; 2];
    let error = UniformSampleJob { clip: clip.view(), time: 0.0, wanted: &[], out: &mut out[..1] }.run();
    assert_eq!(error, Err(JobError::BufferTooShort { buffer: "out", found: 1, expected: 2 }));
    assert_eq!(allocations(|| _ = sample(&clip, 0.1)), 0);
}

proptest! {
    #[test]
    fn code_for_every_processor_gives_the_same_bits(time in -0.1_f32..0.3) {
        let clip = clip();
        let [plain, avx2, _] = at_each_level(|| sample(&clip, time));
        prop_assert_eq!(plain, avx2);
    }
}
