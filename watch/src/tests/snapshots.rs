//! Tests the differences between two snapshots of a tree.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::poller::snapshot::Snapshot;
use crate::scope::Scope;

fn look(folder: &TempDir) -> Snapshot {
    Snapshot::new(&Scope::new(folder.path(), &[folder.path().join("build")], &[]), || false).unwrap().unwrap()
}

#[track_caller]
fn check(change: impl FnOnce(&TempDir), expected: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a", "b", "in/c", "in/deep/d", ".hidden", "build/o"] {
        fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        fs::write(folder.path().join(name), name).unwrap();
    }
    let before = look(&folder);
    change(&folder);
    let expected: Vec<PathBuf> = expected.iter().map(|name| folder.path().join(name)).collect();
    assert_eq!(before.changes(&look(&folder)), expected);
}

#[test]
fn no_change_is_none() {
    check(|_| {}, &[]);
}

#[test]
fn new_changed_and_gone_files_are_named() {
    let change = |folder: &TempDir| {
        fs::write(folder.path().join("a"), "longer than before").unwrap();
        fs::remove_file(folder.path().join("in/c")).unwrap();
        fs::write(folder.path().join("z"), "z").unwrap();
    };
    check(change, &["a", "in/c", "z"]);
}

#[test]
fn all_files_of_a_renamed_folder_are_named_under_both_names() {
    let change = |folder: &TempDir| fs::rename(folder.path().join("in"), folder.path().join("on")).unwrap();
    check(change, &["in/c", "in/deep/d", "on/c", "on/deep/d"]);
}

/// Windows tells neither the number of a file nor the time of its last change, unless the file is opened.
#[cfg(unix)]
#[test]
fn a_file_exchanged_for_one_of_the_same_size_and_time_is_a_change() {
    let change = |folder: &TempDir| {
        let path = folder.path().join("a");
        let time = fs::metadata(&path).unwrap().modified().unwrap();
        fs::write(folder.path().join(".new"), "A").unwrap();
        fs::File::open(folder.path().join(".new")).unwrap().set_modified(time).unwrap();
        fs::rename(folder.path().join(".new"), path).unwrap();
    };
    check(change, &["a"]);
}

#[test]
fn hidden_and_skipped_files_are_not_looked_at() {
    let change = |folder: &TempDir| {
        fs::write(folder.path().join(".hidden"), "changed").unwrap();
        fs::write(folder.path().join("build/o"), "changed").unwrap();
    };
    check(change, &[]);
}
