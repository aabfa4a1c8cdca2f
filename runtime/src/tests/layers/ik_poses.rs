//! Inverse kinematics on whole poses, with layers and with jobs. Compares any pose with `f64` matrices.

use proptest::prelude::*;
use rigmill_format::{Bone, Skeleton as SkeletonContent, Transform};
use rigmill_math::matrix3::{self, Matrix3};
use rigmill_math::vector::{add, cross, dot, length, normalize, scale, subtract};
use rigmill_math::{Matrix, matrix, quaternion, to_f32};

use super::ik_cases::{X, Y, Z};
use super::rigs;
use crate::blocks::dispatch::tests::at_each_level;
use crate::blocks::{AimIkJob, PoseBlock, PoseToModelJob, Rig, TwoBoneIkJob, pose_blocks};
use crate::content::Skeleton;
use crate::error::JobError;
use crate::layers::{AimBone, AimIk, AimIkLayer, LayerError, Pose, PoseLayer, TwoBoneIk, TwoBoneIkLayer};
use crate::tests::counting::allocations;

type Vector = [f64; 3];

const LIMB: [usize; 3] = [2, 4, 5];
const NAMES: [&str; 6] = ["root", "chest", "start", "between", "mid", "end"];

fn vector() -> impl Strategy<Value = [f32; 3]> {
    prop::array::uniform3(-1.0_f32..1.0).prop_filter("too short", |it| length(*it) > 0.1)
}

fn rotation() -> impl Strategy<Value = [f32; 4]> {
    let any = prop::array::uniform4(-1.0_f32..1.0).prop_filter("too short", |it| length(*it) > 0.1);
    any.prop_map(quaternion::normalize_in_f64)
}

/// A chain of six bones with scale 1, below any root axis.
fn chain() -> impl Strategy<Value = SkeletonContent> {
    let bones = prop::collection::vec((vector(), rotation()), NAMES.len());
    (bones, rotation()).prop_map(|(bones, root_axis)| {
        let bone = |(number, (translation, rotation)): (usize, _)| Bone {
            name: NAMES[number].to_owned(),
            parent: number.checked_sub(1).map(|parent| u32::try_from(parent).unwrap()),
            bind: Transform { translation, rotation, scale: [1.0; 3] },
        };
        SkeletonContent { bones: bones.into_iter().enumerate().map(bone).collect(), root_axis }
    })
}

/// [`chain`] with a uniform scale above the mid bone, and any scale for the mid bone itself.
fn scaled_chain() -> impl Strategy<Value = SkeletonContent> {
    let factors = prop::array::uniform4(0.5_f32..2.0);
    (chain(), factors, prop::array::uniform3(0.5_f32..2.0)).prop_map(|(mut content, factors, mid)| {
        for (bone, factor) in content.bones.iter_mut().zip(factors) {
            bone.bind.scale = [factor; 3];
        }
        content.bones[4].bind.scale = mid;
        content
    })
}

fn local(content: &SkeletonContent) -> Vec<Matrix> {
    content.bones.iter().map(|bone| bone.bind.to_matrix()).collect()
}

/// The rotation, scale and position of each bone in model space.
fn model(content: &SkeletonContent, local: &[Matrix]) -> Vec<(Matrix3, Vector)> {
    let root = matrix3::from_quaternion(quaternion::normalize(content.root_axis.map(f64::from)));
    let mut model: Vec<(Matrix3, Vector)> = Vec::new();
    for local in local {
        let (rows, origin) = model.last().copied().unwrap_or((root, [0.0; 3]));
        let position = add(matrix3::transform(matrix::translation(local).map(f64::from), &rows), origin);
        model.push((matrix3::multiply(&matrix::rows(local), &rows), position));
    }
    model
}

fn apply(layer: &mut dyn PoseLayer, content: &SkeletonContent) -> Vec<Matrix> {
    let skeleton = Skeleton::from_owned(content).unwrap();
    let mut local = local(content);
    layer.apply(&mut Pose { skeleton: skeleton.view(), local: &mut local }, 0.01);
    local
}

