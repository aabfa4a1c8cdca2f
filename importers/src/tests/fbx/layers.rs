//! Tests of animation layers, compared with Maya and with ufbx's own evaluation.

use super::pose::{matrix, point};
use super::support::{as_in_file, import, node};
use super::writer::{
    Record, TICKS, curve, curve_node, decimal, keyed_curve, layer, layer_with, model, number, object, properties,
    scene, stack, vector,
};
use crate::FbxParams;
use crate::tests::support::clean;

/// Corners of a unit cube, which each node moves.
const CORNERS: [[f64; 3]; 4] = [[-0.5, -0.5, 0.5], [0.5, -0.5, 0.5], [-0.5, 0.5, 0.5], [-0.5, -0.5, -0.5]];

/// For each rotation order, the corners at frame 18 in Maya, from `maya_anim_layers_over_acc_orders_18.obj` in ufbx's tests,
/// which Maya exported.
const MAYA: [(&str, i32, [[f64; 3]; 4]); 6] = [
    (
        "XYZ",
        0,
        [
            [3.462311, 9.603509, 5.517389],
            [3.511605, 9.613827, 4.507791],
            [0.061068, 13.058423, 5.386632],
            [0.007785, 6.194946, 5.313884],
        ],
    ),
    (
        "YZX",
        2,
        [
            [2.905441, 8.388087, 6.389991],
            [2.954735, 7.850429, 5.535404],
            [1.911780, 12.380044, 3.821159],
            [-1.842927, 7.421301, 6.724345],
        ],
    ),
    (
        "ZXY",
        4,
        [
            [3.437764, 8.863030, 5.011872],
            [3.375125, 9.037191, 4.018107],
            [0.822616, 12.854987, 5.876315],
            [-0.641830, 6.234539, 4.808367],
        ],
    ),
    (
        "XZY",
        1,
        [
            [3.392247, 8.818679, 5.358328],
            [3.441541, 9.025784, 4.370147],
            [0.729370, 12.810636, 6.062134],
            [-0.660516, 6.245947, 4.616965],
        ],
    ),
    (
        "YXZ",
        3,
        [
            [2.757029, 8.459135, 6.683966],
            [2.918257, 7.934707, 5.834962],
            [1.921428, 12.451091, 4.059460],
            [-1.964509, 7.337023, 6.480461],
        ],
    ),
    (
        "ZYX",
        5,
        [
            [2.484819, 7.613114, 6.285879],
            [2.534113, 7.252529, 5.342813],
            [2.435313, 12.142114, 4.551610],
            [-2.366460, 7.482158, 6.082374],
        ],
    ),
];

/// The rotation of all nodes at frame 18 in Maya, as the file stores it for each. All nodes have the same angles, so Maya blended
/// the layers in XYZ order.
const BLENDED: [f64; 3] = [-32.761_362_993_553_1, 87.144_244_449_146, 11.822_518_564_027_3];

/// Returns the progress at frame 18 of a curve with flat tangents at frames 1 and 20.
fn eased() -> f64 {
    let t: f64 = 17.0 / 19.0;
    t * t * (3.0 - 2.0 * t)
}

#[expect(clippy::cast_possible_truncation, reason = "keys of FBX are f32")]
fn value_of(property: usize, layer: usize, axis: usize) -> f32 {
    let up_to = |from: f64, to: f64| (from + (to - from) * eased()) as f32;
    // The file's curves at frame 18: translation, rotation and scale of the layers X and Y.
    let all = [
        [[up_to(0.0, 10.0), 0.0, up_to(0.0, 5.0)], [0.0, up_to(0.0, 10.0), up_to(0.0, 5.0)]],
        [[up_to(0.0, 90.0), 0.0, up_to(0.0, 45.0)], [-45.0, up_to(0.0, 90.0), 0.0]],
        [[up_to(1.0, 5.0), 1.0, up_to(1.0, 5.0)], [1.0, up_to(1.0, 5.0), up_to(0.2, 5.0)]],
    ];
    all[property][layer][axis]
}

/// Returns the layers of the file: X adds angles and scales per channel. Y passes through with a weight, with quaternions and
/// multiplied scales.
fn layers() -> Vec<Record> {
    let by_channel = vec![number("RotationAccumulationMode", 1), number("ScaleAccumulationMode", 1)];
    let passing = vec![decimal("Weight", 99.390_422_452_833_8), number("BlendMode", 2)];
    vec![layer(11), layer_with(12, "X", by_channel), layer_with(13, "Y", passing)]
}

