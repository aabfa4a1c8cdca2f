//! Tests of colour sets and of custom attributes (3.7.2.1: their names begin with `_`).

use serde_json::json;

use super::support::{refused_with, scene, scene_with, warned, warned_with};
use super::writer::Writer;

const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

/// Returns two primitives, the second of which has only positions.
fn with_attributes() -> Writer {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &TRIANGLE);
    let heat = file.accessor("SCALAR", 5121, 3, &[0, 128, 255, 0]);
    let flow = file.floats("VEC2", &[0.5, -1.0, 2.0, 3.0, 4.0, 5.0]);
    let colors = file.floats("VEC3", &[0.25; 9]);
    let more = file.floats("VEC4", &[0.5; 12]);
    let attributes = json!({ "POSITION": positions, "COLOR_0": colors, "COLOR_1": more, "_HEAT": heat, "_FLOW": flow });
    file.mesh(json!({ "attributes": attributes }));
    let plain = json!({ "attributes": { "POSITION": positions } });
    file.json["meshes"][0]["primitives"].as_array_mut().unwrap().push(plain);
    // Bytes of adjacent vertices are 4 apart.
    file.json["bufferViews"][1]["byteStride"] = 1.into();
    file
}

#[test]
fn attributes_are_kept_if_they_are_wanted() {
    let scene = scene_with(&with_attributes(), "attributes = \"keep\"");
    let [flow, heat] = &scene.meshes[0].attributes[..] else { panic!("{:?}", scene.meshes[0].attributes) };
    assert_eq!([(&*flow.name, flow.width), (&*heat.name, heat.width)], [("_FLOW", 2), ("_HEAT", 1)]);
    assert_eq!(flow.corner_values[2], [4.0, 5.0, 0.0, 0.0]);
    assert_eq!(heat.corner_values.iter().map(|it| it[0]).collect::<Vec<_>>(), [0.0, 128.0, 255.0, 0.0, 0.0, 0.0]);
}

#[test]
fn attributes_that_are_not_wanted_are_counted() {
    let expected = "R0147: 2 custom vertex attributes are left out: \"_FLOW\", \"_HEAT\"";
    assert_eq!(warned(&with_attributes()), [expected]);
}

/// Section 3.7.2.1: the names of custom attributes begin with `_`, and sets are numbered from 0 without gaps.
#[test]
fn attributes_that_no_parameter_keeps_are_reported() {
    let mut file = with_attributes();
    for name in ["NONSENSE", "COLOR_X", "COLOR_3", "TEXCOORD_1"] {
        file.json["meshes"][0]["primitives"][1]["attributes"][name] = 0.into();
    }
    let expected = [
        "R0147: 2 sets of colours or texture coordinates after a missing set are left out: \"COLOR_3\", \"TEXCOORD_1\"",
        "R0147: 2 vertex attributes with unknown names are left out: \"COLOR_X\", \"NONSENSE\"",
    ];
    let mut said = warned_with(&file, "attributes = \"keep\"");
    said.sort();
    assert_eq!(said, expected);
}

#[test]
fn changes_that_no_target_keeps_are_reported() {
    let mut file = with_attributes();
    for primitive in 0..2 {
        file.json["meshes"][0]["primitives"][primitive]["targets"] =
            json!([{ "POSITION": 0, "COLOR_0": 3 }, { "TEXCOORD_0": 2, "_HEAT": 1 }]);
    }
    let expected = "R0147: 3 vertex attributes in morph targets are left out: \"COLOR_0\", \"TEXCOORD_0\", \"_HEAT\"";
    assert_eq!(warned_with(&file, "attributes = \"keep\""), [expected]);
}

#[test]
fn extras_that_have_no_place_are_reported() {
    let mut file = with_attributes();
    file.json["asset"]["extras"] = json!({ "author": "A" });
    file.json["scenes"] = json!([{ "name": "Main", "nodes": [0], "extras": { "time": "noon" } }]);
    file.json["meshes"][0]["primitives"][1]["extras"] = json!({ "lod": 1 });
    file.json["meshes"][0]["primitives"][0]["extras"] = json!({});
    let expected = "R0147: 3 extras objects are left out: \"/asset\", \"/meshes/0/primitives/1\", \"/scenes/0\"";
    assert_eq!(warned_with(&file, "attributes = \"keep\""), [expected]);
}

#[test]
fn extras_of_every_other_part_are_reported() {
    for part in ["skins", "textures", "images", "samplers", "accessors", "bufferViews"] {
        let mut file = with_attributes();
        let list = file.json.as_object_mut().unwrap().entry(part).or_insert_with(|| json!([]));
        if list.as_array().is_some_and(Vec::is_empty) {
            *list = if part == "skins" { json!([{ "joints": [0] }]) } else { json!([{}]) };
        }
        list[0]["extras"] = json!({ "made": "by hand" });
        let expected = format!("R0147: 1 extras object is left out: \"/{part}/0\"");
        assert_eq!(warned_with(&file, "attributes = \"keep\""), [expected], "{part}");
    }
}

#[test]
fn damaged_attributes_are_refused() {
    let mut file = with_attributes();
    file.json["meshes"][0]["primitives"][0]["attributes"]["_HEAT"] = 99.into();
    assert!(warned(&file).len() == 1);
    for (kind, count, expected) in [("MAT4", 1, "16 numbers"), ("SCALAR", 2, "has 2 values for 3 vertices")] {
        let mut file = with_attributes();
        file.json["accessors"][2] = json!({ "componentType": 5126, "count": count, "type": kind });
        let said = refused_with(&file.glb(), "attributes = \"keep\"");
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn sets_of_colours_are_white_where_a_part_lacks_them() {
    let mut file = with_attributes();
    for name in ["_HEAT", "_FLOW"] {
        file.json["meshes"][0]["primitives"][0]["attributes"].as_object_mut().unwrap().remove(name);
    }
    let mesh = &scene(&file).meshes[0];
    let first = mesh.corner_colors.as_ref().unwrap();
    assert_eq!((first[0], first[3]), ([0.25, 0.25, 0.25, 1.0], [1.0; 4]));
    assert_eq!((mesh.more_colors.len(), mesh.more_colors[0][0], mesh.more_colors[0][5]), (1, [0.5; 4], [1.0; 4]));
}