fn limb_layer(ik: TwoBoneIk, content: &SkeletonContent) -> TwoBoneIkLayer {
    let skeleton = Skeleton::from_owned(content).unwrap();
    let mut layer = TwoBoneIkLayer::new(ik, LIMB.map(|bone| NAMES[bone]), &skeleton.view()).unwrap();
    layer.set_target(Some(ik.target));
    layer
}

fn aim_layer(ik: AimIk, parts: &[(usize, AimBone)], content: &SkeletonContent) -> AimIkLayer {
    let skeleton = Skeleton::from_owned(content).unwrap();
    let named: Vec<_> = parts.iter().map(|(bone, part)| (NAMES[*bone], *part)).collect();
    let mut layer = AimIkLayer::new(ik, &named, &skeleton.view()).unwrap();
    layer.set_target(Some(ik.target));
    layer
}

/// The lengths of the start bone and the end bone.
fn lengths(model: &[(Matrix3, Vector)]) -> [f64; 2] {
    let [start, mid, end] = LIMB.map(|bone| model[bone].1);
    [length(subtract(mid, start)), length(subtract(end, mid))]
}

/// A target that the limb can reach, at a fraction of its range from the start.
fn reachable(model: &[(Matrix3, Vector)], direction: [f32; 3], part: f64) -> [f32; 3] {
    let [a, b] = lengths(model);
    let (shortest, longest) = ((a - b).abs(), a + b);
    let to_target = normalize(direction.map(f64::from)).unwrap();
    add(model[LIMB[0]].1, scale(to_target, shortest + (longest - shortest) * part)).map(to_f32)
}

/// The angle about an axis from one direction to another. `None` if one of them is nearly parallel to the axis.
fn angle_about(axis: Vector, from: Vector, to: Vector) -> Option<f64> {
    let axis = normalize(axis)?;
    let across = |direction| Some(cross(axis, normalize(direction)?)).filter(|across| length(*across) > 0.1);
    let (from, to) = (across(from)?, across(to)?);
    Some(libm::atan2(dot(axis, cross(from, to)), dot(from, to)))
}

/// The difference between two angles, around the circle.
fn apart(a: f64, b: f64) -> f64 {
    libm::sin((a - b) / 2.0).abs() * 2.0
}

/// The angle by which a bone was rotated, in radians: |R - I| = 2 sqrt(2) sin(angle / 2).
fn rotated(before: &Matrix, after: &Matrix) -> f64 {
    let change = matrix3::multiply(&matrix3::inverse(&matrix::rows(before)).unwrap(), &matrix::rows(after));
    let squares = (0..3).map(|row| {
        let difference = subtract(change[row], matrix3::IDENTITY[row]);
        dot(difference, difference)
    });
    2.0 * libm::asin((squares.sum::<f64>() / 8.0).sqrt().min(1.0))
}

