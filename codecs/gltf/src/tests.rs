//! Round trips, and damaged files.

use serde_json::{Value, json};

use crate::document::{
    Animation, Asset, Channel, ChannelTarget, Document, Interpolation, Mode, Node, Property, Sampler, Scene, push,
};
use crate::{Accessors, Binary, Container, Error, ErrorKind, decode_document, encode, triangles, uri};

const POSITIONS: [[f32; 3]; 3] = [[0.0, -1.0, 2.5], [f32::MIN_POSITIVE, 1e30, 0.1], [3.0, 4.0, 5.0]];
const TIMES: [f32; 2] = [0.0, 0.1];

/// Returns a file with lists of every kind.
fn file() -> Vec<u8> {
    let (mut document, mut binary) = (Document::default(), Binary::default());
    document.asset = Asset { generator: Some("test".to_owned()), ..Asset::default() };
    document.scenes = vec![Scene { nodes: vec![0], ..Scene::default() }];
    let node = push(&mut document.nodes, Node { name: Some("Ä".to_owned()), ..Node::default() });
    binary.positions(&POSITIONS);
    binary.attribute(&[[1_u8, 2, 3, 255]; 3]);
    binary.indices(&[[0_u16], [1], [2]]);
    binary.indices(&[[70_000_u32]]);
    binary.matrices(&[[0.5; 16]]);
    let (input, again) = (binary.times(&TIMES), binary.times(&TIMES));
    assert_eq!(input, again, "equal lists share an accessor");
    let output = binary.values(&[[0.0, 0.0, 0.0, 1.0]; 2]);
    let samplers = vec![Sampler { input, interpolation: Interpolation::Step, output }];
    let target = ChannelTarget { node: Some(node), path: Property::Rotation, extensions: None };
    let channels = vec![Channel { sampler: 0, target }];
    document.animations = vec![Animation { channels, samplers, ..Animation::default() }];
    encode(document, binary).unwrap()
}

#[test]
fn a_scene_may_have_no_nodes() {
    let json = br#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{},{"nodes":[0]}],"nodes":[{}]}"#;
    let root = decode_document(json).unwrap();
    assert_eq!(root.scenes.iter().map(|scene| scene.nodes.len()).collect::<Vec<_>>(), [0, 1]);
    let damaged = br#"{"asset":{"version":"2.0"},"scenes":[{"nodes":0},3]}"#;
    assert_eq!(decode_document(damaged).unwrap_err().kind, ErrorKind::Document);
}

#[test]
fn an_error_in_the_json_has_its_place() {
    let mut error = decode_document(b"{\n  \"asset\": {\"version\": \"2.0\",}\n}").unwrap_err();
    assert_eq!(error.to_string(), "the glTF file cannot be read: trailing comma at line 2 column 30");
    assert_eq!(error.place.take(), Some((2, 30)));
    assert_eq!(error.to_string(), "the glTF file cannot be read: trailing comma");
}

#[test]
fn files_of_version_1_are_refused_by_name() {
    // In glTF 1.0, lists are objects, and `asset` is optional (specification 1.0, properties reference: glTF).
    let texts = [
        r#"{"asset":{"version":"1.0"},"scene":"s","scenes":{"s":{"nodes":["n"]}},"nodes":{"n":{}}}"#,
        r#"{"scene":"s","scenes":{"s":{"nodes":["n"]}},"nodes":{"n":{"meshes":["m"]}},"meshes":{"m":{}}}"#,
    ];
    for text in texts {
        let error = decode_document(text.as_bytes()).unwrap_err();
        assert_eq!(
            (error.kind, error.to_string().as_str()),
            (ErrorKind::Version, "the file uses glTF version \"1.0\", but only version 2.0 is supported")
        );
    }
    assert_eq!(decode_document(b"{}").unwrap_err().kind, ErrorKind::Document);
}

fn no_files(_: usize, _: &str) -> Result<std::rc::Rc<[u8]>, Error> {
    panic!("there are no files")
}

