//! Tests what people do in their first hours: building a single file or asset, allowing a warning, naming a missing folder.

mod stages;

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::time::Duration;

use crate::support::{Built, Project, clip, files_below, repository, rigmill};

/// Returns a clip with an unknown element, which causes the warning R0030.
fn odd() -> String {
    clip(&["1"]).replacen("</AnimationSequence>", "<Odd/></AnimationSequence>", 1)
}

/// Returns the names of the assets with a status.
fn with_status(built: &Built, status: &str) -> Vec<String> {
    let assets = built.messages.iter().filter(|it| it["reason"] == "asset" && it["status"] == status);
    assets.map(|it| it["asset"].as_str().unwrap().to_owned()).collect()
}

// ---- one file ----

#[test]
fn a_file_is_built_without_a_project() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("run.Animation"), clip(&["1", "2"])).unwrap();
    fs::write(folder.path().join("other.Animation"), "no clip").unwrap();
    let mut command = rigmill();
    let output = command.args(["build", "run.Animation", "-o", "out"]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let reported = String::from_utf8(output.stderr).unwrap().replace('\\', "/");
    assert!(reported.contains("wrote out/native/run.rmb"), "{reported}");
    let content = fs::read(folder.path().join("out/native/run.rmb")).unwrap();
    let project = Project::new();
    project.write("run.Animation", clip(&["1", "2"]));
    project.build();
    assert_eq!(content, project.read("build/native/run.rmb"));
    let made: BTreeSet<_> = files_below(folder.path()).into_iter().collect();
    assert_eq!(made.len(), 3, "nothing but the content: {made:?}");
}

#[test]
fn a_broken_file_without_a_project_is_named_as_the_user_named_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("run.Animation"), "<AnimationSequence>").unwrap();
    let mut command = rigmill();
    let output = command.args(["build", "run.Animation", "-o", "out"]).current_dir(folder.path()).output().unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{reported}");
    assert!(reported.contains("--> run.Animation:1:"), "{reported}");
}

#[test]
fn a_scene_without_a_project_takes_its_textures_along() {
    let folder = tempfile::tempdir().unwrap();
    let sources = repository().join("content/Models");
    for path in files_below(&sources) {
        let to = folder.path().join(path.strip_prefix(&sources).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(&path, to).unwrap();
    }
    let mut command = rigmill();
    let output = command.args(["build", "Grund.fbx", "-o", "out"]).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made = files_below(&folder.path().join("out/native"));
    assert!(made.len() > 1, "a model and its textures: {made:?}");
    let verified = rigmill().arg("verify").arg(folder.path().join("out/native")).output().unwrap();
    assert!(verified.status.success());
}

#[test]
fn a_file_of_a_project_is_built_by_its_rules() {
    let project = Project::new();
    project.write("rigmill.toml", "[[rule]]\nmatch = \"run.Animation\"\noutput = \"Clips/Run\"\n");
    project.write("run.Animation", clip(&["1"]));
    project.write("walk.Animation", clip(&["1"]));
    let output = project.command("build").arg("run.Animation").output().unwrap();
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !printed.contains("out of date"), "{printed}");
    assert_eq!(project.outputs().keys().collect::<Vec<_>>(), ["Clips/Run.rmb"]);
}

