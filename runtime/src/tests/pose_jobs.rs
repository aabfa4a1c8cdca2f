//! Compares jobs on poses in blocks with computations bone by bone.

use proptest::prelude::*;
use rigmill_format::{Bone, Skeleton as SkeletonValue, Transform};
use rigmill_math::matrix::{self, IDENTITY, Matrix};
use rigmill_math::quaternion::{interpolate, normalize_in_f64};
use rigmill_test_random::Random;

use super::counting::allocations;
use crate::blocks::dispatch::tests::at_each_level;
use crate::blocks::{
    BlendJob, BlendLayer, MakeAdditiveJob, PoseBlock, PoseToModelJob, Rig, SkinningPaletteJob, WeightBlock, matrix_3x4,
    pose_blocks, weight_blocks,
};
use crate::characters::LocalToModelJob;
use crate::content::Skeleton;
use crate::error::JobError;

const BONES: usize = 19;

/// A pose without a meaning. It differs for each seed.
fn pose(seed: usize) -> Vec<Transform> {
    let part = |bone: usize, n: usize| ((bone * 31 + n * 17 + seed * 53) % 97) as f32 / 48.5 - 1.0;
    let transform = |bone| Transform {
        translation: [part(bone, 0), part(bone, 1), part(bone, 2)],
        rotation: normalize_in_f64([part(bone, 3), part(bone, 4), part(bone, 5), part(bone, 6) + 0.01]),
        scale: [1.5 + part(bone, 7) / 2.0, 1.0, 1.5 + part(bone, 8) / 2.0],
    };
    (0..BONES).map(transform).collect()
}

fn close(found: &[PoseBlock], expected: &[Transform]) {
    for (bone, expected) in expected.iter().enumerate() {
        let found = found[bone / 8].transform(bone);
        let side: f32 = found.rotation.iter().zip(expected.rotation).map(|(a, b)| a * b).sum();
        assert!((side.abs() - 1.0).abs() < 1e-5, "{bone}: {found:?} {expected:?}");
        for (a, b) in
            found.translation.iter().chain(&found.scale).zip(expected.translation.iter().chain(&expected.scale))
        {
            assert!((a - b).abs() < 1e-5, "{bone}: {found:?} {expected:?}");
        }
    }
}

fn skeleton() -> Skeleton {
    let parent = |bone: usize| (bone != 0 && bone != 7).then(|| u32::try_from((bone - 1) / 2).unwrap());
    let bones = pose(9).into_iter().enumerate();
    let bones = bones.map(|(bone, bind)| Bone { name: bone.to_string(), parent: parent(bone), bind }).collect();
    Skeleton::from_owned(&SkeletonValue { bones, root_axis: [0.6, 0.0, 0.0, -0.8] }).unwrap()
}

fn blend(layers: &[BlendLayer<'_>], additive: &[BlendLayer<'_>]) -> Vec<PoseBlock> {
    let rest = pose_blocks(pose(9));
    let mut out = vec![PoseBlock::IDENTITY; 3];
    BlendJob { layers, additive, rest: &rest, threshold: BlendJob::THRESHOLD, out: &mut out }.run().unwrap();
    out
}

fn layer(pose: &[PoseBlock], weight: f32) -> BlendLayer<'_> {
    BlendLayer { pose, weight, mask: None }
}

/// The weighted mean of transforms, bone by bone.
fn mean(parts: &[(Transform, f32)]) -> Transform {
    let sum: f32 = parts.iter().map(|(_, weight)| weight).sum();
    let mut out = Transform { translation: [0.0; 3], rotation: [0.0; 4], scale: [0.0; 3] };
    for (part, weight) in parts {
        let dot: f32 = out.rotation.iter().zip(part.rotation).map(|(a, b)| a * b).sum();
        let side = if dot < 0.0 { -weight } else { *weight };
        (0..4).for_each(|i| out.rotation[i] += part.rotation[i] * side);
        (0..3).for_each(|i| out.translation[i] += part.translation[i] * weight / sum);
        (0..3).for_each(|i| out.scale[i] += part.scale[i] * weight / sum);
    }
    Transform { rotation: normalize_in_f64(out.rotation), ..out }
}

