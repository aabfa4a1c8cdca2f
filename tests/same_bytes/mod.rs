//! Tests that every system builds the same bytes.
//!
//! The digests in `digests.txt` were recorded on x86-64 Linux. `RIGMILL_UPDATE_DIGESTS=1 cargo test -p rigmill-cli --test
//! end_to_end same_bytes` records them again.
//!
//! To compare programs for other systems, name their commands, separated by semicolons, in `RIGMILL_CROSS_PROGRAMS`, for example
//! `wine /x/rigmill.exe; qemu-aarch64 -L /usr/aarch64-linux-gnu /x/rigmill`.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod functions;
mod sources;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

use crate::support::files::relative;
use crate::support::{Project, files_below, repository, rigmill};

/// Built files by their paths relative to the output folder, with `/` as the separator.
type Outputs = BTreeMap<String, Vec<u8>>;

const DIGESTS: &str = "tests/same_bytes/digests.txt";

/// Builds a project for all targets with a program, which has its own arguments.
fn outputs(project: &Project, program: &[OsString]) -> Outputs {
    let [program, arguments @ ..] = program else { panic!("no program") };
    let output = Command::new(program)
        .args(arguments)
        .args(["build", ".", "--message-format", "msbuild"])
        .args(["native", "xna", "gltf"].map(|target| ["--target", target]).concat())
        .current_dir(project.root())
        .env("RIGMILL_CACHE_DIR", "build/cache")
        .output()
        .unwrap();
    assert!(output.status.success(), "{program:?}: {}", String::from_utf8_lossy(&output.stderr));
    let folder = project.root().join("build");
    let files = ["native", "xna", "gltf"].map(|target| files_below(&folder.join(target))).concat();
    files.iter().map(|path| (relative(path, &folder), fs::read(path).unwrap())).collect()
}

/// The program under test.
fn native() -> [OsString; 1] {
    [rigmill().get_program().to_owned()]
}

/// FNV-1a, 64 bits.
fn digest(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

#[test]
#[allow(clippy::disallowed_methods, reason = "no part of what is tested")]
fn the_built_files_have_the_recorded_digests() {
    let project = sources::project();
    let mut found = String::new();
    for (name, bytes) in outputs(&project, &native()) {
        writeln!(found, "{:016x} {name}", digest(&bytes)).unwrap();
    }
    let path = repository().join(DIGESTS);
    if std::env::var_os("RIGMILL_UPDATE_DIGESTS").is_some_and(|value| value == "1") {
        fs::write(&path, &found).unwrap();
    }
    let recorded = fs::read_to_string(&path).unwrap();
    let differ: Vec<_> = found.lines().filter(|line| !recorded.lines().any(|it| it == *line)).collect();
    let help = "if this is intended: RIGMILL_UPDATE_DIGESTS=1 cargo test -p rigmill-cli --test end_to_end same_bytes";
    assert!(differ.is_empty(), "these files differ from {DIGESTS}; {help}\n{}", differ.join("\n"));
    assert_eq!(found.lines().count(), recorded.lines().count(), "files are missing; {help}");
}

#[test]
#[cfg_attr(not(cross_programs), ignore = "set RIGMILL_CROSS_PROGRAMS to commands of programs for other systems")]
fn programs_for_other_systems_build_the_same_bytes() {
    let with_outside = || {
        let project = sources::project();
        sources::add_outside(&project);
        project
    };
    let expected = outputs(&with_outside(), &native());
    let commands = variable("RIGMILL_CROSS_PROGRAMS");
    for command in commands.split(';').map(str::trim).filter(|command| !command.is_empty()) {
        let program: Vec<OsString> = command.split_whitespace().map(OsString::from).collect();
        let found = outputs(&with_outside(), &program);
        let names = |outputs: &Outputs| outputs.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&found), names(&expected), "{command}");
        let differ: Vec<_> = found
            .iter()
            .filter(|(name, bytes)| expected[*name] != **bytes)
            .map(|(name, bytes)| {
                let count = bytes.iter().zip(&expected[name]).filter(|(a, b)| a != b).count();
                format!("{name}: {count} of {} bytes differ", bytes.len())
            })
            .collect();
        assert!(differ.is_empty(), "{command}, {} of {} files:\n{}", differ.len(), found.len(), differ.join("\n"));
    }
}

#[allow(clippy::disallowed_methods, reason = "outside programs are found by environment variable only")]
fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"))
}
