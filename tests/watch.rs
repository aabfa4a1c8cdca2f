//! Tests `rigmill watch` in a separate process: saving a file causes a rebuild, failures are reported and retried, and Ctrl-C
//! ends the program.

use std::fs;
use std::time::{Duration, Instant};

use rigmill_runtime::Content;
use rigmill_runtime::content::{AnimationSequence, Follower, LoadError, Reload};

use crate::support::watching::{PATIENCE, Watching, command};
use crate::support::{Project, clip, rigmill};

const NATIVE: &str = "build/native";

fn one_clip() -> Project {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project
}

#[test]
fn what_is_saved_made_or_deleted_is_rebuilt() {
    let project = one_clip();
    let watching = Watching::start(&project);
    project.write("a.Animation", clip(&["2"]));
    let reload = watching.reloaded("a");
    assert_eq!((reload["status"].as_str(), reload["target"].as_str()), (Some("built"), Some("native")));
    assert_eq!(reload["outputs"][0], "build/native/a.rmb");
    project.write("new/deep/b.Animation", clip(&["3"]));
    watching.reloaded("new/deep/b");
    fs::remove_dir_all(project.root().join("new")).unwrap();
    let reload = watching.reloaded("new/deep/b");
    assert_eq!(reload["status"], "removed");
    watching.settles(&project, NATIVE);
}

#[test]
fn a_broken_source_is_reported_and_tried_again_when_it_is_mended() {
    let project = one_clip();
    project.write("b.Animation", clip(&["1"]));
    let watching = Watching::start(&project);
    let before = project.outputs();
    project.write("a.Animation", "broken");
    watching.wait_for(|message| message["reason"] == "diagnostic" && message["file"] == "a.Animation");
    assert_eq!(watching.finished()["success"], false);
    assert_eq!(project.outputs(), before);
    // The others are still built, and the failure is not forgotten.
    project.write("b.Animation", clip(&["2"]));
    watching.wait_for(|message| message["reason"] == "diagnostic" && message["file"] == "a.Animation");
    watching.reloaded("b");
    assert_eq!(watching.finished()["failed"], 1);
    project.write("a.Animation", clip(&["3"]));
    watching.reloaded("a");
    assert_eq!(watching.finished()["success"], true);
    watching.settles(&project, NATIVE);
}

#[test]
fn a_broken_manifest_is_reported_and_survived() {
    let project = one_clip();
    project.write("rigmill.toml", "[project]\nname = \"g\"\n");
    let watching = Watching::start(&project);
    project.write("rigmill.toml", "[project\n");
    watching.wait_for(|message| message["reason"] == "diagnostic" && message["file"] == "rigmill.toml");
    assert_eq!(watching.finished()["success"], false);
    project.write("b.Animation", clip(&["2"]));
    assert_eq!(watching.finished()["success"], false);
    project.write("rigmill.toml", "[[rule]]\nmatch = \"a.Animation\"\nparams = { close_loop = true }\n");
    watching.reloaded("b");
    fs::remove_file(project.root().join("rigmill.toml")).unwrap();
    watching.reloaded("a");
    watching.settles(&project, NATIVE);
}

#[test]
fn another_output_folder_in_the_manifest_is_followed() {
    let project = one_clip();
    let watching = Watching::start(&project);
    project.write("rigmill.toml", "[project]\nout = \"elsewhere\"\n");
    let reload = watching.reloaded("a");
    assert!(reload["outputs"][0].as_str().unwrap().ends_with("elsewhere/native/a.rmb"), "{reload}");
    project.write("a.Animation", clip(&["2"]));
    watching.reloaded("a");
    watching.settles(&project, "elsewhere/native");
}

#[test]
fn a_first_build_that_fails_is_reported_and_watching_goes_on() {
    let project = Project::new();
    project.write("a.Animation", "broken");
    let watching = Watching::start(&project);
    project.write("a.Animation", clip(&["1"]));
    watching.reloaded("a");
    watching.settles(&project, NATIVE);
}

#[test]
fn what_another_build_changed_is_reported_as_any_change() {
    let project = one_clip();
    project.write("b.Animation", clip(&["1"]));
    let watching = Watching::start(&project);
    project.command("build").args([".", "-q", "--force"]).assert().success();
    project.write("a.Animation", clip(&["2"]));
    watching.wait_for(|message| message["reason"] == "reload-all" && message["target"] == "native");
    project.write("a.Animation", clip(&["3"]));
    // Its own builds are not treated as those of another process.
    watching.wait_for(|message| {
        assert_ne!(message["reason"], "reload-all");
        message["reason"] == "build-finished"
    });
}

