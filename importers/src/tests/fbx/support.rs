//! Helpers for tests of FBX files.

use std::fs;
use std::path::{Path, PathBuf};

use rigmill_dom::{Scene, SceneClip};
use rigmill_pipeline::Diagnostic;

use crate::tests::support::{clean, data, import_with};
use crate::{Fbx, FbxParams, Unit};

/// Imports bytes. Returns the scene and the diagnostics.
pub(in crate::tests) fn import(bytes: &[u8], params: &FbxParams) -> (Option<Scene>, Vec<Diagnostic>) {
    import_with::<Fbx>(bytes, params)
}

/// Returns the scene of a file without problems.
pub(in crate::tests) fn scene(path: &Path, params: &FbxParams) -> Scene {
    clean(import(&fs::read(path).unwrap(), params))
}

/// Returns parameters that keep the file's numbers.
pub(in crate::tests) fn as_in_file() -> FbxParams {
    FbxParams { unit: Unit::File, ..FbxParams::default() }
}

/// Returns the folder with FBX files and the data that is known about them.
pub(in crate::tests) fn fbx_data() -> PathBuf {
    data("RIGMILL_FBX")
}

pub(in crate::tests) fn node(scene: &Scene, name: &str) -> usize {
    let found = scene.nodes.iter().position(|node| node.name == name);
    found.unwrap_or_else(|| panic!("no node {name:?}"))
}

pub(in crate::tests) fn clip<'a>(scene: &'a Scene, name: &str) -> &'a SceneClip {
    let ends = |clip: &&SceneClip| clip.name.rsplit('|').next() == Some(name);
    scene.clips.iter().find(ends).unwrap_or_else(|| panic!("no clip {name:?}"))
}

/// Finds the FBX files in a folder and its subfolders.
pub(in crate::tests) fn find(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            find(&path, found);
        } else if path.extension().is_some_and(|it| it.eq_ignore_ascii_case("fbx")) {
            found.push(path);
        }
    }
    found.sort();
}
