//! Files of each released version keep loading.
//!
//! After a change of layout raise the type's version, keep the old files, and write new ones with
//! `cargo test -p rigmill-format -- --ignored write_the_fixtures`.

use std::path::PathBuf;

use rigmill_format::{ActionSet, AnimationSequence, Content, Skeleton};

use crate::samples;

fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v1");
    folder.join(name).with_extension("rmb")
}

fn read(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap()
}

#[test]
fn version_1_of_the_animation_sequence_loads() {
    let clip = AnimationSequence::decode(&read("animation_sequence")).unwrap();
    assert_eq!(format!("{clip:?}"), format!("{:?}", samples::clip()));
}

#[test]
fn version_1_of_the_skeleton_loads() {
    let skeleton = Skeleton::decode(&read("skeleton")).unwrap();
    assert_eq!(format!("{skeleton:?}"), format!("{:?}", samples::skeleton()));
}

#[test]
fn version_1_of_the_action_set_loads() {
    let set = ActionSet::decode(&read("action_set")).unwrap();
    assert_eq!(format!("{set:?}"), format!("{:?}", samples::action_set()));
}

#[test]
fn the_layout_has_not_changed_within_its_version() {
    assert_eq!(samples::clip().encode().unwrap(), read("animation_sequence"));
    assert_eq!(samples::skeleton().encode().unwrap(), read("skeleton"));
    assert_eq!(samples::action_set().encode().unwrap(), read("action_set"));
}

/// Bytes at the offsets that the module documentation states, so that the fixtures are held to
/// the byte tables and not only to the code that wrote them.
#[test]
fn the_fixture_has_its_bytes_where_the_tables_say() {
    let file = read("animation_sequence");
    assert_eq!(file[..8], *b"RMB\0\x01\0\x30\0");
    assert_eq!(file[16..32], [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0]);
    assert_eq!(file[48..56], *b"CLIP\x08\0\0\0");
    // The table of 7 entries ends at 216, so the first section is at 256.
    assert_eq!(file[56..64], 256_u64.to_le_bytes());
    assert_eq!(file[256..264], [0, 0, 0x80, 0x3F, 1, 0, 0, 0]);
    assert_eq!(file[320..332], [0, 0, 0, 0, 4, 0, 0, 0, 3, 0, 0, 0]);
    // Names are in record order, the index below them in name order: " Footsteps", "Root".
    assert_eq!(file[448..456], [1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(file[512..526], *b"Root Footsteps");
}

#[test]
#[ignore = "writes the fixtures"]
fn write_the_fixtures() {
    let files = [
        ("animation_sequence", samples::clip().encode()),
        ("skeleton", samples::skeleton().encode()),
        ("action_set", samples::action_set().encode()),
    ];
    for (name, bytes) in files {
        std::fs::write(path(name), bytes.unwrap()).unwrap();
    }
}
