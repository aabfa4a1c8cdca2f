//! Tests of skins with every method, compared with ufbx's own evaluation at each frame.

use std::fs;

use rigmill_dom::{Scene, SceneMesh, SkinningMethod};
use rigmill_math::affine::to_matrix;
use rigmill_math::matrix::transform_point;
use rigmill_math::skin::{DualQuaternion, Joints};

use super::pose::{product, worlds};
use super::support::{as_in_file, fbx_data, find, import};
use super::writer::{
    Record, TICKS, Value, curve, curve_node, geometry, layer, model, object, record, scene, stack, text, vector,
};
use crate::tests::support::clean;

/// The number of vertices of a rod along y.
pub(super) const ROD: i32 = 24;

pub(super) fn list(name: &'static str, values: Value) -> Record {
    record(name, vec![values], vec![])
}

/// Returns a cluster with these weights, bound with its bone moved by `y` along y.
fn cluster(id: i64, weights: &[(i32, f64)], y: f64) -> Record {
    let translation =
        |y| Value::Doubles(vec![1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, y, 0.0, 1.0]);
    let children = vec![
        list("Indexes", Value::Ints(weights.iter().map(|weight| weight.0).collect())),
        list("Weights", Value::Doubles(weights.iter().map(|weight| weight.1).collect())),
        list("Transform", translation(-y)),
        list("TransformLink", translation(y)),
    ];
    object("Deformer", id, "", "Cluster", children)
}

/// Returns the weight of bone `bone` of three on a vertex, which is not normalized.
pub(super) fn weight(vertex: i32, bone: i32) -> f64 {
    let off = f64::from(vertex) / f64::from(ROD) * 3.0 - f64::from(bone) - 0.5;
    (1.25 - off.abs()).max(0.0)
}

/// Returns a rod on three bones that rotate about several axes by more than half a turn. If `stretched`, one of them is also
/// stretched.
fn rod(method: Vec<Record>, stretched: bool) -> Vec<u8> {
    let wave = |vertex: i32| [f64::from(vertex % 5) * 0.1, f64::from(vertex) / 8.0, f64::from(vertex % 3) * 0.2];
    let positions = Value::Doubles((0..ROD).flat_map(wave).collect());
    let corners = (0..ROD - 2).flat_map(|first| [first, first + 1, -first - 3]).collect();
    let scale = if stretched { [1.0, 2.0, 0.75] } else { [1.0; 3] };
    let mut objects = vec![
        model(1, "Rod", "Mesh", vec![]),
        geometry(2, positions, corners),
        object("Deformer", 3, "", "Skin", method),
        stack(20, "Turn", 0, TICKS),
        layer(21),
    ];
    let mut connections = vec![(1, 0, None), (2, 1, None), (3, 2, None), (21, 20, None)];
    for bone in 0..3_i32 {
        let [id, of] = [i64::from(bone) * 10 + 100, 30 + i64::from(bone)];
        let own = vec![
            vector("Lcl Translation", [0.0, if bone == 0 { 0.0 } else { 1.0 }, 0.0]),
            vector("Lcl Scaling", if bone == 1 { scale } else { [1.0; 3] }),
        ];
        objects.push(model(id, "Bone", "LimbNode", own));
        let weights: Vec<_> = (0..ROD).map(|vertex| (vertex, weight(vertex, bone))).filter(|it| it.1 > 0.0).collect();
        objects.push(cluster(of, &weights, f64::from(bone)));
        objects.push(curve_node(id + 1, "R"));
        let parent = if bone == 0 { 0 } else { id - 10 };
        connections.extend([(id, parent, None), (of, 3, None), (id, of, None), (id + 1, 21, None)]);
        connections.push((id + 1, id, Some("Lcl Rotation")));
        for (axis, name) in (2..).zip(["d|X", "d|Y", "d|Z"]) {
            let turn =
                [220.0, -310.0, 140.0, 75.0][usize::try_from(bone + i32::try_from(axis).unwrap() - 2).unwrap() % 4];
            objects.push(curve(id + axis, &[(0, 10.0), (TICKS, turn)], false));
            connections.push((id + axis, id + 1, Some(name)));
        }
    }
    scene(objects, &connections)
}

pub(super) fn method(name: &str) -> Vec<Record> {
    vec![record("SkinningType", vec![text(name)], vec![])]
}

/// Weights from 0 to 1. The first vertices do not have their own weights.
pub(super) fn blended() -> Vec<Record> {
    let mut records = method("Blend");
    records.push(list("Indexes", Value::Ints((4..ROD).collect())));
    records.push(list("BlendWeights", Value::Doubles((4..ROD).map(|at| f64::from(at % 5) * 0.25).collect())));
    records
}

/// Returns the positions of a mesh's vertices for these world transforms of its nodes.
pub(super) fn skinned(mesh: &SceneMesh, worlds: &[super::pose::Matrix]) -> Vec<[f32; 3]> {
    let skin = mesh.skin.as_ref().unwrap();
    let bones = skin.bones.iter().zip(&skin.inverse_binds);
    let affine: Vec<_> = bones.map(|(&bone, inverse)| product(&worlds[bone as usize], inverse)).collect();
    let matrices: Vec<_> = affine.iter().map(to_matrix).collect();
    let dual_quaternions: Vec<_> = matrices.iter().map(DualQuaternion::of_matrix).collect();
    let joints = Joints { matrices: &matrices, dual_quaternions: &dual_quaternions };
    let moved = |(vertex, &position): (usize, &[f32; 3])| {
        let own = &skin.influences[skin.vertex_starts[vertex] as usize..skin.vertex_starts[vertex + 1] as usize];
        let total: f32 = own.iter().map(|it| it.weight).sum();
        let influences = own.iter().map(|it| (it.bone as usize, it.weight / total));
        let share = match skin.method {
            SkinningMethod::Linear => 0.0,
            SkinningMethod::DualQuaternion => 1.0,
            SkinningMethod::Blended => skin.blend_weights[vertex],
        };
        transform_point(position, &joints.vertex_matrix(influences, share))
    };
    mesh.positions.iter().enumerate().map(moved).collect()
}

