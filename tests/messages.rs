//! Tests the messages of `--message-format json`: each matches the schema, and each message in the schema occurs.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::support::files::real_path;
use crate::support::watching::Watching;
use crate::support::{Project, clip, repository};

fn schema() -> Value {
    let path = repository().join("docs/reference/messages.schema.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Checks a value against the subset of JSON Schema that the messages' schema uses.
fn check(schema: &Value, value: &Value, at: &str) {
    for (keyword, rule) in schema.as_object().unwrap() {
        match keyword.as_str() {
            "title" | "description" => {}
            "const" => assert_eq!(rule, value, "{at}"),
            "enum" => assert!(rule.as_array().unwrap().contains(value), "{at}: {value} is not one of {rule}"),
            "minimum" => assert!(value.as_f64().unwrap() >= rule.as_f64().unwrap(), "{at}: {value}"),
            "type" => assert!(has_type(rule, value), "{at}: {value} is no {rule}"),
            "items" => value.as_array().unwrap().iter().for_each(|item| check(rule, item, at)),
            "required" => {
                let missing = rule.as_array().unwrap().iter().find(|name| value.get(name.as_str().unwrap()).is_none());
                assert!(missing.is_none(), "{at}: {missing:?} is missing in {value}");
            }
            "properties" => {
                for (name, value) in value.as_object().unwrap() {
                    let rule = rule.get(name).unwrap_or_else(|| panic!("{at} has no {name} in the schema"));
                    check(rule, value, &format!("{at}.{name}"));
                }
            }
            other => panic!("the test does not know the keyword {other}"),
        }
    }
}

fn has_type(rule: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("unknown type {other}"),
    };
    match rule {
        Value::Array(names) => names.iter().any(|name| is(name.as_str().unwrap())),
        name => is(name.as_str().unwrap()),
    }
}

/// Checks messages, and records their kinds.
struct Checked {
    schema: Value,
    seen: BTreeSet<String>,
}

impl Checked {
    fn line(&mut self, line: &str) -> Value {
        let message: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let reason = message["reason"].as_str().unwrap_or_else(|| panic!("no reason: {line}"));
        let definition = self.schema["$defs"].get(reason).unwrap_or_else(|| panic!("unknown message: {line}"));
        check(definition, &message, reason);
        assert!(line.starts_with(&format!("{{\"reason\":\"{reason}\"")), "the reason is not first: {line}");
        assert!(line.ends_with(",\"version\":1}"), "the version is not last: {line}");
        self.seen.insert(reason.to_owned());
        message
    }

    /// Runs a command in a project and checks what it prints.
    fn run(&mut self, project: &Project, command: &str, arguments: &[&str]) -> Vec<Value> {
        let output = project.command(command).args(arguments).args(["--message-format", "json"]).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().map(|line| self.line(line)).collect()
    }
}

/// Returns a clip that is built with a warning.
fn odd() -> String {
    clip(&["1"]).replacen("</AnimationSequence>", "<Odd/></AnimationSequence>", 1)
}

#[test]
fn every_message_is_as_the_schema_says_and_every_kind_occurs() {
    let mut checked = Checked { schema: schema(), seen: BTreeSet::new() };
    let project = Project::new();
    project.write("good.Animation", clip(&["1"]));
    project.write("sub/odd.Animation", odd());
    project.write("bad.Animation", "<AnimationSequence>");
    project.write("left.over", "");
    let built = checked.run(&project, "build", &["."]);
    assert_eq!(built.last().unwrap()["reason"], "build-finished");
    checked.run(&project, "build", &[".", "--force", "--deny-warnings", "--deny-unknown", "--isolate"]);
    fs::remove_file(project.root().join("bad.Animation")).unwrap();
    project.write("good.Animation", clip(&["1", "2"]));
    checked.run(&project, "build", &[".", "--asset", "sub/*"]);
    let built = checked.run(&project, "build", &["."]);
    assert!(built.iter().any(|it| it["reason"] == "unknown" && it["file"] == "left.over"), "{built:?}");
    for folder in ["../shared", "http://127.0.0.1:9/"] {
        checked.run(&project, "build", &[".", "--force", "--remote-cache", folder]);
    }
    for (command, arguments) in [
        ("build", &[".", "--check"][..]),
        ("build", &[".", "--jobz", "3"]),
        ("build", &["nowhere"]),
        ("build", &[".", "--target", "amiga"]),
        ("list", &["."]),
        ("list", &["--params"]),
        ("explain", &["good", "."]),
        ("explain", &["R0121"]),
        ("explain", &["nothing"]),
        ("graph", &["."]),
        ("doctor", &["."]),
        ("verify", &["build"]),
        ("pack", &["build/native", "game.rmp"]),
        ("pack", &["build/native", "patch.rmp", "--against", "game.rmp"]),
        ("verify", &["game.rmp"]),
        ("cache", &["stats", "--cache-dir", "../cache"]),
        ("cache", &["verify", "--cache-dir", "../cache"]),
        ("cache", &["gc", "--cache-dir", "../cache", "--max-size", "1B"]),
        ("biuld", &[]),
    ] {
        checked.run(&project, command, arguments);
    }
    fs::write(project.native().join("good.rmb"), "damaged").unwrap();
    checked.run(&project, "verify", &["build"]);
    checked.run(&project, "clean", &["."]);
    checked.run(&project, "init", &["."]);
    checked.run(&project, "init", &["--stage", "beats"]);
    project.write("rigmill.toml", "[projct]\n");
    let failed = checked.run(&project, "build", &["."]);
    assert_eq!(failed.last().unwrap()["success"], false);

    project.write("rigmill.toml", "");
    let watching = Watching::start(&project);
    project.command("build").args([".", "-q", "--force"]).assert().success();
    project.write("good.Animation", clip(&["3"]));
    let mut wanted = BTreeSet::from(["reload-all", "reload"]);
    while !wanted.is_empty() {
        let message = checked.line(&watching.line());
        wanted.remove(message["reason"].as_str().unwrap());
    }
    drop(watching);

    let all: BTreeSet<String> = checked.schema["$defs"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(checked.seen, all);
}

#[test]
fn the_page_has_every_message_and_every_field_of_the_schema() {
    let page = fs::read_to_string(repository().join("docs/reference/messages.md")).unwrap();
    let schema = schema();
    let mut rows = 0;
    for (name, message) in schema["$defs"].as_object().unwrap() {
        let section = page.split(&format!("\n## `{name}`\n")).nth(1).unwrap_or_else(|| panic!("{name} is missing"));
        let section = section.split("\n## ").next().unwrap();
        assert!(section.contains(message["description"].as_str().unwrap()), "{name}");
        let required = message["required"].as_array().unwrap();
        for (field, rule) in message["properties"].as_object().unwrap() {
            if field == "reason" || field == "version" {
                continue;
            }
            let row = section.lines().find(|line| line.starts_with(&format!("| `{field}` | ")));
            let row = row.unwrap_or_else(|| panic!("{name}.{field} is missing"));
            assert!(row.contains(rule["description"].as_str().unwrap()), "{name}.{field}");
            let is_required = required.contains(&Value::from(field.as_str()));
            assert_eq!(row.contains("(optional)"), !is_required, "{name}.{field}");
            rows += 1;
        }
    }
    assert_eq!(page.lines().filter(|line| line.starts_with("| `")).count(), rows, "the page has rows of its own");
    assert_eq!(schema["oneOf"].as_array().unwrap().len(), schema["$defs"].as_object().unwrap().len());
}

#[test]
fn files_are_relative_to_the_current_folder_or_absolute() {
    let project = Project::new();
    project.write("game/sub/odd.Animation", odd());
    project.write("game/left.over", "");
    let files = |folder: &str, arguments: &[&str]| -> Vec<String> {
        let mut command = project.command("build");
        command.current_dir(project.root().join(folder)).args(arguments).args(["--force", "--message-format", "json"]);
        let text = String::from_utf8(command.output().unwrap().stdout).unwrap();
        let messages = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let paths = |message: Value| -> Vec<String> {
            let outputs = message["outputs"].as_array().into_iter().flatten().chain(message.get("file"));
            outputs.filter_map(|path| path.as_str().map(str::to_owned)).collect()
        };
        let mut paths: Vec<String> = messages.flat_map(paths).collect();
        paths.sort();
        paths
    };
    let below = ["build/native/sub/odd.rmb", "left.over", "sub/odd.Animation"];
    assert_eq!(files("game", &["."]), below);
    assert_eq!(files("", &["game"]), below.map(|path| format!("game/{path}")));
    let root = real_path(&project.root());
    assert_eq!(
        files("game/sub", &[".."]),
        [
            root.join("game/build/native/sub/odd.rmb").to_str().unwrap(),
            root.join("game/left.over").to_str().unwrap(),
            root.join("game/sub/odd.Animation").to_str().unwrap(),
        ]
    );
}
