//! Compressed clips.

use rigmill_format::Transform;
use rigmill_format::compressed_clip::{
    AnimatedTrack, Channel, CompressedClip, ConstantTrack, SEGMENT_FRAMES, step_size,
};

use proptest::prelude::*;
use rigmill_test_random::Random;

use super::counting::allocations;
use crate::blocks::dispatch::tests::at_each_level;
use crate::blocks::{CompressedSampleJob, CompressedScratch, PoseBlock, pose_blocks};

const FRAMES: usize = 40;
const BONES: usize = 10;

fn key(track: usize, frame: usize) -> [i32; 3] {
    let wave = |n: usize| i32::try_from((frame * (track + 3) * (n + 1)) % 61).unwrap() - 30;
    [wave(0), wave(1), -wave(2)]
}

/// A clip with tracks of all channels. In its second segment, the last rotation is relative to a base rotation.
fn clip() -> crate::content::CompressedClip {
    let of = [
        (0, Channel::Rotation),
        (2, Channel::Rotation),
        (9, Channel::Rotation),
        (1, Channel::Translation),
        (8, Channel::Scale),
    ];
    let track = |(number, (bone, channel)): (usize, (u16, Channel))| AnimatedTrack {
        bone,
        channel,
        steps: [84, 86, 85],
        base_rotations: (0..FRAMES.div_ceil(SEGMENT_FRAMES))
            .map(|segment| u8::from(number == 2 && segment == 1) * 4)
            .collect(),
        keys: (0..FRAMES).map(|frame| key(number, frame)).collect(),
    };
    let clip = CompressedClip {
        bones: u16::try_from(BONES).unwrap(),
        frames: u32::try_from(FRAMES).unwrap(),
        frame_rate: 30.0,
        duration: (FRAMES - 1) as f32 / 30.0,
        constants: vec![ConstantTrack { bone: 3, channel: Channel::Translation, value: [7.0, 8.0, 9.0, 0.0] }],
        tracks: of.into_iter().enumerate().map(track).collect(),
        ..CompressedClip::default()
    };
    crate::content::CompressedClip::from_owned(&clip).unwrap()
}

fn sample(time: f32) -> Vec<Transform> {
    let clip = clip();
    let bind = pose_blocks([Transform { translation: [1.0, 2.0, 3.0], ..Transform::IDENTITY }; BONES]);
    let mut out = [PoseBlock::IDENTITY; 2];
    let mut scratch = CompressedScratch::new(BONES);
    let job =
        CompressedSampleJob { clip: clip.view(), bind: &bind, scratch: &mut scratch, time, wanted: &[], out: &mut out };
    job.run().unwrap();
    (0..BONES).map(|bone| out[bone / 8].transform(bone)).collect()
}

fn part(track: usize, frame: usize) -> [f32; 3] {
    let key = key(track, frame);
    [0, 1, 2].map(|axis| key[axis] as f32 * step_size([84, 86, 85][axis]))
}

fn close(found: &[f32], expected: &[f32]) {
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-5, "{found} {expected}");
    }
}

#[test]
fn a_compressed_pose_is_its_keys() {
    for frame in 0..FRAMES {
        let pose = sample(frame as f32 / 30.0 + 1e-6);
        let [x, y, z] = part(0, frame);
        close(&pose[0].rotation, &[x, y, z, (1.0 - x * x - y * y - z * z).sqrt()]);
        let moved = part(3, frame);
        close(&pose[1].translation, &[1.0 + moved[0], 2.0 + moved[1], 3.0 + moved[2]]);
        let scaled = part(4, frame);
        close(&pose[8].scale, &[1.0 + scaled[0], 1.0 + scaled[1], 1.0 + scaled[2]]);
        // Channels without tracks keep the bind pose, and constant channels their constants.
        assert_eq!((pose[4].translation, pose[4].rotation), ([1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0]));
        assert_eq!(pose[3].translation, [7.0, 8.0, 9.0]);
    }
}

#[test]
fn a_base_rotation_stands_between_bind_and_key() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let [x, y, z] = part(2, 20);
    let w = (1.0 - x * x - y * y - z * z).sqrt();
    let expected = [half * (x + w), half * (y - z), half * (z + y), half * (w - x)];
    close(&sample(20.0 / 30.0 + 1e-6)[9].rotation, &expected);
}

#[test]
fn between_frames_it_is_between_their_keys_and_outside_it_stays() {
    for frame in 0..FRAMES - 1 {
        let pose = sample((frame as f32 + 0.5) / 30.0);
        let (a, b) = (part(3, frame), part(3, frame + 1));
        close(&pose[1].translation[..1], &[1.0 + 0.5 * (a[0] + b[0])]);
        let length: f32 = pose[0].rotation.iter().map(|value| value * value).sum();
        close(&[length], &[1.0]);
    }
    for (outside, inside) in [(-1.0, 0.0), (f32::NAN, 0.0), (f32::NEG_INFINITY, 0.0), (1e9, 39.0 / 30.0 + 1e-6)] {
        assert_eq!(sample(outside), sample(inside));
    }
}

