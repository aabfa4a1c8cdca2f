//! The page: every file of it is served, and its own tests pass.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::Shown;

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("page")
}

/// The files below a folder, as paths from `root`.
fn files(root: &Path, folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = entries.flat_map(|path| if path.is_dir() { files(root, &path) } else { vec![name(root, &path)] });
    below.collect()
}

fn name(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/")
}

#[test]
fn every_file_of_the_page_is_served_as_it_is() {
    let shown = Shown::new();
    let served = files(&page(), &page()).into_iter().filter(|it| !it.starts_with("tests/") && it != "package.json");
    for path in served {
        let answer = shown.get(&path);
        assert!(answer.body == fs::read(page().join(&path)).unwrap(), "{path}");
    }
    assert!(shown.get("").body == shown.get("index.html").body);
}

#[test]
#[cfg_attr(not(node), ignore = "needs node")]
fn the_pages_own_tests_pass() {
    let mut tests = files(&page(), &page().join("tests"));
    tests.retain(|file| file.ends_with(".test.js"));
    let output = Command::new("node").arg("--test").args(&tests).current_dir(page()).output().unwrap();
    assert!(output.status.success() && !tests.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
}