#[test]
fn a_blend_is_the_mean_by_weight() {
    let poses = [pose(1), pose(2), pose(3)];
    let blocks = poses.clone().map(pose_blocks);
    for weights in [&[1.0, 3.0][..], &[0.25, 0.75], &[1.0], &[0.5, 0.2, 0.9], &[2.0, 0.0, -1.0]] {
        let layers: Vec<_> = blocks.iter().zip(weights).map(|(pose, weight)| layer(pose, *weight)).collect();
        let expected: Vec<_> = (0..BONES)
            .map(|bone| mean(&weights.iter().zip(&poses).map(|(w, pose)| (pose[bone], w.max(0.0))).collect::<Vec<_>>()))
            .collect();
        close(&blend(&layers, &[]), &expected);
    }
}

#[test]
fn masks_weigh_bone_by_bone_and_the_rest_pose_takes_what_is_missing() {
    let (a, b) = (pose(1), pose(2));
    let (first, second) = (pose_blocks(a.clone()), pose_blocks(b.clone()));
    let masks = [3.0_f32, 2.0].map(|n| weight_blocks((0..BONES).map(|bone| (bone % 4) as f32 / n)));
    let layer = |pose, mask| BlendLayer { pose, weight: 0.125, mask: Some(mask) };
    let found = blend(&[layer(&first, &masks[0][..]), layer(&second, &masks[1][..])], &[]);
    let expected: Vec<_> = (0..BONES)
        .map(|bone| {
            let weight = (bone % 4) as f32 * 0.125;
            let rest = (BlendJob::THRESHOLD - weight / 3.0 - weight / 2.0).max(0.0);
            mean(&[(a[bone], weight / 3.0), (b[bone], weight / 2.0), (pose(9)[bone], rest)])
        })
        .collect();
    close(&found, &expected);
    close(&blend(&[], &[]), &pose(9));
    for weight in [0.0, -1.0, f32::NAN, f32::NEG_INFINITY] {
        close(&blend(&[BlendLayer { pose: &first, weight, mask: None }], &[]), &pose(9));
    }
}

fn difference(pose: &[PoseBlock], reference: &[PoseBlock]) -> Vec<PoseBlock> {
    let mut out = vec![PoseBlock::IDENTITY; 3];
    MakeAdditiveJob { pose, reference, out: &mut out }.run().unwrap();
    out
}

#[test]
fn an_additive_pose_on_its_reference_is_the_pose() {
    let (target, reference) = (pose_blocks(pose(1)), pose_blocks(pose(2)));
    let added = difference(&target, &reference);
    close(&blend(&[layer(&reference, 1.0)], &[layer(&added, 1.0)]), &pose(1));
    close(&blend(&[layer(&reference, 1.0)], &[layer(&added, 0.0)]), &pose(2));
    let none = vec![WeightBlock::NONE; 3];
    let masked = BlendLayer { mask: Some(&none), ..layer(&added, 1.0) };
    close(&blend(&[layer(&reference, 1.0)], &[masked]), &pose(2));
}

#[test]
fn half_an_additive_pose_goes_half_the_way() {
    let (target, reference) = (pose_blocks(pose(1)), pose_blocks(pose(2)));
    let added = difference(&target, &reference);
    let half = |(a, b): (Transform, Transform)| Transform {
        rotation: interpolate(a.rotation, b.rotation, 0.5),
        translation: [0, 1, 2].map(|i| (a.translation[i] + b.translation[i]) / 2.0),
        scale: [0, 1, 2].map(|i| (a.scale[i] + b.scale[i]) / 2.0),
    };
    let expected: Vec<_> = pose(2).into_iter().zip(pose(1)).map(half).collect();
    close(&blend(&[layer(&reference, 1.0)], &[layer(&added, 0.5)]), &expected);
}

