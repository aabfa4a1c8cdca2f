//! The build script of the crates whose tests use folders and programs from outside of the repository. A test that needs what is
//! missing is compiled as ignored, with the reason.
#![allow(clippy::disallowed_methods, reason = "only the environment says what there is")]
#![allow(clippy::print_stdout, reason = "Cargo reads what a build script prints")]

use std::collections::BTreeSet;
use std::env;
use std::path::PathBuf;

/// The cfg of each folder, and the variable that names it.
const FOLDERS: [(&str, &str); 4] = [
    ("clip_files", "RIGMILL_CLIPS"),
    ("fbx_files", "RIGMILL_FBX"),
    ("robotgame", "RIGMILL_ROBOTGAME"),
    ("robotgame_project", "RIGMILL_ROBOTGAME_PROJECT"),
];

/// A cfg, and the programs that must all be there for it.
const PROGRAMS: [(&str, &[&str]); 4] =
    [("mono", &["mcs", "mono"]), ("python3", &["python3"]), ("unshare", &["unshare"]), ("xbuild", &["xbuild"])];

fn main() {
    for (cfg, variable) in FOLDERS {
        println!("cargo::rerun-if-env-changed={variable}");
        set(cfg, env::var_os(variable).is_some_and(|folder| !folder.is_empty()));
    }
    // The tests of other crates that share this script run no programs.
    if env!("CARGO_PKG_NAME") == "rigmill-cli" {
        look_for_programs();
    }
}

fn set(cfg: &str, is_there: bool) {
    println!("cargo::rustc-check-cfg=cfg({cfg})");
    if is_there {
        println!("cargo::rustc-cfg={cfg}");
    }
}

fn look_for_programs() {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).filter(|it| it.is_absolute() && it.is_dir()).collect();
    let mut watched = BTreeSet::new();
    for (cfg, programs) in PROGRAMS {
        let found: Vec<_> = programs.iter().map(|program| find(program, &folders)).collect();
        set(cfg, found.iter().all(Option::is_some));
        // A program that is missing may be installed into any of the folders. Those of Windows are too large to be watched.
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
