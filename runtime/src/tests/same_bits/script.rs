//! Two fixed scripts whose results have the same bits on every machine and instruction set.
//!
//! The crate `rigmill-test-wasm` compiles this file for WebAssembly, too.

use std::sync::Arc;

use rigmill_format::compressed_clip::{AnimatedTrack, Channel, ConstantTrack, SEGMENT_FRAMES, Storage};
use rigmill_format::{Bone, PlayMode, Skeleton as SkeletonValue, Transform, UniformTrack};
use rigmill_runtime::blocks::{
    BlendJob, BlendLayer, CompressedSampleJob, CompressedScratch, MakeAdditiveJob, Matrix3x4, PoseBlock,
    PoseToModelJob, Rig, SkinningPaletteJob, UniformSampleJob, matrix_3x4, weight_blocks,
};
use rigmill_runtime::clips::Clip;
use rigmill_runtime::content::{CompressedClip, Skeleton, UniformClip};
use rigmill_runtime::{Crowd, PlayOptions, matrix};

const BONES: u16 = 43;
const FRAMES: u32 = 60;

/// The recorded result of [`script`].
pub(super) const RECORDED: u64 = 0x38c2_e501_d765_0391;

/// The recorded result of [`compressed_script`].
pub(super) const RECORDED_COMPRESSED: u64 = 0x45ab_d706_028d_1d7f;

/// Numbers from -1 to 1 that are all exact.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / 8_388_608.0 - 1.0
    }

    /// A unit quaternion. Uses only + * / and the square root, which IEEE 754 defines to the last bit.
    fn turn(&mut self) -> [f32; 4] {
        let q = [self.next(), self.next(), self.next(), 1.5 + self.next()];
        let length = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]).sqrt();
        q.map(|part| part / length)
    }

    fn transform(&mut self) -> Transform {
        let scale = 1.25 + self.next() / 4.0;
        Transform { rotation: self.turn(), translation: [self.next(), self.next(), self.next()], scale: [scale; 3] }
    }
}

/// FNV-1a over the bits of numbers.
struct Hash(u64);

