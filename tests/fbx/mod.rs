//! Tests FBX files, which the program builds, by comparison with data from other programs.

mod files;
mod matrix;
mod reduction;
mod robot;
mod robot_game;
mod sample_game;
mod textures;
#[path = "../../importers/src/tests/fbx/xnb.rs"]
mod xnb;

use std::fs;
use std::path::{Path, PathBuf};

use rigmill_format::Content;

use crate::support::{Project, outside};

/// The folder that contains FBX files and the expected data.
fn fbx_data() -> PathBuf {
    outside("RIGMILL_FBX")
}

/// RobotGame's folder.
fn robotgame() -> PathBuf {
    outside("RIGMILL_ROBOTGAME")
}

/// Creates a project of these files, which must build without errors.
fn built(files: &[PathBuf], manifest: Option<&str>) -> Project {
    let project = Project::new();
    for file in files {
        project.write(file.file_name().unwrap().to_str().unwrap(), fs::read(file).unwrap());
    }
    if let Some(manifest) = manifest {
        project.write("rigmill.toml", manifest);
    }
    let built = project.build();
    assert_eq!((built.code, built.count("failed")), (0, 0), "{:?}", built.diagnostics());
    project
}

/// Loads a built file.
fn load<T: Content>(folder: &Path, name: &str) -> T {
    T::decode(&fs::read(folder.join(format!("{name}.rmb"))).unwrap()).unwrap()
}
