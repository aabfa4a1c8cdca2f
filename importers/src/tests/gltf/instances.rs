//! Tests of the extension `EXT_mesh_gpu_instancing`.

use rigmill_dom::NodeKind;
use serde_json::{Value, json};

use super::support::{import, refused, scene, scene_with, warned};
use super::writer::Writer;

const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

/// A node with a triangle and a child.
fn triangle() -> Writer {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &TRIANGLE);
    let target = file.floats("VEC3", &[0.0; 9]);
    file.mesh(json!({ "attributes": { "POSITION": positions }, "targets": [{ "POSITION": target }] }));
    file.json["nodes"][0]["translation"] = json!([0.0, 1.0, 0.0]);
    file.json["nodes"][0]["children"] = json!([1]);
    file.node(json!({ "name": "Child" }));
    file
}

fn instanced(mut file: Writer, attributes: Value) -> Writer {
    file.json["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
    file.json["nodes"][0]["extensions"] = json!({ "EXT_mesh_gpu_instancing": { "attributes": attributes } });
    file
}

#[test]
fn instances_become_child_nodes() {
    let mut file = triangle();
    let translations = file.floats("VEC3", &[0.0, 0.0, 0.0, 3.0, 0.0, 0.0, -3.0, 0.0, 0.0]);
    // Half turns about z, in normalized bytes.
    let rotations = file.accessor("VEC4", 5120, 3, &[0, 0, 0, 127, 0, 0, 127, 0, 0, 0, 127, 0]);
    file.json["accessors"][rotations]["normalized"] = true.into();
    let scales = file.floats("VEC3", &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 1.0, 1.0, 3.0]);
    let attributes = json!({ "TRANSLATION": translations, "ROTATION": rotations, "SCALE": scales });
    let file = instanced(file, attributes);
    let scene = scene(&file);
    let found: Vec<_> =
        scene.nodes.iter().map(|node| (node.name.as_str(), node.parent, node.kind, node.mesh)).collect();
    let known = [
        ("M", None, NodeKind::Empty, None),
        ("Child", Some(0), NodeKind::Empty, None),
        ("M 0", Some(0), NodeKind::Mesh, Some(0)),
        ("M 1", Some(0), NodeKind::Mesh, Some(0)),
        ("M 2", Some(0), NodeKind::Mesh, Some(0)),
    ];
    assert_eq!(found, known);
    let local = |node: usize| &scene.nodes[node].local;
    assert_eq!((scene.meshes.len(), local(0).translation), (1, [0.0, 1.0, 0.0]));
    assert_eq!(
        (local(3).translation, local(3).rotation, local(3).scale),
        ([3.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [2.0; 3])
    );
    assert_eq!((local(4).translation, local(4).scale), ([-3.0, 0.0, 0.0], [1.0, 1.0, 3.0]));
    // Only the scene's roots are rotated.
    assert_eq!(scene_with(&file, "axes = \"z-up\"").nodes[3].local, *local(3));
}

#[test]
fn animated_weights_apply_to_all_instances() {
    let mut file = triangle();
    let scales = file.floats("VEC3", &[1.0; 6]);
    let (times, weights) = (file.floats("SCALAR", &[0.0, 1.0]), file.floats("SCALAR", &[0.0, 1.0]));
    let channel = json!({ "sampler": 0, "target": { "node": 0, "path": "weights" } });
    let sampler = json!({ "input": times, "output": weights });
    file.push("animations", json!({ "name": "Go", "channels": [channel], "samplers": [sampler] }));
    let scene = scene(&instanced(file, json!({ "SCALE": scales })));
    let found: Vec<_> = scene.clips[0].weights.iter().map(|track| (track.node, track.target)).collect();
    assert_eq!(found, [(2, 0), (3, 0)]);
}

#[test]
fn attributes_of_programs_are_reported() {
    let mut file = triangle();
    let translations = file.floats("VEC3", &[0.0; 3]);
    let file = instanced(file, json!({ "TRANSLATION": translations, "_ID": 0 }));
    assert_eq!(warned(&file), ["R0147: 1 attribute of instances is left out: \"_ID\""]);
}

#[test]
fn skinned_meshes_have_no_instances() {
    let mut file = triangle();
    let translations = file.floats("VEC3", &[0.0; 6]);
    let joints = file.accessor("VEC4", 5121, 3, &[0; 12]);
    let weights = file.floats("VEC4", &[1.0, 0.0, 0.0, 0.0].repeat(3));
    let attributes = &mut file.json["meshes"][0]["primitives"][0]["attributes"];
    (attributes["JOINTS_0"], attributes["WEIGHTS_0"]) = (joints.into(), weights.into());
    file.push("skins", json!({ "joints": [1] }));
    file.json["nodes"][0]["skin"] = 0.into();
    let file = instanced(file, json!({ "TRANSLATION": translations }));
    assert_eq!(warned(&file), ["R0147: 1 set of instances of a skinned mesh is left out: \"M\""]);
    assert_eq!(import(&file.glb()).0.unwrap().nodes.len(), 2);
}

#[test]
fn impossible_instances_are_refused() {
    let refusal = |attributes: &dyn Fn(&mut Writer) -> Value| {
        let mut file = triangle();
        let attributes = attributes(&mut file);
        refused(&instanced(file, attributes).glb())
    };
    let different = refusal(
        &|file| json!({ "TRANSLATION": file.floats("VEC3", &[0.0; 3]), "SCALE": file.floats("VEC3", &[1.0; 6]) }),
    );
    assert!(different.contains("different numbers of values"), "{different}");
    let zero = refusal(&|file| json!({ "ROTATION": file.floats("VEC4", &[0.0; 4]) }));
    assert!(zero.contains("an instance's rotation is zero"), "{zero}");
    let endless = refusal(&|file| json!({ "SCALE": file.floats("VEC3", &[f32::NAN; 3]) }));
    assert!(endless.starts_with("R0142") && endless.contains("an instance"), "{endless}");
    let many = refusal(&|file| {
        let accessor = json!({ "componentType": 5126, "count": 4_000_000_000_u32, "type": "VEC3" });
        json!({ "TRANSLATION": file.push("accessors", accessor) })
    });
    assert!(many.starts_with("R0141"), "{many}");
    assert!(refusal(&|_| json!({ "TRANSLATION": 99 })).starts_with("R0140: there is no accessor 99"));
}