impl Hash {
    fn take(&mut self, numbers: &[f32]) {
        for byte in numbers.iter().flat_map(|number| number.to_bits().to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn pose(&mut self, pose: &[PoseBlock]) {
        for block in pose {
            block.rotation.iter().chain(&block.translation).chain(&block.scale).for_each(|vector| self.take(vector));
        }
    }
}

fn skeleton(numbers: &mut Numbers) -> Arc<Skeleton> {
    let bone = |bone: u16| Bone {
        name: bone.to_string(),
        parent: bone.checked_sub(1).map(|before| u32::from(before * 2 / 3)),
        bind: numbers.transform(),
    };
    let skeleton = SkeletonValue { bones: (0..BONES).map(bone).collect(), root_axis: [0.6, 0.0, 0.0, 0.8] };
    Arc::new(Skeleton::from_owned(&skeleton).unwrap())
}

fn clip(numbers: &mut Numbers) -> Arc<UniformClip> {
    let mut tracks: Vec<UniformTrack> = Vec::new();
    for bone in 0..BONES {
        for channel in Channel::ALL {
            if numbers.next() < 0.0 {
                continue;
            }
            let mut key = || match channel {
                Channel::Rotation => numbers.turn(),
                _ => [1.5 + numbers.next(), numbers.next(), numbers.next(), 0.0],
            };
            let mut keys: Vec<[f32; 4]> = (0..FRAMES).map(|_| key()).collect();
            for frame in 1..keys.len() {
                let (before, [x, y, z, w]) = (keys[frame - 1], keys[frame]);
                if x * before[0] + y * before[1] + z * before[2] + w * before[3] < 0.0 && channel == Channel::Rotation {
                    keys[frame] = [-x, -y, -z, -w];
                }
            }
            tracks.push(UniformTrack { bone, channel, keys });
        }
    }
    tracks.sort_by_key(|track| (track.bone / 8, track.channel, track.bone));
    let still = (0..BONES).map(|_| numbers.transform()).collect();
    let clip = rigmill_format::UniformClip {
        skeleton: String::new(),
        frames: FRAMES,
        frame_rate: 30.0,
        duration: 2.0,
        still,
        resting: Vec::new(),
        tracks,
    };
    Arc::new(UniformClip::from_owned(&clip).unwrap())
}

/// Samples, blends, adds, and converts to model space and skinning matrices; then updates a crowd through fades and cuts.
pub(super) fn script() -> u64 {
    let mut numbers = Numbers(1);
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    let skeleton = skeleton(&mut numbers);
    let rig = Rig::new(&skeleton.view());
    let clips: Vec<_> = (0..3).map(|_| clip(&mut numbers)).collect();
    let mask = weight_blocks((0..BONES).map(|_| numbers.next().abs()));
    let mut poses = [(); 4].map(|()| rig.bind().to_vec());
    let mut absolute = vec![matrix::IDENTITY; BONES.into()];
    let mut palette = [[0.0; 12]; 5];
    let inverse_binds: Vec<Matrix3x4> = (0..5).map(|_| matrix_3x4(&numbers.transform().to_matrix())).collect();
    for step in 0..200 {
        let time = step as f32 / 77.0;
        for (clip, out) in clips.iter().zip(&mut poses) {
            UniformSampleJob { clip: clip.view(), time, wanted: &[], out }.run().unwrap();
        }
        let [a, b, c, out] = &mut poses;
        MakeAdditiveJob { pose: c, reference: rig.bind(), out }.run().unwrap();
        c.clone_from(out);
        let layer = |pose, weight, mask| BlendLayer { pose, weight, mask };
        let weight = (step % 50) as f32 / 50.0;
        let layers =
            [layer(&a[..], 1.0 - weight, None), layer(b, weight, Some(&mask[..])), layer(rig.bind(), 0.1, None)];
        let additive = [layer(&c[..], weight, Some(&mask[..]))];
        // Separate loops handle two layers without masks, two layers with masks, and three layers.
        for count in [3, 2] {
            BlendJob { layers: &layers[..count], additive: &additive, rest: rig.bind(), threshold: 0.5, out }
                .run()
                .unwrap();
            hash.pose(out);
        }
        BlendJob { layers: &[layers[0], layers[2]], additive: &[], rest: rig.bind(), threshold: 0.01, out }
            .run()
            .unwrap();
        hash.pose(out);
        PoseToModelJob { rig: &rig, pose: out, out: &mut absolute }.run().unwrap();
        let bones = [0, 7, 8, 30, 42];
        SkinningPaletteJob { bones: &bones, inverse_binds: &inverse_binds, absolute: &absolute, out: &mut palette }
            .run()
            .unwrap();
        hash.take(absolute.as_flattened());
        hash.take(palette.as_flattened());
    }
    let lower = weight_blocks((0..BONES).map(|bone| f32::from(u8::from(bone < 20))));
    let clips = clips.iter().map(|clip| Clip::new(clip, &skeleton.view())).collect();
    let mut crowd = Crowd::new(&skeleton, clips, vec![lower, mask], 3).unwrap();
    for step in 0..120 {
        if step % 9 == 0 {
            let blend_time = (step % 4) as f32 / 7.0;
            let options = PlayOptions { start_time: 0.3, blend_time, time_scale: 1.1, mode: PlayMode::Repeat };
            crowd.play(crowd.characters()[step % 3], step % 2, step / 9 % 3, &options).unwrap();
        }
        crowd.update(1.0 / 60.0).unwrap();
        hash.take(crowd.matrices().as_flattened());
    }
    hash.0
}

/// A compressed clip with tracks and constants of every channel. Some rotations are relative to base rotations.
fn compressed_clip(numbers: &mut Numbers) -> CompressedClip {
    let (mut constants, mut tracks) = (Vec::new(), Vec::new());
    for channel in Channel::ALL {
        for bone in 0..BONES {
            let fate = numbers.next();
            if fate > 0.5 {
                constants.push(ConstantTrack { bone, channel, value: numbers.turn() });
            } else if fate < 0.0 {
                let turn = |segment: u32| {
                    u8::from(channel == Channel::Rotation && fate < -0.8) * (segment % 24).to_le_bytes()[0]
                };
                let mut key = || {
                    [(); 3]
                        .map(|()| (numbers.0 >> 16).cast_signed() % 20_000 - 10_000 + i32::from(numbers.next() < 0.0))
                };
                let keys = (0..FRAMES).map(|_| key()).collect();
                // 10,000 steps of 2^-15, so that x, y, z of a rotation stay below a third.
                let turns = (0..FRAMES.div_ceil(u32::try_from(SEGMENT_FRAMES).unwrap())).map(turn).collect();
                tracks.push(AnimatedTrack { bone, channel, steps: [68, 67, 66], base_rotations: turns, keys });
            }
        }
    }
    let clip = rigmill_format::CompressedClip {
        skeleton: String::new(),
        bones: BONES,
        frames: FRAMES,
        frame_rate: 30.0,
        duration: (FRAMES - 1) as f32 / 30.0,
        largest_error: None,
        resting: Vec::new(),
        storage: Storage::Packed,
        constants: constants.into_iter().map(whole).collect(),
        tracks,
    };
    CompressedClip::from_owned(&clip).unwrap()
}

/// Translations and scales have three numbers.
fn whole(mut constant: ConstantTrack) -> ConstantTrack {
    if constant.channel != Channel::Rotation {
        constant.value[3] = 0.0;
    }
    constant
}

/// Samples compressed clips.
pub(super) fn compressed_script() -> u64 {
    let mut numbers = Numbers(2);
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    let bind = Rig::new(&skeleton(&mut numbers).view()).bind().to_vec();
    let clips: Vec<_> = (0..4).map(|_| compressed_clip(&mut numbers)).collect();
    let mut scratch = CompressedScratch::new(BONES.into());
    let mut out = bind.clone();
    for step in 0..300 {
        for clip in &clips {
            let time = step as f32 / 141.0;
            let job = CompressedSampleJob {
                clip: clip.view(),
                bind: &bind,
                scratch: &mut scratch,
                time,
                wanted: &[],
                out: &mut out,
            };
            job.run().unwrap();
            hash.pose(&out);
        }
    }
    hash.0
}
