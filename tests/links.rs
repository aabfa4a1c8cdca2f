//! Symbolic links in and around the output folder: nothing is written or removed through one.

use std::fs;
use std::os::unix::fs::symlink;

use crate::support::{Project, clip};

fn project_and_victim() -> (Project, tempfile::TempDir) {
    let project = Project::new();
    project.write("a.Animation", clip(&["1"]));
    let victim = tempfile::tempdir().unwrap();
    fs::write(victim.path().join("file"), "precious").unwrap();
    fs::write(victim.path().join("lock"), "precious").unwrap();
    (project, victim)
}

fn intact(victim: &tempfile::TempDir) {
    for name in ["file", "lock"] {
        assert_eq!(fs::read_to_string(victim.path().join(name)).unwrap(), "precious");
    }
    assert_eq!(fs::read_dir(victim.path()).unwrap().count(), 2);
}

#[test]
fn a_lock_that_is_a_link_is_refused() {
    let (project, victim) = project_and_victim();
    fs::create_dir_all(project.root().join("build/.rigmill")).unwrap();
    symlink(victim.path().join("file"), project.root().join("build/.rigmill/lock")).unwrap();
    for command in ["build", "clean"] {
        assert_eq!(project.command(command).arg(".").output().unwrap().status.code(), Some(2), "{command}");
        intact(&victim);
    }
}

#[test]
fn a_state_folder_that_is_a_link_is_refused() {
    let (project, victim) = project_and_victim();
    fs::create_dir_all(project.root().join("build")).unwrap();
    symlink(victim.path(), project.root().join("build/.rigmill")).unwrap();
    for command in ["build", "clean"] {
        assert_eq!(project.command(command).arg(".").output().unwrap().status.code(), Some(2), "{command}");
        intact(&victim);
    }
}

#[test]
fn an_output_that_is_a_link_is_replaced_and_not_followed() {
    let (project, victim) = project_and_victim();
    fs::create_dir_all(project.native()).unwrap();
    symlink(victim.path().join("file"), project.native().join("a.rmb")).unwrap();
    assert_eq!(project.build().code, 0);
    intact(&victim);
    assert!(fs::symlink_metadata(project.native().join("a.rmb")).unwrap().is_file());
}

#[test]
fn an_output_folder_that_is_a_link_is_used_and_kept() {
    let (project, _) = project_and_victim();
    let elsewhere = tempfile::tempdir().unwrap();
    symlink(elsewhere.path(), project.root().join("build")).unwrap();
    assert_eq!(project.build().code, 0);
    assert!(elsewhere.path().join("native/a.rmb").is_file());
    project.command("clean").arg(".").assert().success();
    assert!(elsewhere.path().is_dir());
    assert_eq!(project.build().code, 0);
}

#[test]
fn linked_sources_build_and_a_ring_of_folders_ends() {
    let (project, victim) = project_and_victim();
    fs::write(victim.path().join("file"), clip(&["7"])).unwrap();
    symlink(victim.path().join("file"), project.root().join("linked.Animation")).unwrap();
    symlink(project.root(), project.root().join("ring")).unwrap();
    assert_eq!(project.build().count("built"), 2);
}

/// A project with an output below `sub`, whose folder was then moved away and a link put in its place.
fn linked_output_folder() -> (Project, tempfile::TempDir) {
    let (project, victim) = project_and_victim();
    project.write("sub/deep/b.Animation", clip(&["2"]));
    assert_eq!(project.build().code, 0);
    fs::remove_dir_all(project.native().join("sub")).unwrap();
    fs::create_dir(victim.path().join("deep")).unwrap();
    fs::write(victim.path().join("deep/b.rmb"), "precious").unwrap();
    symlink(victim.path(), project.native().join("sub")).unwrap();
    (project, victim)
}

fn linked_file(victim: &tempfile::TempDir) -> String {
    fs::read_to_string(victim.path().join("deep/b.rmb")).unwrap()
}

#[test]
fn the_output_of_a_source_that_is_gone_is_not_removed_through_a_link() {
    let (project, victim) = linked_output_folder();
    fs::remove_file(project.root().join("sub/deep/b.Animation")).unwrap();
    for _ in 0..2 {
        let built = project.build();
        assert_eq!(linked_file(&victim), "precious");
        let told: Vec<&str> = built.diagnostics().iter().map(|it| it["code"].as_str().unwrap()).collect();
        assert_eq!((built.code, told), (0, vec!["R0102"]));
        assert!(built.diagnostics()[0]["message"].as_str().unwrap().contains("native/sub: a symbolic link"));
    }
    fs::remove_file(project.native().join("sub")).unwrap();
    assert_eq!(project.build().diagnostics(), Vec::<&serde_json::Value>::new());
}

#[test]
fn clean_removes_nothing_through_a_link() {
    let (project, victim) = linked_output_folder();
    let output = project.command("clean").arg(".").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("nothing is removed through one"));
    assert_eq!(linked_file(&victim), "precious");
    // Without the link, all goes.
    fs::remove_file(project.native().join("sub")).unwrap();
    project.command("clean").arg(".").assert().success();
    assert!(!project.root().join("build").exists());
}

#[test]
fn clean_removes_nothing_from_a_target_folder_that_is_a_link() {
    let (project, victim) = project_and_victim();
    assert_eq!(project.build().code, 0);
    fs::remove_dir_all(project.native()).unwrap();
    fs::write(victim.path().join("a.rmb"), "precious").unwrap();
    symlink(victim.path(), project.native()).unwrap();
    assert_eq!(project.command("clean").arg(".").output().unwrap().status.code(), Some(2));
    fs::remove_file(project.root().join("a.Animation")).unwrap();
    project.build();
    assert_eq!(fs::read_to_string(victim.path().join("a.rmb")).unwrap(), "precious");
}

#[test]
fn folders_that_are_empty_behind_a_link_stay() {
    let (project, victim) = linked_output_folder();
    fs::remove_file(victim.path().join("deep/b.rmb")).unwrap();
    fs::remove_file(project.root().join("sub/deep/b.Animation")).unwrap();
    project.build();
    assert!(victim.path().join("deep").is_dir());
}
