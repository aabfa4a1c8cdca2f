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
