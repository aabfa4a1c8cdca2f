//! Tests `rigmill build` on real folders: what is rebuilt, and why.

use std::fs;

use crate::support::{Project, clip, files_below};

fn two_clips() -> Project {
    let project = Project::new();
    project.write("Animation/Run.Animation", clip(&["1", "2", "3"]));
    project.write("Animation/Walk.Animation", clip(&["4", "5", "6"]));
    project
}

#[test]
fn a_second_build_builds_nothing() {
    let project = two_clips();
    assert_eq!(project.build().count("built"), 2);
    let second = project.build();
    assert_eq!((second.code, second.count("built"), second.count("fresh")), (0, 0, 2));
}

#[test]
fn the_summary_is_the_last_line() {
    let project = two_clips();
    let output = project.command("build").output();
    // Without a manifest, no project is found. If the folder is named, no manifest is needed.
    assert_eq!(output.unwrap().status.code(), Some(2));
    let output = project.command("build").arg(".").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("built 2, cached 0, fresh 0, failed 0 in ") && last.ends_with(" s"), "{last}");
}

#[test]
fn messages_begin_with_the_keys_that_other_programs_rely_on() {
    let project = two_clips();
    let output = project.command("build").args([".", "--message-format", "json"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let asset = r#"{"reason":"asset","asset":"Animation/Run","status":"built","why":["never built"],"outputs":[""#;
    let finished =
        r#"{"reason":"build-finished","success":true,"built":2,"fresh":0,"cached":0,"failed":0,"removed":0,"ms":"#;
    assert!(text.starts_with(asset) && text.lines().last().unwrap().starts_with(finished), "{text}");
    let inspect = project.command("inspect").args(["--json", "build/native/Animation/Run.rmb"]).output().unwrap();
    let text = String::from_utf8(inspect.stdout).unwrap();
    let clip = r#"{"type":"AnimationSequence","key_frame_sequence_count":1,"duration":1.0,"sequences":[{"bone":"B","#;
    assert!(text.starts_with(clip), "{text}");
}

#[test]
fn touching_a_source_builds_nothing() {
    let project = two_clips();
    project.build();
    project.write("Animation/Run.Animation", clip(&["1", "2", "3"]));
    assert_eq!(project.build().changes(), [""; 0]);
}

#[test]
fn reindenting_a_source_imports_it_again_and_stops_there() {
    let project = two_clips();
    project.build();
    let output = project.native().join("Animation/Run.rmb");
    let written = fs::metadata(&output).unwrap().modified().unwrap();
    project.write("Animation/Run.Animation", clip(&["1", "2", "3"]).replace('\n', "\r\n    "));
    let changes = project.build().changes();
    assert_eq!(changes, ["Animation/Run: fresh [source changed: Animation/Run.Animation] import"]);
    assert_eq!(fs::metadata(&output).unwrap().modified().unwrap(), written);
    assert_eq!(project.build().changes(), [""; 0]);
}

#[test]
fn changing_one_key_rebuilds_one_asset() {
    let project = two_clips();
    project.build();
    project.write("Animation/Run.Animation", clip(&["1", "2", "4"]));
    let explained = project.command("explain").args(["Animation/Run", "--project", "."]).output().unwrap();
    let explained = String::from_utf8(explained.stdout).unwrap();
    assert!(explained.contains("not up to date\n  because source changed: Animation/Run.Animation"), "{explained}");
    let changes = project.build().changes();
    assert_eq!(changes, ["Animation/Run: built [source changed: Animation/Run.Animation] import; process; write"]);
}

#[test]
fn the_sign_of_a_zero_is_a_change() {
    let project = Project::new();
    project.write("a.Animation", clip(&["0.000000", "1"]));
    project.build();
    project.write("a.Animation", clip(&["-0.000000", "1"]));
    assert_eq!(project.build().count("built"), 1);
}

#[test]
fn deleting_a_source_removes_its_output() {
    let project = two_clips();
    project.build();
    fs::remove_file(project.root().join("Animation/Run.Animation")).unwrap();
    let changes = project.build().changes();
    assert_eq!(changes, ["Animation/Run: removed [source gone: Animation/Run.Animation] "]);
    assert_eq!(project.outputs().into_keys().collect::<Vec<_>>(), ["Animation/Walk.rmb"]);
}

#[test]
fn a_broken_source_fails_alone_and_keeps_its_old_output() {
    let project = two_clips();
    project.build();
    let before = project.outputs();
    project.write("Animation/Run.Animation", clip(&["1", "oops", "3"]));
    project.write("Animation/Walk.Animation", clip(&["4", "5", "7"]));
    let broken = project.build();
    assert_eq!((broken.code, broken.count("failed"), broken.count("built")), (1, 1, 1));
    let diagnostic = broken.diagnostics()[0];
    assert_eq!((diagnostic["line"].as_u64(), diagnostic["file"].as_str()), (Some(14), Some("Animation/Run.Animation")));
    let after = project.outputs();
    assert_eq!(after["Animation/Run.rmb"], before["Animation/Run.rmb"]);
    assert_ne!(after["Animation/Walk.rmb"], before["Animation/Walk.rmb"]);
    let again = project.build();
    assert_eq!((again.code, again.count("failed"), again.diagnostics().len()), (1, 1, 1));
    project.write("Animation/Run.Animation", clip(&["1", "2", "3"]));
    assert_eq!(project.build().code, 0);
}

#[test]
fn a_parameter_in_the_manifest_rebuilds_what_it_is_for() {
    let project = two_clips();
    project.write("rigmill.toml", "[project]\nname = \"g\"\n");
    project.build();
    project.write("rigmill.toml", "[[rule]]\nmatch = \"**/Run.Animation\"\nparams = { close_loop = true }\n");
    let changes = project.build().changes();
    let why = "parameter changed: close_loop of animation: false -> true";
    assert_eq!(changes, [format!("Animation/Run: built [{why}] import; process; write")]);
}

#[test]
fn a_fault_of_the_manifest_is_placed_and_ends_with_2() {
    let project = two_clips();
    let cases = [
        (
            "[[rule]]\nmatch = \"**\"\nparams = { close_lop = true }\n",
            "rigmill.toml:3:12",
            "did you mean `close_loop`?",
        ),
        ("[[rule]]\nmatch = \"**\"\nparams = { close_loop = 3 }\n", "rigmill.toml:3:25", "expected true or false"),
        ("[[rule]]\nmatch = \"**\"\nprocesor = \"x\"\n", "rigmill.toml:3:1", "did you mean `processor`?"),
        (
            "[[rule]]\nmatch = \"nothing/**\"\nimporter = \"animation-xlm\"\n",
            "rigmill.toml:3:12",
            "did you mean `animation-xml`?",
        ),
        ("[project\n", "rigmill.toml:1:", "not valid TOML"),
    ];
    for (manifest, place, message) in cases {
        project.write("rigmill.toml", manifest);
        let output = project.command("build").output().unwrap();
        let reported = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{reported}");
        assert!(reported.contains(place) && reported.contains(message), "{reported}");
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs two files whose names differ only in case")]
fn two_sources_of_one_file_are_an_error_that_names_both() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("A.animation", clip(&["2"]));
    let built = project.build();
    assert_eq!((built.code, built.count("failed")), (1, 2));
    let message = built.diagnostics()[0]["message"].as_str().unwrap();
    assert!(message.contains("`A.animation` and `a.Animation`"), "{message}");
}

#[test]
fn output_bytes_depend_on_nothing_but_the_sources() {
    let reference = two_clips();
    reference.write("deep/er/x.Animation", clip(&["7"]));
    reference.build();
    let outputs = reference.outputs();
    assert_eq!(outputs.len(), 3);
    for (jobs, locale, zone) in
        [("1", "C", "UTC"), ("2", "de_DE.UTF-8", "Asia/Tokyo"), ("7", "tr_TR.UTF-8", "America/Lima")]
    {
        let project = Project::new();
        // The files are created in a different order, at a different path and at a different time.
        project.write("deep/er/x.Animation", clip(&["7"]));
        project.write("Animation/Walk.Animation", clip(&["4", "5", "6"]));
        project.write("Animation/Run.Animation", clip(&["1", "2", "3"]));
        let mut command = project.command("build");
        command.args([".", "-j", jobs]).env("LC_ALL", locale).env("LANG", locale).env("TZ", zone);
        command.assert().success();
        assert_eq!(project.outputs(), outputs);
    }
}

#[test]
fn a_new_checkout_comes_from_the_cache() {
    let project = two_clips();
    project.build();
    let outputs = project.outputs();
    fs::remove_dir_all(project.root().join("build")).unwrap();
    let built = project.build();
    assert_eq!((built.count("cached"), built.count("built")), (2, 0));
    assert_eq!(project.outputs(), outputs);
}

#[test]
fn the_output_folder_is_the_one_asked_for() {
    let project = two_clips();
    let elsewhere = tempfile::tempdir().unwrap();
    let out = elsewhere.path().join("a/b");
    let built = project.build_with(&["--out", out.to_str().unwrap()]);
    assert_eq!(built.code, 0);
    assert!(out.join("native/Animation/Run.rmb").is_file() && out.join(".rigmill").is_dir());
    assert!(!project.root().join("build").exists());
}

#[test]
fn clean_removes_what_was_built_and_nothing_else() {
    let project = two_clips();
    project.build();
    project.write("build/native/mine.txt", "keep");
    project.command("clean").arg(".").assert().success();
    let left: Vec<_> = files_below(&project.root().join("build"));
    assert_eq!(left, [project.native().join("mine.txt")]);
    assert_eq!(project.build().count("cached"), 2);
}

#[test]
fn builds_and_cleans_at_once_neither_fail_nor_mix() {
    let project = two_clips();
    let spawn = |command: &str| {
        let mut rigmill = std::process::Command::new(env!("CARGO_BIN_EXE_rigmill"));
        rigmill.args([command, ".", "-q"]).env("RIGMILL_CACHE_DIR", "../cache").current_dir(project.root());
        rigmill.spawn().unwrap()
    };
    for _ in 0..40 {
        let commands = ["build", "clean", "build", "clean", "clean", "build"];
        let mut running = commands.map(spawn);
        assert!(running.iter_mut().all(|process| process.wait().unwrap().success()));
    }
    assert_eq!(project.build().code, 0);
    assert_eq!(project.outputs().len(), 2);
}

#[test]
fn the_output_folder_of_another_project_is_refused() {
    let [one, two] = [two_clips(), two_clips()];
    one.build();
    let out = one.root().join("build");
    let output = two.command("build").arg(".").arg("--out").arg(&out).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("contains the outputs of the project"));
    assert_eq!(one.build().count("fresh"), 2);
}

#[test]
fn a_project_that_was_copied_with_its_output_folder_is_a_project_of_its_own() {
    let [one, two] = [two_clips(), Project::new()];
    one.build();
    for path in files_below(&one.root()) {
        two.write(path.strip_prefix(one.root()).unwrap().to_str().unwrap(), fs::read(&path).unwrap());
    }
    let copied = two.build();
    assert_eq!((copied.code, copied.count("fresh")), (0, 2));
    two.write("Animation/Run.Animation", clip(&["7"]));
    fs::remove_file(two.root().join("Animation/Walk.Animation")).unwrap();
    let changed = two.build();
    assert_eq!((changed.count("built"), changed.count("removed")), (1, 1));
    assert_eq!((one.build().count("fresh"), one.outputs().len()), (2, 2));
}

#[test]
fn a_source_that_the_manifest_leaves_out_is_not_said_to_be_gone() {
    let project = two_clips();
    project.build();
    project.write("rigmill.toml", "[[rule]]\nmatch = \"**/Run.*\"\nexclude = true\n");
    let explained = project.command("explain").arg("Animation/Run").output().unwrap();
    let explained = String::from_utf8(explained.stdout).unwrap();
    assert!(explained.contains("because no longer a source: Animation/Run.Animation"), "{explained}");
    assert_eq!(project.build().changes(), ["Animation/Run: removed [no longer a source: Animation/Run.Animation] "]);
}

#[test]
fn a_folder_may_come_where_an_output_was() {
    let project = two_clips();
    project.write("d.Animation", clip(&["1"]));
    project.build();
    fs::remove_file(project.root().join("d.Animation")).unwrap();
    project.write("d.rmb/x.Animation", clip(&["2"]));
    let built = project.build();
    assert_eq!((built.code, built.count("built"), built.count("removed")), (0, 1, 1));
}

#[test]
fn a_change_in_place_is_seen_by_its_stamp_and_without_one_by_verify() {
    let project = two_clips();
    project.build();
    let output = project.native().join("Animation/Run.rmb");
    let good = fs::read(&output).unwrap();
    let mut bad = good.clone();
    bad[100] ^= 1;
    fs::write(&output, &bad).unwrap();
    assert_eq!(project.build().count("cached"), 1);
    assert_eq!(fs::read(&output).unwrap(), good);
    assert_eq!(project.build_with(&["--verify"]).count("fresh"), 2);
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_printed_are_an_error() {
    let project = two_clips();
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    for arguments in [&["build", ".", "--message-format", "json"][..], &["list", "."], &["completions", "bash"]] {
        let mut rigmill = std::process::Command::new(env!("CARGO_BIN_EXE_rigmill"));
        rigmill.args(arguments).args(["--cache-dir", "../cache"]).current_dir(project.root()).stdout(full());
        assert_eq!(rigmill.status().unwrap().code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn two_builds_at_once_end_with_the_same_files() {
    let project = two_clips();
    for round in 0..5 {
        for clip_number in 0..40 {
            project
                .write(&format!("many/{clip_number}.Animation"), clip(&[&round.to_string(), &clip_number.to_string()]));
        }
        let spawn = || {
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rigmill"));
            command.args(["build", ".", "-q", "--cache-dir", "../cache"]).current_dir(project.root());
            command.spawn().unwrap()
        };
        let mut builds = [spawn(), spawn(), spawn()];
        assert!(builds.iter_mut().all(|build| build.wait().unwrap().success()));
        assert_eq!(project.build().count("fresh"), 42);
    }
}

#[test]
fn a_check_builds_twice_and_says_whether_all_came_out_the_same() {
    let project = two_clips();
    let output = project.command("build").args([".", "--check", "--color", "never"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("built twice: 2 of 2 assets were identical\n"), "{text}");
    assert_eq!(project.build().count("fresh"), 2);
}
