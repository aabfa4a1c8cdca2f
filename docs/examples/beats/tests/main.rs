//! The example is a whole `rigmill`: it builds its own format beside the built-in ones.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::fs;

use assert_cmd::Command;

fn rigmill() -> Command {
    Command::new(env!("CARGO_BIN_EXE_rigmill-example-beats"))
}

#[test]
fn the_new_format_builds_with_its_parameter() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("song.beats"), "0\n1\n2.5\n").unwrap();
    let manifest = "[[rule]]\nmatch = \"*.beats\"\nparams = { tempo = 60 }\n";
    fs::write(folder.path().join("rigmill.toml"), manifest).unwrap();
    rigmill()
        .arg("build")
        .arg(folder.path())
        .args(["--cache-dir", "cache"])
        .current_dir(folder.path())
        .assert()
        .success();
    let seconds: Vec<u8> = [0.0_f32, 1.0, 2.5].iter().flat_map(|it| it.to_le_bytes()).collect();
    assert_eq!(fs::read(folder.path().join("build/native/song.beatmap")).unwrap(), seconds);
}

#[test]
fn its_errors_have_places_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("song.beats"), "0\none\n").unwrap();
    let output = rigmill().args(["build", ".", "--cache-dir", "cache"]).current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("song.beats:2:1") && errors.contains("expected a number, found \"one\""), "{errors}");
}

#[test]
fn its_parameters_are_listed_with_the_others() {
    let output = rigmill().args(["list", "--params"]).output().unwrap();
    let listed = String::from_utf8(output.stdout).unwrap();
    assert!(listed.contains("tempo: number = 120.0") && listed.contains("snap_tiny"), "{listed}");
}

#[test]
fn the_example_stays_short() {
    assert!(include_str!("../src/main.rs").lines().count() < 80);
}