proptest! {
    #[test]
    fn a_limb_reaches_every_target_in_its_range_and_bends_towards_the_pole(
        content in chain(), direction in vector(), part in 0.0_f64..1.0, pole in vector(), twist in -4.0_f32..4.0,
        own_axis in any::<bool>(),
    ) {
        let before = model(&content, &local(&content));
        let [a, b] = lengths(&before);
        let absolute = LIMB.map(|bone| {
            let mut absolute = matrix::IDENTITY;
            matrix::set_rows(&mut absolute, &before[bone].0);
            matrix::set_translation(&mut absolute, before[bone].1.map(to_f32));
            absolute
        });
        let axis = TwoBoneIk::mid_axis_of([&absolute[0], &absolute[1], &absolute[2]]).filter(|_| own_axis);
        let ik = TwoBoneIk { target: reachable(&before, direction, part), pole, twist, mid_axis: axis.unwrap_or(Z), ..TwoBoneIk::default() };
        let mut layer = limb_layer(ik, &content);
        let changed = apply(&mut layer, &content);
        let after = model(&content, &changed);
        let [start, mid, end] = LIMB.map(|bone| after[bone].1);
        let miss = length(subtract(end, ik.target.map(f64::from)));
        prop_assert!(miss < 1e-5 * (a + b), "missed by {miss}");
        prop_assert!(layer.reached());
        for (found, expected) in lengths(&after).into_iter().zip([a, b]) {
            prop_assert!((found - expected).abs() < 1e-6 * (1.0 + expected));
        }
        if let Some(angle) = angle_about(subtract(end, start), pole.map(f64::from), subtract(mid, start)) {
            // If the limb is nearly straight or folded, a mid axis that is not perpendicular to the bones has a small
            // influence.
            let [up, down] = [subtract(mid, start), subtract(end, mid)];
            let bend = length(cross(up, down)) / (a * b);
            let tolerance = if axis.is_some() { 1e-4 } else { 1e-4 + 1e-3 / bend };
            prop_assert!(apart(angle, f64::from(twist)) < tolerance, "{angle} {twist}");
        }
        for bone in [0, 1, 3, 5] {
            prop_assert_eq!(changed[bone], local(&content)[bone]);
        }
    }

    #[test]
    fn a_limb_with_scales_reaches_too(content in scaled_chain(), direction in vector(), part in 0.0_f64..1.0) {
        let before = model(&content, &local(&content));
        let target = reachable(&before, direction, part);
        let after = model(&content, &apply(&mut limb_layer(TwoBoneIk { target, ..TwoBoneIk::default() }, &content), &content));
        let [a, b] = lengths(&before);
        let miss = length(subtract(after[LIMB[2]].1, target.map(f64::from)));
        prop_assert!(miss < 1e-5 * (a + b), "missed by {miss}");
    }

    #[test]
    fn a_chain_aims_at_its_target(
        content in scaled_chain(), target in vector(), weights in prop::array::uniform2(0.0_f32..1.0), forward in vector(),
        offset in vector(), up in vector(), pole in vector(), twist in -4.0_f32..4.0,
    ) {
        let ik = AimIk { target: target.map(|part| part * 2000.0), forward, offset, up, pole, twist, weight: 1.0 };
        let part = |weight| AimBone { weight, ..AimBone::default() };
        let mut layer = aim_layer(ik, &[(5, part(weights[0])), (3, part(weights[1])), (2, part(1.0))], &content);
        let (rows, position) = model(&content, &apply(&mut layer, &content))[5];
        let out = |direction: [f32; 3]| matrix3::transform(direction.map(f64::from), &rows);
        let to_target = subtract(ik.target.map(f64::from), add(position, out(offset)));
        let sine = length(cross(out(forward), to_target)) / length(out(forward)) / length(to_target);
        prop_assert!(sine < 1e-4 && dot(out(forward), to_target) > 0.0, "{sine}");
        prop_assert!(layer.reached());
    }

    #[test]
    fn an_aiming_bone_rolls_to_the_pole_and_by_its_twist(
        content in chain(), target in vector(), up in vector(), pole in vector(), twist in -4.0_f32..4.0,
    ) {
        let ik = AimIk { target: target.map(|part| part * 60.0), up, pole, twist, ..AimIk::default() };
        let shared = [(5, AimBone { weight: 0.3, ..AimBone::default() }), (2, AimBone::default())];
        for chain in [&shared[..], &shared[1..], &[(5, AimBone::default())]] {
            let after = model(&content, &apply(&mut aim_layer(ik, chain, &content), &content));
            let (first, topmost) = (chain[0].0, chain[chain.len() - 1].0);
            let up = matrix3::transform(up.map(f64::from), &after[first].0);
            let to_target = subtract(ik.target.map(f64::from), after[topmost].1);
            if let Some(angle) = angle_about(to_target, pole.map(f64::from), up) {
                prop_assert!(apart(angle, f64::from(twist)) < 1e-4, "{angle} {twist}");
            }
        }
    }

    #[test]
    fn no_bone_rotates_beyond_its_limit(
        content in chain(), target in vector(), limits in prop::array::uniform3(0.0_f32..1.5), weight in 0.0_f32..1.0,
    ) {
        let ik = AimIk { target, ..AimIk::default() };
        let limited = |bone: usize, at: usize| (bone, AimBone { weight, limit: limits[at] });
        let changed = apply(&mut aim_layer(ik, &[limited(5, 0), limited(4, 1), limited(1, 2)], &content), &content);
        for (bone, limit) in [5, 4, 1].into_iter().zip(limits) {
            let angle = rotated(&local(&content)[bone], &changed[bone]);
            prop_assert!(angle < f64::from(limit) + 1e-5, "{bone}: {angle}, {limit}");
        }
    }

    #[test]
    fn a_limit_leaves_the_rest_of_the_angle(content in chain(), target in vector(), limit in 0.0_f32..3.2) {
        let ik = AimIk { target: target.map(|part| part * 60.0), up: [0.0; 3], ..AimIk::default() };
        let angle = |local: &[Matrix]| {
            let (rows, position) = model(&content, local)[5];
            let to_target = subtract(ik.target.map(f64::from), position);
            libm::atan2(length(cross(rows[0], to_target)), dot(rows[0], to_target))
        };
        let mut layer = aim_layer(ik, &[(5, AimBone { weight: 1.0, limit })], &content);
        let after = angle(&apply(&mut layer, &content));
        let expected = (angle(&local(&content)) - f64::from(limit)).max(0.0);
        prop_assert!((after - expected).abs() < 1e-5, "{after} {expected}");
        prop_assert_eq!(layer.reached(), expected < 1e-5);
    }

    #[test]
    fn without_weight_or_target_no_bit_changes(content in chain(), target in vector(), weight in prop_oneof![Just(0.0_f32), Just(-0.0), Just(-1.0), Just(f32::NAN)]) {
        let (limb, aim) = (TwoBoneIk { target, weight, ..TwoBoneIk::default() }, AimIk { target, weight, ..AimIk::default() });
        let parts = [(5, AimBone::default()), (2, AimBone { weight, ..AimBone::default() })];
        let before = local(&content);
        let bits = |local: &[Matrix]| local.iter().flatten().map(|cell| cell.to_bits()).collect::<Vec<_>>();
        let mut layers = (limb_layer(limb, &content), aim_layer(aim, &parts, &content));
        prop_assert_eq!(bits(&apply(&mut layers.0, &content)), bits(&before));
        prop_assert_eq!(bits(&apply(&mut layers.1, &content)), bits(&before));
        layers.0.set_weight(1.0);
        layers.1.set_weight(1.0);
        prop_assert_ne!(bits(&apply(&mut layers.0, &content)), bits(&before));
        prop_assert_ne!(bits(&apply(&mut layers.1, &content)), bits(&before));
        layers.0.set_target(None);
        layers.1.set_target(None);
        prop_assert_eq!(bits(&apply(&mut layers.0, &content)), bits(&before));
        prop_assert_eq!(bits(&apply(&mut layers.1, &content)), bits(&before));
    }

    #[test]
    fn jobs_do_what_layers_do_with_the_same_bits_on_every_processor(
        content in scaled_chain(), target in vector(), pole in vector(), weight in 0.1_f32..1.5, limit in 0.1_f32..2.0,
    ) {
        let limb = TwoBoneIk { target, pole, weight, soften: 0.9, ..TwoBoneIk::default() };
        let aim = AimIk { target, pole, weight, offset: [0.1, 0.2, 0.3], ..AimIk::default() };
        let parts = [(5, AimBone { weight: 0.4, limit }), (4, AimBone { weight: 0.5, limit }), (1, AimBone::default())];
        for of_limb in [true, false] {
            let [plain, avx2, best] = at_each_level(|| job(&content, |absolute, pose| match of_limb {
                true => TwoBoneIkJob { ik: &limb, limb: LIMB, absolute, pose }.run(),
                false => AimIkJob { ik: &aim, chain: &parts, absolute, pose }.run(),
            }));
            prop_assert!(plain == avx2 && plain == best);
            let by_layer = |nudge: f32| {
                let target = target.map(|part| part + nudge);
                if of_limb {
                    let mut layer = limb_layer(TwoBoneIk { target, ..limb }, &content);
                    (apply(&mut layer, &content), layer.reached())
                } else {
                    let mut layer = aim_layer(AimIk { target, ..aim }, &parts, &content);
                    (apply(&mut layer, &content), layer.reached())
                }
            };
            let (local, reached) = by_layer(0.0);
            // Where a pose flips, rounding decides.
            let flips = |nudged: (Vec<Matrix>, bool)| {
                let moved = nudged.0.iter().flatten().zip(local.iter().flatten()).any(|(a, b)| (a - b).abs() > 1e-4);
                moved || nudged.1 != reached
            };
            prop_assume!(!flips(by_layer(1e-6)) && !flips(by_layer(-1e-6)));
            prop_assert_eq!(reached, plain.1);
            for (bone, (rows, position)) in model(&content, &local).into_iter().enumerate() {
                let found = &plain.0[bone];
                let moved = length(subtract(matrix::translation(found).map(f64::from), position));
                prop_assert!(moved < 1e-4 * (1.0 + length(position)), "{moved}");
                for (found, expected) in matrix::rows(found).into_iter().zip(rows) {
                    prop_assert!(length(subtract(found, expected)) < 1e-4 * (1.0 + length(expected)));
                }
            }
        }
    }

    #[test]
    fn any_settings_leave_a_pose_of_numbers(content in chain(), cells in prop::collection::vec(number(), 16), zero in 0_usize..6) {
        let mut content = content;
        content.bones[zero].bind.translation = [0.0; 3];
        let three = |at: usize| [cells[at], cells[at + 1], cells[at + 2]];
        let limb = TwoBoneIk { target: three(0), pole: three(3), mid_axis: three(6), soften: cells[9], twist: cells[10], weight: cells[11] };
        let aim = AimIk { target: three(0), forward: three(3), offset: three(6), up: three(9), pole: three(12), twist: cells[15], weight: 1.0 };
        let parts = [(5, AimBone { weight: cells[14], limit: cells[15] }), (2, AimBone::default())];
        for layer in [&mut limb_layer(limb, &content) as &mut dyn PoseLayer, &mut aim_layer(aim, &parts, &content)] {
            let changed = apply(layer, &content);
            prop_assert!(changed.iter().flatten().all(|cell| cell.is_finite()));
            if !three(0).iter().all(|part| part.is_finite()) {
                prop_assert_eq!(changed, local(&content));
            }
        }
    }
}

fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        any::<f32>(),
        Just(f32::NAN),
        Just(f32::INFINITY),
        Just(f32::MAX),
        Just(f32::MIN_POSITIVE),
        Just(0.0),
        -2.0_f32..2.0
    ]
}

/// The pose's matrices after a job, and what the job returned.
fn job(
    content: &SkeletonContent,
    run: impl FnOnce(&[Matrix], &mut [PoseBlock]) -> Result<bool, JobError>,
) -> (Vec<Matrix>, bool) {
    let rig = Rig::new(&Skeleton::from_owned(content).unwrap().view());
    let mut pose = pose_blocks(content.bones.iter().map(|bone| bone.bind));
    let mut absolute = vec![matrix::IDENTITY; rig.bones()];
    PoseToModelJob { rig: &rig, pose: &pose, out: &mut absolute }.run().unwrap();
    let reached = run(&absolute, &mut pose).unwrap();
    PoseToModelJob { rig: &rig, pose: &pose, out: &mut absolute }.run().unwrap();
    (absolute, reached)
}

#[test]
fn a_mirrored_limb_reaches_and_bends_to_the_pole() {
    let bone = |parent, translation, scale| Bone {
        name: format!("{parent:?}"),
        parent,
        bind: Transform { translation, scale, rotation: quaternion::IDENTITY },
    };
    let bones =
        vec![bone(None, [0.0; 3], [-1.0; 3]), bone(Some(0), [0.0, 1.0, 0.2], [1.0; 3]), bone(Some(1), X, [1.0; 3])];
    for mirror in [0, 1] {
        let mut content = SkeletonContent { bones: bones.clone(), ..SkeletonContent::default() };
        content.bones.iter_mut().for_each(|bone| bone.bind.scale = [1.0; 3]);
        content.bones[mirror].bind.scale = [-1.0; 3];
        let ik = TwoBoneIk { target: [0.3, 0.4, -1.1], pole: Y, ..TwoBoneIk::default() };
        let limb = [0, 1, 2];
        let (found, reached) = job(&content, |absolute, pose| TwoBoneIkJob { ik: &ik, limb, absolute, pose }.run());
        let [start, mid, end] = limb.map(|bone| matrix::translation(&found[bone]).map(f64::from));
        let angle = angle_about(subtract(end, start), Y.map(f64::from), subtract(mid, start)).unwrap();
        assert!(reached && length(subtract(end, ik.target.map(f64::from))) < 1e-6, "{end:?}");
        assert!(angle.abs() < 1e-6, "{angle}");
    }
}

