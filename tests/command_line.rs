//! Tests the behaviour of the command line: help, exit codes, streams, list, init, completions.

use std::fs;

use crate::support::{Project, clip, rigmill};

#[test]
fn help_names_every_command_and_the_exit_codes() {
    let output = rigmill().arg("--help").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let commands = [
        "build",
        "watch",
        "list",
        "explain",
        "graph",
        "clean",
        "inspect",
        "play",
        "verify",
        "init",
        "doctor",
        "completions",
    ];
    assert!(commands.iter().all(|command| help.contains(command)), "{help}");
    assert!(help.contains("Exit codes: 0 success"), "{help}");
}

#[test]
fn wrong_usage_ends_with_2() {
    for arguments in
        [&["frobnicate"][..], &["build", "--no-such-flag"], &["build", "no/such/folder"], &["inspect", "none.rmb"]]
    {
        assert_eq!(rigmill().args(arguments).output().unwrap().status.code(), Some(2), "{arguments:?}");
    }
    let output =
        rigmill().args(["build", ".", "--target", "amiga"]).current_dir(Project::new().root()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let reported = String::from_utf8(output.stderr).unwrap();
    assert!(reported.contains("unknown target `amiga`; known targets: gltf, native, xna"), "{reported}");
}

#[test]
fn results_go_to_stdout_and_the_rest_to_stderr() {
    let project = Project::new();
    project.write("good.Animation", clip(&["1"]));
    project.write("bad.Animation", "<AnimationSequence>");
    let output = project.command("build").args([".", "-v"]).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(out.contains("built good") && out.contains("failed 1 in") && !out.contains("error["), "{out}");
    assert!(err.contains("error[R0") && err.contains("bad.Animation:1:"), "{err}");
    let quiet = project.command("build").args([".", "-q"]).output().unwrap();
    assert!(quiet.stdout.is_empty() && !quiet.stderr.is_empty());
}

#[test]
fn github_sees_workflow_commands() {
    let project = Project::new();
    project.write(
        "bad.Animation",
        "<AnimationSequence>\n<KeyFrameSequenceCount>x</KeyFrameSequenceCount></AnimationSequence>",
    );
    let output = project.command("build").args([".", "--message-format", "github"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("::error file=bad.Animation,line=2,col="), "{text}");
}

#[test]
fn list_shows_stages_outputs_and_state() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    let list = || {
        let output = project.command("list").args([".", "--json"]).output().unwrap();
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    assert_eq!(list()["state"], "new");
    project.build();
    let listed = list();
    assert_eq!((listed["state"].as_str(), listed["outputs"][0].as_str()), (Some("fresh"), Some("a.rmb")));
    let human = project.command("list").arg(".").output().unwrap().stdout;
    let human = String::from_utf8(human).unwrap();
    assert_eq!(human, "fresh  a.Animation  animation-xml v3 > animation v1 > rmb v1  -> a.rmb\n");
    assert_eq!(listed["importer"].as_str().unwrap().split(' ').next(), Some("animation-xml"));
    project.write("a.Animation", "broken");
    project.build();
    assert_eq!(list()["state"], "failed");
}

#[test]
fn list_params_documents_every_parameter() {
    let output = rigmill().args(["list", "--params"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for name in ["drop_constant_tracks", "snap_tiny", "close_loop", "rename_bones", "root", "sample_rate"] {
        assert!(text.contains(&format!("    {name}: ")), "{name} in {text}");
    }
}

#[test]
fn explain_knows_no_asset_that_is_not_there() {
    let project = Project::new();
    project.write("Low_Run.Animation", clip(&["1"]));
    let output = project.command("explain").args(["Low_Rum", "--project", "."]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("did you mean `Low_Run`?"));
}

#[test]
fn a_folder_without_a_manifest_is_named_once() {
    let project = Project::new();
    project.write("deep/a.Animation", clip(&["1"]));
    let code = |arguments: &[&str]| {
        let mut rigmill = rigmill();
        rigmill.args(arguments).current_dir(project.root().join("deep")).output().unwrap().status.code()
    };
    assert_eq!((code(&["explain", "deep/a"]), code(&["build"])), (Some(2), Some(2)));
    assert_eq!(code(&["build", ".."]), Some(0));
    for arguments in [&["explain", "deep/a"][..], &["list"], &["graph"], &["build"], &["clean"]] {
        assert_eq!(code(arguments), Some(0), "{arguments:?}");
    }
    assert_eq!((code(&["build", ".", "-o", "../out"]), code(&["explain", "a", "-o", "../out"])), (Some(0), Some(0)));
}

#[test]
fn explain_knows_a_source_that_was_deleted_since() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.build();
    fs::remove_file(project.root().join("a.Animation")).unwrap();
    let output = project.command("explain").args(["a", "--json"]).output().unwrap();
    let explained: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (explained["state"].as_str(), explained["why"][0].as_str()),
        (Some("stale"), Some("source gone: a.Animation"))
    );
    assert_eq!(
        (explained["dependencies"][0]["same"].as_bool(), explained["outputs"][0]["path"].as_str()),
        (Some(false), Some("a.rmb"))
    );
    project.build();
    assert_eq!(project.command("explain").arg("a").output().unwrap().status.code(), Some(2));
}

#[test]
fn explain_shows_why_an_asset_failed() {
    let project = Project::new();
    project.write("a.gltf", "broken");
    let built = project.build();
    let message = built.diagnostics()[0]["message"].as_str().unwrap().to_owned();
    let output = project.command("explain").arg("a").output().unwrap();
    let (out, error) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(out.starts_with("a is failed"), "{out}");
    assert!(error.contains(&message), "{error}");
    let output = project.command("explain").args(["a", "--json"]).output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let messages: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&messages[0]["reason"], &messages[1]["reason"]), (&"explained".into(), &"diagnostic".into()));
    assert_eq!(messages[1]["message"], message);
}