#[test]
fn what_the_command_line_gets_wrong_ends_it() {
    let project = one_clip();
    for arguments in [&[".", "--target", "nintendo"][..], &["nowhere"]] {
        let output = rigmill().arg("watch").args(arguments).current_dir(project.root()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn people_get_a_line_a_rebuild_with_reason_and_time() {
    let project = one_clip();
    project.write("b.Animation", clip(&["1"]));
    let watching = Watching::spawn(command(&project, &[]));
    while !watching.line().starts_with("built 2, cached 0, fresh 0, failed 0 in ") {}
    let rebuilt = |expected: &str| {
        let line = watching.line();
        let (reported, time) = line.rsplit_once(" in ").unwrap();
        assert_eq!(reported, expected);
        assert!(time.strip_suffix(" s").unwrap().parse::<f64>().is_ok(), "{line}");
    };
    watching.said("watching ");
    project.write("a.Animation", clip(&["2"]));
    rebuilt("rebuilt 1 (a: source changed: a.Animation)");
    // If there is nothing to do, nothing is printed, so the next line is about the change after that.
    project.write("a.Animation", clip(&["2"]));
    project.write("notes.txt", "");
    project.write("b.Animation", "broken");
    rebuilt("rebuilt 0, failed 1 (b: source changed: b.Animation)");
    watching.said("b.Animation:1");
    project.write("a.Animation", clip(&["2"]).replace('\n', "\r\n"));
    rebuilt("rebuilt 0, unchanged 1, failed 1 (a: source changed: a.Animation)");
    fs::remove_file(project.root().join("b.Animation")).unwrap();
    rebuilt("rebuilt 0, removed 1 (b: source gone: b.Animation)");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly() {
    for signal in ["INT", "TERM"] {
        let mut watching = Watching::start(&one_clip());
        assert_eq!(watching.stop(signal).code(), Some(0));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_cleanly_in_the_midst_of_a_build_too() {
    let project = Project::new();
    let many: Vec<String> = (0..20_000).map(|number| number.to_string()).collect();
    let long: Vec<&str> = many.iter().map(String::as_str).collect();
    for number in 0..60 {
        project.write(&format!("{number}.Animation"), clip(&long[number..]));
    }
    // A program that has only started, and one whose handler is certainly set.
    for begun in [false, true] {
        let mut watching = Watching::spawn(command(&project, &["--message-format", "json", "--force", "-j1"]));
        let lock = project.root().join("build/.rigmill/lock");
        let owner = format!("process {},", watching.id());
        let start = Instant::now();
        while begun && !fs::read_to_string(&lock).unwrap_or_default().starts_with(&owner) {
            assert!(start.elapsed() < PATIENCE, "the build did not begin");
            std::thread::yield_now();
        }
        let ended = watching.stop("INT");
        assert!(!begun || ended.code() == Some(0), "{ended}");
    }
    assert_eq!(project.build().code, 0);
    assert_eq!(project.outputs(), crate::support::watching::clean_build(&project, NATIVE));
}

#[cfg(target_os = "linux")]
#[test]
#[cfg_attr(not(user_namespaces), ignore = "needs unshare and user namespaces")]
fn without_watches_it_polls_and_says_so() {
    let project = one_clip();
    (0..20).for_each(|number| project.write(&format!("{number}/a.Animation"), clip(&["1"])));
    let script =
        "echo 8 > /proc/sys/user/max_inotify_watches && exec \"$0\" watch . --message-format json --cache-dir ../cache";
    let mut few = std::process::Command::new("unshare");
    few.args(["--user", "--map-root-user", "sh", "-c", script, env!("CARGO_BIN_EXE_rigmill")]);
    few.current_dir(project.root());
    let watching = Watching::spawn(few);
    let warning = watching.said("polling every");
    assert!(warning.contains("max_user_watches"), "{warning}");
    watching.finished();
    project.write("7/a.Animation", clip(&["2"]));
    watching.reloaded("7/a");
}

/// Plays frame after frame until something changes.
fn play(follower: &mut Follower, content: &Content) -> Vec<Reload> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let changes = follower.poll(content);
        if !changes.is_empty() {
            return changes;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    panic!("no change came");
}

#[test]
fn a_running_game_plays_what_is_saved() {
    let project = one_clip();
    project.write("b.Animation", clip(&["1"]));
    project.build();
    let content = Content::open(project.native()).unwrap();
    let load = |name: &str| content.load::<AnimationSequence>(name).unwrap();
    let x = |clip: &AnimationSequence| clip.view().sequence(0).unwrap().translation()[0][0];
    let [old, other] = [load("a"), load("b")];
    // Changed before the game begins to follow changes.
    project.write("a.Animation", clip(&["2"]));
    let (reader, mut writer) = std::io::pipe().unwrap();
    let watching = Watching::spawn_with(command(&project, &["--message-format", "json"]), move |line| {
        use std::io::Write;
        let _ = writeln!(writer, "{line}");
    });
    let mut follower = Follower::new(std::io::BufReader::new(reader)).unwrap();
    let changes = play(&mut follower, &content);
    assert!(changes.len() == 1 && changes[0].name == "a" && changes[0].result.is_ok(), "{changes:?}");
    assert_eq!((x(&old), x(&load("a"))), (1.0, 2.0));

    project.write("a.Animation", clip(&["3"]));
    play(&mut follower, &content);
    assert_eq!(x(&load("a")), 3.0);
    assert!(std::sync::Arc::ptr_eq(&other, &load("b")));

    fs::remove_file(project.root().join("b.Animation")).unwrap();
    let changes = play(&mut follower, &content);
    assert!(matches!(changes[0].result, Err(LoadError::NotFound { .. })), "{changes:?}");
    assert_eq!(x(&load("b")), 1.0);
    project.write("b.Animation", clip(&["4"]));
    play(&mut follower, &content);
    assert_eq!(x(&load("b")), 4.0);
    drop(watching);
    let begun = Instant::now();
    while !follower.is_over() {
        assert!(begun.elapsed() < PATIENCE, "the end was not noticed");
        std::thread::yield_now();
    }
}
