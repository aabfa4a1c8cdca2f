//! Tests of morph targets and their weights, by the rules of the specification (3.7.2.2, 3.11, appendix C).

use rigmill_dom::Scene;
use serde_json::{Value, json};

use super::support::{refused, scene, scene_with};
use super::writer::Writer;

const TRIANGLE: [f32; 9] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];

/// Adds a mesh of one triangle with these `targets`.
fn face(file: &mut Writer, targets: &[Value], mesh: Value) -> usize {
    let positions = file.floats("VEC3", &TRIANGLE);
    let normals = file.floats("VEC3", &[0.0, 0.0, 1.0].repeat(3));
    let primitive = json!({ "attributes": { "POSITION": positions, "NORMAL": normals }, "targets": targets });
    let mut mesh = mesh;
    (mesh["name"], mesh["primitives"]) = ("M".into(), json!([primitive]));
    let mesh = file.push("meshes", mesh);
    file.node(json!({ "name": "M", "mesh": mesh }))
}

/// Adds a sparse accessor without a view, in which only vertex 2 changes.
fn sparse(file: &mut Writer, change: [f32; 3]) -> usize {
    let indices = file.view(&2_u16.to_le_bytes());
    let bytes: Vec<u8> = change.iter().flat_map(|number| number.to_le_bytes()).collect();
    let values = file.view(&bytes);
    let sparse = json!({
        "count": 1,
        "indices": { "bufferView": indices, "componentType": 5123 },
        "values": { "bufferView": values },
    });
    file.push("accessors", json!({ "componentType": 5126, "count": 3, "type": "VEC3", "sparse": sparse }))
}

