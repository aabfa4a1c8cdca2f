//! Tests what is published: crates, installers, the npm package, the wheel, and the files with which CI systems run the
//! program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::support::files::relative;
use crate::support::{files_below, repository, rigmill};

mod commands;
#[cfg(unix)]
mod installers;
mod schema;

/// The crates that are published.
const CRATES: [&str; 23] = [
    "rigmill-cli",
    "rigmill-codec-bc7",
    "rigmill-codec-gltf",
    "rigmill-codec-ktx2",
    "rigmill-codec-ufbx",
    "rigmill-codec-unity",
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
];

/// The maximum size of a package. crates.io accepts up to 10 MB; Rigmill's packages are much smaller, compressed or not.
const LARGEST: u64 = 3 << 20;

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the published packages of the workspace, as described by `cargo metadata`.
fn published() -> Vec<Value> {
    let arguments = ["metadata", "--no-deps", "--offline", "--format-version", "1"];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(repository()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    packages.iter().filter(|package| package["publish"].is_null()).cloned().collect()
}

fn name(package: &Value) -> &str {
    package["name"].as_str().unwrap()
}

fn folder(package: &Value) -> PathBuf {
    Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap().to_owned()
}

#[test]
fn the_crates_of_the_list_are_published_and_no_others() {
    let mut found: Vec<String> = published().iter().map(|package| name(package).to_owned()).collect();
    found.sort();
    assert_eq!(found, CRATES);
}

#[test]
fn every_crate_says_what_registries_ask_for() {
    for package in published() {
        let name = name(&package);
        let length = |key: &str| package[key].as_array().unwrap().len();
        assert!(package["description"].as_str().is_some_and(|text| (20..=150).contains(&text.len())), "{name}");
        assert!((1..=5).contains(&length("keywords")), "{name}");
        assert!((1..=5).contains(&length("categories")), "{name}");
        // The rules of crates.io for keywords.
        for keyword in package["keywords"].as_array().unwrap().iter().map(|keyword| keyword.as_str().unwrap()) {
            let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_-+".contains(&byte);
            let begins = keyword.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric);
            assert!(begins && keyword.len() <= 20 && keyword.bytes().all(allowed), "{name}: {keyword}");
        }
        assert_eq!(package["license"], "MIT OR Apache-2.0", "{name}");
        assert_eq!(package["repository"], "https://github.com/rigmill/rigmill", "{name}");
        assert_eq!(package["readme"], "README.md", "{name}: a README of its own");
        assert!(package["rust_version"].is_string(), "{name}");
    }
}

#[test]
fn every_crate_has_the_licences_and_a_readme_with_an_example() {
    let licences = ["LICENSE-MIT", "LICENSE-APACHE"].map(|file| (file, read(file)));
    let examples = read("tests/readmes/src/lib.rs");
    for package in published() {
        let folder = folder(&package);
        for (file, text) in &licences {
            assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), *text, "{}", name(&package));
        }
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        assert!(readme.starts_with(&format!("# {}\n", name(&package))), "{readme}");
        assert!(readme.contains("https://github.com/rigmill/rigmill"), "{}", name(&package));
        assert!(readme.contains("\n```rust\n"), "{}", name(&package));
        let path = relative(&folder, &repository());
        assert!(examples.contains(&format!("\"../../../{path}/README.md\"")), "the example of {path} is not run");
    }
}

#[test]
fn everything_has_the_same_version() {
    let packages = published();
    let version = packages[0]["version"].as_str().unwrap();
    for package in &packages {
        assert_eq!(package["version"], version, "{}", name(package));
        let ours = package["dependencies"].as_array().unwrap().iter();
        let ours = ours.filter(|it| it["name"].as_str().unwrap().starts_with("rigmill"));
        // Test dependencies may have no version, because they are then left out of packages.
        for dependency in ours.filter(|it| it["kind"] != "dev" || it["req"] != "*") {
            assert_eq!(dependency["req"], format!("^{version}"), "{} -> {}", name(package), dependency["name"]);
        }
    }
    let npm: Value = serde_json::from_str(&read("packaging/npm/package.json")).unwrap();
    assert_eq!(npm["version"], version);
    let output = rigmill().arg("--version").output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("rigmill {version}\n"));
    let changes = read("CHANGELOG.md");
    let headings = [format!("## {version}"), "## Unreleased".to_owned()];
    assert!(headings.iter().any(|it| changes.contains(it)), "CHANGELOG.md does not describe {version}");
}

