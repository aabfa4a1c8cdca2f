//! Checks which crates depend on each other, and that the modules of a crate do not import each other in cycles.

mod modules;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use tempfile::TempDir;

use serde_json::{Value, json};

use crate::support::repository;
use modules::Modules;

/// The workspace crates that each crate may depend on. The same list applies to its tests and examples.
const ALLOWED: &[(&str, &[&str])] = &[
    ("rigmill-math", &[]),
    ("rigmill-dom", &[]),
    ("rigmill-codec-bc7", &[]),
    ("rigmill-codec-gltf", &["rigmill-math"]),
    ("rigmill-codec-ktx2", &[]),
    ("rigmill-codec-ufbx", &[]),
    ("rigmill-codec-unity", &["rigmill-math"]),
    ("rigmill-codec-xnb", &["rigmill-math"]),
    ("rigmill-format", &["rigmill-math"]),
    ("rigmill-watch", &[]),
    ("rigmill-bench-clips", &["rigmill-format", "rigmill-processors", "rigmill-runtime"]),
    ("rigmill-bench-content", &["rigmill-codec-bc7", "rigmill-format", "rigmill-processors"]),
    ("rigmill-bench-graph", &[]),
    (
        "rigmill-fuzz",
        &[
            "rigmill-codec-gltf",
            "rigmill-codec-unity",
            "rigmill-codec-xnb",
            "rigmill-format",
            "rigmill-graph",
            "rigmill-importers",
            "rigmill-pipeline",
            "rigmill-processors",
            "rigmill-runtime",
            "rigmill-writers",
        ],
    ),
    ("rigmill-bench-remote", &["rigmill-pipeline", "rigmill-remote"]),
    ("rigmill-bench-runtime", &["rigmill-format", "rigmill-runtime"]),
    ("rigmill-pipeline", &["rigmill-dom", "rigmill-format", "rigmill-math"]),
    (
        "rigmill-importers",
        &[
            "rigmill-pipeline",
            "rigmill-dom",
            "rigmill-codec-gltf",
            "rigmill-codec-ktx2",
            "rigmill-codec-ufbx",
            "rigmill-codec-unity",
            "rigmill-codec-xnb",
            "rigmill-math",
        ],
    ),
    (
        "rigmill-processors",
        &[
            "rigmill-pipeline",
            "rigmill-dom",
            "rigmill-format",
            "rigmill-codec-bc7",
            "rigmill-codec-ufbx",
            "rigmill-math",
        ],
    ),
    (
        "rigmill-writers",
        &[
            "rigmill-pipeline",
            "rigmill-format",
            "rigmill-codec-gltf",
            "rigmill-codec-ktx2",
            "rigmill-codec-unity",
            "rigmill-codec-xnb",
            "rigmill-math",
        ],
    ),
    ("rigmill-disk", &["rigmill-pipeline"]),
    ("rigmill-store", &["rigmill-disk", "rigmill-pipeline"]),
    ("rigmill-standalone", &["rigmill-disk", "rigmill-pipeline"]),
    (
        "rigmill-convert",
        &["rigmill-graph", "rigmill-importers", "rigmill-pipeline", "rigmill-processors", "rigmill-standalone"],
    ),
    ("rigmill-graph", &["rigmill-disk", "rigmill-pipeline", "rigmill-store"]),
    ("rigmill-remote", &["rigmill-disk", "rigmill-graph", "rigmill-pipeline", "rigmill-store"]),
    ("rigmill-runtime", &["rigmill-format", "rigmill-math"]),
    ("rigmill-test-wasm", &["rigmill-format", "rigmill-runtime"]),
    ("rigmill-web", &["rigmill-format", "rigmill-runtime"]),
    ("rigmill-capi", &["rigmill-format", "rigmill-math", "rigmill-runtime"]),
    ("rigmill-view", &["rigmill-format", "rigmill-math", "rigmill-runtime"]),
    (
        "rigmill-cli",
        &[
            "rigmill-capi",
            "rigmill-codec-xnb",
            "rigmill-convert",
            "rigmill-disk",
            "rigmill-dom",
            "rigmill-format",
            "rigmill-graph",
            "rigmill-importers",
            "rigmill-math",
            "rigmill-pipeline",
            "rigmill-processors",
            "rigmill-remote",
            "rigmill-runtime",
            "rigmill-standalone",
            "rigmill-store",
            "rigmill-view",
            "rigmill-watch",
            "rigmill-writers",
        ],
    ),
];

/// The crate for random numbers, which tests and benchmarks of every crate may use.
const RANDOM: &str = "rigmill-test-random";

/// The crate that runs the examples of all READMEs.
const READMES: &str = "rigmill-test-readmes";

/// The maximum number of top-level modules in a crate.
const FIRST_LEVEL: usize = 14;

