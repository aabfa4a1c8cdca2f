//! Isolated assets: a crash fails one asset, and everything else is as without isolation.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A project of `.crash` files.
fn project(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Runs the program in a project, with an object cache of its own.
fn run(project: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigmill-example-crash"));
    command.args(arguments).current_dir(project).env("RIGMILL_CACHE_DIR", project.join(".cache"));
    command.output().unwrap()
}

fn messages(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A build's exit code and its messages.
fn build(project: &Path, arguments: &[&str]) -> (Option<i32>, Vec<Value>) {
    let output = run(project, &[&["build", ".", "--message-format", "json"], arguments].concat());
    (output.status.code(), messages(&output))
}

/// The source and the status of each asset.
fn statuses(messages: &[Value]) -> Vec<(&str, &str)> {
    let assets = messages.iter().filter(|it| it["reason"] == "asset");
    assets.map(|it| (it["source"].as_str().unwrap(), it["status"].as_str().unwrap())).collect()
}

/// The file and the code of each diagnostic.
fn diagnostics(messages: &[Value]) -> Vec<(&str, &str)> {
    let diagnostics = messages.iter().filter(|it| it["reason"] == "diagnostic");
    diagnostics.map(|it| (it["file"].as_str().unwrap(), it["code"].as_str().unwrap())).collect()
}

const GOOD: [(&str, &str); 2] = [("a.crash", "some text"), ("sub/b.crash", "read beside.txt")];

#[test]
fn an_overflow_and_an_abort_cost_their_assets_and_not_the_build() {
    let bad = [("bad/abort.crash", "abort"), ("bad/overflow.crash", "overflow"), ("bad/panic.crash", "panic")];
    let crashing = project(&[&GOOD[..], &bad].concat());
    assert!(run(crashing.path(), &["build", "."]).status.code() != Some(1), "without isolation the build ends");

    let good = project(&GOOD);
    assert_eq!(build(good.path(), &[]).0, Some(0));
    let content = |project: &TempDir, name: &str| fs::read(project.path().join("build/native").join(name)).unwrap();
    for manifest in ["", "[[rule]]\nmatch = \"bad/**\"\nisolate = true\n"] {
        let crashing = project(&[&GOOD[..], &bad].concat());
        let arguments: &[&str] = if manifest.is_empty() { &["--isolate"] } else { &[] };
        fs::write(crashing.path().join("rigmill.toml"), manifest).unwrap();
        let (code, messages) = build(crashing.path(), arguments);
        let (failed, built) = ("failed", "built");
        let expected = [
            ("a.crash", built),
            ("bad/abort.crash", failed),
            ("bad/overflow.crash", failed),
            ("bad/panic.crash", failed),
            ("sub/b.crash", built),
        ];
        assert_eq!((code, statuses(&messages)), (Some(1), expected.to_vec()), "{messages:?}");
        let codes = [("bad/abort.crash", "R0410"), ("bad/overflow.crash", "R0410"), ("bad/panic.crash", "R0007")];
        assert_eq!(diagnostics(&messages), codes);
        let text = messages.iter().map(Value::to_string).collect::<String>();
        assert!(text.contains("has overflowed its stack"), "{text}");
        assert!(text.contains("as the source says (at ") && text.contains("main.rs:"), "{text}");
        for name in ["a.out", "sub/b.out"] {
            assert_eq!(content(&crashing, name), content(&good, name));
        }
        // A crash may have any cause, so the next build tries again.
        fs::write(crashing.path().join("bad/abort.crash"), "fixed").unwrap();
        let (_, messages) = build(crashing.path(), arguments);
        assert!(statuses(&messages).contains(&("bad/abort.crash", "built")), "{messages:?}");
    }
}

#[test]
fn isolated_assets_have_the_keys_and_dependencies_of_others() {
    let both = [project(&GOOD), project(&GOOD)];
    assert_eq!(build(both[0].path(), &["--isolate"]).0, Some(0));
    assert_eq!(build(both[1].path(), &[]).0, Some(0));
    let [isolated, plain] = both.each_ref().map(|project| {
        let output = run(project.path(), &["explain", "sub/b", "--project", ".", "--json"]);
        messages(&output).remove(0)
    });
    assert_eq!(isolated, plain);
    // What was built in isolation is up to date without, and the other way round.
    for (project, arguments) in [(&both[0], &[][..]), (&both[1], &["--isolate"])] {
        let (_, messages) = build(project.path(), arguments);
        assert_eq!(statuses(&messages), [("a.crash", "fresh"), ("sub/b.crash", "fresh")]);
    }
    // The object cache has it, too.
    fs::remove_dir_all(both[0].path().join("build")).unwrap();
    let (_, messages) = build(both[0].path(), &[]);
    assert_eq!(statuses(&messages), [("a.crash", "cached"), ("sub/b.crash", "cached")]);
    // A file that was asked for and missing is a dependency.
    fs::write(both[0].path().join("beside.txt"), "here").unwrap();
    let (_, messages) = build(both[0].path(), &["--isolate"]);
    assert_eq!(statuses(&messages), [("a.crash", "fresh"), ("sub/b.crash", "built")]);
    assert_eq!(fs::read(both[0].path().join("build/native/sub/b.out")).unwrap(), b"here");
    let asset = messages.iter().find(|it| it["source"] == "sub/b.crash").unwrap();
    assert_eq!(
        (&asset["ran"], &asset["executed"]),
        (&serde_json::json!(["import", "process", "write"]), &false.into())
    );
}

#[test]
fn an_output_that_is_gone_from_everywhere_is_made_again_in_isolation() {
    let project = project(&GOOD);
    build(project.path(), &["--isolate"]);
    fs::remove_file(project.path().join("build/native/a.out")).unwrap();
    fs::remove_dir_all(project.path().join(".cache")).unwrap();
    let (code, messages) = build(project.path(), &["--isolate"]);
    assert_eq!((code, statuses(&messages)), (Some(0), vec![("a.crash", "built"), ("sub/b.crash", "fresh")]));
    assert_eq!(fs::read(project.path().join("build/native/a.out")).unwrap(), b"some text");
    let (code, messages) = build(project.path(), &["--isolate", "--force"]);
    assert_eq!((code, messages.last().unwrap()["failed"].as_u64()), (Some(0), Some(0)));
}

#[test]
fn an_isolated_asset_fails_with_its_own_diagnostic() {
    let project = project(&[("a.crash", "fail")]);
    let (plain, isolated) = (build(project.path(), &[]), build(project.path(), &["--isolate", "--force"]));
    assert_eq!((plain.0, isolated.0), (Some(1), Some(1)));
    assert_eq!(diagnostics(&plain.1), [("a.crash", "CRASH1")]);
    assert_eq!(diagnostics(&isolated.1), diagnostics(&plain.1));
    let help = |messages: &[Value]| messages.iter().find(|it| it["reason"] == "diagnostic").unwrap()["help"].clone();
    assert_eq!(help(&isolated.1), help(&plain.1));
}
