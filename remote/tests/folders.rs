//! Folders as caches, including folders that contain other things.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::support::{Files, decode, end_build, finish, key, plain_upload, store, upload_of};

/// Returns the only file below a folder.
fn only_file(folder: &Path) -> PathBuf {
    let mut entries = fs::read_dir(folder).unwrap();
    let path = entries.next().unwrap().unwrap().path();
    assert!(entries.next().is_none());
    if path.is_dir() { only_file(&path) } else { path }
}

#[test]
fn symbolic_links_are_not_followed() {
    let (folder, elsewhere) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let store = store(folder.path().to_str().unwrap());
    store.upload(vec![plain_upload(key(1), b"value")]);
    finish(&*store);
    let file = only_file(folder.path());
    let moved = elsewhere.path().join("value");
    fs::rename(&file, &moved).unwrap();
    symlink(&moved, &file).unwrap();
    assert_eq!(store.value(key(1)), None);
    // The write replaces the link.
    store.upload(vec![plain_upload(key(1), b"other")]);
    finish(&*store);
    assert_eq!(store.value(key(1)).unwrap(), b"other");
    assert!(fs::read(&moved).unwrap() != fs::read(&file).unwrap());

    let shards = folder.path().join("ac");
    fs::rename(&shards, elsewhere.path().join("ac")).unwrap();
    symlink(elsewhere.path().join("ac"), &shards).unwrap();
    assert_eq!(store.value(key(1)), None);
    store.upload(vec![plain_upload(key(1), b"third")]);
    assert_eq!(end_build(&*store).given_up, 1);
}

#[test]
fn what_is_no_file_is_missing() {
    let (folder, files) = (TempDir::new().unwrap(), Files::new());
    let store = store(folder.path().to_str().unwrap());
    store.upload(vec![upload_of(key(1), &files, &[b"artifact"])]);
    finish(&*store);
    let blob = decode(&store.value(key(1)).unwrap())[0];
    let file = only_file(&folder.path().join("cas"));
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(store.blob(blob), None);
    fs::remove_dir(&file).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&file).status();
    assert!(made.unwrap().success());
    assert_eq!(store.blob(blob), None);
    finish(&*store);
}

#[test]
fn a_file_that_is_far_too_large_is_not_read() {
    let folder = TempDir::new().unwrap();
    let store = store(folder.path().to_str().unwrap());
    store.upload(vec![plain_upload(key(1), b"value")]);
    finish(&*store);
    fs::File::options().write(true).open(only_file(folder.path())).unwrap().set_len(1 << 40).unwrap();
    assert!((0..10).all(|_| store.value(key(1)).is_none()));
    let report = end_build(&*store);
    assert!(report.received < 30_000_000, "{report:?}");
    assert!(report.warnings.len() == 1 && report.warnings[0].code == "R0321", "{report:?}");
}

#[test]
fn a_malformed_result_is_a_miss_and_replaced() {
    let folder = TempDir::new().unwrap();
    let store = store(folder.path().to_str().unwrap());
    let upload = |value: &[u8]| rigmill_store::Upload { merged: true, ..plain_upload(key(1), value) };
    store.upload(vec![plain_upload(key(1), b"value")]);
    finish(&*store);
    fs::write(only_file(folder.path()), b"\x12").unwrap();
    assert!((0..10).all(|_| store.value(key(1)).is_none()));
    store.upload(vec![upload(b"again")]);
    let report = end_build(&*store);
    assert!(report.given_up == 0 && report.warnings.len() == 1, "{report:?}");
    assert!(report.warnings[0].message.contains("malformed"), "{report:?}");
    assert_eq!(store.value(key(1)).unwrap(), b"again");
}

#[test]
fn a_file_that_is_replaced_while_it_is_read_is_read_whole() {
    let folder = TempDir::new().unwrap();
    let (writer, reader) = (store(folder.path().to_str().unwrap()), store(folder.path().to_str().unwrap()));
    writer.upload(vec![plain_upload(key(1), b"v")]);
    finish(&*writer);
    let writes = (1..2000_usize).map(|size| plain_upload(key(1), &vec![b'v'; size])).collect();
    writer.upload(writes);
    for _ in 0..2000 {
        assert!(reader.value(key(1)).unwrap().iter().all(|&byte| byte == b'v'));
    }
    finish(&*reader);
    finish(&*writer);
}

#[test]
fn a_share_that_is_not_mounted_is_not_filled() {
    let folder = TempDir::new().unwrap();
    let share = folder.path().join("share");
    let store = store(share.to_str().unwrap());
    store.upload(vec![plain_upload(key(1), b"value")]);
    assert_eq!(end_build(&*store).given_up, 1);
    assert!(!share.exists());
}
