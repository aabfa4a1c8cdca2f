//! Tests that the JSON schema of the manifest agrees with the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::read;
use crate::support::{Project, clip, files_below, repository, rigmill};

const COMMITTED: &str = "docs/reference/rigmill.schema.json";

fn schema() -> String {
    let output = rigmill().arg("schema").output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
#[cfg(all(feature = "fbx", feature = "gltf"))]
fn the_published_schema_is_that_of_the_program() {
    assert!(read(COMMITTED) == schema(), "write it again: cargo run --features remote,fbx-dom -- schema > {COMMITTED}");
}

/// Returns the errors that the schema finds in each of these files.
fn validate(files: &[PathBuf]) -> Vec<Vec<String>> {
    let mut command = Command::new("python3");
    command.arg(repository().join("tests/packages/validate.py")).arg(repository().join(COMMITTED)).args(files);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the manifests in the documents, except for those that show an error.
fn documented() -> Vec<(PathBuf, String)> {
    let pages = files_below(&repository().join("docs")).into_iter().chain([repository().join("README.md")]);
    // The tutorial on custom stages has a program with different parameters.
    let pages =
        pages.filter(|path| path.extension().is_some_and(|it| it == "md") && !path.ends_with("tutorial/format.md"));
    let blocks = pages.flat_map(|page| {
        let text = fs::read_to_string(&page).unwrap();
        let blocks = text.split("```toml\n").skip(1).filter_map(|rest| rest.split_once("```\n"));
        let right = blocks.filter(|(_, after)| !after.trim_start().starts_with("```text\nerror["));
        right.map(|(block, _)| (page.clone(), block.to_owned())).collect::<Vec<_>>()
    });
    let tables = ["[[rule]]", "[project]", "[cache.remote]", "[execution.remote]", "[diagnostics]"];
    let is_table = |line: &str| tables.contains(&line.split(" #").next().unwrap().trim());
    blocks.filter(|(_, block)| block.lines().any(is_table)).collect()
}

fn write(folder: &Path, texts: &[String]) -> Vec<PathBuf> {
    let path = |(index, text): (usize, &String)| {
        let path = folder.join(format!("{index}.toml"));
        fs::write(&path, text).unwrap();
        path
    };
    texts.iter().enumerate().map(path).collect()
}

#[test]
#[cfg_attr(not(jsonschema), ignore = "needs python3 3.11 with jsonschema")]
fn manifests_of_the_repository_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let (pages, texts): (Vec<PathBuf>, Vec<String>) = documented().into_iter().unzip();
    assert!(texts.len() >= 8, "{} manifests were found", texts.len());
    let mut files = write(folder.path(), &texts);
    files.push(repository().join("content/rigmill.toml"));
    let project = Project::new();
    let output = project.command("init").arg(".").output().unwrap();
    assert!(output.status.success());
    let made = String::from_utf8(project.read("rigmill.toml")).unwrap();
    let hint = made.lines().next().unwrap();
    assert!(hint.starts_with("#:schema https://github.com/rigmill/rigmill/raw/v"), "{made}");
    assert!(read("docs/reference/schema.md").contains(&format!("```toml\n{hint}\n```")), "{hint}");
    files.push(project.root().join("rigmill.toml"));
    for (index, errors) in validate(&files).iter().enumerate() {
        let place = pages.get(index).unwrap_or(&files[index]).display();
        let text = texts.get(index).map_or("", String::as_str);
        assert!(errors.is_empty(), "{place}: {errors:#?}\n{text}");
    }
}

/// Manifests, and whether they are valid.
const CASES: &[(bool, &str)] = &[
    (true, ""),
    (true, "[project]\nname = \"x\"\nout = \"out\"\ntargets = [\"native\", \"xna\"]\nfollow_links = true\n"),
    (true, "[project]\nunit = \"file\"\n"),
    (true, "[diagnostics]\nallow = [\"R0121\"]\n"),
    (true, "[cache.remote]\nurl = \"grpc://cache:8980\"\nupload = false\n"),
    (true, "[execution.remote]\njobs = 64\nplatform = { OSFamily = \"linux\" }\n"),
    (true, "[[rule]]\nmatch = \"*.none\"\nexclude = true\n"),
    (true, "[[rule]]\nmatch = [\"*.none\", \"b/*\"]\nexclude = [\"c\"]\ntargets = [\"gltf\"]\noutput = \"{path}_0\"\n"),
    (true, "[[rule]]\nmatch = \"*.none\"\nimporter = \"raw\"\nprocessor = \"copy\"\nwriter = \"raw\"\n"),
    (true, "[[rule]]\nmatch = \"*.none\"\nprocessor = \"compress\"\nparams = { error_mm = 1, storage = \"coded\" }\n"),
    (true, "[[rule]]\nmatch = \"*.none\"\nparams = { drop_constant_tracks = true, weights = 4 }\n"),
    (true, "[[rule]]\nmatch = \"*.none\"\nparams = { rename_bones = { \"Bip01\" = \"Root\" } }\n"),
    (
        true,
        "[[rule]]\nmatch = \"*.none\"\nparams = { root_motion = { root = \"Root\", interpolation = \"smooth\" } }\n",
    ),
    (false, "[projct]\n"),
    (false, "[project]\nnam = \"x\"\n"),
    (false, "[project]\nname = 1\n"),
    (false, "[project]\ntargets = \"native\"\n"),
    (false, "[project]\ntargets = [\"amiga\"]\n"),
    (false, "[project]\ntargets = [\"xna\", \"xna\"]\n"),
    (false, "[diagnostics]\nalow = []\n"),
    (false, "[cache]\nremote = \"grpc://cache\"\n"),
    (false, "[execution.remote]\njobs = 0\n"),
    (false, "[execution.remote]\nplatform = { OSFamily = 1 }\n"),
    (false, "[rule]\nmatch = \"*\"\n"),
    (false, "[[rule]]\nprocessor = \"copy\"\n"),
    (false, "[[rule]]\nmatch = []\n"),
    (false, "[[rule]]\nmatch = \"*\"\nexclude = 1\n"),
    (false, "[[rule]]\nmatch = \"*\"\nimporter = \"fbxx\"\n"),
    (false, "[[rule]]\nmatch = \"*\"\nparams = { no_such_parameter = 1 }\n"),
    (false, "[[rule]]\nmatch = \"*.Animation\"\nparams = { drop_constant_tracks = \"yes\" }\n"),
    (false, "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"compress\"\nparams = { storage = \"zip\" }\n"),
    (false, "[[rule]]\nmatch = \"*.Animation\"\nprocessor = \"compress\"\nparams = { drop_constant_tracks = true }\n"),
];

#[test]
#[cfg_attr(not(jsonschema), ignore = "needs python3 3.11 with jsonschema")]
fn the_schema_and_the_program_refuse_the_same_manifests() {
    let folder = tempfile::tempdir().unwrap();
    let texts: Vec<String> = CASES.iter().map(|(_, text)| (*text).to_owned()).collect();
    let found = validate(&write(folder.path(), &texts));
    for ((right, text), errors) in CASES.iter().zip(found) {
        assert_eq!(errors.is_empty(), *right, "the schema: {text}{errors:#?}");
        let project = Project::new();
        project.write("a.Animation", clip(&["1"]));
        project.write("rigmill.toml", text);
        let output = project.command("build").args([".", "--no-remote"]).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code() != Some(2), *right, "the program: {text}{said}");
    }
}

