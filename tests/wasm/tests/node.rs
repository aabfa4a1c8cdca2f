//! Runs WebAssembly modules in Node.js: the runtime's scripts of recorded bits, and `integrations/web`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod web;

use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

const SIMD: &str = "-Ctarget-feature=+simd128";

#[test]
#[cfg_attr(not(wasm), ignore = "needs node, and Rust's standard library for wasm32-unknown-unknown")]
fn poses_have_the_recorded_bits_in_webassembly() {
    for flags in ["", SIMD] {
        let module = compile("rigmill-test-wasm", "release", flags);
        run(Command::new("node").arg("tests/same_bits.mjs").arg(module));
    }
}

/// Compiles a crate, and returns the module.
fn compile(package: &str, profile: &str, flags: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(if flags.is_empty() { "plain" } else { "simd128" });
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--lib", "--profile", profile, "-p", package, "--target", TARGET, "--target-dir"]);
    run(cargo.arg(&folder).env("RUSTFLAGS", flags));
    folder.join(TARGET).join(profile).join(package.replace('-', "_")).with_extension("wasm")
}

/// Runs a command, which must succeed.
fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
