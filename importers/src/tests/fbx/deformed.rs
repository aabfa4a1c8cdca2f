//! Tests of blend shapes together with skins, in hierarchies that scale, rotate and mirror. The vertices at each frame are
//! compared with ufbx's own evaluation of the whole scene.

use rigmill_dom::{Scene, SkinningMethod};
use rigmill_pipeline::Diagnostic;

use super::morphs::{morphed, weight_at};
use super::pose::{point, worlds};
use super::skins::{ROD, blended, list, method, skinned, weight};
use super::support::{as_in_file, import};
use super::writer::{
    Record, TICKS, Value, blend_channel, blend_shape, curve, curve_node, geometry, layer, model, object, scene, stack,
    vector,
};
use crate::FbxParams;

/// The ids of objects. There are ten ids for each bone.
const MESH: i64 = 1;
const SHAPE: i64 = 2;
const SKIN: i64 = 3;
const LAYER: i64 = 4;
const ROOT: i64 = 5;
const BLEND: i64 = 6;
const BONE: i64 = 100;
const CHANNEL: i64 = 200;
const MORE: i64 = 300;

type Links = Vec<(i64, i64, Option<&'static str>)>;

/// The differences from a plain rod.
#[derive(Default)]
struct Case {
    what: &'static str,
    /// The properties of the mesh's node, of the node that contains the bones and the mesh, and of the bone in the middle.
    mesh: Vec<Record>,
    root: Vec<Record>,
    bone: Vec<Record>,
    /// The factor for all weights.
    weights: Option<f64>,
    /// Additional objects and links of the file.
    more: (Vec<Record>, Links),
}

/// Returns a cluster of a bone that was bound in a rotated and moved position.
fn cluster(id: i64, weights: &[(i32, f64)], y: f64) -> Record {
    let turned = vec![0.8, 0.6, 0.0, 0.0, -0.6, 0.8, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.1, -y, 0.2, 1.0];
    let bound = vec![0.8, -0.6, 0.0, 0.0, 0.6, 0.8, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.5, y, -0.2, 1.0];
    let children = vec![
        list("Indexes", Value::Ints(weights.iter().map(|it| it.0).collect())),
        list("Weights", Value::Doubles(weights.iter().map(|it| it.1).collect())),
        list("Transform", Value::Doubles(turned)),
        list("TransformLink", Value::Doubles(bound)),
    ];
    object("Deformer", id, "Cluster", "Cluster", children)
}

/// Adds a curve for each axis of a property of an object. Ids begin with `id`.
fn animate(
    parts: &mut (Vec<Record>, Links),
    id: i64,
    of: i64,
    property: &'static str,
    ends: &[(&'static str, [f32; 2])],
) {
    parts.0.push(curve_node(id, property));
    parts.1.extend([(id, LAYER, None), (id, of, Some(property))]);
    for ((axis, [begin, end]), curve_id) in ends.iter().copied().zip(id + 1..) {
        parts.0.push(curve(curve_id, &[(0, begin), (TICKS / 2, end)], false));
        parts.1.push((curve_id, id, Some(axis)));
    }
}

/// Returns a rod on three bones, with two channels of blend shapes, one of which has an in-between shape.
fn file(case: &Case, by: Vec<Record>) -> Vec<u8> {
    let at = |vertex: i32| [f64::from(vertex % 5) * 0.1, f64::from(vertex) / 8.0, f64::from(vertex % 3) * 0.2];
    let corners = (0..ROD - 2).flat_map(|first| [first, first + 1, -first - 3]).collect();
    let objects = vec![
        model(ROOT, "Root", "Null", case.root.clone()),
        model(MESH, "Rod", "Mesh", case.mesh.clone()),
        geometry(SHAPE, Value::Doubles((0..ROD).flat_map(at).collect()), corners),
        object("Deformer", SKIN, "", "Skin", by),
        stack(7, "Turn", 0, TICKS / 2),
        layer(LAYER),
    ];
    let links = vec![(ROOT, 0, None), (MESH, ROOT, None), (SHAPE, MESH, None), (SKIN, SHAPE, None), (LAYER, 7, None)];
    let mut parts = (objects, links);
    for bone in 0..3_i32 {
        let id = BONE + i64::from(bone) * 20;
        let mut own = vec![vector("Lcl Translation", [0.0, if bone == 0 { 0.0 } else { 1.0 }, 0.0])];
        own.extend(if bone == 1 { case.bone.clone() } else { vec![] });
        parts.0.push(model(id, &format!("Bone{bone}"), "LimbNode", own));
        parts.1.push((id, if bone == 0 { ROOT } else { id - 20 }, None));
        let factor = case.weights.unwrap_or(1.0);
        let weights: Vec<_> = (0..ROD).map(|vertex| (vertex, weight(vertex, bone) * factor)).collect();
        parts.0.push(cluster(id + 1, &weights, f64::from(bone)));
        parts.1.extend([(id + 1, SKIN, None), (id, id + 1, None)]);
        let turn = [75.0, -110.0, 140.0, 30.0];
        let of_axis = |axis: usize| [10.0, turn[(axis + bone as usize) % 4]];
        let ends = [("d|X", of_axis(0)), ("d|Y", of_axis(1)), ("d|Z", of_axis(2))];
        animate(&mut parts, id + 5, id, "Lcl Rotation", &ends);
    }
    parts.0.push(object("Deformer", BLEND, "", "BlendShape", vec![]));
    parts.1.push((BLEND, SHAPE, None));
    for (channel, full) in (0..).zip([&[40.0, 100.0][..], &[100.0]]) {
        let id = CHANNEL + channel * 20;
        parts.0.push(blend_channel(id, &format!("Channel{channel}"), 20.0, full));
        parts.1.push((id, BLEND, None));
        for shape in (0..).take(full.len()) {
            let vertices: Vec<i32> = (0..ROD).filter(|vertex| i64::from(*vertex) % (2 + channel) == 0).collect();
            let change = |&vertex: &i32| [f64::from(vertex) * 0.02, 0.1 + shape as f64 * 0.2, -0.05 * channel as f64];
            let changes: Vec<_> = vertices.iter().map(change).collect();
            parts.0.push(blend_shape(id + 1 + shape, &vertices, &changes));
            parts.1.push((id + 1 + shape, id, None));
        }
        let ends = [[-10.0, 130.0], [90.0, 5.0]][usize::try_from(channel).unwrap()];
        animate(&mut parts, id + 5, id, "DeformPercent", &[("d|DeformPercent", ends)]);
    }
    parts.0.extend(case.more.0.clone());
    parts.1.extend(case.more.1.clone());
    scene(parts.0, &parts.1)
}

/// Returns the world positions of the rod's vertices at a frame.
fn found(scene: &Scene, frame: usize) -> Vec<[f64; 3]> {
    let at = scene.nodes.iter().position(|node| node.mesh.is_some()).unwrap();
    let mut mesh = scene.meshes[0].clone();
    let positions = morphed(&mesh, |target, morph| weight_at(scene, frame, target, morph));
    mesh.positions = positions.iter().map(|it| it.map(rigmill_math::to_f32)).collect();
    let worlds = worlds(scene, Some((&scene.clips[0], frame)));
    match mesh.skin {
        Some(_) => skinned(&mesh, &worlds).into_iter().map(|it| it.map(f64::from)).collect(),
        None => positions.iter().map(|&position| point(&worlds[at], position)).collect(),
    }
}

/// Returns the same positions, as ufbx evaluates the scene of the file.
fn expected(source: &ufbx::Scene, time: f64) -> Vec<[f64; 3]> {
    let options = ufbx::EvaluateOpts { evaluate_skinning: true, ..Default::default() };
    let at = ufbx::evaluate_scene(source, &source.anim_stacks[0].anim, time, options).unwrap();
    let mesh = &at.meshes[0];
    let place = &mesh.element.instances[0].geometry_to_world;
    let world = |&position| match mesh.skinned_is_local {
        true => ufbx::transform_position(place, position),
        false => position,
    };
    mesh.skinned_position.values.iter().map(world).map(|it| [it.x, it.y, it.z]).collect()
}

/// Returns the largest difference from ufbx's evaluation at any frame, relative to the size of the rod.
fn apart(bytes: &[u8], scene: &Scene) -> f64 {
    let source = ufbx::load_memory(bytes, ufbx::LoadOpts::default()).unwrap();
    let clip = &scene.clips[0];
    assert!(clip.frames > 10);
    let of_frame = |frame: u32| {
        let found = found(scene, frame as usize);
        let expected = expected(&source, clip.start + clip.frame_time(frame));
        assert_eq!(found.len(), expected.len());
        let extent = (0..3).map(|axis| {
            let numbers = || expected.iter().map(|it| it[axis]);
            numbers().fold(f64::NEG_INFINITY, f64::max) - numbers().fold(f64::INFINITY, f64::min)
        });
        let extent = extent.fold(0.0, f64::max);
        let pairs = found.as_flattened().iter().zip(expected.as_flattened());
        pairs.map(|(a, b)| (a - b).abs() / extent).fold(0.0, f64::max)
    };
    (0..clip.frames).map(of_frame).fold(0.0, f64::max)
}

fn cases() -> Vec<Case> {
    let turned = || vector("Lcl Rotation", [30.0, -50.0, 70.0]);
    let geometric = || {
        vec![
            vector("GeometricTranslation", [0.5, -1.0, 0.25]),
            vector("GeometricRotation", [20.0, 40.0, -60.0]),
            vector("GeometricScaling", [1.5, 0.5, 2.0]),
        ]
    };
    let unlinked = (vec![cluster(MORE, &[(1, 0.5), (2, 0.5)], 0.0)], vec![(MORE, SKIN, None)]);
    let second = (
        vec![object("Deformer", MORE, "", "Skin", vec![]), cluster(MORE + 1, &[(0, 1.0), (3, 0.25)], 2.0)],
        vec![(MORE, SHAPE, None), (MORE + 1, MORE, None), (BONE + 40, MORE + 1, None)],
    );
    vec![
        Case { what: "plain", ..Case::default() },
        Case {
            what: "parents that are moved, rotated and scaled",
            root: vec![turned(), vector("Lcl Translation", [3.0, 2.0, 1.0]), vector("Lcl Scaling", [2.0; 3])],
            ..Case::default()
        },
        Case {
            what: "parents that are rotated and scaled unevenly",
            root: vec![turned(), vector("Lcl Scaling", [2.0, 0.5, 1.25])],
            ..Case::default()
        },
        Case { what: "a bone that is scaled", bone: vec![vector("Lcl Scaling", [1.0, 2.0, 0.75])], ..Case::default() },
        Case { what: "a mirrored bone", bone: vec![vector("Lcl Scaling", [-1.0, 1.0, 1.0])], ..Case::default() },
        Case {
            what: "mirrored parents",
            root: vec![turned(), vector("Lcl Scaling", [1.0, 1.0, -2.0])],
            ..Case::default()
        },
        Case { what: "a geometric transform", mesh: geometric(), ..Case::default() },
        Case {
            what: "a mirroring geometric transform of a mesh that is placed elsewhere",
            mesh: vec![
                vector("GeometricScaling", [-1.0, 1.0, 1.0]),
                vector("Lcl Translation", [5.0, 0.0, 0.0]),
                turned(),
            ],
            root: vec![turned()],
            ..Case::default()
        },
        Case {
            what: "pivots and rotations before and after",
            bone: vec![
                super::writer::number("RotationActive", 1),
                vector("RotationPivot", [0.5, 0.25, 0.0]),
                vector("ScalingPivot", [0.0, 0.5, 0.25]),
                vector("PreRotation", [10.0, 20.0, 30.0]),
                vector("PostRotation", [-40.0, 15.0, 5.0]),
                vector("Lcl Scaling", [1.0, 1.5, 1.0]),
            ],
            ..Case::default()
        },
        Case { what: "weights whose sum is large", weights: Some(40.0), ..Case::default() },
        Case { what: "weights whose sum is small", weights: Some(0.01), ..Case::default() },
        Case { what: "a cluster without a bone", more: unlinked, ..Case::default() },
        Case { what: "two skins on one mesh", more: second, ..Case::default() },
    ]
}

type Import = fn(&[u8], &FbxParams) -> (Option<Scene>, Vec<Diagnostic>);

fn importers() -> Vec<Import> {
    vec![
        import,
        #[cfg(feature = "fbx-dom")]
        super::dom::import_dom,
    ]
}

fn check(case: &Case, by: &[Record], name: SkinningMethod) {
    let bytes = file(case, by.to_vec());
    for (at, import) in importers().into_iter().enumerate() {
        let (scene, said) = import(&bytes, &as_in_file());
        // Only the importer fbx-dom rejects any of these files: skins with geometric transforms.
        let Some(scene) = scene else {
            assert!(at > 0 && said.iter().any(|it| it.code == "R0118"), "{}, {name:?}: {said:?}", case.what);
            continue;
        };
        assert_eq!(scene.meshes[0].skin.as_ref().unwrap().method, name);
        let off = apart(&bytes, &scene);
        assert!(off < 1e-4, "{}, {name:?}, importer {at}: {off}", case.what);
    }
}

#[test]
fn linear_skins_are_where_ufbx_has_them() {
    cases().iter().for_each(|case| check(case, &[], SkinningMethod::Linear));
}

#[test]
fn skins_by_dual_quaternions_are_where_ufbx_has_them() {
    cases().iter().for_each(|case| check(case, &method("DualQuaternion"), SkinningMethod::DualQuaternion));
}

#[test]
fn blended_skins_are_where_ufbx_has_them() {
    cases().iter().for_each(|case| check(case, &blended(), SkinningMethod::Blended));
}

/// Without shapes, and without a skin, the rod has a different position. So the tests above would notice if they were missing.
#[test]
fn shapes_and_bones_move_vertices() {
    let bytes = file(&Case::default(), vec![]);
    let scene = import(&bytes, &as_in_file()).0.unwrap();
    let mut without = scene.clone();
    without.meshes[0].morphs.clear();
    assert!(apart(&bytes, &without) > 0.02);
    without = scene;
    without.meshes[0].skin = None;
    assert!(apart(&bytes, &without) > 0.1);
}