#[test]
fn short_buffers_are_reported() {
    let clip = clip();
    let bind = pose_blocks([Transform::IDENTITY; BONES]);
    for (bind_blocks, room, out_blocks) in [(1, BONES, 2), (2, 8, 2), (2, BONES, 1)] {
        let mut scratch = CompressedScratch::new(room);
        let mut out = vec![PoseBlock::IDENTITY; out_blocks];
        let bind = &bind[..bind_blocks];
        let job = CompressedSampleJob {
            clip: clip.view(),
            bind,
            scratch: &mut scratch,
            time: 0.0,
            wanted: &[],
            out: &mut out,
        };
        assert!(job.run().is_err());
    }
}

#[test]
fn code_for_every_processor_gives_the_same_bits() {
    for step in 0..400 {
        let time = step as f32 / 300.0;
        let [plain, avx2, avx512] = at_each_level(|| sample(time));
        assert_eq!(plain, avx2);
        assert_eq!(plain, avx512);
    }
}

/// A clip of up to 70 bones. Each channel has keys, a constant, or neither. Some keys are wide, and some are relative to a base
/// rotation.
fn random_clip(random: &mut Random) -> crate::content::CompressedClip {
    let bones = 1 + u16::try_from(random.below(70)).unwrap();
    let (mut constants, mut tracks) = (Vec::new(), Vec::new());
    for channel in [Channel::Rotation, Channel::Translation, Channel::Scale] {
        let rare = 1 + random.below(6);
        for bone in 0..bones {
            if random.once_in(rare) {
                tracks.push(random_track(bone, channel, random));
            } else if random.once_in(4) {
                constants.push(ConstantTrack { bone, channel, value: [0.6, 0.0, 0.8, 0.0] });
            }
        }
    }
    let clip = CompressedClip {
        bones,
        frames: u32::try_from(FRAMES).unwrap(),
        frame_rate: 30.0,
        duration: (FRAMES - 1) as f32 / 30.0,
        constants,
        tracks,
        ..CompressedClip::default()
    };
    crate::content::CompressedClip::from_owned(&clip).unwrap()
}

fn random_track(bone: u16, channel: Channel, random: &mut Random) -> AnimatedTrack {
    let most = *random.pick(&[0_i32, 1, 30, 20_000]);
    let mut part = || i32::try_from(random.below(2 * most.unsigned_abs() as usize + 1)).unwrap() - most;
    let keys = (0..FRAMES).map(|_| [part(), part(), part()]).collect();
    let is_rebased = channel == Channel::Rotation && random.once_in(4);
    let base_rotations = vec![u8::from(is_rebased) * 4; FRAMES.div_ceil(SEGMENT_FRAMES)];
    AnimatedTrack { bone, channel, steps: [84, 86, 85], base_rotations, keys }
}

proptest! {
    /// All samples share one scratch buffer, and its old content must not matter.
    #[test]
    fn wanted_blocks_have_the_bits_of_the_whole_pose_and_others_are_left_alone(
        seed: u64,
        wanted in prop::collection::vec(any::<bool>(), 0..10),
        time in -0.1_f32..1.4,
    ) {
        let clip = random_clip(&mut Random::new(seed));
        let bind = pose_blocks([Transform { translation: [1.0, 2.0, 3.0], ..Transform::IDENTITY }; 71]);
        let mut untouched = PoseBlock::IDENTITY;
        untouched.translation = [[77.0; 8]; 3];
        let ways = at_each_level(|| {
            let mut scratch = CompressedScratch::new(71);
            [&[][..], &wanted, &[]].map(|wanted| {
                let mut out = vec![untouched; bind.len()];
                let scratch = &mut scratch;
                let job = CompressedSampleJob { clip: clip.view(), bind: &bind, scratch, time, wanted, out: &mut out };
                job.run().unwrap();
                out
            })
        });
        prop_assert_eq!(&ways[0], &ways[1]);
        prop_assert_eq!(&ways[0], &ways[2]);
        for [whole, some, after] in ways {
            prop_assert_eq!(&whole, &after);
            for (block, (whole, some)) in whole.iter().zip(&some).enumerate() {
                let is_wanted = wanted.get(block) != Some(&false);
                prop_assert_eq!(some, if is_wanted { whole } else { &untouched });
            }
        }
    }
}

#[test]
fn sampling_some_blocks_allocates_nothing() {
    let clip = clip();
    let bind = pose_blocks([Transform::IDENTITY; BONES]);
    let mut scratch = CompressedScratch::new(BONES);
    let mut out = [PoseBlock::IDENTITY; 2];
    let job = CompressedSampleJob {
        clip: clip.view(),
        bind: &bind,
        scratch: &mut scratch,
        time: 0.5,
        wanted: &[false, true],
        out: &mut out,
    };
    assert_eq!(allocations(|| job.run().unwrap()), 0);
}
