//! Tests of animation layers, compared with Maya.

use super::pose::{matrix, point};
use super::support::{as_in_file, import, node};
use super::writer::{Record, TICKS, curve, curve_node, decimal, layer, layer_with, model, number, scene, stack};
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
            vec![number("RotationOrder", order), number("RotationActive", 1)],
        ));
        connections.push((model_id, 0, None));
        for (property, target) in ["Lcl Translation", "Lcl Rotation", "Lcl Scaling"].into_iter().enumerate() {
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