fn two_targets(mesh: Value) -> (Writer, usize) {
    let mut file = Writer::new();
    let dense = file.floats("VEC3", &[0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, -2.0]);
    let normal = file.floats("VEC3", &[0.25, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let sparse = sparse(&mut file, [0.0, 3.0, 0.0]);
    let node = face(&mut file, &[json!({ "POSITION": dense, "NORMAL": normal }), json!({ "POSITION": sparse })], mesh);
    (file, node)
}

#[test]
fn targets_are_read_sparsely_with_names_and_weights() {
    let (file, _) = two_targets(json!({ "weights": [0.25, 0.0], "extras": { "targetNames": ["Smile"] } }));
    let scene = scene(&file);
    let [smile, other] = &scene.meshes[0].morphs[..] else { panic!("{:?}", scene.meshes[0].morphs) };
    assert_eq!([(&*smile.name, smile.weight), (&*other.name, other.weight)], [("Smile", 0.25), ("target 1", 0.0)]);
    let shape = &smile.shapes[0];
    assert_eq!((shape.weight, &shape.vertices[..]), (1.0, &[0, 1, 2][..]));
    assert_eq!(shape.positions, [[0.0; 3], [0.5, 0.0, 0.0], [0.0, 0.0, -2.0]]);
    assert_eq!(shape.normals, [[0.25, 0.0, 0.0], [0.0; 3], [0.0; 3]]);
    let shape = &other.shapes[0];
    assert_eq!((&shape.vertices[..], &shape.positions[..]), (&[2][..], &[[0.0, 3.0, 0.0]][..]));
    assert!(shape.normals.is_empty() && shape.tangents.is_empty());
}

#[test]
fn a_nodes_own_weights_replace_those_of_the_mesh() {
    let (mut file, _) = two_targets(json!({ "weights": [0.25, 0.5] }));
    file.node(json!({ "name": "N", "mesh": 0, "weights": [0.0, 1.0] }));
    let scene = scene(&file);
    let weights = |node: usize| {
        let mesh = &scene.meshes[scene.nodes[node].mesh.unwrap() as usize];
        mesh.morphs.iter().map(|morph| morph.weight).collect::<Vec<_>>()
    };
    assert_eq!((weights(0), weights(1)), (vec![0.25, 0.5], vec![0.0, 1.0]));
}

#[test]
fn quantized_changes_are_whole_numbers() {
    let mut file = Writer::new();
    file.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    file.json["extensionsUsed"] = json!(["KHR_mesh_quantization"]);
    // Signed bytes, with four bytes per vector: -127 is -1.
    let bytes: Vec<u8> = [0_i8, 0, 0, 0, 127, 0, -127, 0, 0, 0, 0, 0].iter().map(|it| it.cast_unsigned()).collect();
    let view = file.view(&bytes);
    file.json["bufferViews"][view]["byteStride"] = 4.into();
    let accessor = json!({ "bufferView": view, "componentType": 5120, "normalized": true, "count": 3, "type": "VEC3" });
    let accessor = file.push("accessors", accessor);
    face(&mut file, &[json!({ "POSITION": accessor })], json!({}));
    let shape = scene(&file).meshes[0].morphs[0].shapes[0].clone();
    assert_eq!((shape.vertices, shape.positions), (vec![1], vec![[1.0, 0.0, -1.0]]));
}

fn animated(interpolation: &str, times: &[f32], values: &[f32]) -> Writer {
    let (mut file, node) = two_targets(json!({ "weights": [0.25, 0.0] }));
    let (input, output) = (file.floats("SCALAR", times), file.floats("SCALAR", values));
    let channel = json!({ "sampler": 0, "target": { "node": node, "path": "weights" } });
    let sampler = json!({ "input": input, "output": output, "interpolation": interpolation });
    file.push("animations", json!({ "name": "Talk", "channels": [channel], "samplers": [sampler] }));
    file
}

/// Returns the weights of each target at the frames.
fn weights(scene: &Scene) -> Vec<(u32, Vec<f64>)> {
    scene.clips[0].weights.iter().map(|track| (track.target, track.weights.clone())).collect()
}

#[test]
fn weights_are_evaluated_as_the_format_says() {
    let at = |file: &Writer| weights(&scene_with(file, "sample_rate = 4"));
    let values = [0.0, 1.0, 2.0, 1.0, -1.0, 0.0];
    let linear = animated("LINEAR", &[0.0, 0.5, 1.0], &values);
    assert_eq!(at(&linear), [(0, vec![0.0, 1.0, 2.0, 0.5, -1.0]), (1, vec![1.0, 1.0, 1.0, 0.5, 0.0])]);
    let step = animated("STEP", &[0.0, 0.5, 1.0], &values);
    assert_eq!(at(&step), [(0, vec![0.0, 0.0, 2.0, 2.0, -1.0]), (1, vec![1.0, 1.0, 1.0, 1.0, 0.0])]);
    // For each key, the in-tangents of all targets, then their values, then their out-tangents (3.11). The second target keeps
    // its own weight.
    let spline = [[9.0, 0.0], [0.0, 0.0], [2.0, 0.0], [-4.0, 0.0], [1.0, 0.0], [9.0, 0.0]];
    let file = animated("CUBICSPLINE", &[0.0, 1.0], spline.as_flattened());
    let x = |t: f64| (t * t * t - 2.0 * t * t + t) * 2.0 + (3.0 * t * t - 2.0 * t * t * t) + (t * t * t - t * t) * -4.0;
    let found = at(&file);
    let expected = [0.0, x(0.25), x(0.5), x(0.75), 1.0];
    assert_eq!(found.iter().map(|(target, _)| *target).collect::<Vec<_>>(), [0]);
    assert!(found[0].1.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?}");
}

#[test]
fn damaged_targets_are_refused() {
    let (mut file, _) = two_targets(json!({}));
    file.json["accessors"][0]["count"] = 2.into();
    assert!(refused(&file.glb()).contains("a morph target has 2 vertices, but there are 3 vertices"));
    let file = animated("LINEAR", &[0.0, 1.0], &[0.0; 3]);
    assert!(refused(&file.glb()).contains("3 values, but the keys need 4"));
    let (mut file, _) = two_targets(json!({}));
    let mut second = file.json["meshes"][0]["primitives"][0].clone();
    second["targets"] = json!([]);
    file.json["meshes"][0]["primitives"].as_array_mut().unwrap().push(second);
    assert!(refused(&file.glb()).contains("do not have the same number of morph targets"));
}
