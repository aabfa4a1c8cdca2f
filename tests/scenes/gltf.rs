//! Small glTF files, each with one thing.

#[path = "../../importers/src/tests/gltf/writer.rs"]
#[allow(dead_code, reason = "the importers' tests use the rest")]
mod writer;

use serde_json::{Value, json};
use writer::Writer;

/// A file of a triangle on the node 0, "Body".
fn body() -> Writer {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let mesh = json!({ "name": "Body", "primitives": [{ "attributes": { "POSITION": positions } }] });
    file.push("meshes", mesh);
    file.node(json!({ "name": "Body", "mesh": 0 }));
    file
}

/// The file after a change of its document.
fn changed(mut file: Writer, change: impl FnOnce(&mut Value)) -> Writer {
    change(&mut file.json);
    file
}

fn skinned() -> Writer {
    let mut file = body();
    let joints = file.accessor("VEC4", 5121, 3, &[0; 12]);
    let weights = file.floats("VEC4", &[1.0, 0.0, 0.0, 0.0].repeat(3));
    let bone = file.node(json!({ "name": "Bone" }));
    file.push("skins", json!({ "joints": [bone] }));
    changed(file, |json| {
        json["meshes"][0]["primitives"][0]["attributes"]["JOINTS_0"] = joints.into();
        json["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"] = weights.into();
        json["nodes"][0]["skin"] = 0.into();
    })
}

fn morphed() -> Writer {
    let mut file = body();
    let changes = file.floats("VEC3", &[0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    changed(file, |json| {
        json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": changes }]);
        json["meshes"][0]["extras"] = json!({ "targetNames": ["Smile"] });
    })
}

fn moved() -> Writer {
    let mut file = body();
    file.animation("Go", &[(0, "translation", "LINEAR", &[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0])]);
    file
}

fn not_finite() -> Writer {
    let mut file = body();
    let far = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, f32::NAN, 0.0];
    let positions = file.floats("VEC3", &far);
    let indices = file.indices(&[0, 1, 2, 1, 2, 3]);
    changed(file, |json| {
        json["meshes"][0]["primitives"][0] = json!({ "attributes": { "POSITION": positions }, "indices": indices });
    })
}

/// A file of a clip that changes a property by the extension `KHR_animation_pointer`.
fn pointed() -> Writer {
    changed(moved(), |json| {
        json["extensionsUsed"] = json!(["KHR_animation_pointer"]);
        let pointer =
            json!({ "KHR_animation_pointer": { "pointer": "/materials/0/pbrMetallicRoughness/roughnessFactor" } });
        json["animations"][0]["channels"][0]["target"] = json!({ "path": "pointer", "extensions": pointer });
    })
}

/// A file of two scenes: the default one has the body.
fn two_scenes(of_second: Value) -> Writer {
    changed(body(), |json| json["scenes"] = json!([{ "nodes": [0] }, { "nodes": of_second }]))
}

/// A file of a clip that also moves a node of another scene.
fn moved_outside() -> Writer {
    let mut file = moved();
    file.node(json!({ "name": "Other" }));
    let times = file.json["animations"][0]["samplers"][0].clone();
    changed(file, |json| {
        json["scenes"] = json!([{ "nodes": [0] }]);
        json["animations"][0]["samplers"].as_array_mut().unwrap().push(times);
        let channel = json!({ "sampler": 1, "target": { "node": 1, "path": "translation" } });
        json["animations"][0]["channels"].as_array_mut().unwrap().push(channel);
    })
}

/// What the page calls a thing, and a file that has it.
pub(super) fn files() -> Vec<(&'static str, Vec<u8>)> {
    let hidden = |json: &mut Value| {
        json["extensionsUsed"] = json!(["KHR_node_visibility"]);
        json["nodes"][0]["extensions"] = json!({ "KHR_node_visibility": { "visible": false } });
    };
    let unused = |json: &mut Value| {
        let spare = json["meshes"][0].clone();
        json["meshes"].as_array_mut().unwrap().push(spare);
    };
    let outside = |json: &mut Value| {
        json["nodes"].as_array_mut().unwrap().push(json!({ "name": "Lost" }));
        json["scenes"] = json!([{ "nodes": [0] }]);
    };
    let useless = |json: &mut Value| json["animations"][0]["channels"][0]["target"]["path"] = "weights".into();
    let used = |json: &mut Value| json["extensionsUsed"] = json!(["EXT_unheard_of"]);
    let required = |json: &mut Value| json["extensionsRequired"] = json!(["EXT_unheard_of"]);
    let lines = |json: &mut Value| {
        let mut lines = json["meshes"][0]["primitives"][0].clone();
        lines["mode"] = 1.into();
        json["meshes"][0]["primitives"].as_array_mut().unwrap().push(lines);
    };
    let files = [
        ("Meshes", body()),
        ("Skins", skinned()),
        ("Morph targets", morphed()),
        ("Movement of nodes", moved()),
        ("Points and lines", changed(body(), lines)),
        ("Faces that are not finite", not_finite()),
        ("Meshes of hidden nodes", changed(body(), hidden)),
        ("Meshes without a node", changed(body(), unused)),
        ("Nodes outside the scene", changed(body(), outside)),
        ("Scenes beside the default one", two_scenes(json!([0]))),
        ("Other animated properties", pointed()),
        ("Channels that change nothing", changed(moved(), useless)),
        ("Channels of nodes outside the scene", moved_outside()),
        ("Extensions that are not known", changed(body(), used)),
        ("Extensions that are not known and required", changed(body(), required)),
    ];
    files.into_iter().map(|(feature, file)| (feature, file.glb())).collect()
}