#[test]
fn a_model_is_built_with_its_skeleton_so_that_it_can_play() {
    let out = tempfile::tempdir().unwrap();
    let mut command = rigmill();
    command.args(["build", "content/Models/Grund.fbx", "--out"]).arg(out.path()).current_dir(repository());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let content = out.path().join("native");
    let files = files_below(&content.join("Models")).into_iter();
    let names: Vec<_> = files.map(|file| file.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    let of_model = names.iter().filter(|name| name.starts_with("Grund.")).map(String::as_str);
    assert_eq!(
        of_model.collect::<Vec<_>>(),
        ["Grund.breath.rmb", "Grund.model.rmb", "Grund.skeleton.rmb", "Grund.spring.rmb"]
    );
    // Nothing else is built, except the textures of the model.
    assert!(names.iter().all(|name| name.starts_with("Grund")), "{names:?}");
    assert!(!content.join("Animation").exists());

    let script = out.path().join("breathe.play");
    let lines =
        ["skeleton Models/Grund.skeleton.rmb", "layer breath Models/Grund.breath.rmb", "only Spine", "step 60 1/60 59"];
    fs::write(&script, lines.map(|line| line.replace(' ', "\t") + "\n").concat()).unwrap();
    let played = rigmill().arg("play").arg(&script).arg("--content").arg(&content).output().unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    assert!(String::from_utf8(played.stdout).unwrap().contains("Spine"));
}

#[test]
fn a_file_and_assets_can_be_built_together() {
    let project = Project::new();
    project.write("rigmill.toml", "");
    for name in ["a[1", "b", "c"] {
        project.write(&format!("{name}.Animation"), clip(&["1"]));
    }
    // The name of the file is not a glob.
    let output = project.command("build").args(["a[1.Animation", "--asset", "b"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(project.outputs().keys().collect::<Vec<_>>(), ["a[1.rmb", "b.rmb"]);
}

// ---- some assets ----

#[test]
fn the_assets_that_were_left_out_are_built_by_the_next_build() {
    let project = Project::new();
    for name in ["a/run", "a/walk", "b"] {
        project.write(&format!("{name}.Animation"), clip(&["1"]));
    }
    let built = project.build_with(&["--asset", "a/*"]);
    assert_eq!((built.code, built.sums()["postponed"].as_u64()), (0, Some(1)));
    assert_eq!(with_status(&built, "built"), ["a/run", "a/walk"]);
    assert_eq!(project.outputs().len(), 2);
    let built = project.build();
    assert_eq!((with_status(&built, "built"), built.count("fresh")), (vec!["b".to_owned()], 2));
    assert_eq!(project.build().count("fresh"), 3);

    // A change that a build saw but left out is not forgotten.
    project.write("b.Animation", clip(&["1", "2"]));
    project.write("a/run.Animation", clip(&["1", "2", "3"]));
    let before = project.read("build/native/b.rmb");
    let built = project.build_with(&["--asset", "a/run.Animation"]);
    assert_eq!((with_status(&built, "built"), built.code), (vec!["a/run".to_owned()], 0));
    assert_eq!(project.read("build/native/b.rmb"), before, "left as it was");
    assert_eq!(project.build_with(&["--asset", "a/walk"]).count("built"), 0);
    let built = project.build();
    assert_eq!(with_status(&built, "built"), ["b"]);
    let clean = Project::copy_of(&project.root());
    clean.build();
    assert_eq!(project.outputs(), clean.outputs());
}

#[test]
fn a_failed_asset_that_is_left_out_is_neither_reported_nor_forgotten() {
    let project = Project::new();
    project.write("bad.Animation", "<AnimationSequence>");
    project.write("good.Animation", clip(&["1"]));
    assert_eq!(project.build().count("failed"), 1);
    project.write("good.Animation", clip(&["1", "2"]));
    let built = project.build_with(&["--asset", "good"]);
    let counts = |built: &Built| (built.code, built.count("failed"), built.sums()["postponed"].as_u64());
    assert_eq!((built.count("built"), built.diagnostics().len()), (1, 0));
    assert_eq!(counts(&built), (0, 0, Some(1)));
    assert_eq!(counts(&project.build()), (1, 1, None), "the record of the failure is kept");
    project.write("bad.Animation", clip(&["1"]));
    for _ in 0..2 {
        let built = project.build_with(&["--asset", "good"]);
        assert_eq!((counts(&built), built.diagnostics().len()), ((0, 0, Some(1)), 0));
    }
    assert_eq!(counts(&project.build()), (0, 0, None));
}

#[test]
fn a_failed_asset_that_a_chosen_asset_needs_is_built() {
    let project = Project::new();
    let actions = "skeleton = \"Grund.skeleton\"\n[[layer]]\nname = \"base\"\n[[layer.action]]\nname = \"run\"\nclip = \"run\"\nmode = \"repeat\"\n";
    project.write("Grund.skeleton.toml", "[[bone]]\nname = \"B\"\n");
    project.write("Grund.actions.toml", actions);
    project.write("run.Animation", "<AnimationSequence>");
    project.write("other.Animation", "<AnimationSequence>");
    let failed = project.build();
    assert_eq!(failed.count("failed"), 2, "{:?}", failed.messages);
    // After a while, files that are unchanged are no longer read again.
    for pause in [0, 2] {
        std::thread::sleep(Duration::from_secs(pause));
        let chosen = project.build_with(&["--asset", "Grund.actions.toml"]);
        assert_eq!((chosen.code, chosen.count("failed"), chosen.sums()["postponed"].as_u64()), (1, 1, Some(1)));
    }
    project.write("run.Animation", clip(&["1"]));
    let chosen = project.build_with(&["--asset", "Grund.actions.toml"]);
    assert!(with_status(&chosen, "built").contains(&"run".to_owned()), "{:?}", chosen.messages);
    assert_eq!((chosen.sums()["postponed"].as_u64(), project.build().count("failed")), (Some(1), 1));
}

#[test]
fn an_asset_that_does_not_exist_is_not_built() {
    let project = Project::new();
    project.write("Low_Run.Animation", clip(&["1"]));
    let output = project.command("build").args([".", "--asset", "Low_Rum"]).output().unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{reported}");
    assert!(reported.contains("no asset `Low_Rum` in this project\nhelp: did you mean `Low_Run`?"), "{reported}");
    let output = project.command("build").args([".", "--asset", "Low_[Run"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("malformed glob `Low_[Run`"));
}

// ---- allowed warnings ----

#[test]
fn allowed_warnings_are_neither_reported_nor_denied() {
    let project = Project::new();
    project.write("odd.Animation", odd());
    assert_eq!(project.build_with(&["--deny-warnings"]).code, 1);
    project.write("rigmill.toml", "[diagnostics]\nallow = [\"R0030\"]\n");
    for _ in 0..2 {
        let built = project.build_with(&["--deny-warnings"]);
        assert_eq!((built.code, built.count("fresh"), built.count("warnings")), (0, 1, 0));
        assert!(built.diagnostics().is_empty());
    }
    fs::remove_file(project.root().join("rigmill.toml")).unwrap();
    assert_eq!(project.build().count("warnings"), 1);
}

#[test]
fn a_rule_allows_the_warnings_of_its_own_sources() {
    let project = Project::new();
    project.write("old/odd.Animation", odd());
    project.write("new/odd.Animation", odd());
    project.write("rigmill.toml", "[[rule]]\nmatch = \"old/**\"\nallow = [\"R0030\"]\n");
    let built = project.build();
    let files: Vec<_> = built.diagnostics().iter().map(|it| it["file"].clone()).collect();
    assert_eq!(files, ["new/odd.Animation"]);
    assert_eq!(built.count("warnings"), 1);
}

#[test]
fn errors_cannot_be_allowed() {
    let project = Project::new();
    project.write("bad.Animation", "<AnimationSequence>");
    let code = project.build().diagnostics()[0]["code"].as_str().unwrap().to_owned();
    project.write("rigmill.toml", format!("[diagnostics]\nallow = [\"{code}\"]\n"));
    let output = project.command("build").arg(".").output().unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(reported.contains(&format!("{code} is an error, but only warnings can be allowed")), "{reported}");
}

#[test]
fn an_unknown_code_is_reported_where_it_stands() {
    let project = Project::new();
    project.write("rigmill.toml", "[diagnostics]\nallow = [\"R0030\", \"R9121\"]\n");
    let output = project.command("build").arg(".").output().unwrap();
    let reported = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(reported.contains("no diagnostic has the code `R9121`"), "{reported}");
    assert!(reported.contains("rigmill.toml:2:19") && reported.contains("did you mean `R0121`?"), "{reported}");
}

// ---- explain, init, inspect, man ----

#[test]
fn a_code_is_explained() {
    let output = rigmill().args(["explain", "r0121"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("R0121 a texture is missing\n\n*Warning.* A material uses an image"), "{text}");
    assert!(!text.contains("R0122"));
    let unknown = rigmill().args(["explain", "R9121"]).output().unwrap();
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8(unknown.stderr).unwrap().contains("did you mean `R0121`?"));
}

#[test]
fn init_creates_a_folder_only_if_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let init = |arguments: &[&str]| rigmill().arg("init").args(arguments).current_dir(folder.path()).output().unwrap();
    let refused = init(&["gaem"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("help: check the path, or create the folder"));
    assert!(!folder.path().join("gaem").exists());
    assert!(init(&["game", "--create"]).status.success());
    assert!(folder.path().join("game/rigmill.toml").is_file());
}

#[test]
fn every_kind_of_source_is_inspected() {
    for (source, says) in [
        ("Models/Grund.fbx", "fbx as it would be built"),
        ("Models/Grund.skeleton.toml", "skeleton-toml as it would be built"),
        ("Animation/Players/Grund/Low_Run.Animation", "animation-xml as it would be built"),
    ] {
        let path = repository().join("content").join(source);
        if !path.is_file() {
            continue;
        }
        let output = rigmill().arg("inspect").arg(&path).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{source}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(text.contains(says), "{source}: {text}");
        let json = rigmill().arg("inspect").arg("--json").arg(&path).output().unwrap().stdout;
        assert!(serde_json::from_slice::<serde_json::Value>(&json).is_ok(), "{source}");
    }
}

#[test]
fn there_is_a_man_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    assert!(rigmill().arg("man").arg(folder.path()).output().unwrap().status.success());
    let page = |name: &str| fs::read_to_string(folder.path().join(format!("rigmill{name}.1"))).unwrap();
    assert!(page("").contains("rigmill\\-build(1)") && page("-build").contains("\\-\\-deny\\-warnings"));
    assert!(page("-completions").contains("SHELL") && !page("-completions").contains("cache"));
}

#[test]
fn a_command_offers_only_the_options_that_it_uses() {
    let help = |command: &str| String::from_utf8(rigmill().args([command, "--help"]).output().unwrap().stdout).unwrap();
    for command in ["completions", "verify", "inspect", "init", "pack", "play", "list", "clean"] {
        let help = help(command);
        assert!(!help.contains("--cache-size") && !help.contains("--remote"), "{command}: {help}");
    }
    let build = help("build");
    for heading in ["Object cache:", "Remote cache and execution:", "Display:"] {
        assert!(build.contains(heading), "{build}");
    }
    assert_eq!(rigmill().args(["verify", ".", "--cache-size", "1G"]).output().unwrap().status.code(), Some(2));
}

// ---- messages ----

#[test]
fn verify_clean_and_init_have_messages_for_programs() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.build();
    let messages = |command: &str, arguments: &[&str]| -> Vec<serde_json::Value> {
        let output = project.command(command).args(arguments).args(["--message-format", "json"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let verified = messages("verify", &["build/native"]);
    assert_eq!((&verified[0]["reason"], &verified[0]["file"]), (&"verified".into(), &"build/native/a.rmb".into()));
    assert_eq!((&verified[1]["reason"], &verified[1]["good"]), (&"verify-finished".into(), &1.into()));
    fs::write(project.native().join("a.rmb"), "no content").unwrap();
    let damaged = messages("verify", &["build/native"]);
    assert_eq!((&damaged[0]["code"], &damaged[0]["file"]), (&"R0386".into(), &"build/native/a.rmb".into()));
    assert_eq!(damaged[1]["success"], false);
    let cleaned = messages("clean", &["."]);
    assert_eq!((&cleaned[0]["reason"], &cleaned[1]["removed"]), (&"removed".into(), &1.into()));
    let made = messages("init", &[]);
    assert_eq!((&made[0]["file"], &made[1]["file"]), (&"rigmill.toml".into(), &".gitignore".into()), "{made:?}");
}

/// Returns the long options in a text, without their dashes.
fn long_options(text: &str) -> BTreeSet<String> {
    let options = text.split_whitespace().filter_map(|word| {
        word.trim_start_matches("--").split(['=', '[', ',']).next().filter(|_| word.starts_with("--"))
    });
    let plain = |option: &&str| !option.is_empty() && option.bytes().all(|it| it.is_ascii_lowercase() || it == b'-');
    options.filter(plain).map(str::to_owned).collect()
}

#[test]
fn man_pages_have_every_option_of_the_help_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    assert!(rigmill().arg("man").arg(folder.path()).output().unwrap().status.success());
    let help = |arguments: &[&str]| {
        String::from_utf8(rigmill().args(arguments).arg("--help").output().unwrap().stdout).unwrap()
    };
    let top = help(&[]);
    let commands = top.split("\n\n").find_map(|part| part.strip_prefix("Commands:\n")).unwrap();
    let commands: Vec<&str> = commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let commands: Vec<&str> = commands.into_iter().filter(|name| !name.is_empty() && *name != "help").collect();
    assert!(commands.len() > 12, "{commands:?}");
    for command in commands {
        let page = fs::read_to_string(folder.path().join(format!("rigmill-{command}.1"))).unwrap().replace("\\-", "-");
        let page: String = page
            .split("\\fB")
            .skip(1)
            .filter_map(|part| part.split("\\fR").next())
            .map(|it| it.to_owned() + " ")
            .collect();
        let of_help: BTreeSet<String> = help(&[command])
            .lines()
            .map(str::trim_start)
            .filter(|line| line.starts_with('-'))
            .filter_map(|line| {
                line.split(' ')
                    .find_map(|word| word.strip_prefix("--"))
                    .map(|it| it.split(['[', ')', ',', '.']).next().unwrap().to_owned())
            })
            .collect();
        assert!(of_help.contains("message-format"), "{command}: {of_help:?}");
        let of_page = long_options(&page);
        let missing: Vec<_> = of_help.difference(&of_page).collect();
        assert!(missing.is_empty(), "rigmill-{command}.1 lacks {missing:?}: {page}");
    }
}

#[test]
fn completions_offer_a_command_its_own_options_only() {
    let script = String::from_utf8(rigmill().args(["completions", "fish"]).output().unwrap().stdout).unwrap();
    let lines = |command: &str, option: &str| {
        let of_command = |line: &&str| {
            line.contains(&format!("using_subcommand {command}\"")) && line.contains(&format!("-l {option} "))
        };
        script.lines().filter(of_command).count()
    };
    assert_eq!((lines("build", "cache-size"), lines("completions", "cache-size"), lines("verify", "jobs")), (1, 0, 0));
    assert_eq!(lines("build", "deny-warnings"), 1, "{script}");
}

// ---- stages of one's own ----

#[test]
fn a_rule_among_thousands_applies_to_its_sources_alone() {
    let project = Project::new();
    let rule =
        |number: usize| format!("[[rule]]\nmatch = \"Set{number}/*.Animation\"\noutput = \"Clips/{{name}}{number}\"\n");
    project.write("rigmill.toml", (0..5000).map(rule).collect::<String>());
    project.write("Set7/a.Animation", clip(&["1"]));
    project.write("Set4999/a.Animation", clip(&["2"]));
    project.write("Set5000/a.Animation", clip(&["3"]));
    let built = project.build();
    assert_eq!(built.code, 0);
    assert_eq!(project.outputs().keys().collect::<Vec<_>>(), ["Clips/a4999.rmb", "Clips/a7.rmb", "Set5000/a.rmb"]);
    // Some of the globs that match nothing are named, and the rest are counted.
    assert!(
        built.diagnostics().len() < 30
            && built.diagnostics().iter().any(|it| it["message"].as_str().unwrap().contains("more globs"))
    );
}
