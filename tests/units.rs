//! Tests clips and skeletons with different units, and the unit of a project.

use std::fmt::Write;
use std::fs;

use serde_json::Value;

use crate::support::{Built, Project, outside, repository};

/// A skeleton of three bones in metres.
const SKELETON: &str = "[[bone]]\nname = \"Root\"\ntranslation = [0.0, 1.0, 0.0]\n\
                        [[bone]]\nname = \"Arm\"\nparent = \"Root\"\ntranslation = [0.5, 0.0, 0.0]\n\
                        [[bone]]\nname = \"Hand\"\nparent = \"Arm\"\ntranslation = [0.25, 0.0, 0.0]\n";

/// Returns a clip that holds that skeleton's bones in bind pose, in a unit of which `metre` are one metre.
fn clip(metre: f64) -> String {
    let sequence = |bone: &str, [x, y]: [f64; 2]| {
        format!(
            "<KeyFrameSequence><BoneName>{bone}</BoneName><KeyCount>1</KeyCount><Duration>1</Duration>\
             <KeyInterval>0.5</KeyInterval><HasTranslation>true</HasTranslation><Translation><Vector3><X>{}</X><Y>{}</Y>\
             <Z>0</Z></Vector3></Translation></KeyFrameSequence>",
            x * metre,
            y * metre
        )
    };
    format!(
        "<AnimationSequence><KeyFrameSequenceCount>3</KeyFrameSequenceCount><Duration>1</Duration>\
         <KeyFrameSequences>{}{}{}</KeyFrameSequences></AnimationSequence>",
        sequence("Root", [0.0, 1.0]),
        sequence("Arm", [0.5, 0.0]),
        sequence("Hand", [0.25, 0.0])
    )
}

fn actions(skeleton: &str, clips: &[String]) -> String {
    let mut text = format!("skeleton = \"{skeleton}\"\n[[layer]]\nname = \"all\"\n");
    for (number, clip) in clips.iter().enumerate() {
        writeln!(text, "[[layer.action]]\nname = \"{number}\"\nclip = \"{clip}\"\nmode = \"repeat\"").unwrap();
    }
    text
}

/// Returns the locations of the warnings about units: file, line, message.
fn warnings(built: &Built) -> Vec<(String, Option<u64>, String)> {
    let found = built.diagnostics().into_iter().filter(|it| it["code"] == "R0274");
    let shown = |it: &Value| {
        assert_eq!(it["level"], "warning");
        (it["file"].as_str().unwrap().to_owned(), it["line"].as_u64(), it["message"].as_str().unwrap().to_owned())
    };
    found.map(shown).collect()
}

#[test]
fn an_action_set_tells_that_clips_are_in_another_unit() {
    let project = Project::new();
    project.write("Grund.skeleton.toml", SKELETON);
    for (name, metre) in [("Metres", 1.0), ("Centimetres", 100.0), ("Inches", 39.37), ("Kilometres", 0.001)] {
        project.write(&format!("{name}.Animation"), clip(metre));
    }
    let names = ["Metres", "Centimetres", "Inches", "Kilometres", "Inches"].map(str::to_owned);
    project.write("Grund.actions.toml", actions("Grund.skeleton", &names));
    let built = project.build();
    assert_eq!((built.code, built.count("failed")), (0, 0));
    let message = "clip `Centimetres` and the skeleton use different units: in the clip, bones are 100 times as far from their \
                   parents as in the bind pose (2 more clips have this problem)";
    assert_eq!(warnings(&built), [("Grund.actions.toml".to_owned(), Some(10), message.to_owned())]);
    // A build that does nothing reports it again. When the clips are correct, it is no longer reported.
    assert_eq!(warnings(&project.build()).len(), 1);
    for name in ["Centimetres", "Inches", "Kilometres"] {
        project.write(&format!("{name}.Animation"), clip(1.0));
    }
    assert_eq!(warnings(&project.build()), []);
}

#[test]
fn processors_that_put_a_clip_on_a_skeleton_tell_it_too() {
    for processor in ["compress", "uniform-clip", "sampled-clip"] {
        let project = Project::new();
        project.write("Grund.skeleton.toml", SKELETON);
        project.write("Run.Animation", clip(100.0));
        let rule = format!(
            "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"{processor}\"\nparams = {{ skeleton = \"Grund.skeleton\" }}\n"
        );
        project.write("rigmill.toml", rule);
        let message = "the clip and the skeleton use different units: in the clip, bones are 100 times as far from their parents as in the bind pose";
        assert_eq!(warnings(&project.build()), [("Run.Animation".to_owned(), None, message.to_owned())], "{processor}");
        project.write("Run.Animation", clip(1.0));
        assert_eq!(warnings(&project.build()), [], "{processor}");
    }
}

