//! Sets `wasm` if Node.js can run modules here, and Rust can compile them.
#![expect(clippy::disallowed_methods, reason = "build scripts read the environment")]

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CARGO_UNSTABLE_BUILD_STD");
    println!("cargo::rustc-check-cfg=cfg(wasm)");
    let has_node = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    if has_node && (std::env::var_os("CARGO_UNSTABLE_BUILD_STD").is_some() || has_standard_library()) {
        println!("cargo::rustc-cfg=wasm");
    }
}

fn has_standard_library() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let query = ["--print", "target-libdir", "--target", "wasm32-unknown-unknown"];
    let output = Command::new(rustc).args(query).output();
    output.is_ok_and(|output| std::path::Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}
