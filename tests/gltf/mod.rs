//! The target `gltf`.

mod clips;
mod glb;
mod models;
mod textures;
mod with_clips;

use std::path::PathBuf;

use rigmill_format::Content;

use crate::support::{Project, repository};

/// Files of the sample game, by their places in it.
fn sample(files: &[&str]) -> Vec<PathBuf> {
    files.iter().map(|file| repository().join("content").join(file)).collect()
}

/// A project of files with a manifest, built for both targets.
fn built(files: &[PathBuf], manifest: &str) -> Project {
    let project = Project::new();
    for file in files {
        project.write(file.file_name().unwrap().to_str().unwrap(), std::fs::read(file).unwrap());
    }
    project.write("rigmill.toml", manifest);
    let built = project.build_with(&["--target", "native", "--target", "gltf"]);
    assert_eq!((built.code, built.count("failed")), (0, 0), "{:?}", built.diagnostics());
    project
}

/// A project of files that another one wrote, built for Rigmill's own runtime.
fn read_back(project: &Project, files: &[&str], manifest: &str) -> Project {
    let back = Project::new();
    for file in files {
        back.write(file, project.read(&format!("build/gltf/{file}")));
    }
    back.write("rigmill.toml", manifest);
    let built = back.build();
    assert_eq!((built.code, built.diagnostics().len()), (0, 0), "{:?}", built.diagnostics());
    back
}

fn load<T: Content>(project: &Project, file: &str) -> T {
    T::decode(&project.read(&format!("build/native/{file}"))).unwrap()
}
