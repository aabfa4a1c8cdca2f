//! Round trips, and damaged files.

use gltf_json::Index;
use gltf_json::animation::Interpolation;
use gltf_json::mesh::Mode;

use crate::document::{Animation, Asset, Channel, ChannelTarget, Document, Node, Sampler, Scene, push};
use crate::{
    Accessors, Binary, Container, Error, ErrorKind, decode_document, decode_visibility, encode, triangles, uri,
};

const POSITIONS: [[f32; 3]; 3] = [[0.0, -1.0, 2.5], [f32::MIN_POSITIVE, 1e30, 0.1], [3.0, 4.0, 5.0]];
const TIMES: [f32; 2] = [0.0, 0.1];

/// Returns a file with lists of every kind.
fn file() -> Vec<u8> {
    let (mut document, mut binary) = (Document::default(), Binary::default());
    document.asset = Asset { generator: "test", ..Asset::default() };
    document.scenes = vec![Scene { nodes: vec![0] }];
    let node = push(&mut document.nodes, Node { name: "Ä".to_owned(), ..Node::default() });
    binary.positions(&POSITIONS);
    binary.attribute(&[[1_u8, 2, 3, 255]; 3]);
    binary.indices(&[[0_u16], [1], [2]]);
    binary.indices(&[[70_000_u32]]);
    binary.matrices(&[[0.5; 16]]);
    let (input, again) = (binary.times(&TIMES), binary.times(&TIMES));
    assert_eq!(input, again, "equal lists share an accessor");
    let output = binary.values(&[[0.0, 0.0, 0.0, 1.0]; 2]);
    let samplers = vec![Sampler { input, interpolation: Interpolation::Step, output }];
    let target = ChannelTarget { node, path: gltf_json::animation::Property::Rotation };
    document.animations =
        vec![Animation { name: String::new(), channels: vec![Channel { sampler: 0, target }], samplers }];
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
    assert_eq!(accessors.read::<f32, 3>(Index::new(0)).unwrap(), POSITIONS);
    assert_eq!(accessors.read::<u32, 4>(Index::new(1)).unwrap(), [[1_u32, 2, 3, 255]; 3]);
    assert_eq!(accessors.read::<u32, 1>(Index::new(2)).unwrap(), [[0_u32], [1], [2]]);
    assert_eq!(accessors.read::<u32, 1>(Index::new(3)).unwrap(), [[70_000_u32]]);
    assert_eq!(accessors.read::<f32, 16>(Index::new(4)).unwrap(), [[0.5_f32; 16]]);
    assert_eq!(accessors.read::<f32, 1>(Index::new(5)).unwrap().as_flattened(), TIMES);
    assert_eq!(accessors.read::<f32, 4>(Index::new(6)).unwrap(), [[0.0_f32, 0.0, 0.0, 1.0]; 2]);
    assert_eq!(accessors.read::<u32, 1>(Index::new(5)).unwrap_err().kind, ErrorKind::Accessor);
    assert_eq!(accessors.read::<f32, 3>(Index::new(7)).unwrap_err().kind, ErrorKind::Invalid);
    assert_eq!(accessors.chunk_bytes(), container.binary.unwrap().len() as u64);
    let bounds = |value: &Option<gltf_json::Value>| value.as_ref().unwrap().to_string();
    let first = &root.accessors[0];
    assert_eq!(
        (bounds(&first.min), bounds(&first.max)),
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
    let json = br#"{"nodes":[{},{"extensions":{"KHR_node_visibility":{"visible":false}}},{"extensions":{}}]}"#;
    assert_eq!(decode_visibility(json), Ok(vec![true, false, true]));
    assert_eq!(decode_visibility(b"{}"), Ok(vec![]));
}
