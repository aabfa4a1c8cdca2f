//! The build script of the crates whose tests need folders, programs or permissions from outside the repository. A test whose
//! requirements are missing is compiled as ignored, with the reason.
#![allow(clippy::disallowed_methods, reason = "the environment names the folders")]
#![allow(clippy::print_stdout, reason = "Cargo reads what a build script prints")]

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The cfg for each folder or program, with the environment variable that contains its path.
const FOLDERS: &[(&str, &str)] = &[
    ("axe", "RIGMILL_AXE"),
    ("casd", "RIGMILL_CASD"),
    ("clip_files", "RIGMILL_CLIPS"),
    ("cross_programs", "RIGMILL_CROSS_PROGRAMS"),
    ("fbx_files", "RIGMILL_FBX"),
    ("gltf_validator", "RIGMILL_GLTF_VALIDATOR"),
    ("robotgame", "RIGMILL_ROBOTGAME"),
    ("robotgame_project", "RIGMILL_ROBOTGAME_PROJECT"),
];

/// A cfg, and the programs that must all be installed to set it.
const PROGRAMS: &[(&str, &[&str])] = &[
    ("cc", &["cc"]),
    ("cc_and_valgrind", &["cc", "valgrind"]),
    ("chromium", &["chromium"]),
    ("cxx", &["c++"]),
    ("dotnet", &["dotnet"]),
    ("git", &["git"]),
    ("mono", &["mcs", "mono"]),
    ("ninja", &["ninja"]),
    ("node", &["node"]),
    ("npm", &["node", "npm", "tar"]),
    ("python3", &["python3"]),
    ("shellcheck", &["shellcheck"]),
    ("tsc", &["node", "tsc"]),
    ("unshare", &["unshare"]),
    ("xbuild", &["xbuild"]),
];

/// A cfg, and a shell command that succeeds if the system allows what the tests do. The command's `$0` is an empty folder.
const ABILITIES: &[(&str, &str)] = &[
    (
        "cc_with_asan",
        "cd \"$0\" && echo 'int main(void) { return 0; }' >a.c && cc -fsanitize=address,undefined a.c -o a && ./a",
    ),
    ("mounts", "unshare --mount mount -t tmpfs tmpfs \"$0\""),
    (
        "loop_mounts",
        "dd if=/dev/zero of=\"$0/image\" bs=1M count=8 && mkfs.ext4 -q -I 128 \"$0/image\" && \
         unshare --mount mount -o loop \"$0/image\" \"$0\"",
    ),
    ("jsonschema", "python3 -c 'import jsonschema, tomllib'"),
    ("msgpack", "python3 -c 'import msgpack'"),
    ("pip", "python3 -m pip --version"),
    ("powershell_grammar", "python3 -c 'import tree_sitter, tree_sitter_powershell'"),
    ("short_event_queue", "[ $(cat /proc/sys/fs/inotify/max_queued_events) -le 100000 ]"),
    ("sandbox", "bwrap --ro-bind / / --unshare-pid true"),
    ("yaml", "python3 -c 'import yaml'"),
    ("user_namespaces", "unshare --user --map-root-user true"),
];

fn main() {
    for (cfg, variable) in FOLDERS {
        println!("cargo::rerun-if-env-changed={variable}");
        set(cfg, env::var_os(variable).is_some_and(|folder| !folder.is_empty()));
    }
    // In crates that are not listed here, the tests run no programs.
    match env!("CARGO_PKG_NAME") {
        "rigmill-cli" => {
            look_for_programs();
            ABILITIES.iter().for_each(|(cfg, command)| set(cfg, succeeds(command)));
        }
        "rigmill-bench-graph" | "rigmill-view" => look_for_programs(),
        "rigmill-remote" => {
            ABILITIES
                .iter()
                .filter(|(cfg, _)| *cfg == "sandbox")
                .for_each(|(cfg, command)| set(cfg, succeeds(command)));
        }
        _ => {}
    }
}

fn set(cfg: &str, is_there: bool) {
    println!("cargo::rustc-check-cfg=cfg({cfg})");
    if is_there {
        println!("cargo::rustc-cfg={cfg}");
    }
}

fn succeeds(command: &str) -> bool {
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("mount");
    let _ = fs::remove_dir_all(&folder);
    let made = fs::create_dir_all(&folder).is_ok();
    made && Command::new("sh").args(["-c", command]).arg(&folder).output().is_ok_and(|output| output.status.success())
}

fn look_for_programs() {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).filter(|it| it.is_absolute() && it.is_dir()).collect();
    let mut watched = BTreeSet::new();
    for (cfg, programs) in PROGRAMS {
        let found: Vec<_> = programs.iter().map(|program| find(program, &folders)).collect();
        set(cfg, found.iter().all(Option::is_some));
        // A missing program may be installed in any of these folders. The folders of Windows are too large to be watched.
        let is_missing = cfg!(unix) && found.iter().any(Option::is_none);
        watched.extend(found.into_iter().flatten());
        watched.extend(folders.iter().filter(|_| is_missing).cloned());
    }
    println!("cargo::rerun-if-env-changed=PATH");
    watched.iter().for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
}

fn find(program: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    let name = format!("{program}{}", env::consts::EXE_SUFFIX);
    folders.iter().map(|folder| folder.join(&name)).find(|path| path.is_file())
}
