//! Tests uniform clips and crowds, from their sources through the built program to the matrices of a crowd.

use rigmill_runtime::blocks::{PoseBlock, UniformSampleJob, WeightBlock};
use rigmill_runtime::clips::Clip;
use rigmill_runtime::content::{Skeleton, UniformClip};
use rigmill_runtime::{Content, Crowd, PlayMode, PlayOptions};
use serde_json::{Value, json};

use crate::support::{Project, clip};

const MANIFEST: &str = "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"uniform-clip\"\nparams = { skeleton = \"Rig\" }\n\
    \n[[rule]]\nmatch = \"Rig.toml\"\nimporter = \"skeleton-toml\"\n";

const RIG: &str = "[[bone]]\nname = \"Root\"\n[[bone]]\nname = \"B\"\nparent = \"Root\"\nrotation = [0, 0, 1, 0]\n";

fn project() -> Project {
    let project = Project::new();
    project.write("Walk.Animation", clip(&["0", "1", "4"]));
    project.write("Rig.toml", RIG);
    project.write("rigmill.toml", MANIFEST);
    project
}

#[test]
fn a_clip_is_built_loaded_sampled_and_played_by_a_crowd() {
    let project = project();
    let built = project.build();
    assert_eq!(built.code, 0, "{:?}", built.diagnostics());
    let content = Content::open(project.native()).unwrap();
    let clip = content.load::<UniformClip>("Walk").unwrap();
    let view = clip.view();
    // The source's own rate: a key every half second.
    assert_eq!((view.skeleton(), view.frames(), view.frame_rate(), view.duration()), ("Rig", 3, 2.0, 1.0));
    assert_eq!(view.masks(), [[0, 0b10, 0]]);
    let mut pose = [PoseBlock::IDENTITY];
    for (time, x) in [(0.0, 0.0), (0.25, 0.5), (0.5, 1.0), (0.75, 2.5), (1.0, 4.0), (2.0, 4.0)] {
        UniformSampleJob { clip: view, time, wanted: &[], out: &mut pose }.run().unwrap();
        let moved = pose[0].transform(1);
        assert_eq!((moved.translation, moved.rotation), ([x, 2.0, 3.0], [0.0, 0.0, 1.0, 0.0]));
    }
    let skeleton = content.load::<Skeleton>("Rig").unwrap();
    let clip = Clip::new(&clip, &skeleton.view());
    let mut crowd = Crowd::new(&skeleton, vec![clip], vec![vec![WeightBlock::ALL]], 100).unwrap();
    for character in crowd.characters().to_vec() {
        let options = PlayOptions { start_time: 0.5, mode: PlayMode::Once, ..PlayOptions::default() };
        crowd.play(character, 0, 0, &options).unwrap();
    }
    crowd.update(0.25).unwrap();
    assert!(crowd.characters().iter().all(|one| crowd.absolute(*one)[1][12..15] == [2.5, 2.0, 3.0]));
}

#[test]
fn inspect_and_verify_know_uniform_clips() {
    let project = project();
    project.build();
    let inspect = |arguments: &[&str]| {
        let output = project.command("inspect").arg("build/native/Walk.rmb").args(arguments).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let shown = inspect(&[]);
    assert!(shown.contains("2 bones of skeleton \"Rig\", 3 frames at 2 frames per second, 1 s"), "{shown}");
    assert!(shown.contains("0 rotations, 1 translations and 0 scales have keys"), "{shown}");
    let json: Value = serde_json::from_str(&inspect(&["--json"])).unwrap();
    assert_eq!((&json["type"], &json["duration"]), (&json!("UniformClip"), &json!(1.0)));
    assert_eq!(json["tracks"][0]["keys"], json!([[0.0, 2.0, 3.0], [1.0, 2.0, 3.0], [4.0, 2.0, 3.0]]));
    assert_eq!(json["still"][1]["rotation"], json!([0.0, 0.0, 1.0, 0.0]));
    assert!(project.command("verify").arg("build/native").output().unwrap().status.success());
}

#[test]
fn a_clip_without_a_skeleton_is_reported() {
    let project = project();
    project.write("rigmill.toml", MANIFEST.replace("\"Rig\"", "\"\""));
    let built = project.build();
    assert_eq!((built.code, &built.diagnostics()[0]["code"]), (1, &json!("R0170")));
}
