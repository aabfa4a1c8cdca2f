//! Tests weights of morph targets (`NAME.weights`): they are rebuilt when they change, removed with their clip, checked and
//! shown.

use std::fs;

use rigmill_runtime::Content;
use rigmill_runtime::content::ClipWeights;
use serde_json::{Value, json};

use crate::support::{Project, repository};

/// A triangle with the targets Smile and Blink. Its animation Talk has the weights (0, 0) at 0 s, (1, 0.5) at 0.5 s and (0, 1)
/// at 1 s.
fn face() -> Value {
    serde_json::from_slice(&fs::read(repository().join("fuzz/seeds/face.gltf")).unwrap()).unwrap()
}

fn write(project: &Project, face: &Value) {
    project.write("face.gltf", serde_json::to_vec(face).unwrap());
}

/// Returns the outputs whose bytes differ, or that exist only in one of the two.
fn changed(before: &std::collections::BTreeMap<String, Vec<u8>>, project: &Project) -> Vec<String> {
    let after = project.outputs();
    let names: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    names.into_iter().filter(|name| before.get(*name) != after.get(*name)).cloned().collect()
}

/// Returns the weight of Smile halfway between the first two keys.
fn smile(project: &Project) -> f32 {
    let clip = Content::open(project.native()).unwrap().load::<ClipWeights>("face@Talk.weights").unwrap();
    let view = clip.view();
    let at = view.times().partition_point(|time| *time < 0.25);
    view.tracks().find(|track| track.target == "Smile").unwrap().weights[at]
}

#[test]
fn only_weights_that_change_are_written_again() {
    let project = Project::new();
    write(&project, &face());
    let built = project.build();
    assert_eq!((built.code, built.diagnostics()), (0, vec![]));
    let linear = project.outputs();
    assert!(linear.contains_key("face@Talk.weights.rmb"), "{:?}", linear.keys());
    assert_eq!(project.build().count("fresh"), 1);

    let mut stepped = face();
    stepped["animations"][0]["samplers"][0]["interpolation"] = json!("STEP");
    assert!((smile(&project) - 0.5).abs() < 0.05, "{}", smile(&project));
    write(&project, &stepped);
    assert_eq!(project.build().count("built"), 1);
    assert_eq!(changed(&linear, &project), ["face@Talk.weights.rmb"]);
    assert_eq!(smile(&project), 0.0);

    write(&project, &face());
    assert_eq!(project.build().count("cached"), 1);
    assert_eq!(changed(&linear, &project), [""; 0]);
}

#[test]
fn weights_go_with_their_clip() {
    let project = Project::new();
    write(&project, &face());
    project.build();
    let with_talk = project.outputs();
    let mut renamed = face();
    renamed["animations"][0]["name"] = json!("Shout");
    write(&project, &renamed);
    project.build();
    let moved = ["face@Shout.rmb", "face@Shout.weights.rmb", "face@Talk.rmb", "face@Talk.weights.rmb"];
    assert_eq!(changed(&with_talk, &project), moved);
    renamed.as_object_mut().unwrap().remove("animations");
    write(&project, &renamed);
    project.build();
    assert_eq!(changed(&with_talk, &project), ["face@Talk.rmb", "face@Talk.weights.rmb"]);
}

#[test]
fn weights_are_verified_and_shown() {
    let project = Project::new();
    write(&project, &face());
    project.build();
    let verify = || project.command("verify").arg("build").output().unwrap();
    let files = project.outputs().len();
    assert_eq!(verify().stdout, format!("verified {files} content files: {files} good, 0 bad\n").into_bytes());
    let path = project.native().join("face@Talk.weights.rmb");
    let inspected = project.command("inspect").arg(&path).arg("--json").output().unwrap();
    let shown: Value = serde_json::from_slice(&inspected.stdout).unwrap();
    assert_eq!(shown["type"], "ClipWeights");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, bytes).unwrap();
    let output = verify();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("face@Talk.weights.rmb"));
    // With `--verify`, a build does not trust files that it did not write.
    assert_eq!(project.build_with(&["--verify"]).code, 0);
    assert_eq!(verify().status.code(), Some(0));
}
