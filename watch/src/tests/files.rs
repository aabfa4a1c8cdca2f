//! Tests changes to individual files.

use std::fs;

use super::support::Folder;
use crate::WatchOptions;

#[test]
fn a_new_file_is_reported() {
    let folder = Folder::new();
    let watched = folder.watch();
    folder.write("a.png", "1");
    let reported = watched.until_named(&["a.png"]);
    assert!(reported.rescans.is_empty());
}

#[test]
fn a_changed_file_is_reported() {
    let folder = Folder::new();
    folder.write("in/deep/a.png", "1");
    let watched = folder.watch();
    folder.write("in/deep/a.png", "2");
    let reported = watched.until_named(&["in/deep/a.png"]);
    assert_eq!(reported.paths.len(), 1);
    assert!(reported.rescans.is_empty());
}

#[test]
fn a_removed_file_is_reported() {
    let folder = Folder::new();
    folder.write("in/a.png", "1");
    let watched = folder.watch();
    fs::remove_file(folder.path("in/a.png")).unwrap();
    watched.until_named(&["in/a.png"]);
}

#[test]
fn a_renamed_file_is_reported_under_both_names() {
    let folder = Folder::new();
    folder.write("a.png", "1");
    fs::create_dir(folder.path("in")).unwrap();
    let watched = folder.watch();
    folder.rename("a.png", "in/b.png");
    let reported = watched.until_named(&["a.png", "in/b.png"]);
    assert!(reported.rescans.is_empty());
}

#[test]
fn files_moved_in_and_out_are_reported() {
    let folder = Folder::new();
    folder.write("out.png", "1");
    fs::write(folder.beside("in.png"), "1").unwrap();
    let watched = folder.watch();
    fs::rename(folder.beside("in.png"), folder.path("in.png")).unwrap();
    fs::rename(folder.path("out.png"), folder.beside("out.png")).unwrap();
    let reported = watched.until_named(&["in.png", "out.png"]);
    assert!(reported.rescans.is_empty());
}

#[test]
fn saving_by_rename_reports_the_final_name() {
    let folder = Folder::new();
    folder.write("a.png", "1");
    let watched = folder.watch();
    folder.write("a.png.tmp", "2");
    folder.rename("a.png.tmp", "a.png");
    let reported = watched.until_named(&["a.png"]);
    assert!(reported.rescans.is_empty());
}

#[test]
fn saving_by_rename_from_a_hidden_file_reports_the_final_name_only() {
    let folder = Folder::new();
    folder.write("a.png", "1");
    let watched = folder.watch();
    folder.write(".a.png.swp", "2");
    folder.rename(".a.png.swp", "a.png");
    let reported = watched.until_named(&["a.png"]);
    assert_eq!(reported.paths.len(), 1);
    assert!(reported.rescans.is_empty());
}

#[test]
fn saving_by_backup_and_rewrite_reports_the_final_name() {
    let folder = Folder::new();
    folder.write("a.png", "1");
    let watched = folder.watch();
    folder.rename("a.png", "a.png~");
    folder.write("a.png", "2");
    fs::remove_file(folder.path("a.png~")).unwrap();
    watched.until_named(&["a.png", "a.png~"]);
}

#[test]
fn a_file_replaced_and_removed_at_once_is_reported() {
    let folder = Folder::new();
    folder.write("a.png", "1");
    fs::write(folder.beside("new.png"), "2").unwrap();
    let watched = folder.watch();
    fs::rename(folder.beside("new.png"), folder.path("a.png")).unwrap();
    fs::remove_file(folder.path("a.png")).unwrap();
    watched.until(|reported| reported.covers(["a.png"]));
}

#[test]
fn new_attributes_are_reported() {
    let folder = Folder::new();
    folder.write("a.png", "1");
    let watched = folder.watch();
    let mut permissions = fs::metadata(folder.path("a.png")).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(folder.path("a.png"), permissions).unwrap();
    watched.until_named(&["a.png"]);
}

#[test]
fn hidden_and_skipped_files_are_not_reported() {
    let folder = Folder::new();
    folder.write("build/native/o", "1");
    folder.write(".git/index", "1");
    let watched = folder.watch_with(WatchOptions { skip: vec![folder.path("build")], ..WatchOptions::default() });
    for number in 0..2_000 {
        folder.write(&format!("build/native/{number}/o"), "2");
        folder.write(&format!(".git/{number}/o"), "2");
    }
    fs::remove_dir_all(folder.path("build")).unwrap();
    folder.write("build/again/o", "2");
    folder.write(".swap", "2");
    folder.write("a.png", "1");
    let reported = watched.until_named(&["a.png"]);
    assert_eq!(reported.paths.len(), 1, "{:?}", reported.paths);
    assert!(reported.rescans.is_empty(), "{:?}", reported.rescans);
}

#[cfg(unix)]
#[test]
fn a_link_is_reported_when_the_file_behind_it_changes() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new();
    fs::write(folder.beside("shared.png"), "1").unwrap();
    folder.write("real.png", "1");
    symlink(folder.beside("shared.png"), folder.path("old.png")).unwrap();
    symlink("real.png", folder.path("near.png")).unwrap();
    let watched = folder.watch();
    symlink(folder.beside("shared.png"), folder.path("new.png")).unwrap();
    watched.until_named(&["new.png"]);

    fs::write(folder.beside("shared.png"), "2").unwrap();
    watched.until_named(&["old.png", "new.png"]);
    fs::write(folder.beside("temporary"), "3").unwrap();
    fs::rename(folder.beside("temporary"), folder.beside("shared.png")).unwrap();
    watched.until_named(&["old.png", "new.png"]);
    folder.write("real.png", "2");
    watched.until_named(&["near.png", "real.png"]);
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_reported_when_there_is_something() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("later.png", folder.path("early.png")).unwrap();
    std::os::unix::fs::symlink("in/later.png", folder.path("deep.png")).unwrap();
    let watched = folder.watch();
    folder.write("later.png", "1");
    watched.until_named(&["early.png"]);
    for round in ["1", "2"] {
        folder.write("in/later.png", round);
        watched.until_writing_names(&folder, "in/later.png");
        folder.write("in/later.png", "3");
        watched.until_named(&["deep.png"]);
        fs::remove_dir_all(folder.path("in")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn links_to_folders_are_not_followed() {
    let folder = Folder::new();
    fs::create_dir(folder.beside("far")).unwrap();
    std::os::unix::fs::symlink(folder.beside("far"), folder.path("far")).unwrap();
    std::os::unix::fs::symlink(folder.root(), folder.path("round")).unwrap();
    let watched = folder.watch();
    fs::write(folder.beside("far/b.png"), "1").unwrap();
    folder.write("a.png", "1");
    let reported = watched.until_named(&["a.png"]);
    assert_eq!(reported.paths.len(), 1, "{:?}", reported.paths);
}
