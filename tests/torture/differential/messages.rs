//! Short histories after which a message could refer to something that no longer exists.

use std::fs;
use std::path::Path;

use super::program::{Environment, Place, Program};

type Files<'a> = [(&'a str, &'a str)];

fn write(folder: &Path, files: &Files<'_>) {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// Returns the standard output of a build, with one line for each message about failures.
fn said(folder: &Path, cache: &Path) -> Vec<String> {
    let output = Program::WithProbes.build_command(folder, cache, &Environment::new()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter(|line| line.contains("\"reason\":\"diagnostic\""));
    lines.map(str::to_owned).collect()
}

/// Builds, edits and builds again. Compares the messages with those of a clean build.
fn says_what_a_clean_build_says(name: &str, before: &Files<'_>, edit: &Files<'_>, delete: &[&str]) {
    let place = Place::new(name);
    let [game, clean, cache, other] = ["game", "clean", "cache", "clean-cache"].map(|name| place.0.join(name));
    write(&game, before);
    said(&game, &cache);
    write(&game, edit);
    delete.iter().for_each(|path| fs::remove_file(game.join(path)).unwrap());
    let kept = before.iter().filter(|(path, _)| !delete.contains(path)).copied();
    write(&clean, &kept.chain(edit.iter().copied()).collect::<Vec<_>>());
    assert_eq!(said(&game, &cache), said(&clean, &other));
}

#[test]
fn a_failure_names_a_cycle_that_exists() {
    says_what_a_clean_build_says(
        "cycle",
        &[("a.probe", "value b"), ("b.probe", "value c"), ("c.probe", "value a")],
        &[("b.probe", "value a"), ("c.probe", "text")],
        &[],
    );
}

#[test]
fn a_hint_names_an_asset_that_exists() {
    let actions = "skeleton = \"/rig.skeleton\"\n\n[[layer]]\nname = \"l\"\n\n[[layer.action]]\nname = \"Idle\"\n\
                   clip = \"Walj\"\nmode = \"once\"\n";
    says_what_a_clean_build_says(
        "hint",
        &[("hero.actions.toml", actions), ("Walk.probe", "text")],
        &[],
        &["Walk.probe"],
    );
}