#[test]
fn explain_shows_dependencies_with_kind_and_digest() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.build();
    let output = project.command("explain").args(["a", "--project", ".", "--json"]).output().unwrap();
    let explained: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((explained["state"].as_str(), explained["why"].as_array().unwrap().len()), (Some("fresh"), 0));
    let dependency = &explained["dependencies"][0];
    assert_eq!((dependency["kind"].as_str(), dependency["name"].as_str()), (Some("file"), Some("a.Animation")));
    assert_eq!(dependency["digest"].as_str().unwrap().len(), 64);
}

#[test]
fn init_makes_a_manifest_that_builds_and_overwrites_none() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.command("init").assert().success();
    assert!(String::from_utf8(project.read("rigmill.toml")).unwrap().contains("name = \"game\""));
    project.command("build").assert().success();
    assert_eq!(project.command("init").output().unwrap().status.code(), Some(2));
}

#[test]
fn completions_are_made_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = rigmill().args(["completions", shell]).output().unwrap();
        assert!(output.status.success() && output.stdout.len() > 500, "{shell}");
    }
}

#[test]
fn verify_counts_good_and_names_bad_files() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("b.Animation", clip(&["2"]));
    project.build();
    let verify = || project.command("verify").arg("build").output().unwrap();
    // A file that a killed build was about to move into place is not content.
    project.write("build/.rigmill/tmp/target/half.rmb", "RM");
    assert_eq!(verify().stdout, b"verified 2 content files: 2 good, 0 bad\n");
    let path = project.native().join("b.rmb");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    let output = verify();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("b.rmb"));
}

#[test]
fn an_output_folder_of_another_project_is_refused_by_every_command() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.build();
    let elsewhere = tempfile::tempdir().unwrap();
    for arguments in [&["explain", "a"][..], &["list"], &["graph"], &["clean"], &["build", "."]] {
        let out = project.root().join("build");
        let output = rigmill().args(arguments).arg("-o").arg(out).current_dir(elsewhere.path()).output().unwrap();
        let reported = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {reported}");
        assert!(reported.contains("contains the outputs of the project"), "{arguments:?}: {reported}");
    }
    assert_eq!(project.outputs().len(), 1);
}

#[test]
fn clean_removes_nothing_that_a_project_built_which_is_not_there_now() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    let out = tempfile::tempdir().unwrap();
    let out = out.path().join("out");
    project.build_with(&["-o", out.to_str().unwrap()]);
    let other = Project::new();
    other.write("b.Animation", clip(&["1"]));
    drop(project);
    let output = other.command("clean").arg(".").arg("-o").arg(&out).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(out.join("native/a.rmb").is_file());
}

#[test]
fn manifest_errors_are_messages_of_every_command() {
    let project = Project::new();
    project.write("rigmill.toml", "[projct]\n");
    for command in ["build", "list", "graph", "clean"] {
        let output = project.command(command).args([".", "--message-format", "json"]).output().unwrap();
        let messages = String::from_utf8(output.stdout).unwrap();
        assert_eq!(messages.matches("\"reason\":\"diagnostic\"").count(), 1, "{command}: {messages}");
    }
}

