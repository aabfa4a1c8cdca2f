//! Checks commands that are not run: their names and options must exist.

use std::collections::BTreeMap;
use std::fs;

use super::commands::joined;
use super::page::Block;
use crate::support::{repository, rigmill};

/// Checks the lines of a block that are commands of `rigmill` or `cargo`.
pub(super) fn check(block: &Block) {
    let mut known = BTreeMap::new();
    for command in joined(&block.text) {
        // Two spaces separate a command from its explanation.
        let command = command.split("  ").next().unwrap();
        if command.starts_with("rigmill ") {
            check_rigmill(&block.place, command, &mut known);
        } else if command.starts_with("cargo ") {
            check_cargo(&block.place, command);
        }
    }
}

/// Checks that the command exists and has these options.
fn check_rigmill(place: &str, command: &str, known: &mut BTreeMap<String, String>) {
    let mut words = command.split_whitespace().skip(1);
    let name = words.next().unwrap();
    let help = known.entry(name.to_owned()).or_insert_with(|| {
        let output = rigmill().args([name, "--help"]).output().unwrap();
        assert!(output.status.success(), "{place}: there is no command `{name}`");
        String::from_utf8(output.stdout).unwrap()
    });
    for option in words.filter(|word| word.starts_with("--")) {
        let option = option.split('=').next().unwrap();
        let is_known =
            help.split(|letter: char| letter.is_whitespace() || ",[]".contains(letter)).any(|it| it == option);
        assert!(is_known, "{place}: `rigmill {name}` has no option {option}");
    }
}

/// Checks that the packages and examples that Cargo should run exist.
pub(super) fn check_cargo(place: &str, command: &str) {
    let mut words = command.split(" -- ").next().unwrap().split_whitespace();
    while let Some(word) = words.next() {
        let exists = match word {
            "-p" | "--package" => words.next().is_some_and(is_package),
            "--example" => words.next().is_some_and(is_example),
            "--path" => words.next().is_some_and(|path| repository().join(path).join("Cargo.toml").exists()),
            _ => true,
        };
        assert!(exists, "{place}: `{command}` names what does not exist");
    }
}

fn is_package(name: &str) -> bool {
    let lock = fs::read_to_string(repository().join("Cargo.lock")).unwrap();
    lock.contains(&format!("\nname = \"{name}\"\n"))
}

fn is_example(name: &str) -> bool {
    let folders = ["runtime/examples", "integrations/bevy/examples"];
    folders.iter().any(|folder| repository().join(folder).join(format!("{name}.rs")).exists())
}
