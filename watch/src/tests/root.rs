//! Tests that the watched folder itself disappears and comes back.

use std::fs;

use super::support::{Folder, alone, is_wine};
use crate::{RescanReason, WatchError, WatchOptions, Watcher};

#[test]
fn a_root_removed_and_made_again_is_two_rescans_and_watched() {
    if is_wine() {
        return;
    }
    let folder = Folder::new();
    folder.write("in/a.png", "1");
    let watched = folder.watch();
    for round in 0..3 {
        fs::remove_dir_all(folder.root()).unwrap();
        watched.until(|reported| reported.rescans.contains(&RescanReason::RootGone));
        fs::create_dir(folder.root()).unwrap();
        watched.until(|reported| reported.rescans.contains(&RescanReason::RootReturned));
        let name = format!("in/{round}.png");
        watched.until_writing_names(&folder, &name);
    }
}

#[test]
fn a_root_replaced_at_once_is_watched() {
    if is_wine() {
        return;
    }
    let folder = Folder::new();
    folder.write("in/a.png", "1");
    let watched = folder.watch();
    for round in 0..20 {
        fs::remove_dir_all(folder.root()).unwrap();
        let name = format!("in/{round}.png");
        folder.write(&name, "1");
        watched.until(|reported| reported.covers([name.as_str()]));
    }
    watched.until_writing_names(&folder, "in/b.png");
}

#[test]
fn a_root_exchanged_for_another_is_watched_and_the_old_one_is_not() {
    let folder = Folder::new();
    folder.write("in/a.png", "1");
    fs::create_dir_all(folder.beside("new/in")).unwrap();
    let watched = folder.watch();
    fs::rename(folder.root(), folder.beside("old")).unwrap();
    fs::rename(folder.beside("new"), folder.root()).unwrap();
    watched.until(|reported| reported.rescans.contains(&RescanReason::RootReturned));
    fs::remove_dir_all(folder.beside("old")).unwrap();
    folder.write("in/b.png", "1");
    let reported = watched.until_named(&["in/b.png"]);
    assert!(reported.rescans.is_empty(), "{:?}", reported.rescans);
}

#[test]
fn a_folder_above_the_root_that_is_renamed_is_noticed() {
    let folder = Folder::new();
    let above = folder.path("above");
    fs::create_dir_all(above.join("root")).unwrap();
    let watcher = Watcher::new(&above.join("root"), WatchOptions::default()).unwrap();
    let watched = super::support::Watched { watcher, root: above.join("root") };
    fs::rename(&above, folder.path("other")).unwrap();
    watched.until(|reported| reported.rescans.contains(&RescanReason::RootGone));
    fs::rename(folder.path("other"), &above).unwrap();
    watched.until(|reported| reported.rescans.contains(&RescanReason::RootReturned));
    fs::write(above.join("root/a.png"), "1").unwrap();
    watched.until_named(&["a.png"]);
}

#[test]
fn a_root_that_is_no_folder_is_an_error_that_names_it() {
    let folder = Folder::new();
    folder.write("a.png", "1");
    for poll in [None, Some(std::time::Duration::from_millis(10))] {
        for name in ["a.png", "missing"] {
            let options = WatchOptions { poll, ..WatchOptions::default() };
            let error = Watcher::new(&folder.path(name), options).unwrap_err();
            assert!(matches!(&error, WatchError::Root { path, .. } if *path == folder.path(name)), "{error}");
        }
    }
}

#[test]
fn a_relative_root_is_reported_in_absolute_paths() {
    let _alone = alone();
    let watcher = Watcher::new("src".as_ref(), WatchOptions::default()).unwrap();
    assert_eq!(watcher.root(), std::env::current_dir().unwrap().join("src"));
}
