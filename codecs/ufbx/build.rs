//! Compiles the C source of the `ufbx` crate again, so that its arithmetic is the same on every machine.
#![allow(clippy::disallowed_methods, reason = "Cargo passes paths in the environment")]
#![allow(clippy::print_stdout, reason = "Cargo reads what a build script prints")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of the `ufbx` crate, as in Cargo.toml.
const VERSION: &str = "0.11.5";

fn main() {
    println!("cargo::rerun-if-env-changed=RIGMILL_UFBX");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/exact.c");
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let source = env::var_os("RIGMILL_UFBX").map(PathBuf::from).filter(|folder| has_source(folder));
    let source = source.or_else(|| beside(&package)).or_else(downloaded).or_else(|| resolved(&package));
    let source = source.unwrap_or_else(|| {
        panic!("the source of the ufbx crate was not found; set RIGMILL_UFBX to the folder that contains ufbx.c")
    });
    cc::Build::new()
        .file("src/exact.c")
        .include(source)
        .warnings(false)
        // GCC and Clang otherwise combine multiplications and additions on ARM64. The flag for MSVC is in exact.c.
        .flag_if_supported("-ffp-contract=off")
        .compile("rigmill_ufbx");
}

fn has_source(folder: &Path) -> bool {
    folder.join("ufbx.c").is_file()
}

/// Returns the folder of the C source if the `ufbx` package is next to this package.
fn beside(package: &Path) -> Option<PathBuf> {
    let names = [format!("ufbx-{VERSION}"), "ufbx".to_owned()];
    names.map(|name| package.with_file_name(name).join("ufbx")).into_iter().find(|folder| has_source(folder))
}

/// Returns the folder of the C source in the packages that Cargo has downloaded.
fn downloaded() -> Option<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from).or_else(|| Some(env::home_dir()?.join(".cargo")))?;
    let registries = fs::read_dir(home.join("registry").join("src")).ok()?;
    let sources = registries.flatten().map(|it| it.path().join(format!("ufbx-{VERSION}")).join("ufbx"));
    sources.into_iter().find(|folder| has_source(folder))
}

/// Asks Cargo for the folder of the C source, which knows vendored and replaced packages. This works only in a workspace, and
/// only if Cargo has all packages of the workspace, or can download them.
fn resolved(package: &Path) -> Option<PathBuf> {
    let arguments = ["metadata", "--format-version", "1", "--locked"];
    let output = Command::new(env::var_os("CARGO")?).args(arguments).current_dir(package).output().ok()?;
    let metadata = String::from_utf8(output.stdout).ok()?;
    let (_, ours) = metadata.split_once(&format!("\"name\":\"ufbx\",\"version\":\"{VERSION}\""))?;
    let (_, path) = ours.split_once("\"manifest_path\":\"")?;
    let (path, _) = path.split_once('"')?;
    Some(Path::new(&path.replace("\\\\", "\\")).with_file_name("ufbx")).filter(|folder| has_source(folder))
}