#[test]
fn play_tells_it_once_for_a_clip() {
    let project = Project::new();
    project.write("Grund.skeleton.toml", SKELETON);
    project.write("Run.Animation", clip(100.0));
    let play = "play\tRun\t0\t0\t1\tRepeat\n";
    project.write(
        "run.play",
        format!("skeleton\tGrund.skeleton.toml\nclip\tRun\tRun.Animation\nbones\tRun\n{play}{play}"),
    );
    let output = project.command("play").arg("run.play").output().unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{reported}");
    assert_eq!(
        reported.matches("warning[R0274]: the clip \"Run\" and the skeleton use different units").count(),
        1,
        "{reported}"
    );
    assert!(reported.contains("100 times"), "{reported}");
}

#[test]
fn the_project_may_set_the_unit_of_all_its_scenes() {
    let project = Project::new();
    let model = fs::read(repository().join("content/Models/Grund.fbx")).unwrap();
    project.write("Grund.fbx", &model);
    project.write("Metres.fbx", &model);
    project.write("Frame.skeleton.toml", SKELETON);
    project.write("Run.Animation", clip(1.0));
    let rule = "[[rule]]\nmatch = \"Metres.fbx\"\nparams = { unit = \"metre\" }\n\
                [[rule]]\nmatch = \"Run.Animation\"\nprocessor = \"compress\"\n\
                params = { skeleton = \"Frame.skeleton\", metres_per_unit = 1.0 }\n";
    project.write("rigmill.toml", rule);
    let first = project.build();
    assert_eq!(first.count("failed"), 0, "{:?}", first.diagnostics());
    project.write("rigmill.toml", format!("[project]\nunit = \"file\"\n{rule}"));
    let second = project.build();
    let changes = second.changes();
    assert!(changes.len() == 1 && changes[0].starts_with("Grund: built ["), "{changes:?}");
    assert!(changes[0].contains("unit"), "{changes:?}");
    let outputs = project.outputs();
    let of = |name: &str| outputs.iter().find(|(path, _)| path.ends_with(name)).unwrap().1.clone();
    assert_ne!(of("Grund.model.rmb"), of("Metres.model.rmb"));
}

#[test]
fn a_unit_that_no_importer_knows_is_a_fault_of_the_manifest() {
    let project = Project::new();
    project.write("rigmill.toml", "[project]\nunit = \"furlong\"\n");
    let built = project.build();
    let reported = built.diagnostics()[0];
    assert_eq!(
        (built.code, &reported["code"], &reported["line"], &reported["column"]),
        (2, &"R0003".into(), &2.into(), &8.into())
    );
    assert!(reported["message"].as_str().unwrap().contains("`unit`"), "{reported}");
}

#[test]
#[cfg_attr(not(robotgame), ignore = "set RIGMILL_ROBOTGAME to the folder with RobotGame's files")]
fn robotgames_player_in_metres_is_no_match_for_its_clips() {
    let folder = outside("RIGMILL_ROBOTGAME");
    let project = Project::new();
    project.write("Grund.FBX", fs::read(folder.join("content/Models/Mech/Players/Grund.FBX")).unwrap());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder.join("content/Animation/Players/Grund")).unwrap() {
        let path = entry.unwrap().path();
        project.write(path.file_name().unwrap().to_str().unwrap(), fs::read(&path).unwrap());
        names.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
    }
    names.sort();
    project.write("Grund.actions.toml", actions("Grund.skeleton", &names));
    let reported = warnings(&project.build());
    let [(.., message)] = &reported[..] else { panic!("{reported:?}") };
    assert!(message.starts_with("clip `Low_") && message.contains(" 100 times"), "{message}");
    // Upper-body clips are relative to the lower body, and do not move the root.
    names.retain(|name| name.starts_with("Up_"));
    project.write("Grund.actions.toml", actions("Grund.skeleton", &names));
    assert_eq!(warnings(&project.build()), []);
    names.push("Low_Run".to_owned());
    project.write("Grund.actions.toml", actions("Grund.skeleton", &names));
    assert_eq!(warnings(&project.build()).len(), 1);
    project.write("rigmill.toml", "[project]\nunit = \"file\"\n");
    assert_eq!(warnings(&project.build()), []);
}
