//! Small glTF files, each with one feature.

#[path = "../../importers/src/tests/gltf/writer.rs"]
#[allow(dead_code, reason = "the importers' tests use the rest")]
mod writer;

use serde_json::{Value, json};
use writer::Writer;

/// A file with a triangle on node 0, "Body".
fn body() -> Writer {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let mesh = json!({ "name": "Body", "primitives": [{ "attributes": { "POSITION": positions } }] });
    file.push("meshes", mesh);
    file.node(json!({ "name": "Body", "mesh": 0 }));
    file
}

/// Returns the file after a change to its document.
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

/// A file whose body has two sets of colours.
fn coloured() -> Writer {
    let mut file = body();
    let sets = [0.25_f32, 0.5].map(|grey| file.floats("VEC4", &[grey; 12]));
    changed(file, |json| {
        for (number, set) in sets.into_iter().enumerate() {
            json["meshes"][0]["primitives"][0]["attributes"][format!("COLOR_{number}")] = set.into();
        }
    })
}

/// A file whose body has an attribute that no specification knows.
fn hot() -> Writer {
    let mut file = body();
    let heat = file.floats("SCALAR", &[1.0, 2.0, 3.0]);
    changed(file, |json| json["meshes"][0]["primitives"][0]["attributes"]["_HEAT"] = heat.into())
}

/// A file with a node that has an extension, and the document's data for it.
fn carrying(name: &str, of_node: Value, of_document: Value) -> Writer {
    let mut file = body();
    file.node(json!({ "name": "Carrier", "extensions": { name: of_node } }));
    changed(file, |json| {
        json["extensionsUsed"] = json!([name]);
        json["extensions"] = json!({ name: of_document });
    })
}

