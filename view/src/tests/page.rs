//! Tests that every file of the page is served, and that the page's own tests pass.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Shown;

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("page")
}

/// Returns the files below a folder, as paths relative to `root`.
fn files(root: &Path, folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = entries.flat_map(|path| if path.is_dir() { files(root, &path) } else { vec![name(root, &path)] });
    below.collect()
}

fn name(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/")
}

/// Files of the npm module that the page does not use.
const MODULE: [&str; 10] = [
    "format/LICENSE-APACHE",
    "format/LICENSE-MIT",
    "format/README.md",
    "format/index.d.ts",
    "format/index.js",
    "format/pack.js",
    "format/package.json",
    "format/types.js",
    "format/verify.js",
    "format/xxh3.js",
];

#[test]
fn every_file_of_the_page_is_served_as_it_is() {
    let shown = Shown::new();
    let is_page = |path: &String| !path.starts_with("tests/") && path != "package.json";
    for path in files(&page(), &page()).into_iter().filter(is_page) {
        let answer = shown.get(&path);
        let is_served = answer.body == fs::read(page().join(&path)).unwrap();
        assert_eq!(is_served, !MODULE.contains(&path.as_str()), "{path}");
    }
    assert!(shown.get("").body == shown.get("index.html").body);
}

/// Runs the files in `page/tests` whose names end like this.
fn run_tests(ending: &str) {
    let mut tests = files(&page(), &page().join("tests"));
    tests.retain(|file| file.ends_with(ending));
    let output = Command::new("node").arg("--test").args(&tests).current_dir(page()).output().unwrap();
    assert!(output.status.success() && !tests.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
#[cfg_attr(not(node), ignore = "needs node")]
fn the_pages_own_tests_pass() {
    run_tests(".test.js");
}

#[test]
#[cfg_attr(not(npm), ignore = "needs node, npm and tar")]
fn the_npm_module_has_its_files_and_its_example_runs() {
    run_tests("package.check.js");
}

#[test]
#[cfg_attr(not(tsc), ignore = "needs node and tsc (npm install --global typescript)")]
fn the_npm_module_has_the_types_that_it_declares() {
    run_tests("declarations.check.js");
}

#[test]
fn the_npm_module_has_the_version_of_the_program() {
    let package: serde_json::Value =
        serde_json::from_slice(&fs::read(page().join("format/package.json")).unwrap()).unwrap();
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    let licence = |folder: &Path, name: &str| fs::read(folder.join(name)).unwrap();
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(licence(&page().join("format"), name) == licence(crates, name), "{name}");
    }
}