#[test]
fn lists_come_back_as_they_were() {
    let file = file();
    let container = Container::decode(&file).unwrap();
    let root = decode_document(container.json).unwrap();
    let accessors = Accessors::open(&root, container.binary, no_files).unwrap();
    assert_eq!(accessors.read::<f32, 3>(0).unwrap(), POSITIONS);
    assert_eq!(accessors.read::<u32, 4>(1).unwrap(), [[1_u32, 2, 3, 255]; 3]);
    assert_eq!(accessors.read::<u32, 1>(2).unwrap(), [[0_u32], [1], [2]]);
    assert_eq!(accessors.read::<u32, 1>(3).unwrap(), [[70_000_u32]]);
    assert_eq!(accessors.read::<f32, 16>(4).unwrap(), [[0.5_f32; 16]]);
    assert_eq!(accessors.read::<f32, 1>(5).unwrap().as_flattened(), TIMES);
    assert_eq!(accessors.read::<f32, 4>(6).unwrap(), [[0.0_f32, 0.0, 0.0, 1.0]; 2]);
    assert_eq!(accessors.read::<u32, 1>(5).unwrap_err().kind, ErrorKind::Accessor);
    assert_eq!(accessors.read::<f32, 3>(7).unwrap_err().kind, ErrorKind::Invalid);
    assert_eq!(accessors.chunk_bytes(), container.binary.unwrap().len() as u64);
    let written: Value = serde_json::from_slice(container.json).unwrap();
    let first = &written["accessors"][0];
    assert_eq!(
        (first["min"].to_string(), first["max"].to_string()),
        ("[0.0,-1.0,0.10000000149011612]".into(), "[3.0,1.0000000150474662e+30,5.0]".into())
    );
    assert_eq!(root.nodes[0].name.as_deref(), Some("Ä"));
}

#[test]
fn every_truncation_is_an_error() {
    let file = file();
    for length in 1..file.len() {
        let document = Container::decode(&file[..length]).and_then(|container| decode_document(container.json));
        assert!(document.is_err(), "{length}");
    }
}

#[test]
fn escapes_are_resolved() {
    let cases =
        [("a b", "a%20b"), ("Stück#1", "St%C3%BCck%231"), ("Grund.skin: a", "Grund.skin%3A%20a"), ("../x", "../x")];
    for (path, escaped) in cases {
        assert_eq!(uri::escape(path), escaped);
        assert_eq!(uri::file_path(escaped).unwrap(), path);
    }
    assert_eq!(uri::file_path("https://host/a"), None);
    assert_eq!(uri::data("data:,a%20b"), Some(Ok(b"a b".to_vec())));
    assert_eq!(uri::data("a.bin"), None);
}

#[test]
fn strips_and_fans_are_triangles() {
    let cases = [
        (Mode::Triangles, vec![[0, 1, 2]]),
        (Mode::TriangleStrip, vec![[0, 1, 2], [2, 1, 3], [2, 3, 4]]),
        (Mode::TriangleFan, vec![[1, 2, 0], [2, 3, 0], [3, 4, 0]]),
        (Mode::Lines, vec![]),
    ];
    for (mode, expected) in cases {
        assert_eq!(triangles(mode, &[0, 1, 2, 3, 4]), expected, "{mode:?}");
    }
    assert_eq!(triangles(Mode::TriangleStrip, &[0, 1, 1, 2]), [[0; 3]; 0]);
}

#[test]
fn nodes_are_visible_unless_they_say_otherwise() {
    let json = br#"{"asset":{"version":"2.0"},
        "nodes":[{},{"extensions":{"KHR_node_visibility":{"visible":false}}},{"extensions":{}}]}"#;
    let nodes = decode_document(json).unwrap().nodes;
    assert_eq!(nodes.iter().map(Node::is_visible).collect::<Vec<_>>(), [true, false, true]);
}