/// A file with a body, and a coarser one for small sizes on screen.
fn in_levels() -> Writer {
    let mut file = body();
    let coarse = file.node(json!({ "name": "Coarse", "mesh": 0 }));
    changed(file, |json| {
        json["extensionsUsed"] = json!(["MSFT_lod"]);
        json["scenes"] = json!([{ "nodes": [0] }]);
        json["nodes"][0]["extensions"] = json!({ "MSFT_lod": { "ids": [coarse] } });
        json["nodes"][0]["extras"] = json!({ "MSFT_screencoverage": [0.5, 0.1] });
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

/// A file with a clip that changes a property through the extension `KHR_animation_pointer`.
fn pointed() -> Writer {
    changed(moved(), |json| {
        json["extensionsUsed"] = json!(["KHR_animation_pointer"]);
        let pointer =
            json!({ "KHR_animation_pointer": { "pointer": "/materials/0/pbrMetallicRoughness/roughnessFactor" } });
        json["animations"][0]["channels"][0]["target"] = json!({ "path": "pointer", "extensions": pointer });
    })
}

/// A file with two instances of the body.
fn instanced() -> Writer {
    let mut file = body();
    let places = file.floats("VEC3", &[0.0, 0.0, 0.0, 3.0, 0.0, 0.0]);
    changed(file, |json| {
        json["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
        json["nodes"][0]["extensions"] =
            json!({ "EXT_mesh_gpu_instancing": { "attributes": { "TRANSLATION": places } } });
    })
}

/// A file with two scenes. The default scene contains the body.
fn two_scenes(of_second: Value) -> Writer {
    changed(body(), |json| json["scenes"] = json!([{ "nodes": [0] }, { "nodes": of_second }]))
}

/// A file with a clip that also moves a node in a different scene.
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

/// Returns the documentation's name of each feature, with a file that has it.
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
    let camera = |json: &mut Value| {
        json["cameras"] = json!([{ "type": "perspective", "perspective": { "yfov": 0.75, "znear": 0.125 } }]);
        json["nodes"][0]["camera"] = 0.into();
    };
    let spare_camera = |json: &mut Value| {
        json["cameras"] = json!([{ "type": "perspective", "perspective": { "yfov": 0.75, "znear": 0.125 } }]);
    };
    let spare_light = |json: &mut Value| {
        json["extensionsUsed"] = json!(["KHR_lights_punctual"]);
        json["extensions"] = json!({ "KHR_lights_punctual": { "lights": [{ "type": "point" }] } });
    };
    let disordered = |json: &mut Value| json["nodes"][0]["extras"] = json!({ "MSFT_screencoverage": [0.25, 0.5] });
    let levels_of_material = |json: &mut Value| {
        json["extensionsUsed"] = json!(["MSFT_lod"]);
        json["materials"] = json!([{ "extensions": { "MSFT_lod": { "ids": [1] } } }, {}]);
        json["meshes"][0]["primitives"][0]["material"] = 0.into();
    };
    let without_positions = |json: &mut Value| {
        let mut other = json["meshes"][0]["primitives"][0].clone();
        other["attributes"] = json!({ "NORMAL": 0 });
        json["meshes"][0]["primitives"].as_array_mut().unwrap().push(other);
    };
    let nested = |json: &mut Value| {
        json["extensionsUsed"] = json!(["EXT_paint"]);
        json["materials"] = json!([{ "extensions": { "EXT_paint": { "layers": { "coats": 2 } } } }]);
        json["meshes"][0]["primitives"][0]["material"] = 0.into();
    };
    let property = |json: &mut Value| json["nodes"][0]["extras"] = json!({ "Speed": 2.5 });
    let nonsense = |json: &mut Value| json["meshes"][0]["primitives"][0]["attributes"]["HEAT"] = 0.into();
    let recoloured = |json: &mut Value| {
        let changes = json["meshes"][0]["primitives"][0]["targets"][0]["POSITION"].clone();
        json["meshes"][0]["primitives"][0]["targets"][0]["COLOR_0"] = changes;
    };
    let credited = |json: &mut Value| json["asset"]["extras"] = json!({ "author": "Somebody" });
    let varied = |json: &mut Value| {
        json["extensionsUsed"] = json!(["KHR_materials_variants"]);
        json["extensions"] = json!({ "KHR_materials_variants": { "variants": [{ "name": "Red" }] } });
    };
    let light = json!({ "lights": [{ "type": "point", "intensity": 40.0 }] });
    let files = [
        ("Meshes", body()),
        ("Skins", skinned()),
        ("Morph targets", morphed()),
        ("Node animation", moved()),
        ("Second set of vertex colours", coloured()),
        ("Cameras", changed(body(), camera)),
        ("Lights", carrying("KHR_lights_punctual", json!({ "light": 0 }), light)),
        ("Levels of detail", in_levels()),
        ("Custom properties", changed(body(), property)),
        ("Custom vertex attributes", hot()),
        ("Unknown vertex attributes", changed(body(), nonsense)),
        ("Morph targets that change other attributes", changed(morphed(), recoloured)),
        ("Custom properties of other objects", changed(body(), credited)),
        ("Cameras without a node", changed(body(), spare_camera)),
        ("Lights without a node", changed(body(), spare_light)),
        ("Incomplete thresholds of levels", changed(in_levels(), disordered)),
        ("Material levels of detail", changed(body(), levels_of_material)),
        ("Mesh instancing", instanced()),
        ("Material variants", changed(body(), varied)),
        ("Nested parameters of materials", changed(body(), nested)),
        ("Triangles without positions", changed(body(), without_positions)),
        ("Points and lines", changed(body(), lines)),
        ("Faces with NaN or infinite vertices", not_finite()),
        ("Hidden meshes", changed(body(), hidden)),
        ("Meshes without a node", changed(body(), unused)),
        ("Nodes outside the scene", changed(body(), outside)),
        ("Other scenes", two_scenes(json!([0]))),
        ("Other animated properties", pointed()),
        ("Animation channels without effect", changed(moved(), useless)),
        ("Channels of nodes outside the scene", moved_outside()),
        ("Unknown extensions", changed(body(), used)),
        ("Unknown required extensions", changed(body(), required)),
    ];
    files.into_iter().map(|(feature, file)| (feature, file.glb())).collect()
}
