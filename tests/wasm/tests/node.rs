//! Runs the module in Node.js, compiled with and without SIMD128.

use std::path::Path;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

#[test]
#[cfg_attr(not(wasm), ignore = "needs node, and Rust's standard library for wasm32-unknown-unknown")]
fn poses_have_the_recorded_bits_in_webassembly() {
    for flags in ["", "-Ctarget-feature=+simd128"] {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(if flags.is_empty() { "plain" } else { "simd128" });
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--release", "--lib", "-p", "rigmill-test-wasm", "--target", TARGET, "--target-dir"]);
        let built = cargo.arg(&folder).env("RUSTFLAGS", flags).output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let module = folder.join(TARGET).join("release/rigmill_test_wasm.wasm");
        let run = Command::new("node").arg("tests/same_bits.mjs").arg(module).output().unwrap();
        assert!(run.status.success(), "{flags}: {}", String::from_utf8_lossy(&run.stderr));
    }
}