#[test]
fn every_parameter_is_in_the_schema_with_its_documentation() {
    let schema: Value = serde_json::from_str(&schema()).unwrap();
    let rule = &schema["properties"]["rule"]["items"];
    let output = rigmill().args(["list", "--params", "--json"]).output().unwrap();
    let listed = String::from_utf8(output.stdout).unwrap();
    assert!(listed.lines().count() > 100);
    for line in listed.lines() {
        let param: Value = serde_json::from_str(line).unwrap();
        let [kind, stage, name, doc, default] =
            ["kind", "stage", "name", "doc", "default"].map(|key| param[key].as_str().unwrap());
        let stage = stage.split(' ').next().unwrap();
        let names = rule["properties"][kind]["enum"].as_array().unwrap();
        assert!(names.iter().any(|it| it == stage), "{stage}");
        let entry = &rule["properties"]["params"]["properties"][name];
        let description = entry["description"].as_str().unwrap();
        assert!(description.contains(doc) && description.contains(&format!("`{stage}`")), "{name}: {description}");
        if kind == "processor" {
            let is_it = |condition: &&Value| condition["if"]["properties"]["processor"]["const"] == stage;
            let condition = rule["allOf"].as_array().unwrap().iter().find(is_it).unwrap();
            let entry = &condition["then"]["properties"]["params"]["properties"][name];
            assert!(entry["description"].as_str().unwrap().contains(doc), "{stage}: {name}");
            assert!(default == "unset" || !entry["default"].is_null(), "{stage}: {name}: {entry}");
        }
    }
}
