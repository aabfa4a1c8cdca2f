//! Tests how long it takes until a change is reported.

use std::thread;
use std::time::{Duration, Instant};

use super::support::Folder;
use crate::WatchOptions;

#[test]
#[ignore = "a measurement: run with --ignored --nocapture, and --release"]
fn latency_from_change_to_hint() {
    for (files, window) in [(100, 30), (10_000, 30), (10_000, 1)] {
        let folder = Folder::new();
        (0..files).for_each(|number| folder.write(&format!("{}/{number}.png", number / 100), "1"));
        let start = Instant::now();
        let window = Duration::from_millis(window);
        let watched = folder.watch_with(WatchOptions { window, ..WatchOptions::default() });
        let arming = start.elapsed();
        let mut times: Vec<Duration> = (0..200)
            .map(|number| {
                let name = format!("{}/{number}.png", number / 100);
                thread::sleep(Duration::from_millis(5));
                let start = Instant::now();
                folder.write(&name, "2");
                watched.until_named(&[&name]);
                start.elapsed()
            })
            .collect();
        times.sort_unstable();
        println!(
            "{files} files, window {window:?}: median {:?}, 95th percentile {:?}, most {:?}; start {arming:?}",
            times[100], times[190], times[199],
        );
    }
}

#[test]
#[ignore = "a measurement: run with --ignored --nocapture, and --release"]
fn time_to_watch_many_folders() {
    for folders in [100, 1_000, 10_000] {
        let folder = Folder::new();
        (0..folders).for_each(|number| folder.write(&format!("{}/{number}/a.png", number % 100), "1"));
        let start = Instant::now();
        let watched = folder.watch();
        let arming = start.elapsed();
        let start = Instant::now();
        folder.rename("0/0", "0/renamed");
        watched.until(|reported| !reported.rescans.is_empty());
        println!("{folders} folders: start {arming:?}, a renamed folder reported after {:?}", start.elapsed());
    }
}