/// Returns the file at frame 18.
fn file() -> Vec<u8> {
    let mut objects = vec![stack(10, "Take", 0, TICKS)];
    objects.extend(layers());
    let mut connections = vec![(11, 10, None), (12, 10, None), (13, 10, None)];
    let mut id = 100;
    for (at, (name, order, _)) in MAYA.into_iter().enumerate() {
        let model_id = 20 + i64::try_from(at).unwrap();
        objects.push(model(
            model_id,
            name,
            "LimbNode",
            vec![number("RotationOrder", order), number("RotationActive", 1), vector("Lcl Rotation", BLENDED)],
        ));
        connections.push((model_id, 0, None));
        for (property, target) in ["Lcl Translation", "Lcl Rotation", "Lcl Scaling"].into_iter().enumerate() {
            let rest = ["d|X", "d|Y", "d|Z"].map(|axis| decimal(axis, if property == 2 { 1.0 } else { 0.0 }));
            objects.push(object("AnimationCurveNode", id, &target[4..5], "", vec![properties(rest.to_vec())]));
            connections.extend([(id, 11, None), (id, model_id, Some(target))]);
            id += 1;
            for layer in 0..2 {
                let node_id = id;
                objects.push(curve_node(node_id, &target[4..5]));
                connections.push((node_id, 12 + i64::try_from(layer).unwrap(), None));
                connections.push((node_id, model_id, Some(target)));
                for (axis, letter) in ["d|X", "d|Y", "d|Z"].into_iter().enumerate() {
                    id += 1;
                    objects.push(curve(id, &[(0, value_of(property, layer, axis))], false));
                    connections.push((id, node_id, Some(letter)));
                }
                id += 1;
            }
        }
    }
    scene(objects, &connections)
}

/// If the file stores different angles, Maya blended in the node's order, as in `maya_anim_layer_quat_to_euler` of ufbx's tests:
/// base layer from 0 to 180 degrees about y, and a layer with a weight of 31.85 % at 180 degrees about x. Maya stores the angles
/// of frame 16.
#[test]
fn a_layer_blends_in_the_order_of_its_node() {
    let stored = [-32.620_184_969_853_2, 114.227_574_435_624, -50.145_946_486_413_6];
    let frame = TICKS / 24;
    // Cubic keys with flat tangents.
    let key = |time, value| super::writer::Key { time, value, flags: 8 | 1024, data: [0.0; 4] };
    let objects = vec![
        model(
            1,
            "Cube",
            "LimbNode",
            vec![number("RotationOrder", 3), number("RotationActive", 1), vector("Lcl Rotation", stored)],
        ),
        stack(2, "Take", frame, TICKS * 5),
        layer(3),
        layer_with(4, "AnimLayer1", vec![decimal("Weight", 31.851_851_81), number("ScaleAccumulationMode", 1)]),
        curve_node(5, "R"),
        curve_node(6, "R"),
        keyed_curve(7, &[key(frame, 0.0), key(TICKS, 180.0)], vec![]),
        curve(8, &[(frame, 180.0)], false),
    ];
    let links = [
        (1, 0, None),
        (3, 2, None),
        (4, 2, None),
        (5, 3, None),
        (6, 4, None),
        (5, 1, Some("Lcl Rotation")),
        (6, 1, Some("Lcl Rotation")),
        (7, 5, Some("d|Y")),
        (8, 6, Some("d|X")),
    ];
    let params = FbxParams { sample_rate: Some(24.0.try_into().unwrap()), ..as_in_file() };
    let scene = clean(import(&scene(objects, &links), &params));
    let [clip] = &scene.clips[..] else { panic!("one clip") };
    let rotations = &clip.tracks[0].rotations;
    let angle = |a: [f64; 4], b: [f64; 4]| {
        let cos: f64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
        2.0 * libm::acos(cos.abs().min(1.0)).to_degrees()
    };
    // The first frame of the clip is frame 1 in Maya. The rotation of the node itself follows from the stored angles.
    let apart = angle(rotations[15], scene.nodes[0].local.rotation);
    assert!(apart < 0.0016, "{apart} degrees");
    let steps: Vec<f64> = rotations.windows(2).map(|pair| angle(pair[0], pair[1])).collect();
    assert!(steps.iter().all(|step| *step < 12.0), "{steps:?}");
}

/// A layer above the base layer, and what it shows in a message.
fn layers_to_blend() -> Vec<(String, Vec<Record>)> {
    let mut all = Vec::new();
    for (by_channel, how) in [0, 1].into_iter().flat_map(|mode| [0, 1, 2].map(|how| (mode, how))) {
        for weight in [0.0, 31.85, 50.0, 99.4, 100.0] {
            for flag in ["", "Mute", "Solo"] {
                let mut own = vec![
                    number("RotationAccumulationMode", by_channel),
                    number("ScaleAccumulationMode", by_channel),
                    number("BlendMode", how),
                    decimal("Weight", weight),
                ];
                own.extend((!flag.is_empty()).then(|| number(flag, 1)));
                all.push((format!("by channel: {by_channel}, blend mode {how}, {weight} % {flag}"), own));
            }
        }
    }
    all
}

