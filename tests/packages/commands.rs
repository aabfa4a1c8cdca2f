//! Tests the files with which CI systems run the program: they are well-formed, and use only existing options.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::{read, scripts};
use crate::support::{repository, rigmill};

/// The YAML files of the repository that CI systems read.
const YAML: [&str; 4] =
    [".github/workflows/ci.yml", ".github/workflows/release.yml", "action.yml", ".pre-commit-hooks.yaml"];

/// The environment variables that the installers read.
const OF_INSTALLERS: [&str; 3] = ["RIGMILL_VERSION", "RIGMILL_INSTALL_DIR", "RIGMILL_RELEASES"];

/// Parses a YAML file with Python.
fn yaml(path: &str) -> Value {
    let program = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1], encoding='utf-8'))))";
    let output = Command::new("python3").args(["-c", program, path]).current_dir(repository()).output().unwrap();
    assert!(output.status.success(), "{path}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the command lines in a value: those of `run`, `entry` and similar keys of pre-commit.
fn scripts_of(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(scripts_of).collect(),
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(key, value)| match value {
                Value::String(text) if ["run", "entry"].contains(&key.as_str()) => vec![text.clone()],
                value => scripts_of(value),
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the arguments of each call of the program in a script. Variables that stand for several arguments are left out. A
/// variable that stands for one argument is replaced with 1, which every option accepts.
fn calls(script: &str) -> Vec<Vec<String>> {
    let mut calls = Vec::new();
    for line in script.replace("\\\n", " ").lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            let is_program = *word == "rigmill" || word.ends_with("/rigmill");
            let next =
                words.get(at + 1).is_some_and(|next| next.starts_with(|it: char| it.is_ascii_lowercase() || it == '-'));
            if is_program && next && !line.trim_start().starts_with(['#', '<']) {
                calls.push(arguments(&words[at + 1..]));
            }
        }
    }
    calls
}

fn arguments(words: &[&str]) -> Vec<String> {
    let of_call = words.iter().take_while(|word| !["|", "||", "&&", ";", ">", ">>"].contains(word));
    let kept = of_call.filter(|word| !word.contains("[@]"));
    kept.map(|word| word.trim_matches(['"', '\'', ')', '`']))
        .map(|word| if word.contains('$') { "1" } else { word }.to_owned())
        .collect()
}

/// Returns the options that a script adds to its list `arguments` before the call.
fn added(script: &str) -> Vec<Vec<String>> {
    let parts = script.split("arguments+=(").skip(1).filter_map(|rest| rest.split_once(')'));
    parts
        .map(|(words, _)| [vec!["build".to_owned()], arguments(&words.split(' ').collect::<Vec<_>>())].concat())
        .collect()
}

fn check(place: &str, arguments: &[String]) {
    let output = rigmill().args(arguments).arg("--help").output().unwrap();
    assert!(output.status.success(), "{place}: {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_check_of_options_finds_an_unknown_one() {
    let arguments = &calls("ls && rigmill build \"$PATH\" --deny-warning \"${more[@]}\" | cat")[0];
    assert_eq!(arguments, &["build", "1", "--deny-warning"]);
    assert!(!rigmill().args(arguments).arg("--help").output().unwrap().status.success());
}

#[test]
#[cfg_attr(not(yaml), ignore = "needs python3 with PyYAML")]
fn ci_files_use_options_that_the_program_has() {
    let mut count = 0;
    for path in YAML {
        for script in scripts_of(&yaml(path)) {
            let calls = [calls(&script), added(&script)].concat();
            count += calls.len();
            calls.iter().for_each(|call| check(path, call));
        }
    }
    assert!(count >= 6, "{count} calls were found");
    let docker = read("Dockerfile");
    let default: Vec<String> =
        serde_json::from_str(docker.lines().find_map(|line| line.strip_prefix("CMD ")).unwrap()).unwrap();
    check("Dockerfile", &default);
    let documented = docker.lines().filter_map(|line| line.strip_prefix("# ")).flat_map(calls);
    documented.for_each(|call| check("Dockerfile", &call));
}

#[test]
fn ci_files_set_variables_that_the_program_or_its_installers_read() {
    let help = String::from_utf8(rigmill().args(["help", "build"]).output().unwrap().stdout).unwrap();
    let installers = ["packaging/install.sh", "packaging/install.ps1"].map(read);
    for path in YAML.into_iter().chain(["Dockerfile", "packaging/npm/install.js", "packaging/npm/README.md"]) {
        let text = read(path);
        let end = |rest: &str| rest.find(|it: char| !it.is_ascii_uppercase() && it != '_').unwrap_or(rest.len());
        let names: BTreeSet<&str> =
            text.match_indices("RIGMILL_").map(|(at, _)| &text[at..at + end(&text[at..])]).collect();
        for name in names {
            if OF_INSTALLERS.contains(&name) {
                assert!(installers.iter().all(|installer| installer.contains(name)), "{name}");
            } else {
                assert!(help.contains(&format!("[env: {name}=")), "{path} sets {name}");
            }
        }
    }
}

#[test]
#[cfg_attr(not(yaml), ignore = "needs python3 with PyYAML")]
fn the_action_documents_and_uses_each_of_its_inputs() {
    let (action, text) = (yaml("action.yml"), read("action.yml"));
    let inputs = action["inputs"].as_object().unwrap();
    for (name, input) in inputs {
        assert!(input["description"].as_str().is_some_and(|text| text.ends_with('.')), "{name}");
        assert!(text.contains(&format!("inputs.{name} ")), "{name} is not used");
    }
    let page = read("docs/guide/ci.md");
    let undocumented: Vec<_> = inputs.keys().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(undocumented.is_empty(), "docs/guide/ci.md lacks {undocumented:?}");
    for used in text.split("inputs.").skip(1).map(|rest| rest.split([' ', ')']).next().unwrap()) {
        assert!(inputs.contains_key(used), "`{used}` is no input");
    }
    // User input must never be inserted into a script, because it would be executed.
    for script in scripts_of(&action) {
        assert!(!script.contains("inputs."), "{script}");
    }
}

#[test]
#[cfg_attr(not(yaml), ignore = "needs python3 with PyYAML")]
fn jobs_have_timeouts_and_steps_have_versions() {
    for path in [".github/workflows/ci.yml", ".github/workflows/release.yml"] {
        for (name, job) in yaml(path)["jobs"].as_object().unwrap() {
            assert!(job["timeout-minutes"].is_u64(), "{path}: {name}");
            let steps = job["steps"].as_array().unwrap().iter();
            for used in steps.filter_map(|step| step["uses"].as_str()) {
                assert!(used.split_once('@').is_some_and(|(_, version)| !version.is_empty()), "{path}: {used}");
            }
        }
    }
}

/// Returns the shell scripts of the repository that users and CI run.
fn shell_scripts() -> Vec<String> {
    let all = scripts("packaging", "sh").into_iter().chain([repository().join(".ci/run")]);
    all.map(|path| path.to_str().unwrap().to_owned()).collect()
}

#[test]
#[cfg(unix)]
fn shell_scripts_can_be_parsed() {
    let scripts = shell_scripts();
    assert!(scripts.len() >= 3);
    for script in scripts {
        let output = Command::new("sh").args(["-n", &script]).output().unwrap();
        let by_bash = || Command::new("bash").args(["-n", &script]).output().unwrap();
        let is_bash = std::fs::read_to_string(&script).unwrap().starts_with("#!/usr/bin/env bash");
        assert!((if is_bash { by_bash() } else { output }).status.success(), "{script}");
    }
}

/// Prints the places that are not PowerShell, and fails if there are any.
const POWERSHELL: &str = "
import sys, tree_sitter, tree_sitter_powershell
grammar = tree_sitter.Language(tree_sitter_powershell.language())
root = tree_sitter.Parser(grammar).parse(sys.stdin.buffer.read()).root_node
def wrong(node):
    if node.is_error or node.is_missing:
        print(node.start_point.row + 1, node.text)
    for child in node.children:
        wrong(child)
wrong(root)
sys.exit(root.has_error)
";

/// Parses text by the grammar of PowerShell.
fn parse_powershell(text: &str) -> Output {
    let mut command = Command::new("python3");
    command.args(["-c", POWERSHELL]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
#[cfg_attr(not(powershell_grammar), ignore = "needs Python's tree_sitter_powershell")]
fn the_installer_for_windows_is_powershell() {
    let text = fs::read_to_string(repository().join("packaging/install.ps1")).unwrap();
    let output = parse_powershell(&text);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    let broken = text.replacen("if ($value) {", "if ($value {", 1);
    assert_ne!(broken, text);
    assert!(!parse_powershell(&broken).status.success());
}

#[test]
#[cfg_attr(not(shellcheck), ignore = "needs shellcheck")]
fn shellcheck_finds_nothing() {
    let output = Command::new("shellcheck").args(shell_scripts()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