#[test]
fn bones_that_are_unknown_or_in_another_order_are_reported() {
    let skeleton = rigs::person();
    let unknown = LayerError::UnknownBone { bone: "Elbow".to_owned(), near: String::new() };
    let limb = |limb| TwoBoneIkLayer::new(TwoBoneIk::default(), limb, &skeleton.view()).unwrap_err();
    assert_eq!(limb(["Chest", "Elbow", "Head"]), unknown);
    assert_eq!(limb(["Chest", "Head", "Neck"]), not_below("Neck", "Head"));
    assert_eq!(limb(["Chest", "Chest", "Neck"]), not_below("Chest", "Chest"));
    let aim = |chain: &[_]| AimIkLayer::new(AimIk::default(), chain, &skeleton.view()).map(|_| ());
    let part = AimBone::default();
    assert_eq!(aim(&[("Head", part), ("Elbow", part)]), Err(unknown));
    assert_eq!(aim(&[("Head", part), ("L Shoulder", part)]), Err(not_below("Head", "L Shoulder")));
    assert_eq!(aim(&[("Head", part), ("Chest", part), ("Root", part)]), Ok(()));
}

fn not_below(bone: &str, above: &str) -> LayerError {
    LayerError::NotBelow { bone: bone.to_owned(), above: above.to_owned() }
}

