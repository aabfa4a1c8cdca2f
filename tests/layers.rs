//! Tests breath and spring bones: from sources to content, from content to the runtime, and through `rigmill play`.

use std::sync::Arc;

use rigmill_runtime::content::{BreathSettings, Skeleton, SpringSettings};
use rigmill_runtime::layers::{Breath, SpringBones};
use rigmill_runtime::{AnimatedModel, Content, Matrix, Rules};
use serde_json::{Value, json};

use crate::support::{Project, clip, repository, rigmill};

fn built() -> Project {
    let project = Project::copy_of(&repository().join("content"));
    let built = project.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    project
}

/// Returns the sample game's robot with the layers of its content.
fn robot(project: &Project, springs: bool) -> AnimatedModel {
    let content = Content::open(project.native()).unwrap();
    let skeleton = content.load::<Skeleton>("Models/Grund.skeleton").unwrap();
    let mut model = AnimatedModel::new(Arc::clone(&skeleton), Rules::Standard);
    let breath = content.load::<BreathSettings>("Models/Grund.breath").unwrap();
    model.add_layer(Breath::new(&breath.view(), &skeleton.view()).unwrap());
    if springs {
        let settings = content.load::<SpringSettings>("Models/Grund.spring").unwrap();
        model.add_layer(SpringBones::new(&settings.view(), &skeleton.view()).unwrap());
    }
    model
}

fn number(model: &AnimatedModel, bone: &str) -> usize {
    model.skeleton().view().find(bone).unwrap()
}

#[test]
fn the_sample_robot_breathes_by_its_content() {
    let project = built();
    let mut model = robot(&project, false);
    let shoulders = ["L Clavicle", "R Clavicle"].map(|bone| number(&model, bone));
    let before = shoulders.map(|bone| model.absolute()[bone]);
    // The ends of inhaling, exhaling and resting, in frames of 1/60 s.
    for (frames, expected) in [(72, INHALED), (144, EXHALED), (12, EXHALED)] {
        (0..frames).for_each(|_| model.update(1.0 / 60.0).unwrap());
        let angles: Vec<f64> = model.layer_mut::<Breath>().unwrap().angles().map(|(_, angle)| angle).collect();
        assert!(angles.iter().zip(expected).all(|(a, b): (&f64, f64)| (a - b).abs() < 1e-5), "{angles:?}");
        for (bone, before) in shoulders.into_iter().zip(before) {
            let now = model.absolute()[bone];
            assert!((0..12).all(|cell| (now[cell] - before[cell]).abs() <= 1e-6), "{now:?}, {before:?}");
        }
    }
}

const INHALED: [f64; 4] = [2.0, -3.0, 0.5, 0.5];
const EXHALED: [f64; 4] = [-2.0, 3.0, -0.5, -0.5];

fn played(project: &Project, script: &str, content: &str) -> Vec<Value> {
    played_with(project, script, &["--content", content])
}

