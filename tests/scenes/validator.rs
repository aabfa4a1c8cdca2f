//! Checks the output of the target `gltf` with Khronos's validator (the npm package gltf-validator).

use std::process::Command;

use crate::support::{Project, files_below, outside, repository};

/// Messages of the validator about correct files. Only bones move a skinned mesh, also in the runtime. Its node keeps its
/// parent and its transform, so that they are restored when the file is imported again.
const HARMLESS: [&str; 2] = ["NODE_SKINNED_MESH_NON_ROOT", "NODE_SKINNED_MESH_LOCAL_TRANSFORMS"];

/// Returns the findings of the validator in all glTF files that a project built.
fn findings(project: &Project) -> Vec<String> {
    let files = files_below(&project.root().join("build/gltf"));
    let files: Vec<_> = files.into_iter().filter(|file| file.extension().is_some_and(|it| it == "glb")).collect();
    assert!(!files.is_empty());
    let script = repository().join("tests/scenes/validate.cjs");
    let checked =
        Command::new("node").arg(script).arg(outside("RIGMILL_GLTF_VALIDATOR")).args(&files).output().unwrap();
    let said = String::from_utf8(checked.stdout).unwrap();
    let mut lines: Vec<String> = said.lines().map(str::to_owned).collect();
    let last = lines.pop();
    assert_eq!(last, Some(format!("{} files checked", files.len())), "{}", String::from_utf8_lossy(&checked.stderr));
    lines.retain(|line| !HARMLESS.iter().any(|code| line.contains(code)));
    lines
}

#[test]
#[cfg_attr(
    not(all(node, gltf_validator)),
    ignore = "needs node and RIGMILL_GLTF_VALIDATOR, the npm package gltf-validator"
)]
fn khronos_validator_finds_nothing_in_what_the_page_names() {
    let (project, _) = super::project();
    project.build_with(&["--target", "gltf"]);
    assert_eq!(findings(&project), Vec::<String>::new());
}

#[test]
#[cfg_attr(
    not(all(node, gltf_validator)),
    ignore = "needs node and RIGMILL_GLTF_VALIDATOR, the npm package gltf-validator"
)]
fn khronos_validator_finds_nothing_in_the_sample_game() {
    let project = Project::copy_of(&repository().join("content"));
    project.build_with(&["--target", "gltf"]);
    assert_eq!(findings(&project), Vec::<String>::new());
}
