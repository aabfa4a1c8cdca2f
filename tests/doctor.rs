//! Tests `rigmill doctor`: problems in the environment, and how to fix them.

use std::fs;

use serde_json::Value;

use crate::support::{Project, clip};

struct Examined {
    code: i32,
    messages: Vec<Value>,
}

impl Examined {
    fn new(project: &Project, arguments: &[&str]) -> Self {
        let output =
            project.command("doctor").args([".", "--message-format", "json"]).args(arguments).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let messages = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        Self { code: output.status.code().unwrap(), messages }
    }

    /// Returns the first finding of a check.
    fn finding(&self, check: &str) -> &Value {
        let found = self.messages.iter().find(|message| message["check"] == check);
        found.unwrap_or_else(|| panic!("no {check} in {:?}", self.messages))
    }

    fn problems(&self) -> Vec<&str> {
        let problems = self.messages.iter().filter(|message| message["level"] == "problem");
        problems.map(|message| message["check"].as_str().unwrap()).collect()
    }

    fn text(&self, check: &str) -> &str {
        self.finding(check)["message"].as_str().unwrap()
    }
}

#[test]
fn a_project_that_builds_is_fine() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("deep/b.Animation", clip(&["2"]));
    let before = Examined::new(&project, &[]);
    assert_eq!((before.code, before.problems()), (0, Vec::new()));
    assert!(!project.root().join("build").exists(), "looking makes nothing");
    assert_eq!(before.text("assets"), "2 in 2 folders");
    assert!(before.text("state").contains("never built"), "{}", before.text("state"));
    project.build();
    let after = Examined::new(&project, &[]);
    assert_eq!((after.code, after.text("state")), (0, "of native: 2 assets"));
    assert_eq!(after.messages.last().unwrap()["reason"], "doctor-finished");
    assert!(after.text("output").ends_with("/build can be written to"), "{}", after.text("output"));
    let files = fs::read_dir(project.root().join("build")).unwrap().count();
    assert_eq!(files, 2, "what was made to look is gone: only native and .rigmill are there");
    let reported = project.command("doctor").arg(".").output().unwrap();
    let reported = String::from_utf8(reported.stdout).unwrap();
    assert!(reported.contains("ok assets: 2 in 2 folders") && reported.ends_with("warnings 0\n"), "{reported}");
}

#[test]
fn a_broken_manifest_is_named_with_its_place() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("rigmill.toml", "[project]\nnane = \"x\"\n");
    let examined = Examined::new(&project, &[]);
    assert_eq!((examined.code, examined.problems()), (2, vec!["manifest"]));
    assert!(examined.text("manifest").starts_with("rigmill.toml:2:1: "), "{}", examined.text("manifest"));
    assert!(examined.finding("manifest")["help"].is_string());
    project.write("rigmill.toml", "[[rule]]\nmatch = \"*.Animation\"\nimporter = \"animation-xmm\"\n");
    let examined = Examined::new(&project, &[]);
    assert_eq!((examined.code, examined.problems()), (2, vec!["assets"]));
    assert!(examined.text("assets").contains("animation-xmm"), "{}", examined.text("assets"));
}

#[test]
fn a_folder_that_is_not_there_is_a_problem() {
    let project = Project::new();
    let output = project.command("doctor").arg("no/such/folder").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stdout).unwrap().contains("problem manifest: no project at"));
}

#[test]
fn an_output_folder_that_cannot_be_made_is_a_problem() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.write("taken", "a file");
    let examined = Examined::new(&project, &["--out", "taken"]);
    assert_eq!((examined.code, examined.problems()), (2, vec!["output"]));
    assert!(examined.text("output").contains("is a file, not a folder"), "{}", examined.text("output"));
    assert_eq!(project.build_with(&["--out", "taken"]).code, 2, "and so it is");
}

/// Nobody can create files in `/proc`, not even root, who can ignore the permissions of a folder.
#[cfg(target_os = "linux")]
#[test]
fn a_read_only_output_folder_is_a_problem() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    let examined = Examined::new(&project, &["--out", "/proc/rigmill"]);
    assert_eq!((examined.code, examined.problems()), (2, vec!["output"]));
    assert_eq!(project.build_with(&["--out", "/proc/rigmill"]).code, 2, "and so it is");
}

#[test]
fn the_content_of_another_project_is_a_problem_and_a_damaged_state_is_not() {
    let [one, other] = [Project::new(), Project::new()];
    for project in [&one, &other] {
        project.write("a.Animation", clip(&["1"]));
    }
    one.build();
    let out = one.root().join("build");
    let examined = Examined::new(&other, &["--out", out.to_str().unwrap()]);
    assert_eq!((examined.code, examined.problems()), (2, vec!["state"]));
    let state = one.root().join("build/.rigmill/native.state");
    let mut bytes = fs::read(&state).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&state, bytes).unwrap();
    let examined = Examined::new(&one, &[]);
    assert_eq!((examined.code, examined.finding("state")["level"].as_str()), (0, Some("warning")));
    assert_eq!(one.build().code, 0, "and so it is");
}

#[test]
fn a_cache_that_is_damaged_too_large_or_read_only_is_worth_a_warning() {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    project.build();
    let level = |examined: &Examined, check: &str| examined.finding(check)["level"].as_str().unwrap().to_owned();
    let examined = Examined::new(&project, &["--cache-size", "1B"]);
    assert_eq!((examined.code, level(&examined, "cache's size")), (0, "warning".to_owned()));
    let packs = project.root().join("../cache/v3/packs");
    let pack = fs::read_dir(packs).unwrap().map(|entry| entry.unwrap().path()).next().unwrap();
    fs::write(pack, "no pack").unwrap();
    let examined = Examined::new(&project, &[]);
    assert_eq!((examined.code, level(&examined, "cache's packs")), (0, "warning".to_owned()));
    let file = project.root().join("a.Animation");
    let examined = Examined::new(&project, &["--cache-dir", file.to_str().unwrap()]);
    assert_eq!((examined.code, level(&examined, "cache")), (0, "warning".to_owned()));
    assert!(examined.text("cache").contains("a.Animation is a file, so"), "{}", examined.text("cache"));
}

#[test]
fn editors_get_each_error_of_the_manifest_with_its_place() {
    let project = Project::new();
    project.write("rigmill.toml", "[[rule]]\nmach = \"*\"\n[[rule]]\nmatch = \"*\"\nimporter = 3\n");
    for (format, places) in [("github", ["line=2,col=1", "line=5,col=12"]), ("msbuild", ["(2,1)", "(5,12)"])] {
        let output = project.command("doctor").args([".", "--message-format", format]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(places.iter().all(|place| text.contains(place)) && text.contains("did you mean `match`?"), "{text}");
        assert!(!text.contains("has no `match`"), "{text}");
    }
}
