//! File events, coalesced: which paths of a folder may have changed.
//!
//! A [`Watcher`] tells of one folder and everything below it. It knows nothing of what the files mean, and what it
//! tells are hints: whoever uses it looks at the files again, by the same path as without it. So a hint too many costs
//! a look; a hint too few is the one thing that must not happen. Where the watcher cannot know what changed, it says
//! [`Hint::Rescan`] rather than guess.
//!
//! Data flows one way: events of the system -> `Signal`s, filtered by `Scope` -> `Inbox` -> `Worker`, which looks up
//! what has become of folders and keeps the `Tree` of watched ones -> `Mailbox`, where the `Coalescer` gathers a batch
//! -> [`Watcher::next`]. With polling, a `Poller` compares `Snapshot`s instead.
//!
//! Invariants:
//!
//! - A folder is watched first and listed second, so a file made meanwhile is found by one or the other. This is why
//!   the backend is asked for each folder singly where it would otherwise do that itself, late: notify's inotify
//!   backend watches a new folder without listing it.
//! - Whenever events may have been lost, all folders are watched anew before the rescan is told, never after.
//! - Every queue has a bound; what does not fit becomes a rescan.
//! - Hidden names and skipped folders are neither listed nor told, and links to folders are not followed. A link to a
//!   file is told when the file behind it changes.
//!
//! What the system does not tell cannot be told here, except by polling: writes through a memory map that stays open,
//! writes through a hard link elsewhere, changes that other machines make to a network file system, and a link's file
//! outside the root once the folder that it is in has been removed and made again.
//!
//! Batches are made here rather than by notify-debouncer-full's debouncer, which in 0.7 drops a file that appeared and
//! went within its window altogether. When the file that appeared had replaced another, that one's end would be
//! missed. A test holds that reason; its file identities are used.

mod backend;
mod coalescer;
mod error;
mod hint;
mod inbox;
mod links;
mod mailbox;
mod options;
mod poller;
mod scope;
mod signal;
mod snapshot;
#[cfg(test)]
mod tests;
mod tree;
mod watcher;
mod worker;

pub use error::WatchError;
pub use hint::{Hint, RescanReason};
pub use options::{MAX_WINDOW, WatchOptions};
pub use watcher::{Stopper, Watcher};
