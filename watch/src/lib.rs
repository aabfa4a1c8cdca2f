#![doc = include_str!("../README.md")]
//!
//! # Details
//!
//! File events, coalesced: the paths of a folder that may have changed.
//!
//! A [`Watcher`] reports changes in one folder and everything below it. It does not know what the files mean, and it
//! reports hints only: the caller checks the files again, in the same way as without a watcher. An unnecessary hint costs
//! one check. A missing hint must never happen. When the watcher cannot know what changed, it reports [`Hint::Rescan`].
//!
//! Data flows one way: system events -> `Signal`s, filtered by `Scope` -> `Inbox` -> `Worker`, which finds out what
//! happened to folders and maintains the `Tree` of watched folders -> `Mailbox`, where the `Coalescer` collects a batch
//! -> [`Watcher::next`]. With polling, a `Poller` compares `Snapshot`s instead.
//!
//! Invariants:
//!
//! - A folder is watched first and listed second, so a file created in between is found by one or the other. This is
//!   why each folder is registered with the backend individually: notify's own recursive mode on inotify watches a new
//!   folder without listing it.
//! - Whenever events may have been lost, all folders are watched again before the rescan is reported, never after.
//! - Every queue is bounded; an overflow becomes a rescan.
//! - Hidden names and skipped folders are neither listed nor reported, and links to folders are not followed. A link to
//!   a file is reported when its target changes.
//!
//! Some changes cause no system event and are found by polling only: writes through a memory map that stays open,
//! writes through a hard link elsewhere, changes that other machines make to a network file system, and changes to a
//! link's target outside the root after the target's folder was removed and created again.
//!
//! Batches are made here rather than by notify-debouncer-full, which (in 0.7) drops a file that appears and disappears
//! within its window. If that file had replaced another, the removal of the other file would be missed.

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