#[test]
fn a_scale_of_0_in_a_reference_gives_no_infinity() {
    let flat = vec![PoseBlock { scale: [[0.0; 8]; 3], ..PoseBlock::IDENTITY }; 3];
    assert_eq!(difference(&pose_blocks(pose(1)), &flat)[0].scale, [[1.0; 8]; 3]);
}

fn near(a: &[f32], b: &[f32]) {
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4 * (1.0 + b.abs())), "{a:?} {b:?}");
}

#[test]
fn to_model_agrees_with_matrices_bone_by_bone() {
    let skeleton = skeleton();
    let rig = Rig::new(&skeleton.view());
    let local: Vec<Matrix> = pose(4).iter().map(Transform::to_matrix).collect();
    let mut expected = [IDENTITY; BONES];
    LocalToModelJob { skeleton: skeleton.view(), local: &local, out: &mut expected }.run().unwrap();
    let mut found = [IDENTITY; BONES];
    PoseToModelJob { rig: &rig, pose: &pose_blocks(pose(4)), out: &mut found }.run().unwrap();
    found.iter().zip(&expected).for_each(|(found, expected)| near(found, expected));
    assert_eq!((rig.bones(), rig.blocks(), rig.parent(0), rig.parent(18)), (BONES, 3, None, Some(8)));
}

#[test]
fn a_skinning_palette_is_inverse_bind_times_absolute() {
    let absolute: Vec<Matrix> = pose(4).iter().map(Transform::to_matrix).collect();
    let inverse: Vec<Matrix> = pose(5).iter().map(Transform::to_matrix).collect();
    let bones = [3, 18, 0, 99];
    let mut out = [[7.0; 12]; 4];
    let inverse_binds: Vec<_> = inverse.iter().map(matrix_3x4).collect();
    let job = SkinningPaletteJob { bones: &bones, inverse_binds: &inverse_binds, absolute: &absolute, out: &mut out };
    job.run().unwrap();
    for joint in 0..3 {
        let expected = matrix::multiply(&inverse[joint], &absolute[bones[joint] as usize]);
        near(&out[joint], &matrix_3x4(&expected));
    }
    assert_eq!(out[3], [7.0; 12]);
}

#[test]
fn short_buffers_are_reported() {
    let (skeleton, blocks, weights) = (skeleton(), pose_blocks(pose(1)), [WeightBlock::ALL; 2]);
    let rig = Rig::new(&skeleton.view());
    let (mut out, mut matrices) = (blocks.clone(), vec![IDENTITY; BONES]);
    let too_short = |buffer, found, expected| Err(JobError::BufferTooShort { buffer, found, expected });
    let full = layer(&blocks, 1.0);
    let masked = BlendLayer { mask: Some(&weights), ..full };
    let short = layer(&blocks[..1], 1.0);
    for (layers, additive, rest, message) in [
        (&[full, short][..], &[][..], &blocks[..], too_short("pose", 1, 3)),
        (&[full], &[masked], &blocks, too_short("mask", 2, 3)),
        (&[full], &[], &blocks[..2], too_short("rest", 2, 3)),
    ] {
        let job = BlendJob { layers, additive, rest, threshold: 0.1, out: &mut out };
        assert_eq!(job.run(), message);
    }
    let job = MakeAdditiveJob { pose: &blocks, reference: &blocks[..2], out: &mut out };
    assert_eq!(job.run(), too_short("reference", 2, 3));
    let job = PoseToModelJob { rig: &rig, pose: &blocks[..2], out: &mut matrices };
    assert_eq!(job.run(), too_short("pose", 2, 3));
    let job = PoseToModelJob { rig: &rig, pose: &blocks, out: &mut matrices[..18] };
    assert_eq!(job.run(), too_short("out", 18, BONES));
}