#[test]
fn a_bone_beyond_a_buffer_is_reported_and_nothing_is_written() {
    let (limb, aim) = (TwoBoneIk::default(), AimIk::default());
    let absolute = [matrix::IDENTITY; 9];
    let mut pose = vec![PoseBlock::IDENTITY; 1];
    let too_short = |buffer, found, expected| Err(JobError::BufferTooShort { buffer, found, expected });
    for (bone, expected) in [
        (9, too_short("absolute", 9, 10)),
        (8, too_short("pose", 1, 2)),
        (usize::MAX, too_short("absolute", 9, usize::MAX)),
    ] {
        let chain = [(0, AimBone::default()), (bone, AimBone::default())];
        assert_eq!(
            TwoBoneIkJob { ik: &limb, limb: [0, 1, bone], absolute: &absolute, pose: &mut pose }.run(),
            expected
        );
        assert_eq!(AimIkJob { ik: &aim, chain: &chain, absolute: &absolute, pose: &mut pose }.run(), expected);
    }
    assert_eq!(AimIkJob { ik: &aim, chain: &[], absolute: &absolute, pose: &mut pose }.run(), Ok(false));
    assert_eq!(pose, [PoseBlock::IDENTITY]);
}

#[test]
fn nothing_is_allocated_while_bones_are_corrected() {
    let skeleton = rigs::person();
    let mut local = rigs::standing(&skeleton).local().to_vec();
    let mut limb = TwoBoneIkLayer::new(TwoBoneIk::default(), ["Spine", "Neck", "Antenna1"], &skeleton.view()).unwrap();
    let parts = [("Head", AimBone { weight: 0.5, limit: 1.0 }), ("Neck", AimBone::default())];
    let mut aim = AimIkLayer::new(AimIk::default(), &parts, &skeleton.view()).unwrap();
    let rig = Rig::new(&skeleton.view());
    let mut pose = rig.bind().to_vec();
    let absolute = vec![matrix::IDENTITY; rig.bones()];
    let before = local.clone();
    let count = allocations(|| {
        limb.set_target(Some([0.3, 1.4, 0.2]));
        aim.set_target(Some([0.5, 2.0, 3.0]));
        limb.settings_mut().twist = 0.3;
        aim.settings_mut().up = Z;
        let mut pose_of_layers = Pose { skeleton: skeleton.view(), local: &mut local };
        limb.apply(&mut pose_of_layers, 0.1);
        aim.apply(&mut pose_of_layers, 0.1);
        TwoBoneIkJob { ik: limb.settings_mut(), limb: [1, 3, 8], absolute: &absolute, pose: &mut pose }.run().unwrap();
        AimIkJob { ik: aim.settings_mut(), chain: &[(4, AimBone::default())], absolute: &absolute, pose: &mut pose }
            .run()
            .unwrap();
    });
    assert_eq!(count, 0);
    assert!(local != before);
}
