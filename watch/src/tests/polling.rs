//! Tests polling instead of events.

use std::fs;
use std::time::Duration;

use super::support::{Folder, Watched};
use crate::{RescanReason, WatchOptions};

fn poll(folder: &Folder) -> Watched {
    let skip = vec![folder.path("build")];
    folder.watch_with(WatchOptions { poll: Some(Duration::from_millis(20)), skip, ..WatchOptions::default() })
}

#[test]
fn polling_sees_what_events_would_report() {
    let folder = Folder::new();
    folder.write("changed.png", "1");
    folder.write("gone.png", "1");
    folder.write("old/a.png", "1");
    let watched = poll(&folder);
    folder.write("build/o", "1");
    folder.write("new/in/a.png", "1");
    folder.write("changed.png", "2");
    fs::remove_file(folder.path("gone.png")).unwrap();
    folder.rename("old", "other");
    let names = ["changed.png", "gone.png", "new/in/a.png", "old/a.png", "other/a.png"];
    let reported = watched.until_named(&names);
    assert_eq!(reported.paths.len(), names.len(), "{:?}", reported.paths);
}

#[test]
fn polling_notices_that_the_root_goes_and_comes() {
    let folder = Folder::new();
    let watched = poll(&folder);
    fs::remove_dir_all(folder.root()).unwrap();
    watched.until(|reported| reported.rescans.contains(&RescanReason::RootGone));
    folder.write("a.png", "1");
    watched.until(|reported| reported.rescans.contains(&RescanReason::RootReturned));
    folder.write("b.png", "1");
    watched.until(|reported| reported.covers(["b.png"]));
}

#[cfg(unix)]
#[test]
fn polling_looks_at_files_behind_links_but_not_folders() {
    let folder = Folder::new();
    fs::write(folder.beside("shared.png"), "1").unwrap();
    std::os::unix::fs::symlink(folder.beside("shared.png"), folder.path("a.png")).unwrap();
    std::os::unix::fs::symlink(folder.root(), folder.path("round")).unwrap();
    let watched = poll(&folder);
    fs::write(folder.beside("shared.png"), "two").unwrap();
    let reported = watched.until_named(&["a.png"]);
    assert_eq!(reported.paths.len(), 1);
}