/// Runs every job once.
fn script(seed: usize, weight: f32) -> (Vec<PoseBlock>, Vec<Matrix>) {
    let [a, b, c] = [1, 2, 3].map(|n| pose_blocks(pose(seed + n)));
    let mask = weight_blocks((0..BONES).map(|bone| bone as f32 / 19.0));
    let added = difference(&b, &c);
    let masked = BlendLayer { mask: Some(&mask), ..layer(&b, weight) };
    let two = blend(&[layer(&a, 1.0 - weight), layer(&b, weight)], &[]);
    let pose = blend(&[layer(&two, 0.5), masked, layer(&c, 0.3)], &[layer(&added, weight)]);
    let mut matrices = vec![IDENTITY; BONES];
    let skeleton = skeleton();
    PoseToModelJob { rig: &Rig::new(&skeleton.view()), pose: &pose, out: &mut matrices }.run().unwrap();
    (pose, matrices)
}

proptest! {
    #[test]
    fn code_for_every_processor_gives_the_same_bits(seed in 0_usize..1000, weight in 0.0_f32..1.0) {
        let [plain, avx2, _] = at_each_level(|| script(seed, weight));
        prop_assert_eq!(plain, avx2);
    }

    #[test]
    fn a_blend_of_unit_rotations_is_of_unit_rotations(seed in 0_usize..1000, weights in prop::array::uniform3(0.0_f32..1e6)) {
        let poses = [1, 2, 3].map(|n| pose_blocks(pose(seed + n)));
        let layers = [0, 1, 2].map(|n| layer(&poses[n], weights[n]));
        for block in blend(&layers, &[]) {
            for lane in 0..8 {
                let length: f32 = block.transform(lane).rotation.iter().map(|part| part * part).sum();
                prop_assert!((length - 1.0).abs() < 1e-5);
            }
        }
    }
}

#[test]
fn jobs_allocate_nothing() {
    let skeleton = skeleton();
    let (rig, a) = (Rig::new(&skeleton.view()), pose_blocks(pose(1)));
    let (mut out, mut matrices) = (a.clone(), vec![IDENTITY; BONES]);
    let layers = [layer(&a, 0.4), layer(rig.bind(), 0.6)];
    let count = allocations(|| {
        BlendJob { layers: &layers, additive: &layers, rest: &a, threshold: 0.1, out: &mut out }.run().unwrap();
        PoseToModelJob { rig: &rig, pose: &out, out: &mut matrices }.run().unwrap();
    });
    assert_eq!(count, 0);
}

proptest! {
    /// Skeletons of all shapes: chains, bushes, several roots, and more bones than are processed together.
    #[test]
    fn matrices_of_any_skeleton_agree_bone_by_bone(nearness in 1..40_usize, count in 1..150_usize, seed: u64) {
        let mut random = Random::new(seed);
        let bone = |bone: usize, random: &mut Random| {
            let parent = bone.checked_sub(1 + random.below(nearness)).and_then(|parent| u32::try_from(parent).ok());
            let [x, y, z, w] = [(); 4].map(|()| random.signed());
            let (translation, rotation) = ([w, z, x], normalize_in_f64([x, y, z, w + 1.5]));
            let bind = Transform { translation, rotation, scale: [1.0, -1.0, 1.0] };
            Bone { name: bone.to_string(), parent, bind }
        };
        let bones: Vec<Bone> = (0..count).map(|number| bone(number, &mut random)).collect();
        let pose: Vec<Transform> = bones.iter().map(|bone| bone.bind).collect();
        let skeleton = Skeleton::from_owned(&SkeletonValue { bones, root_axis: [0.6, 0.0, 0.0, -0.8] }).unwrap();
        let local: Vec<Matrix> = pose.iter().map(Transform::to_matrix).collect();
        let mut expected = vec![IDENTITY; count];
        LocalToModelJob { skeleton: skeleton.view(), local: &local, out: &mut expected }.run().unwrap();
        let (rig, pose) = (Rig::new(&skeleton.view()), pose_blocks(pose));
        let ways = at_each_level(|| {
            let mut out = vec![IDENTITY; count];
            PoseToModelJob { rig: &rig, pose: &pose, out: &mut out }.run().unwrap();
            out
        });
        ways[0].iter().zip(&expected).for_each(|(found, expected)| near(found, expected));
        prop_assert_eq!(&ways[0], &ways[1]);
        prop_assert_eq!(&ways[0], &ways[2]);
    }
}
