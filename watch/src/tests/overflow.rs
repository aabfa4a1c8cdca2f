//! Tests more events than the queues can hold.

use super::support::Folder;
use crate::RescanReason;
use crate::signal::Signal;

/// The system's queue really overflows in this test: its reader waits for the inbox, whose lock the test holds.
#[cfg(target_os = "linux")]
#[test]
fn a_queue_that_overflows_is_a_rescan_and_new_folders_are_watched() {
    let limit = std::fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap();
    let limit: usize = limit.trim().parse().unwrap();
    let folder = Folder::new();
    let watched = folder.watch();
    let held = watched.watcher.inbox.lock();
    for number in 0..limit {
        folder.write(&format!("{number}.png"), "1");
    }
    folder.write("new/deep/a.png", "1");
    drop(held);
    watched.until(|reported| reported.rescans.contains(&RescanReason::QueueOverflow));

    watched.until_writing_names(&folder, "new/deep/b.png");
}

#[test]
fn failures_of_the_system_are_a_rescan_and_watching_goes_on() {
    let folder = Folder::new();
    let watched = folder.watch();
    watched.watcher.inbox.put(Signal::Failed("broken".to_owned()));
    watched.until(|reported| reported.rescans.contains(&RescanReason::Backend("broken".to_owned())));
    folder.write("in/a.png", "1");
    watched.until_named(&["in/a.png"]);
}
