//! Tests the target `gltf`.

mod clips;
mod glb;
mod materials;
mod models;
mod textures;
mod with_clips;

use std::path::PathBuf;

use rigmill_format::Content;

use crate::support::{Project, repository};
use crate::xnb::codes;

/// Returns the paths of files in the sample game.
fn sample(files: &[&str]) -> Vec<PathBuf> {
    files.iter().map(|file| repository().join("content").join(file)).collect()
}

/// Creates a project of files with a manifest, and builds it for both targets.
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

/// Creates a project from the files that another project wrote, and builds it for the target `native`.
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

#[test]
fn the_sample_game_is_built_but_for_what_gltf_has_no_place_for() {
    let project = Project::copy_of(&repository().join("content"));
    let built = project.build_with(&["--target", "gltf"]);
    // Warnings about curves for two components of a rotation, and about distances of levels of detail.
    assert_eq!((built.code, codes(&built)), (0, vec!["R0092".to_owned(); 2]), "{:?}", built.diagnostics());
    let without: Vec<_> =
        built.messages.iter().filter(|it| it["outputs"].as_array().is_some_and(Vec::is_empty)).collect();
    let mut without: Vec<_> = without.iter().map(|it| it["asset"].as_str().unwrap()).collect();
    without.sort_unstable();
    let expected = [
        "Animation/Compressed/Salute",
        "Animation/Players/Grund/Grund.actions",
        "Animation/Players/Grund/Low@Walk.events",
        "Animation/Players/Grund/Low_Run.events",
        "Animation/Players/Grund/Up_AttackFrontHandgun.events",
        "Data/Grund",
        "Fonts/Display",
        "Hero/Grund.actions",
        "Hero/Pilot.actions",
        "Models/Grund.breath",
        "Models/Grund.spring",
        "Models/Levels/Yard_Sky",
        "Motion/Patrol",
        "Motion/Stroll.events",
        "Particles/Spark",
        "Sounds/Footstep",
    ];
    assert_eq!(without, expected);
    assert_eq!(project.build_with(&["--target", "gltf", "--check"]).code, 0);
}

#[test]
fn a_rule_for_one_target_leaves_others_alone() {
    let project = Project::new();
    project.write("Models/Grund.fbx", std::fs::read(&sample(&["Models/Grund.fbx"])[0]).unwrap());
    let rule = |target: &str| {
        format!("[[rule]]\nmatch = \"**\"\ntargets = [\"{target}\"]\nprocessor = \"model-with-clips\"\n")
    };
    project.write("rigmill.toml", rule("gltf"));
    let built = project.build_with(&["--target", "native", "--target", "gltf"]);
    assert_eq!((built.code, built.count("failed")), (0, 0), "{:?}", built.diagnostics());
    assert!(!project.read("build/gltf/Models/Grund.glb").is_empty());
    assert!(!project.read("build/native/Models/Grund.model.rmb").is_empty());
    project.write("rigmill.toml", rule("glft"));
    let built = project.build();
    let reported = built.diagnostics()[0];
    assert_eq!(
        (built.code, &reported["code"], &reported["help"]),
        (2, &"R0002".into(), &"did you mean `gltf`?".into())
    );
}