/// A document with an integer and with extras wherever this crate reads them.
fn whole_document() -> Value {
    let extras = || json!({ "a": 1 });
    json!({
        "asset": { "version": "2.0", "extras": extras() },
        "scene": 0,
        "scenes": [{ "nodes": [1], "extras": extras() }],
        "nodes": [
            { "extensions": { "KHR_lights_punctual": { "light": 0 }, "MSFT_lod": { "ids": [1] } }, "extras": extras() },
            { "mesh": 0, "skin": 0, "camera": 0, "children": [0] },
        ],
        "meshes": [{
            "primitives": [{
                "attributes": { "POSITION": 0 }, "indices": 0, "material": 0, "mode": 5, "targets": [{ "POSITION": 0 }],
                "extras": extras(),
            }],
            "extras": extras(),
        }],
        "skins": [{ "inverseBindMatrices": 0, "joints": [0], "skeleton": 0, "extras": extras() }],
        "cameras": [{
            "type": "perspective",
            "perspective": { "yfov": 1, "znear": 1, "extras": extras() },
            "extras": extras(),
        }],
        "materials": [{
            "pbrMetallicRoughness": {
                "baseColorTexture": {
                    "index": 0, "texCoord": 1, "extensions": { "KHR_texture_transform": { "texCoord": 2 } },
                    "extras": extras(),
                },
                "extras": extras(),
            },
            "extras": extras(),
        }],
        "textures": [{ "sampler": 0, "source": 0, "extras": extras() }],
        "images": [{ "bufferView": 0, "mimeType": "image/png", "extras": extras() }],
        "samplers": [{ "magFilter": 9728, "minFilter": 9729, "wrapS": 33071, "wrapT": 33648, "extras": extras() }],
        "animations": [{
            "channels": [{
                "sampler": 0, "target": { "node": 0, "path": "scale", "extras": extras() }, "extras": extras(),
            }],
            "samplers": [{ "input": 0, "output": 0, "extras": extras() }],
            "extras": extras(),
        }],
        "accessors": [{
            "bufferView": 0, "byteOffset": 4, "componentType": 5126, "count": 3, "type": "VEC3",
            "sparse": {
                "count": 1,
                "indices": { "bufferView": 0, "byteOffset": 8, "componentType": 5123, "extras": extras() },
                "values": { "bufferView": 0, "byteOffset": 12, "extras": extras() },
                "extras": extras(),
            },
            "extras": extras(),
        }],
        "bufferViews": [{
            "buffer": 0, "byteOffset": 4, "byteLength": 80, "byteStride": 12, "target": 34962, "extras": extras(),
        }],
        "buffers": [{ "byteLength": 100, "extras": extras() }],
        "extensions": {
            "KHR_lights_punctual": { "lights": [{ "type": "spot", "spot": { "extras": extras() }, "extras": extras() }] },
        },
        "extras": extras(),
    })
}

/// Changes each value, with the name of its member.
fn change(value: &mut Value, name: &str, with: &impl Fn(&str, &mut Value)) {
    with(name, value);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| change(item, "", with)),
        Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| change(value, name, with)),
        _ => {}
    }
}

fn decoded(document: &Value) -> Document {
    decode_document(document.to_string().as_bytes()).unwrap()
}

#[test]
fn integers_may_have_a_fraction_of_0_or_an_exponent() {
    let document = whole_document();
    // Extensions of textures are read later.
    let shown = |document: &Value| {
        let mut document = decoded(document);
        let texture = document.materials[0].pbr_metallic_roughness.base_color_texture.as_mut().unwrap();
        assert_eq!(texture.transform().unwrap().tex_coord, Some(2));
        texture.extensions.clear();
        format!("{document:?}")
    };
    let expected = shown(&document);
    let with_fractions = |name: &str, value: &mut Value| {
        if let (Some(number), true) = (value.as_u64(), name != "a") {
            *value = json!(number as f64);
        }
    };
    let mut changed = document;
    change(&mut changed, "", &with_fractions);
    assert!(changed.to_string().contains(r#""byteLength":100.0"#));
    assert_eq!(shown(&changed), expected);
    let short = br#"{"asset":{"version":"2.0"},"scene":1e0}"#;
    assert_eq!(decode_document(short).unwrap().scene, Some(1));
    for wrong in ["-1", "0.5", "-1.0", "4294967296", "4294967296.0", "1e300", "true", "\"1\"", "[1]"] {
        let json = format!(r#"{{"asset":{{"version":"2.0"}},"scene":{wrong}}}"#);
        assert_eq!(decode_document(json.as_bytes()).unwrap_err().kind, ErrorKind::Document, "{wrong}");
    }
}

#[test]
fn extras_may_be_any_json() {
    for extras in [json!(null), json!(true), json!(-1.5), json!("text"), json!([1, "a", {}]), json!({ "b": [] })] {
        let mut document = whole_document();
        let count = std::cell::Cell::new(0);
        change(&mut document, "", &|name, value| {
            if name == "extras" {
                *value = extras.clone();
                count.set(count.get() + 1);
            }
        });
        assert_eq!(count.get(), 27, "{extras}");
        let document = decoded(&document);
        let kept = [&document.nodes[0].extras, &document.cameras[0].extras, &document.lights()[0].extras];
        let others = [&document.materials[0].extras, &document.animations[0].extras, &document.meshes[0].extras.others];
        assert!(kept.into_iter().chain(others).all(|kept| *kept == extras), "{extras}");
    }
}
