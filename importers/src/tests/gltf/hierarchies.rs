//! Tests of nodes and their transforms.

use rigmill_dom::NodeKind;
use serde_json::json;

use super::support::{import, refused, scene, warned};
use super::writer::Writer;

#[test]
fn nodes_come_parents_first_with_exact_names_and_kinds() {
    let mut file = Writer::new();
    file.node(json!({ "name": " Hand", "extensions": { "KHR_lights_punctual": { "light": 0 } } }));
    file.node(json!({ "name": "Root", "children": [2, 0] }));
    file.node(json!({ "name": "骨 " }));
    file.node(json!({ "camera": 0 }));
    file.push("skins", json!({ "joints": [2] }));
    file.json["cameras"] = json!([{ "type": "perspective", "perspective": { "yfov": 1, "znear": 1 } }]);
    file.json["extensions"] = json!({ "KHR_lights_punctual": { "lights": [{ "type": "point" }] } });
    let scene = scene(&file);
    let found: Vec<_> = scene.nodes.iter().map(|it| (it.name.as_str(), it.parent, it.kind)).collect();
    assert_eq!(
        found,
        [
            ("Root", None, NodeKind::Empty),
            ("骨 ", Some(0), NodeKind::Bone),
            (" Hand", Some(0), NodeKind::Light),
            ("node 3", None, NodeKind::Camera),
        ]
    );
}

#[test]
fn matrices_are_taken_apart() {
    let mut file = Writer::new();
    // A quarter turn about z, twice as large along x, mirrored along y; then translated.
    file.node(json!({ "matrix": [0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1] }));
    let local = scene(&file).nodes[0].local;
    let found = crate_matrix(&local);
    let known = [[0.0, 3.0, 0.0, 5.0], [2.0, 0.0, 0.0, 6.0], [0.0, 0.0, 1.0, 7.0]];
    for (a, b) in found.iter().flatten().zip(known.iter().flatten()) {
        assert!((a - b).abs() < 1e-12, "{found:?}");
    }
}

/// Returns the matrix of a transform, computed from its definition.
fn crate_matrix(t: &rigmill_dom::SceneTransform) -> [[f64; 4]; 3] {
    let [x, y, z, w] = t.rotation;
    let turn = |v: [f64; 3]| {
        let cross = |a: [f64; 3], b: [f64; 3]| {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        };
        let axis = [x, y, z];
        let inner = cross(axis, v);
        let inner: [f64; 3] = std::array::from_fn(|at| inner[at] + w * v[at]);
        let outer = cross(axis, inner);
        std::array::from_fn::<f64, 3, _>(|at| v[at] + 2.0 * outer[at])
    };
    let columns = [0, 1, 2].map(|axis| turn(std::array::from_fn(|at| if at == axis { t.scale[axis] } else { 0.0 })));
    std::array::from_fn(|row| [columns[0][row], columns[1][row], columns[2][row], t.translation[row]])
}

#[test]
fn matrices_that_shear_are_refused() {
    let mut file = Writer::new();
    file.node(json!({ "name": "Bent", "matrix": [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }));
    assert!(refused(&file.glb()).starts_with("R0140: node \"Bent\" (0): its matrix shears"));
}

#[test]
fn what_is_no_tree_is_refused() {
    let cases = [
        (json!([{ "children": [0] }]), "R0146"),
        (json!([{ "children": [1] }, { "children": [0] }]), "R0146"),
        (json!([{ "children": [2] }, { "children": [2] }, {}]), "R0146"),
        (json!([{ "children": [1, 1] }, {}]), "R0146"),
        (json!([{ "children": [7] }]), "R0140"),
        (json!([{ "children": [4_294_967_295_u32] }]), "R0140"),
        (json!([{ "rotation": [0, 0, 0, 0] }]), "R0140"),
        (json!([{ "translation": [0, 1e300, 0] }]), "R0142"),
        (json!([{ "matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] }]), "R0140"),
        (json!([{ "mesh": 3 }]), "R0140"),
    ];
    for (nodes, code) in cases {
        let mut file = Writer::new();
        file.json["nodes"] = nodes.clone();
        assert!(refused(&file.glb()).starts_with(code), "{nodes}: {}", refused(&file.glb()));
    }
    let mut file = Writer::new();
    file.json["nodes"] =
        (0..3000).map(|at| if at < 2999 { json!({ "children": [at + 1] }) } else { json!({}) }).collect();
    assert!(refused(&file.glb()).starts_with("R0141"));
    file.json["nodes"] = vec![json!({}); 70_000].into();
    assert!(refused(&file.glb()).starts_with("R0141"));
}

#[test]
fn nodes_of_other_scenes_are_left_out() {
    let mut file = Writer::new();
    file.json["nodes"] = json!([{ "name": "A" }, { "name": "B" }]);
    file.json["scenes"] = json!([{ "nodes": [0] }, { "nodes": [1] }]);
    file.json["scene"] = 1.into();
    let expected =
        ["1 node outside the default scene is left out: \"A\"", "1 scene other than the default one is left out"];
    assert_eq!(warned(&file), expected.map(|it| format!("R0147: {it}")));
    assert_eq!(import(&file.glb()).0.unwrap().nodes[0].name, "B");
}

#[test]
fn a_scene_without_nodes_is_empty_and_reported() {
    let (scene, said) = import(br#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{}]}"#);
    let scene = scene.unwrap();
    assert_eq!((scene.nodes.len(), scene.meshes.len(), said.len()), (0, 0, 1), "{said:?}");
    assert!(said[0].code == "R0313" && said[0].message.starts_with("the scene is empty"), "{said:?}");
}