#[test]
fn explain_takes_the_project_as_list_does() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    let out = project.root().join("../out");
    project.build_with(&["-o", out.to_str().unwrap()]);
    let elsewhere = tempfile::tempdir().unwrap();
    for arguments in [&["explain", "a"][..], &["list"]] {
        let mut command = rigmill();
        command.args(arguments).arg(project.root()).arg("-o").arg(&out).arg("--message-format").arg("json");
        let output = command.current_dir(elsewhere.path()).output().unwrap();
        let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((found["asset"].as_str(), found["state"].as_str()), (Some("a"), Some("fresh")), "{arguments:?}");
    }
}

#[test]
fn verifying_nothing_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = rigmill().arg("verify").arg(folder.path()).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    let [out, reported] = run(&[]);
    assert!(reported.contains("error[R0042]: there is nothing to verify"), "{reported}");
    assert_eq!(out, "verified 0 content files: 0 good, 0 bad\n");
    let [out, _] = run(&["--message-format", "json"]);
    let message: serde_json::Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    assert_eq!((message["reason"].as_str(), message["code"].as_str()), (Some("diagnostic"), Some("R0042")));
    let [out, _] = run(&["--message-format", "msbuild"]);
    assert!(out.starts_with("rigmill: error R0042: "), "{out}");
}

/// Returns the errors of `build` about the manifest or the command line.
fn refusal(project: &Project, arguments: &[&str]) -> String {
    let output = project.command("build").arg(".").args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn an_output_folder_where_content_has_no_place_is_refused() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write(".git/config", "precious");
    for (out, fault) in [
        (".git", "is inside .git"),
        (".git/build", "is inside .git"),
        ("sub/.GIT/x", "is inside .git"),
        ("..", "contains the project"),
        (".", "is the project folder itself"),
        ("", "is the project folder itself"),
        ("build/..", "is the project folder itself"),
        ("/abs", "has an absolute path"),
        ("C:\\\\abs", "has an absolute path"),
        ("\\\\server", "has an absolute path"),
    ] {
        project.write("rigmill.toml", format!("[project]\nout = \"{out}\"\n"));
        let reported = refusal(&project, &[]);
        assert!(reported.contains("error[R0038]: the output folder") && reported.contains(fault), "{out}: {reported}");
        assert!(reported.contains("rigmill.toml:2:7"), "{reported}");
    }
    fs::remove_file(project.root().join("rigmill.toml")).unwrap();
    for (out, fault) in [(".git/x", "is inside .git"), ("..", "contains the project"), (".", "project folder itself")] {
        let reported = refusal(&project, &["-o", out]);
        assert!(reported.contains(fault) && reported.contains("--out"), "{out}: {reported}");
    }
    assert_eq!(fs::read_dir(project.root().join(".git")).unwrap().count(), 1);
    // Next to the project, and anywhere that the command line says.
    project.write("rigmill.toml", "[project]\nout = \"../out\"\n");
    let absolute = project.root().join("../absolute");
    assert_eq!((project.build().code, project.build_with(&["-o", absolute.to_str().unwrap()]).code), (0, 0));
}

#[test]
fn errors_of_commands_with_json_are_json_and_are_printed_once() {
    let project = Project::new();
    project.write("rigmill.toml", "");
    for (command, arguments, code) in [
        ("list", &["nowhere", "--json"][..], 2),
        ("explain", &["nothing", "--json"], 2),
        ("inspect", &["nothing", "--json"], 2),
        ("inspect", &["rigmill.toml", "--json"], 1),
        ("list", &["--json", "--jobz"], 2),
        ("build", &["nowhere", "--message-format", "json"], 2),
    ] {
        let output = project.command(command).args(arguments).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        assert_eq!((output.status.code(), err.as_str()), (Some(code), ""), "{command} {arguments:?}: {out}");
        assert_eq!(out.matches("\"reason\":\"diagnostic\"").count(), 1, "{command} {arguments:?}: {out}");
    }
}

#[test]
fn misspelt_environment_variables_and_missing_cache_folders_are_reported() {
    let project = Project::new();
    project.write("rigmill.toml", "");
    let said = |command: &mut assert_cmd::Command| String::from_utf8(command.output().unwrap().stderr).unwrap();
    let text = said(project.command("list").env("RIGMILL_CACHEDIR", "x").env("RIGMILL_SIMD", "avx"));
    assert_eq!(text.matches("warning[R0420]").count(), 2, "{text}");
    assert!(text.contains("did you mean RIGMILL_CACHE_DIR?"), "{text}");
    let homeless = ["HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "RIGMILL_CACHE_DIR"];
    let mut command = project.command("build");
    homeless.iter().for_each(|name| {
        command.env_remove(name);
    });
    assert!(said(&mut command).contains("warning[R0417]: there is no cache folder"));
}
