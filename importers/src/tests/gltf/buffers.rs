//! Tests of buffers and the location of their bytes.

use rigmill_pipeline::Query;
use serde_json::json;

use super::support::{import_among, refused};
use super::writer::Writer;

fn triangle() -> Writer {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    file.mesh(json!({ "attributes": { "POSITION": positions } }));
    file
}

#[test]
fn buffers_beside_the_file_are_dependencies() {
    let file = triangle();
    for (uri, path) in [("robot.bin", "Models/robot.bin"), ("a%20b.bin", "Models/a b.bin"), ("../x.bin", "x.bin")] {
        let (scene, read, said) = import_among(file.gltf(uri), &[(path, file.binary.clone())]);
        assert_eq!(said, [], "{uri}");
        assert_eq!(scene.unwrap().meshes[0].positions[1], [1.0, 0.0, 0.0]);
        let files: Vec<_> = read
            .iter()
            .filter_map(|it| if let Query::File(path) = &it.query { Some(path.as_str()) } else { None })
            .collect();
        assert_eq!(files, ["Models/robot.gltf", path]);
        let (scene, read, said) = import_among(file.gltf(uri), &[]);
        assert!(scene.is_none() && said[0].code == "R0145", "{said:?}");
        assert_eq!(read.len(), 2, "an absent file is a dependency, too");
    }
}

#[test]
fn a_missing_buffer_belongs_next_to_the_file_or_at_its_path_in_the_project() {
    let file = triangle();
    let remedy = |uri: &str| {
        let said = import_among(file.gltf(uri), &[]).2;
        format!("{}; {}", said[0].message, said[0].help.as_deref().unwrap())
    };
    assert_eq!(
        remedy("robot.bin"),
        "buffer 0: there is no file `Models/robot.bin` in the project; put `robot.bin` next to `robot.gltf`, or \
         export the scene as a single binary file (.glb)"
    );
    assert!(
        remedy("../x.bin")
            .contains("`x.bin` in the project; put the buffer's file at this path in the project folder, or")
    );
}

#[test]
fn buffers_may_be_in_their_addresses() {
    let file = triangle();
    let base64 = base64(&file.binary);
    for uri in [
        format!("data:application/octet-stream;base64,{base64}"),
        format!("data:application/gltf-buffer;base64,{}", base64.trim_end_matches('=')),
        format!("DATA:;base64,{base64}"),
    ] {
        let (scene, _, said) = import_among(file.gltf(&uri), &[]);
        assert_eq!(said, [], "{uri}");
        assert_eq!(scene.unwrap().meshes[0].positions[2], [0.0, 1.0, 0.0]);
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| -> String {
        let bits = (0..3).fold(0_usize, |bits, at| bits << 8 | usize::from(group.get(at).copied().unwrap_or(0)));
        let letter = |at: usize| if at <= group.len() { char::from(LETTERS[bits >> (18 - 6 * at) & 63]) } else { '=' };
        (0..4).map(letter).collect()
    };
    bytes.chunks(3).map(group).collect()
}

#[test]
fn addresses_outside_the_project_are_refused() {
    let file = triangle();
    let outside =
        ["../../x.bin", "C:/x.bin", "//host/x.bin", "http://host/x.bin", "file:///etc/passwd", "..%2f..%2fx.bin", ""];
    for uri in outside.into_iter().chain(["data:;base64,!!!!", "data:nothing", "x%00.bin"]) {
        let (scene, read, said) = import_among(file.gltf(uri), &[("x.bin", file.binary.clone())]);
        assert!(scene.is_none() && said.len() == 1 && said[0].code == "R0145", "{uri}: {said:?}");
        assert_eq!(read.len(), 1, "{uri}");
    }
}

#[test]
fn files_of_other_formats_are_named() {
    let fbx = b"Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0".as_slice();
    assert!(refused(fbx).starts_with("R0140: this is a binary FBX file, not a glTF file"), "{}", refused(fbx));
    let xnb = b"XNBw\x05\0\0\0\0\0".as_slice();
    assert!(refused(xnb).starts_with("R0140: this is an XNB file, not a glTF file"), "{}", refused(xnb));
}

#[test]
fn buffers_shorter_than_they_say_are_refused() {
    let file = triangle();
    let (scene, _, said) = import_among(file.gltf("robot.bin"), &[("Models/robot.bin", vec![0; 35])]);
    assert!(scene.is_none());
    assert_eq!(said[0].message, "buffer 0: the file `Models/robot.bin` is 35 bytes long, expected 36");
    let mut file = triangle();
    file.json["buffers"] = json!([{ "byteLength": 1 << 20 }]);
    assert!(refused(&file.glb()).starts_with("R0145"));
    file.json["buffers"] = json!([{ "byteLength": 36 }, { "byteLength": 36 }]);
    file.json["bufferViews"][0]["buffer"] = 1.into();
    assert!(refused(&file.glb()).starts_with("R0145: buffer 1"));
}

/// Returns a file of materials whose images are these parts of its buffer (first byte, length).
fn images(parts: &[(usize, usize)]) -> Writer {
    let mut file = Writer::new();
    file.binary = vec![7; 40];
    for list in ["images", "textures"] {
        file.json[list] = json!([]);
    }
    for (index, (start, length)) in parts.iter().enumerate() {
        let view = file.push("bufferViews", json!({ "buffer": 0, "byteOffset": start, "byteLength": length }));
        file.push("images", json!({ "name": format!("I{index}"), "mimeType": "image/png", "bufferView": view }));
        file.push("textures", json!({ "source": index }));
        file.push("materials", json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": index } } }));
    }
    file
}

#[test]
fn images_of_the_same_bytes_are_one_texture() {
    let scene = super::support::scene(&images(&[(0, 20), (20, 20), (0, 20), (20, 20), (0, 20)]));
    let names: Vec<_> =
        scene.textures.iter().map(|it| (it.name.as_str(), it.embedded.as_ref().unwrap().len())).collect();
    assert_eq!(names, [("I0", 20), ("I1", 20)]);
    assert_eq!(scene.textures.iter().map(|it| it.copies).collect::<Vec<_>>(), [2, 1]);
    let used: Vec<u32> = scene.materials.iter().map(|material| material.textures[0].texture).collect();
    assert_eq!(used, [0, 1, 0, 1, 0]);
}

#[test]
fn images_that_overlap_are_no_more_than_their_buffers() {
    let overlapping: Vec<(usize, usize)> = (0..11).map(|start| (start, 4)).collect();
    let refusal = refused(&images(&overlapping).glb());
    assert_eq!(refusal, "R0141: the embedded images take up 44 bytes, but all buffers together are only 40 bytes");
    assert_eq!(super::support::scene(&images(&overlapping[..10])).textures.len(), 10);
}
