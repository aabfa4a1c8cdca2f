//! Tests damaged content files: `inspect`, `verify` and the runtime return a named error for every kind of damage.

use std::fs;

use rigmill_runtime::Content;
use rigmill_runtime::content::{AnimationSequence, Loadable};

use crate::support::{Project, clip};

fn built_clip() -> (Project, Vec<u8>) {
    let project = Project::new();
    project.write("a.Animation", clip(&["1", "2"]));
    project.build();
    let bytes = project.read("build/native/a.rmb");
    (project, bytes)
}

#[test]
fn the_runtime_refuses_every_flipped_byte_and_every_truncation() {
    let (_project, bytes) = built_clip();
    let load = |bytes: &[u8]| AnimationSequence::from_bytes(rigmill_runtime::content::AlignedBytes::from_slice(bytes));
    assert!(load(&bytes).is_ok());
    for at in 0..bytes.len() {
        assert!(load(&bytes[..at]).is_err(), "cut at {at}");
        for mask in [0x01, 0x10, 0x80, 0xff] {
            let mut flipped = bytes.clone();
            flipped[at] ^= mask;
            assert!(load(&flipped).is_err(), "byte {at} with {mask:#x}");
        }
    }
}

#[test]
fn inspect_verify_and_content_name_the_damage() {
    let (project, bytes) = built_clip();
    for at in (0..bytes.len()).step_by(bytes.len() / 23) {
        let mut flipped = bytes.clone();
        flipped[at] ^= 0x40;
        for damaged in [flipped.as_slice(), &bytes[..at]] {
            project.write("build/native/a.rmb", damaged);
            let inspect = project.command("inspect").arg("build/native/a.rmb").output().unwrap();
            assert_eq!(inspect.status.code(), Some(1), "byte {at}");
            assert!(String::from_utf8(inspect.stderr).unwrap().contains("--> build/native/a.rmb"));
            assert_eq!(project.command("verify").arg("build").output().unwrap().status.code(), Some(1));
            let content = Content::open(project.native()).unwrap();
            let error = content.load::<AnimationSequence>("a").unwrap_err().to_string();
            assert!(error.contains("a.rmb"), "{error}");
        }
    }
}

#[test]
fn a_damaged_output_is_put_right_by_the_next_build() {
    let (project, bytes) = built_clip();
    let mut flipped = bytes.clone();
    flipped[70] ^= 1;
    fs::write(project.native().join("a.rmb"), flipped).unwrap();
    let built = project.build();
    assert_eq!(built.changes(), ["a: cached [output changed: a.rmb] "]);
    assert_eq!(project.read("build/native/a.rmb"), bytes);
}