/// Returns the dependencies in `metadata` that are not allowed.
fn forbidden(metadata: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        let Some((_, allowed)) = ALLOWED.iter().find(|(known, _)| *known == name) else {
            if ![RANDOM, READMES].contains(&name)
                && !package["manifest_path"].as_str().unwrap().contains("/docs/examples/")
            {
                found.push(format!("{name} is not in the list of crates"));
            }
            continue;
        };
        for dependency in package["dependencies"].as_array().unwrap() {
            let to = dependency["name"].as_str().unwrap();
            if to.starts_with("rigmill") && to != RANDOM && !allowed.contains(&to) {
                found.push(format!("{name} -> {to}"));
            }
        }
    }
    found
}

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(repository()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn no_crate_imports_what_it_must_not() {
    let metadata = cargo(&["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let found = forbidden(&serde_json::from_str(&metadata).unwrap());
    assert!(found.is_empty(), "forbidden arrows: {found:#?}");
}

#[test]
fn a_forbidden_arrow_is_named() {
    let package = |name: &str, to: &str| serde_json::json!({ "name": name, "manifest_path": "x", "dependencies": [{ "name": to }] });
    let bad = [
        ("rigmill-runtime", "rigmill-dom"),
        ("rigmill-importers", "rigmill-processors"),
        ("rigmill-graph", "rigmill-importers"),
    ];
    for (from, to) in bad {
        let metadata = serde_json::json!({ "packages": [package(from, to)] });
        assert_eq!(forbidden(&metadata), [format!("{from} -> {to}")]);
    }
}

#[test]
fn the_runtime_carries_no_importer_no_xml_and_no_serde() {
    let tree =
        cargo(&["tree", "--offline", "-p", "rigmill-runtime", "-e", "normal", "--prefix", "none", "--no-dedupe"]);
    let mut names: Vec<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    names.sort_unstable();
    names.dedup();
    for unwanted in ["serde", "serde_core", "quick-xml", "toml", "bincode", "blake3", "rayon"] {
        assert!(!names.contains(&unwanted), "{unwanted} is in the runtime's tree: {names:?}");
    }
    let architecture = std::fs::read_to_string(repository().join("ARCHITECTURE.md")).unwrap();
    for name in &names {
        assert!(
            architecture.contains(&format!("`{name}`")),
            "ARCHITECTURE.md does not list {name} of the runtime's tree"
        );
    }
}

/// Returns the cycles of a crate's modules, each as a list of file names.
fn circles(root: &std::path::Path) -> Vec<String> {
    let modules = Modules::read(root);
    let names = |files: Vec<&std::path::Path>| files.iter().map(|it| it.display().to_string()).collect::<Vec<_>>();
    modules.circles().into_iter().map(|files| names(files).join(", ")).collect()
}

/// Returns the root files of all crates (libraries and programs), with the names of their packages.
fn roots() -> Vec<(String, PathBuf)> {
    let metadata = cargo(&["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let mut roots = Vec::new();
    for package in metadata["packages"].as_array().unwrap() {
        let targets = package["targets"].as_array().unwrap().iter();
        let kinds = [json!(["lib"]), json!(["bin"]), json!(["cdylib", "staticlib", "rlib"]), json!(["cdylib"])];
        for target in targets.filter(|target| kinds.contains(&target["kind"])) {
            let [name, root] = [&package["name"], &target["src_path"]].map(|it| it.as_str().unwrap().to_owned());
            roots.push((name, root.into()));
        }
    }
    assert!(roots.len() > 15, "{roots:?}");
    roots
}

#[test]
fn no_modules_of_a_crate_import_each_other() {
    for (name, root) in roots() {
        assert_eq!(circles(&root), [""; 0], "circles in {name}");
    }
}

#[test]
fn no_crate_has_too_many_modules_on_its_first_level() {
    for (name, root) in roots() {
        let modules = Modules::read(&root).first_level();
        assert!(modules <= FIRST_LEVEL, "{name} has {modules} modules on its first level");
    }
}

#[test]
fn a_circle_of_modules_is_found_and_named() {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("lib.rs", "mod a;\nmod b;\nmod c;\npub use a::A;\n");
    write("a.rs", "pub struct A;\nfn a() { println!(\"{}\", crate::b::b()) }\n");
    write("b.rs", "pub fn b() -> u8 { super::c::c() }\n");
    write("c.rs", "pub fn c() -> u8 { 1 }\n#[cfg(test)]\nmod tests { use crate::a::A; }\n");
    let root = folder.path().join("lib.rs");
    assert_eq!(circles(&root), [""; 0], "test code may import anything");
    // One import is through a re-export of the crate's root, and one is a path without `use`.
    write("c.rs", "pub fn c() -> u8 { let _ = crate::A; 1 }\n");
    let [circle] = &circles(&root)[..] else { panic!("one circle") };
    assert!(["a.rs", "b.rs", "c.rs"].iter().all(|name| circle.contains(name)), "{circle}");
}
