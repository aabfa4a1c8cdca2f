//! Tests of malicious and damaged files.

use std::fs;

use proptest::prelude::*;
use rigmill_test_random::{Random, cases};
use serde_json::json;

use super::support::{import, refused};
use super::writer::Writer;
use crate::tests::scenes::{check_scene, harmed};
use crate::tests::support::data_if_set;

fn check(bytes: &[u8]) {
    let (scene, said) = import(bytes);
    match scene {
        Some(scene) => check_scene(&scene),
        None => assert!(!said.is_empty()),
    }
}

#[test]
fn what_is_no_gltf_file_is_reported() {
    let cases: [&[u8]; 8] = [
        b"",
        b"\0",
        b"hello",
        b"{}",
        b"{\"asset\":{\"version\":\"1.0\"}}",
        b"glTF",
        b"glTF\x01\0\0\0\x0c\0\0\0",
        b"glTF\x02\0\0\0\x0c\0\0\0",
    ];
    for case in cases {
        assert!(refused(case).starts_with("R0140"), "{case:?}: {}", refused(case));
    }
}

#[test]
fn lengths_that_the_file_does_not_have_are_refused() {
    let whole = Writer::new().glb();
    for place in [8, 12] {
        for length in [u32::MAX, 1 << 31, 1 << 20, 11, 0] {
            let mut bytes = whole.clone();
            bytes[place..place + 4].copy_from_slice(&length.to_le_bytes());
            assert!(refused(&bytes).starts_with("R0140"), "{place} {length}");
        }
    }
}

#[test]
fn documents_that_would_fill_the_memory_are_refused() {
    let nodes = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"materials\":[{}{{}}]}}", "{},".repeat(1_000_000));
    assert!(refused(nodes.as_bytes()).starts_with("R0141"));
    let numbers =
        format!("{{\"asset\":{{\"version\":\"2.0\"}},\"nodes\":[{{\"weights\":[{}0]}}]}}", "0,".repeat(5_000_000));
    assert!(refused(numbers.as_bytes()).starts_with("R0141"));
    let nested = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"extras\":{}", "[".repeat(1_000_000));
    assert!(refused(nested.as_bytes()).starts_with("R0140"));
}

#[test]
fn a_list_that_many_share_is_paid_for_by_each() {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &[0.0; 3000]);
    let primitive = json!({ "attributes": { "POSITION": positions } });
    file.json["meshes"] = json!([{ "primitives": vec![primitive; 10_000] }]);
    file.node(json!({ "mesh": 0 }));
    assert!(refused(&file.glb()).starts_with("R0141"));
    let mut file = Writer::new();
    let node = file.node(json!({}));
    file.animation("A", &[(node, "translation", "LINEAR", &[0.0; 1000], &[0.0; 3000])]);
    let channel = file.json["animations"][0]["channels"][0].clone();
    file.json["animations"][0]["channels"] = vec![channel; 10_000].into();
    assert!(refused(&file.glb()).starts_with("R0141"));
}

/// Returns a small file that contains everything.
fn everything() -> Writer {
    let mut file = Writer::new();
    let positions = file.floats("VEC3", &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    let indices = file.indices(&[0, 1, 2]);
    let joints = file.accessor("VEC4", 5121, 3, &[0; 12]);
    let weights = file.floats("VEC4", &[1.0, 0.0, 0.0, 0.0].repeat(3));
    let attributes = json!({ "POSITION": positions, "JOINTS_0": joints, "WEIGHTS_0": weights });
    let mesh = file.mesh(json!({ "attributes": attributes, "indices": indices, "material": 0 }));
    file.push("materials", json!({ "pbrMetallicRoughness": { "metallicFactor": 0.5 } }));
    let bone = file.node(json!({ "name": "Bone", "translation": [0, 1, 0] }));
    file.node(json!({ "name": "Root", "children": [mesh, bone] }));
    file.push("skins", json!({ "joints": [bone] }));
    file.json["nodes"][mesh]["skin"] = 0.into();
    file.animation(
        "Go",
        &[
            (bone, "translation", "LINEAR", &[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0]),
            (bone, "rotation", "CUBICSPLINE", &[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0].repeat(6)),
        ],
    );
    file
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 200, ..ProptestConfig::with_cases(cases(64)) })]
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..300), binary: bool) {
        let head: &[u8] = if binary { b"glTF\x02\0\0\0\x90\0\0\0" } else { b"{\"asset\":{\"version\":\"2.0\"}," };
        check(&[head, &bytes].concat());
    }
}

#[test]
fn every_truncation_gives_a_sound_scene_or_a_refusal() {
    let file = everything();
    for whole in [file.glb(), file.gltf("data:;base64,")] {
        check(&whole);
        (0..whole.len()).for_each(|end| check(&whole[..end]));
    }
}

#[test]
fn harmed_files_give_a_sound_scene_or_a_refusal() {
    let file = everything();
    let mut files = vec![file.glb(), file.gltf("data:;base64,AAAAAAAAAAAAAAAA")];
    let mut random = Random::new(7);
    for round in 0..cases(12_000) as usize {
        check(&harmed(&files[round % 2], &mut random));
    }
    files.extend(data_if_set("RIGMILL_FBX").map(|it| fs::read(it.join("robot.glb")).unwrap()));
    for whole in files.iter().skip(2) {
        (0..300).for_each(|_| check(&harmed(whole, &mut random)));
    }
}
