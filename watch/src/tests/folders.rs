//! Tests changes to folders.

use std::fs;

use super::support::{Folder, is_wine};
use crate::RescanReason;

#[test]
fn files_of_new_nested_folders_are_reported() {
    let folder = Folder::new();
    let watched = folder.watch();
    folder.write("1/2/3/4/5/6/7/8/9/a.png", "1");
    let reported = watched.until_named(&["1/2/3/4/5/6/7/8/9/a.png"]);
    assert!(reported.rescans.is_empty());
    folder.write("1/2/3/4/5/6/7/8/9/b.png", "1");
    watched.until_named(&["1/2/3/4/5/6/7/8/9/b.png"]);
}

#[test]
fn files_of_a_folder_moved_in_are_reported_and_watched() {
    let folder = Folder::new();
    fs::create_dir_all(folder.beside("rig/textures")).unwrap();
    fs::write(folder.beside("rig/textures/a.png"), "1").unwrap();
    let watched = folder.watch();
    fs::rename(folder.beside("rig"), folder.path("rig")).unwrap();
    let reported = watched.until_named(&["rig/textures/a.png"]);
    assert!(reported.rescans.is_empty());
    folder.write("rig/textures/b.png", "1");
    watched.until_named(&["rig/textures/b.png"]);
}

#[test]
fn a_renamed_folder_is_a_rescan_and_stays_watched() {
    if is_wine() {
        return;
    }
    let folder = Folder::new();
    folder.write("old/deep/a.png", "1");
    let watched = folder.watch();
    folder.rename("old", "new");
    let reported = watched.until(|reported| !reported.rescans.is_empty());
    assert!(matches!(reported.rescans[0], RescanReason::FolderGone(_)));
    watched.until_writing_names(&folder, "new/deep/a.png");
}

#[test]
fn a_folder_moved_out_is_a_rescan_and_no_longer_watched() {
    if is_wine() {
        return;
    }
    let folder = Folder::new();
    folder.write("old/a.png", "1");
    let watched = folder.watch();
    fs::rename(folder.path("old"), folder.beside("old")).unwrap();
    watched.until(|reported| reported.rescans.contains(&RescanReason::FolderGone(folder.path("old"))));
    fs::write(folder.beside("old/a.png"), "2").unwrap();
    folder.write("b.png", "1");
    let reported = watched.until_named(&["b.png"]);
    assert!(!reported.paths.contains("old/a.png"));
}

#[test]
fn a_removed_folder_is_a_rescan_and_may_return() {
    let folder = Folder::new();
    folder.write("in/deep/a.png", "1");
    let watched = folder.watch();
    fs::remove_dir_all(folder.path("in")).unwrap();
    watched.until(|reported| reported.rescans.contains(&RescanReason::FolderGone(folder.path("in"))));
    folder.write("in/deep/a.png", "2");
    watched.until(|reported| reported.covers(["in/deep/a.png"]));
    watched.until_writing_names(&folder, "in/deep/b.png");
}

#[test]
fn a_folder_replaced_by_a_file_is_a_rescan() {
    let folder = Folder::new();
    folder.write("in/a.png", "1");
    let watched = folder.watch();
    fs::remove_dir_all(folder.path("in")).unwrap();
    fs::write(folder.path("in"), "1").unwrap();
    watched.until(|reported| !reported.rescans.is_empty());
}

#[test]
fn folders_that_swap_names_stay_watched() {
    let folder = Folder::new();
    folder.write("left/a.png", "1");
    folder.write("right/a.png", "1");
    let watched = folder.watch();
    for _ in 0..50 {
        folder.rename("left", "third");
        folder.rename("right", "left");
        folder.rename("third", "right");
    }
    for name in ["left/a.png", "right/a.png", "left/b.png", "right/b.png"] {
        watched.until_writing_names(&folder, name);
    }
}