/// Returns a take in which a base layer and another layer move a node of each rotation order.
fn blended_nodes(own: Vec<Record>, animated: bool) -> Vec<u8> {
    let mut objects = vec![stack(1, "Take", 0, TICKS / 2), layer(2), layer_with(3, "Above", own)];
    let mut links = vec![(2, 1, None), (3, 1, None)];
    let ends = [[[10.0, 170.0], [-80.0, 130.0], [20.0, -95.0]], [[-45.0, 90.0], [60.0, 60.0], [5.0, 220.0]]];
    for order in 0..7_i32 {
        let id = 100 * i64::from(order + 1);
        let own = vec![
            number("RotationOrder", order),
            number("RotationActive", 1),
            vector("PreRotation", [15.0, -25.0, 35.0]),
        ];
        objects.push(model(id, &format!("Node{order}"), "LimbNode", own));
        links.push((id, 0, None));
        for (layer, ends) in (2..).zip(ends) {
            for (at, property) in (0..).zip(["Lcl Rotation", "Lcl Scaling", "Lcl Translation"]) {
                let node_id = id + layer * 20 + at * 4;
                objects.push(curve_node(node_id, "R"));
                links.extend([(node_id, layer, None), (node_id, id, Some(property))]);
                for (axis, [begin, end]) in ["d|X", "d|Y", "d|Z"].into_iter().zip(ends) {
                    let curve_id = links.len() as i64 + 100_000;
                    objects.push(curve(curve_id, &[(0, begin), (TICKS / 2, end)], false));
                    links.push((curve_id, node_id, Some(axis)));
                }
            }
        }
    }
    if animated {
        objects.extend([curve_node(10, "Weight"), curve(11, &[(0, 0.0), (TICKS / 2, 100.0)], false)]);
        links.extend([(10, 2, None), (10, 3, Some("Weight")), (11, 10, Some("d|Weight"))]);
    }
    scene(objects, &links)
}

/// Returns the largest difference from ufbx's own evaluation, of all nodes at all frames.
fn apart(bytes: &[u8], found: &rigmill_dom::Scene) -> f64 {
    let source = ufbx::load_memory(bytes, ufbx::LoadOpts::default()).unwrap();
    let clip = &found.clips[0];
    assert!(clip.frames > 10);
    let mut worst = 0.0_f64;
    for frame in 0..clip.frames {
        let locals = super::pose::locals(found, Some((clip, frame as usize)));
        for order in 0..7 {
            let name = format!("Node{order}");
            let expected = ufbx::find_node(&source, &name).unwrap();
            let time = clip.start + clip.frame_time(frame);
            let expected = ufbx::evaluate_transform(&source.anim_stacks[0].anim, expected, time);
            let [t, s] = [expected.translation, expected.scale].map(|it| [it.x, it.y, it.z]);
            let ufbx::Quat { x, y, z, w } = expected.rotation;
            let expected = rigmill_dom::SceneTransform { translation: t, rotation: [x, y, z, w], scale: s };
            worst = worst.max(super::pose::difference(&matrix(&locals[node(found, &name)]), &matrix(&expected)));
        }
    }
    worst
}

#[test]
fn layers_blend_as_ufbx_blends_them() {
    for (what, own) in layers_to_blend() {
        let is_switched = what.contains("Mute") || what.contains("Solo");
        for animated in [false, true] {
            let bytes = blended_nodes(own.clone(), animated);
            let (found, said) = import(&bytes, &as_in_file());
            assert_eq!(said.iter().map(|it| &*it.code).collect::<Vec<_>>(), vec!["R0117"; usize::from(is_switched)]);
            let apart = apart(&bytes, &found.unwrap());
            assert!(apart < 1e-9, "{what}, animated weight: {animated}: {apart}");
        }
    }
}

#[test]
fn layers_turn_nodes_of_any_rotation_order_as_maya_does() {
    let scene = clean(import(&file(), &as_in_file()));
    let locals = super::pose::locals(&scene, Some((&scene.clips[0], 0)));
    for (name, _, expected) in MAYA {
        let moved = matrix(&locals[node(&scene, name)]);
        for (corner, expected) in CORNERS.into_iter().zip(expected) {
            let found = point(&moved, corner);
            let apart = found.iter().zip(expected).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(apart < 1e-5, "{name}: {found:?} instead of {expected:?}");
        }
    }
}
