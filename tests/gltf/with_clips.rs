//! Tests a model and its clips in one file.

use std::collections::BTreeMap;
use std::fs;

use rigmill_format::{AnimationSequence, ClipWeights, Model};

use super::clips::{difference, distance};
use super::glb::Glb;
use super::{built, load, read_back, sample};
use crate::support::{Project, files_below, outside, repository};
use crate::xnb::{assert_same_model, codes};

/// Returns the example in the documentation, as the manifest of a project.
fn example() -> String {
    let page = fs::read_to_string(repository().join("docs/gltf.md")).unwrap();
    page.split("```toml\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn an_old_game_s_robot_becomes_one_file_with_all_its_clips() {
    let folder = outside("RIGMILL_ROBOTGAME");
    let old = Project::copy_of(&folder.join("xnb"));
    fs::remove_dir_all(old.root().join("Particles")).unwrap();
    old.write("rigmill.toml", example());
    let built = old.build();
    // The robot's six textures are missing, glTF cannot store its Tag, and an asset with a collision mesh is used for nothing
    // else.
    let expected = ["R0121", "R0092", "R0212"].map(str::to_owned).to_vec();
    assert_eq!((built.code, codes(&built)), (0, expected));
    assert_eq!(old.build_with(&["--check"]).code, 0);
    let glb = Glb::new(&old.read("build/gltf/Models/Mech/Players/Grund.glb"));
    assert!(glb.list("images").is_empty(), "images that are not there are referred to");
    let clips = files_below(&old.root().join("Animation/Players/Grund"));
    let names: Vec<_> = clips.iter().map(|it| it.file_stem().unwrap().to_str().unwrap()).collect();
    let animations: BTreeMap<_, _> =
        glb.list("animations").iter().map(|it| (it["name"].as_str().unwrap(), it)).collect();
    assert_eq!((animations.keys().copied().collect::<Vec<_>>(), animations.len()), (names.clone(), 46));

    // The first parameter rotated it to y up, and the importer's parameter rotates it back. Nothing else has changed.
    let native = "[[rule]]\nmatch = \"**/Grund.glb\"\nparams = { axes = \"z-up\" }\n";
    let back = read_back(&old, &["Models/Mech/Players/Grund.glb"], native);
    old.write("rigmill.toml", "");
    assert_eq!(old.build().count("failed"), 0);
    let [expected, found]: [Model; 2] = [&old, &back].map(|it| load(it, "Models/Mech/Players/Grund.model.rmb"));
    assert_same_model(&found, &expected);
    for name in names {
        let clip = old.read(&format!("build/native/Animation/Players/Grund/{name}.rmb"));
        let again = back.read(&format!("build/native/Models/Mech/Players/Grund@{name}.rmb"));
        // The sources contain "0.033333 s", which drifts away from frames of 1/30 s. One clip's keys do not match such frames
        // at all.
        let limit = if name == "Low_Walk" { 0.1 } else { 2e-4 };
        let worst = distance(&clip, &again);
        assert!(worst <= limit, "{name}: {worst}");
        // In the file itself, there is no such drift. The root is upright.
        let worst = difference(&clip, &glb, animations[name], Some("Root"));
        assert!(worst <= 1e-5, "{name}: {worst}");
    }
}

#[test]
fn clips_of_scenes_and_of_their_own_go_with_a_model() {
    let project = Project::new();
    for (file, place) in
        [("Models/Grund.fbx", "Models/Grund.fbx"), ("Animation/Players/Grund/Low.fbx", "Animation/Low.fbx")]
    {
        project.write(place, fs::read(&sample(&[file])[0]).unwrap());
    }
    for (name, place) in [("Low_Idle", "Low_Idle"), ("Low_Run", "Low_Run"), ("Low_Idle", "Grund_Idle")] {
        let file = &sample(&[&format!("Animation/Players/Grund/{name}.Animation")])[0];
        project.write(&format!("Animation/{place}.Animation"), fs::read(file).unwrap());
    }
    let rule = |from: &str| {
        format!(
            "[[rule]]\nmatch = \"Models/*\"\nprocessor = \"model-with-clips\"\nparams = {{ clips_from = [{from}] }}\n"
        )
    };
    project.write("rigmill.toml", rule("\"Animation/{name}*\", \"Animation/*\", \"Animation/Low@Walk\""));
    let built = project.build_with(&["--target", "gltf"]);
    assert_eq!(built.count("failed"), 0, "{:?}", built.diagnostics());
    let glb = Glb::new(&project.read("build/gltf/Models/Grund.glb"));
    let names: Vec<_> = glb.list("animations").iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Grund_Idle", "Low_Idle", "Low_Run", "Walk"]);
    let reported = project.build();
    assert!(codes(&reported).contains(&"R0005".to_owned()), "{:?}", reported.diagnostics());
    let native = project.read("build/native/Animation/Low_Run.rmb");
    assert!(difference(&native, &glb, &glb.list("animations")[2], None) <= 1e-5);

    // A new clip is noticed, and a requested clip that is missing is reported.
    project.write("Animation/Low_More.Animation", crate::support::clip(&["1", "2"]));
    let built = project.build_with(&["--target", "gltf"]);
    assert_eq!(Glb::new(&project.read("build/gltf/Models/Grund.glb")).list("animations").len(), 4);
    assert!(codes(&built).contains(&"R0178".to_owned()), "{:?}", built.diagnostics());
    for from in ["\"Animation/Low_Ran\"", "\"Nowhere/*\"", "\"Animation/[\""] {
        project.write("rigmill.toml", rule(from));
        let built = project.build_with(&["--target", "gltf"]);
        assert!(built.code == 1 && codes(&built).contains(&"R0177".to_owned()), "{from}: {:?}", built.diagnostics());
    }
}

#[test]
fn clips_are_named_whatever_their_order_and_what_is_none_is_reported() {
    let project = Project::new();
    project.write("Models/Grund.fbx", fs::read(&sample(&["Models/Grund.fbx"])[0]).unwrap());
    let idle = fs::read(&sample(&["Animation/Players/Grund/Low_Idle.Animation"])[0]).unwrap();
    for name in ["Clips/Walk", "Clips/Run", "Clips/Sub/Walk"] {
        project.write(&format!("{name}.Animation"), &idle);
    }
    project.write("Clips/Nothing.Animation", crate::support::clip(&["1"]));
    let built = |from: &str| {
        let rule = "[[rule]]\nmatch = \"Models/*\"\nprocessor = \"model-with-clips\"\n";
        project.write("rigmill.toml", format!("{rule}params = {{ clips_from = [{from}] }}\n"));
        project.build_with(&["--target", "gltf"])
    };
    for from in ["\"Clips/**\"", "\"Clips/Walk\", \"Clips/**\""] {
        let built = built(from);
        assert!(codes(&built).contains(&"R0092".to_owned()), "{:?}", built.diagnostics());
        let glb = Glb::new(&project.read("build/gltf/Models/Grund.glb"));
        let mut names: Vec<_> = glb.list("animations").iter().map(|it| it["name"].as_str().unwrap()).collect();
        names.sort_unstable();
        assert_eq!(names, ["Clips/Sub/Walk", "Clips/Walk", "Run"]);
    }
    let cases = [
        ("Clips/Walk.Animation", Some("did you mean `Clips/Walk`?")),
        ("Clips", Some("did you mean `Clips/*`?")),
        ("Models/Grund", None),
    ];
    for (from, help) in cases {
        let built = built(&format!("{from:?}"));
        let said = built.diagnostics();
        let said = said.iter().find(|it| it["code"] == "R0177").unwrap();
        let found = said["help"].as_str().filter(|help| help.starts_with("did you mean"));
        assert_eq!(found, help, "{said}");
    }
}

/// The file contains the neck, the targets, and clips, one of which sets only weights.
#[test]
fn a_face_comes_back_with_the_weights_of_its_clips() {
    let rule = "[[rule]]\nmatch = \"**\"\ntargets = [\"gltf\"]\nprocessor = \"model-with-clips\"\n";
    let there = built(&sample(&["Models/Pilot.glb"]), rule);
    let back = read_back(&there, &["Pilot.glb"], "");
    for clip in ["Talk", "Blink"] {
        let weights = |project: &Project| load::<ClipWeights>(project, &format!("Pilot@{clip}.weights.rmb"));
        let (found, expected) = (weights(&back), weights(&there));
        assert_eq!(found.tracks, expected.tracks, "{clip}");
        // Times are written in single precision, and read again as frames.
        let times = found.times.iter().zip(&expected.times).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
        let durations = (found.duration - expected.duration).abs();
        assert!(times.max(durations) < 1e-6 && found.times.len() == expected.times.len(), "{times} {durations}");
    }
    let [found, expected]: [AnimationSequence; 2] = [&back, &there].map(|it| load(it, "Pilot@Talk.rmb"));
    for (found, expected) in found.sequences.iter().zip(&expected.sequences) {
        assert_eq!((&found.bone_name, &found.rotation), (&expected.bone_name, &expected.rotation));
    }
    assert_eq!(found.sequences.len(), 1);
}