fn played_with(project: &Project, script: &str, arguments: &[&str]) -> Vec<Value> {
    project.write("layers.txt", script);
    let output = project.command("play").arg("layers.txt").args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const SCRIPT: &str = "skeleton\tModels/Grund.skeleton.toml\nlayer\tbreath\tModels/Grund.breath.toml\n\
    layer\tspring\tModels/Grund.spring.toml\nstep\t150\t1/60\n";

#[test]
fn what_play_prints_is_what_a_game_shows() {
    let project = built();
    let from_sources = played(&project, SCRIPT, ".");
    let from_content = played(&project, &SCRIPT.replace(".toml", ".rmb"), "build/native");
    assert_eq!(from_sources, from_content);
    let mut model = robot(&project, true);
    for line in from_sources {
        model.update(1.0 / 60.0).unwrap();
        for bone in model.skeleton().view().bones() {
            let shown: Matrix = serde_json::from_value(line["b"][bone.name()]["m"].clone()).unwrap();
            assert_eq!(shown, model.local()[number(&model, bone.name())], "{}", bone.name());
        }
    }
}

#[test]
fn layers_act_over_clips_and_in_the_scripts_order() {
    let project = built();
    let clip = "clip\tIdle\tAnimation/Players/Grund/Up_Idle.Animation\nbones\tIdle\n";
    let play = "play\tIdle\t0\t0\t1\tRepeat\nstep\t72\t1/60\n";
    let last = |layers: &str| played(&project, &format!("{clip}{layers}{play}"), ".").pop().unwrap()["b"].clone();
    let skeleton = "skeleton\tModels/Grund.skeleton.toml\n";
    let (breath, spring) = ("layer\tbreath\tModels/Grund.breath.toml\n", "layer\tspring\tModels/Grund.spring.toml\n");
    let [plain, bound, breathing] = ["", skeleton, &format!("{skeleton}{breath}")].map(last);
    // A skeleton alone does not change the bones of a clip. It also shows bones that the clip does not move.
    for (bone, state) in plain.as_object().unwrap() {
        assert_eq!(&bound[bone], state, "{bone}");
    }
    assert_eq!((&plain["Pelvis"], &bound["Pelvis"]["s"]), (&Value::Null, &json!([0, 0, 0, 0])));
    assert_ne!(breathing["Spine"]["m"], bound["Spine"]["m"]);
    assert_eq!(breathing["Spine"]["s"], bound["Spine"]["s"]);
    assert_eq!(breathing["L Forearm"], bound["L Forearm"]);
    // If springs come before breath, they are not affected by it.
    let antenna = |layers: String| last(&layers)["HeadNub"]["m"].clone();
    let after = antenna(format!("{skeleton}{breath}{spring}"));
    let before = antenna(format!("{skeleton}{spring}{breath}"));
    assert_ne!(after, before);
    assert_eq!(before, antenna(format!("{skeleton}{spring}")));
}

#[test]
fn channels_that_a_clip_lacks_are_at_bind_under_the_standard_rules() {
    let project = Project::new();
    project.write("B.Animation", clip(&["1", "2"]));
    project
        .write("B.skeleton.toml", "[[bone]]\nname = \"B\"\nscale = [2.0, 3.0, 4.0]\ntranslation = [7.0, 7.0, 7.0]\n");
    let [skeleton, bones] = ["skeleton\tB.skeleton.toml\n", "clip\tB\tB.Animation\nbones\tB\n"];
    for (first, then) in [(skeleton, bones), (bones, skeleton)] {
        for (rules, scale) in [("standard", [2.0, 3.0, 4.0]), ("robotgame", [1.0; 3])] {
            let script = format!("{first}{then}play\tB\t0\t0\t1\tOnce\nstep\t1\t0\n");
            let line = played_with(&project, &script, &["--content", ".", "--rules", rules]).pop().unwrap();
            let shown: Matrix = serde_json::from_value(line["b"]["B"]["m"].clone()).unwrap();
            assert_eq!([0, 5, 10, 12].map(|at| shown[at]), [scale[0], scale[1], scale[2], 1.0], "{rules}");
        }
    }
}

#[test]
fn what_a_script_cannot_lay_over_is_reported() {
    let project = built();
    for name in ["Tail", "L Clavicel"] {
        project.write(&format!("{name}.breath.toml"), format!("[[bone]]\nname = {name:?}\nangles = [1, 2]\n"));
    }
    project.write("HeadNb.spring.toml", "[[chain]]\nroot = \"HeadNb\"\n");
    project.write("Two.spring.toml", "[[chain]]\nroot = \"HeadNub\"\n\n[[chain]]\nroot = \"Head_NA\"\n");
    let skeleton = "skeleton\tModels/Grund.skeleton.toml\n";
    let cases = [
        ("layer\tbreath\tModels/Grund.breath.toml\n".to_owned(), "a layer needs a skeleton"),
        (format!("{skeleton}layer\tbreath\tTail.breath.toml\n"), "the layer needs bone \"Tail\""),
        (format!("{skeleton}layer\tbreath\tTail.breath.toml\n"), "write a bone of the skeleton in Tail.breath.toml"),
        (
            format!("{skeleton}layer\tspring\tTwo.spring.toml\n"),
            "add `exclude = [\"HeadNub\"]` to the chain that begins above",
        ),
        (format!("{skeleton}layer\tbreath\tL Clavicel.breath.toml\n"), "did you mean \"L Clavicle\"?"),
        (format!("{skeleton}layer\tspring\tHeadNb.spring.toml\n"), "did you mean \"HeadNub\"?"),
        (format!("{skeleton}layer\tspring\tModels/Grund.breath.toml\n"), "expected SpringBones"),
        ("skeleton\tModels/Grund.breath.toml\n".to_owned(), "expected Skeleton"),
    ];
    for (script, expected) in cases {
        project.write("script.txt", &script);
        let output = project.command("play").arg("script.txt").output().unwrap();
        let reported = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && reported.contains(expected), "{script}: {reported}");
    }
}

#[test]
fn the_sample_games_script_of_layers_plays() {
    let project = built();
    let output = project.command("play").args(["layers.play", "--content", "."]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 3 + 20 + 10);
}

#[test]
fn a_breath_and_springs_are_shown() {
    let inspect = |name: &str, arguments: &[&str]| {
        let version = if name == "breath" { "v2" } else { "v1" };
        let path = repository().join("format/tests/fixtures").join(version).join(name).with_extension("rmb");
        let output = rigmill().arg("inspect").args(arguments).arg(path).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let breath: Value = serde_json::from_str(&inspect("breath", &["--json"])).unwrap();
    assert_eq!(
        json!([breath["type"], breath["effect_rate"], breath["right"]]),
        json!(["Breath", -0.5, [1.0, 0.0, -0.0]])
    );
    assert_eq!(breath["phases"][0], json!({ "name": "inhale", "duration": 1.25, "easing": "out-sine" }));
    assert_eq!(breath["phases"][2], json!({ "name": "rest", "duration": 0.25 }));
    assert_eq!(breath["bones"][1], json!({ "name": "Chest", "angles": [-3.0, 3.0] }));
    assert_eq!(breath["keep"], json!(["L Clavicle"]));
    let springs: Value = serde_json::from_str(&inspect("spring_bones", &["--json"])).unwrap();
    let chain = &springs["chains"][0];
    assert_eq!(json!([springs["type"], springs["rate"], chain["root"]]), json!(["SpringBones", 60.0, "Hair"]));
    assert_eq!(json!([chain["exclude"], chain["gravity"]]), json!([["Ear", "Nose"], [0.0, -9.75, 0.0]]));
    assert_eq!(json!([springs["colliders"][1]["axis"], springs["colliders"][1]["bound"]]), json!(["z", "inside"]));
    for part in ["durations x 2, angles x -0.5", "exhale      2.5 s  in-out-quad", "\"L Clavicle\"             keeps"] {
        assert!(inspect("breath", &[]).contains(part), "no {part:?} in:\n{}", inspect("breath", &[]));
    }
    for part in ["chain \"Hair\": damping 0.125", "without \"Nose\"", "capsule of 0.375 on \"Hips\", bones inside"] {
        assert!(inspect("spring_bones", &[]).contains(part), "no {part:?}");
    }
}
