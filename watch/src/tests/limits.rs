//! Tests what the system refuses. Some of these tests run themselves again in an environment where it does.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::support::Folder;
use crate::{RescanReason, WatchError, WatchOptions, Watcher};

#[test]
fn errors_name_the_path_and_the_remedy() {
    let error = WatchError::TooManyFolders { folder: "/w/rigs".into() }.to_string();
    for part in ["/w/rigs", "fs.inotify.max_user_watches", "poll"] {
        assert!(error.contains(part), "{error}");
    }
    let error = WatchError::TooManyWatchers { path: "/w".into() }.to_string();
    for part in ["/w", "fs.inotify.max_user_instances", "poll"] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
#[ignore = "needs `unshare` and user namespaces"]
fn too_few_watches_fail_at_once_and_later() {
    if limit("max_inotify_watches") != 8 {
        return again_where("echo 8 > /proc/sys/user/max_inotify_watches", "too_few_watches_fail_at_once_and_later");
    }
    let folder = Folder::new();
    let watched = folder.watch();
    folder.write("1/2/3/4/5/6/7/8/9/10/a.png", "1");
    assert!(matches!(watched.until_failed(), WatchError::TooManyFolders { .. }));
    assert!(matches!(watched.until_failed(), WatchError::Ended { .. }));
    drop(watched);
    let error = Watcher::new(&folder.root(), WatchOptions::default()).unwrap_err();
    assert!(matches!(error, WatchError::TooManyFolders { .. }), "{error}");
}

#[test]
#[ignore = "needs `unshare` and user namespaces"]
fn too_few_watchers_fail() {
    if limit("max_inotify_instances") != 0 {
        return again_where("echo 0 > /proc/sys/user/max_inotify_instances", "too_few_watchers_fail");
    }
    let folder = Folder::new();
    let error = Watcher::new(&folder.root(), WatchOptions::default()).unwrap_err();
    assert!(matches!(error, WatchError::TooManyWatchers { .. }), "{error}");
}

/// Root can read everything. Therefore, if this test runs as root, it runs itself again as `nobody`.
#[test]
fn an_unreadable_folder_is_a_rescan_until_it_can_be_read() {
    let folder = Folder::new();
    folder.write("in/a.png", "1");
    set_mode(&folder.path("in"), 0o000);
    if fs::read_dir(folder.path("in")).is_ok() {
        drop(folder);
        return again_as_nobody("an_unreadable_folder_is_a_rescan_until_it_can_be_read");
    }
    let watched = folder.watch();
    let unreadable = |reason: &RescanReason| matches!(reason, RescanReason::Unreadable { .. });
    watched.until(|reported| reported.rescans.iter().any(unreadable));
    set_mode(&folder.path("in"), 0o755);
    watched.until_named(&["in/a.png"]);
    set_mode(&folder.path("in"), 0o000);
    watched.until(|reported| reported.rescans.iter().any(unreadable));
    set_mode(&folder.path("in"), 0o755);

    set_mode(&folder.root(), 0o000);
    watched.until(|reported| reported.rescans.contains(&RescanReason::RootGone));
    set_mode(&folder.root(), 0o755);
    watched.until(|reported| reported.rescans.contains(&RescanReason::RootReturned));

    set_mode(&folder.beside(""), 0o000);
    let error = Watcher::new(&folder.beside(""), WatchOptions::default()).unwrap_err();
    assert!(matches!(error, WatchError::Root { .. }), "{error}");
    set_mode(&folder.beside(""), 0o755);
}

fn limit(name: &str) -> u64 {
    fs::read_to_string(Path::new("/proc/sys/user").join(name)).unwrap().trim().parse().unwrap()
}

/// Runs a test of this module again in a process where `command` was run first. The command changes nothing outside of that
/// process.
fn again_where(command: &str, test: &str) {
    let program = std::env::current_exe().unwrap();
    let script = format!("{command} && exec '{}' --exact --ignored tests::limits::{test}", program.display());
    run(Command::new("unshare").args(["--user", "--map-root-user", "sh", "-c", &script]));
}

fn again_as_nobody(test: &str) {
    // Other users may not be allowed to open the build's folder.
    let copy = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    fs::copy(std::env::current_exe().unwrap(), &copy).unwrap();
    set_mode(&copy, 0o755);
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]).arg(&*copy);
    run(command.args(["--exact", &format!("tests::limits::{test}")]));
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}{}", String::from_utf8_lossy(&output.stderr));
}

fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}