/// Returns the files of a crate's package, according to Cargo.
fn packaged(name: &str) -> Vec<String> {
    let arguments = ["package", "--list", "--allow-dirty", "--offline", "--package", name];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(repository()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(|line| line.replace('\\', "/")).collect()
}

/// Returns the paths, relative to the package, of the files that a source includes: `include_str!("x")`, `include_bytes!("x")`.
fn included(source: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(source).unwrap();
    // Unit tests, which follow the code, may include files from outside of the package.
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let found = ["include_str!(\"", "include_bytes!(\""].into_iter().flat_map(|start| {
        code.split(start).skip(1).filter_map(|rest| rest.split_once('"')).map(|(path, _)| source.with_file_name(path))
    });
    found.collect()
}

#[test]
fn packages_have_what_their_build_needs_and_are_small() {
    for package in published() {
        let (name, folder) = (name(&package), folder(&package));
        let files = packaged(name);
        for file in ["Cargo.toml", "Cargo.lock", "README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(files.iter().any(|it| it == file), "{name} lacks {file}");
        }
        // Every target that is built for users, and the build scripts.
        for target in package["targets"].as_array().unwrap() {
            let kind = target["kind"][0].as_str().unwrap();
            let path = Path::new(target["src_path"].as_str().unwrap());
            let inside = path.strip_prefix(&folder).ok().and_then(Path::to_str).map(|it| it.replace('\\', "/"));
            let needed = ["lib", "bin", "custom-build"].contains(&kind);
            assert!(!needed || inside.is_some_and(|path| files.contains(&path)), "{name} lacks {}", path.display());
        }
        let sources = files.iter().filter(|file| file.starts_with("src/") && file.ends_with(".rs") && !is_test(file));
        for included in sources.flat_map(|file| included(&folder.join(file))) {
            let found = fs::canonicalize(&included).unwrap_or_else(|error| panic!("{}: {error}", included.display()));
            let is_packaged = files.iter().any(|file| fs::canonicalize(folder.join(file)).is_ok_and(|it| it == found));
            assert!(is_packaged, "{name} lacks {}", included.display());
        }
        let size: u64 = files.iter().filter_map(|file| fs::metadata(folder.join(file)).ok()).map(|it| it.len()).sum();
        assert!(size < LARGEST, "{name}: {size} bytes");
    }
}

/// Whether a source is compiled for tests only.
fn is_test(path: &str) -> bool {
    path.split('/').any(|part| part.trim_end_matches(".rs").ends_with("tests"))
}

#[test]
fn the_readmes_have_no_links_within_the_repository() {
    // crates.io and docs.rs show them without the repository.
    for package in published() {
        let readme = fs::read_to_string(folder(&package).join("README.md")).unwrap();
        let links = readme.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
        let relative: Vec<&str> = links.filter(|link| !link.starts_with("https://")).collect();
        assert!(relative.is_empty(), "{}: {relative:?}", name(&package));
    }
}

#[test]
fn without_default_features_nothing_needs_a_c_compiler() {
    let features = ["--no-default-features", "--features", "fbx-dom,gltf,view", "--edges", "normal,build"];
    let arguments = ["tree", "--offline", "-p", "rigmill-cli", "--invert", "cc", "--depth", "1", "--prefix", "none"];
    let mut command = Command::new(env!("CARGO"));
    let output = command.args(arguments).args(features).current_dir(repository()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let users: Vec<&str> = text.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with('[')).collect();
    // blake3 compiles pure Rust if there is no C compiler.
    assert!(users.len() == 1 && users[0].starts_with("blake3 "), "{text}");
}

/// Returns the scripts in a folder.
fn scripts(folder: &str, extension: &str) -> Vec<PathBuf> {
    let files = files_below(&repository().join(folder));
    files.into_iter().filter(|path| path.extension().is_some_and(|it| it == extension)).collect()
}
