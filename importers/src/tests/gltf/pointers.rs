//! Tests of the extension `KHR_animation_pointer`.

use serde_json::json;

use super::support::{scene, warned};
use super::writer::Writer;

/// A node with a mesh whose property a pointer moves.
fn pointed(pointer: &str, kind: &str, values: &[f32]) -> Writer {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let target = file.floats("VEC3", &[0.5; 9]);
    file.mesh(json!({ "attributes": { "POSITION": positions }, "targets": [{ "POSITION": target }] }));
    let (input, output) = (file.floats("SCALAR", &[0.0, 1.0]), file.floats(kind, values));
    let target = json!({ "path": "pointer", "extensions": { "KHR_animation_pointer": { "pointer": pointer } } });
    let channels = json!([{ "sampler": 0, "target": target }]);
    file.push(
        "animations",
        json!({ "name": "Go", "channels": channels, "samplers": [{ "input": input, "output": output }] }),
    );
    (file.json["extensionsUsed"], file.json["extensionsRequired"]) =
        (json!(["KHR_animation_pointer"]), json!(["KHR_animation_pointer"]));
    file
}

#[test]
fn pointers_to_properties_of_nodes_are_like_other_channels() {
    let moved = scene(&pointed("/nodes/0/translation", "VEC3", &[0.0, 0.0, 0.0, 5.0, 0.0, 0.0]));
    assert_eq!(moved.clips[0].tracks[0].translations.last(), Some(&[5.0, 0.0, 0.0]));
    let turned = scene(&pointed("/nodes/0/rotation", "VEC4", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0]));
    assert_eq!(turned.clips[0].tracks[0].rotations.last(), Some(&[0.0, 0.0, 1.0, 0.0]));
    let grown = scene(&pointed("/nodes/0/scale", "VEC3", &[1.0, 1.0, 1.0, 2.0, 3.0, 4.0]));
    assert_eq!(grown.clips[0].tracks[0].scales.last(), Some(&[2.0, 3.0, 4.0]));
    let changed = scene(&pointed("/nodes/0/weights", "SCALAR", &[0.0, 0.5]));
    assert_eq!(changed.clips[0].weights[0].weights.last(), Some(&0.5));
}

#[test]
fn pointers_to_other_properties_are_reported() {
    let others = [
        "/materials/0/alphaCutoff",
        "/nodes/0/rotation/0",
        "/nodes/00/translation",
        "/nodes/0",
        "/nodes/0/weights/1",
        "",
    ];
    for pointer in others {
        let said = warned(&pointed(pointer, "VEC3", &[0.0; 6]));
        let shown = if pointer.is_empty() { String::new() } else { format!(": {pointer:?}") };
        assert_eq!(
            said,
            [format!("R0147: 1 animation channel of a property that clips cannot change is left out{shown}")],
            "{pointer}"
        );
    }
    let lost = warned(&pointed("/nodes/7/scale", "VEC3", &[1.0; 6]));
    assert_eq!(lost, ["R0147: 1 animation channel that affects neither a node nor a mesh is left out: \"Go\""]);
}
