//! Tests starting, waiting and stopping.

use std::thread;
use std::time::Duration;

use super::support::{Folder, eventually};
use crate::{Hint, Stopper, Watcher};

#[test]
fn watchers_and_stoppers_go_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<Watcher>();
    check::<Stopper>();
}

#[test]
fn waiting_ends_without_a_hint_when_nothing_changes() {
    let folder = Folder::new();
    let watched = folder.watch();
    assert_eq!(watched.watcher.next_timeout(Duration::from_millis(1)).unwrap(), None);
}

#[test]
fn a_stopper_ends_the_wait_for_good() {
    let folder = Folder::new();
    let watched = folder.watch();
    let stopper = watched.watcher.stopper();
    let ender = thread::spawn(move || {
        thread::sleep(Duration::from_millis(20));
        stopper.stop();
    });
    assert_eq!(watched.watcher.next().unwrap(), Hint::Stopped);
    folder.write("a.png", "1");
    assert_eq!(watched.watcher.next().unwrap(), Hint::Stopped);
    assert_eq!(watched.watcher.next_timeout(Duration::MAX).unwrap(), Some(Hint::Stopped));
    ender.join().unwrap();
}

#[test]
fn a_stopper_may_outlive_its_watcher() {
    let folder = Folder::new();
    let stopper = folder.watch().watcher.stopper();
    stopper.stop();
}

#[test]
fn changes_that_nobody_waits_for_are_one_hint() {
    let folder = Folder::new();
    let watched = folder.watch();
    for number in 0..100 {
        folder.write(&format!("{number}.png"), "1");
    }
    folder.write("last.png", "1");
    eventually("all changes gathered", || watched.watcher.batch_len() == 101);
    let hint = watched.watcher.next().unwrap();
    assert!(matches!(&hint, Hint::Paths(paths) if paths.len() == 101), "{hint:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn dropping_a_watcher_ends_its_threads() {
    let folder = Folder::new();
    for poll in [None, Some(Duration::from_secs(3600))] {
        for round in 0..20 {
            let watched = folder.watch_with(crate::WatchOptions { poll, ..Default::default() });
            folder.write(&format!("{round}/a.png"), "1");
            eventually("threads named", || threads() > 0);
            drop(watched);
        }
        eventually("threads gone", || threads() == 0);
    }
}

/// Returns the number of watcher threads in this process.
#[cfg(target_os = "linux")]
fn threads() -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let names = tasks.filter_map(|task| std::fs::read_to_string(task.unwrap().path().join("comm")).ok());
    names.filter(|name| name.starts_with("rigmill-watch") || name.starts_with("notify-rs")).count()
}
