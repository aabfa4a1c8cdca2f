#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! Reports which paths in a folder may have changed, as batches of file events.
//!
//! A [`Watcher`] reports changes in one folder and everything below it. It does not know what the files mean, and its reports
//! are only hints: the caller must check the files again, exactly as it would without a watcher. An unnecessary hint costs one
//! check, but a hint is never missing. If the watcher does not know what changed, it reports [`Hint::Rescan`].
//!
//! Data flows in one direction: system events -> `Signal`s, filtered by `Scope` -> `Inbox` -> `Worker`, which finds out what
//! happened to folders and maintains the `Tree` of watched folders -> `Mailbox`, where the `Coalescer` collects a batch ->
//! [`Watcher::next`]. With polling, a `Poller` compares `Snapshot`s instead.
//!
//! Invariants:
//!
//! - A folder is first watched and then listed, so a file that is created in between is found by at least one of them. For this
//!   reason, each folder is registered with the backend individually: notify's own recursive mode on inotify watches a new
//!   folder without listing it.
//! - If events may have been lost, all folders are watched again before the rescan is reported, never after.
//! - Every queue is bounded. An overflow becomes a rescan.
//! - Hidden names and skipped folders are neither listed nor reported, and links to folders are not followed. A link to a file
//!   is reported if its target changes.
//!
//! Some changes cause no system events and are found only by polling: writes through a memory map that stays open, writes
//! through a hard link elsewhere, changes that other machines make to a network file system, and changes to a link's target
//! outside the root after the target's folder was removed and created again.
//!
//! This crate creates batches itself instead of using notify-debouncer-full, which (in version 0.7) drops a file that appears
//! and disappears within its window. If that file had replaced a different file, the removal of the latter would be missed.

mod backend;
mod coalescer;
mod error;
mod hint;
mod inbox;
mod mailbox;
mod options;
mod poller;
mod scope;
mod signal;
#[cfg(test)]
mod tests;
mod tree;
mod watcher;
mod worker;

pub use error::WatchError;
pub use hint::{Hint, RescanReason};
pub use options::{MAX_WINDOW, WatchOptions};
pub use watcher::{Stopper, Watcher};