/// Returns the largest difference between a mesh and ufbx's own evaluation at any frame, relative to the mesh's size.
fn apart(bytes: &[u8], scene: &Scene) -> f64 {
    let source = ufbx::load_memory(bytes, ufbx::LoadOpts { clean_skin_weights: true, ..Default::default() }).unwrap();
    let mesh = scene.meshes.iter().find(|mesh| mesh.skin.is_some()).unwrap();
    let clip = &scene.clips[0];
    let stack = source.anim_stacks.iter().find(|it| *it.element.name == *clip.name).unwrap();
    let mut worst = 0.0_f64;
    for frame in 0..clip.frames {
        let time = clip.start + clip.frame_time(frame);
        let at = ufbx::evaluate_scene(&source, &stack.anim, time, ufbx::EvaluateOpts::default()).unwrap();
        let original = at.meshes.iter().find(|mesh| mesh.skin_deformers.count > 0).unwrap();
        let skin = &original.skin_deformers[0];
        let found = skinned(mesh, &worlds(scene, Some((clip, frame as usize))));
        let expected = original.vertices.iter().enumerate().map(|(vertex, &position)| {
            let matrix = ufbx::get_skin_vertex_matrix(skin, vertex, &ufbx::Matrix::default());
            ufbx::transform_position(&matrix, position)
        });
        let expected: Vec<[f64; 3]> = expected.map(|it| [it.x, it.y, it.z]).collect();
        let numbers = || expected.as_flattened().iter();
        let extent =
            numbers().fold(0.0_f64, |most, it| most.max(*it)) - numbers().fold(0.0_f64, |least, it| least.min(*it));
        for (found, expected) in found.iter().zip(&expected) {
            let off = found.iter().zip(expected).map(|(a, b)| (f64::from(*a) - b).abs() / extent);
            worst = off.fold(worst, f64::max);
        }
    }
    worst
}

#[test]
fn vertices_are_where_ufbx_has_them_at_each_frame() {
    for stretched in [false, true] {
        for (records, expected) in [
            (vec![], SkinningMethod::Linear),
            (method("Rigid"), SkinningMethod::Linear),
            (method("DualQuaternion"), SkinningMethod::DualQuaternion),
            (blended(), SkinningMethod::Blended),
        ] {
            let bytes = rod(records, stretched);
            let scene = clean(import(&bytes, &as_in_file()));
            assert_eq!(scene.meshes[0].skin.as_ref().unwrap().method, expected);
            let off = apart(&bytes, &scene);
            assert!(off < 1e-5, "{expected:?}, stretched {stretched}: {off}");
        }
    }
}

/// A linear evaluation of the same file is very different, so the test above would notice it.
#[test]
fn methods_differ() {
    let bytes = rod(method("DualQuaternion"), false);
    let mut scene = clean(import(&bytes, &as_in_file()));
    scene.meshes[0].skin.as_mut().unwrap().method = SkinningMethod::Linear;
    let off = apart(&bytes, &scene);
    assert!(off > 0.05, "{off}");
}

#[test]
fn shares_of_blended_skins_that_are_all_alike_make_another_method() {
    for (weight, expected) in [(0.0, SkinningMethod::Linear), (1.0, SkinningMethod::DualQuaternion)] {
        let mut records = method("Blend");
        records.push(list("Indexes", Value::Ints((0..ROD).collect())));
        records.push(list("BlendWeights", Value::Doubles(vec![weight; ROD as usize])));
        let scene = clean(import(&rod(records, false), &as_in_file()));
        let skin = scene.meshes[0].skin.as_ref().unwrap();
        assert_eq!((skin.method, skin.blend_weights.len()), (expected, 0));
    }
}

#[test]
#[cfg(feature = "fbx-dom")]
fn both_importers_agree() {
    use super::dom::import_dom;
    for records in [vec![], method("DualQuaternion"), blended()] {
        let bytes = rod(records, false);
        let [one, other] = [import, import_dom].map(|import| clean(import(&bytes, &as_in_file())));
        let [one, other] = [&one, &other].map(|scene| scene.meshes[0].skin.as_ref().unwrap());
        assert_eq!((one.method, &one.blend_weights), (other.method, &other.blend_weights));
    }
}

/// Every skinned file of the data folder, with any method.
#[test]
#[cfg_attr(not(fbx_files), ignore = "set RIGMILL_FBX to the folder with FBX files of known poses")]
fn real_skins_are_where_ufbx_has_them() {
    let mut files = Vec::new();
    find(&fbx_data(), &mut files);
    for path in files {
        let bytes = fs::read(&path).unwrap();
        let (Some(scene), _) = import(&bytes, &as_in_file()) else { continue };
        if scene.clips.is_empty() || scene.meshes.iter().all(|mesh| mesh.skin.is_none()) {
            continue;
        }
        let off = apart(&bytes, &scene);
        assert!(off < 1e-4, "{}: {off}", path.display());
    }
}
