//! Tests the program with random operations, high load and large sizes: killed builds, crowds of processes, storms of changes,
//! full disks, coarse clocks. The tests are small by default; `RIGMILL_TORTURE=full` runs them at full size.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[cfg(target_os = "linux")]
mod clocks;
#[cfg(unix)]
mod crowd;
mod damage;
mod differential;
#[cfg(target_os = "linux")]
mod full_disk;
mod git_ignore;
mod hidden_edits;
mod kills;
#[cfg(all(unix, feature = "remote"))]
mod remote;
#[cfg(target_os = "linux")]
mod small_disk;
#[path = "../support/mod.rs"]
mod support;
mod watch_storms;
