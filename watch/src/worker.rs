//! [`Worker`]: turns signals into hints.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::error::WatchError;
use crate::hint::RescanReason;
use crate::inbox::Inbox;
use crate::mailbox::Mailbox;
use crate::signal::{Change, Signal};
use crate::tree::{self, Tree};

/// The interval at which the root is checked, because renaming a folder above the root causes no event.
const ROOT_CHECK: Duration = Duration::from_secs(1);

/// The interval at which a missing root is searched for.
const ROOT_SEARCH: Duration = Duration::from_millis(100);

/// Turns signals into hints, and keeps the watches of the tree up to date.
#[derive(Debug)]
pub(crate) struct Worker {
    tree: Tree,
    inbox: Arc<Inbox>,
    mailbox: Arc<Mailbox>,
    next_check: Instant,
    /// The number of the last rename, and whether it affected a known folder. Windows gives no numbers, but reports the two
    /// halves of a rename one after the other.
    renamed: Option<(Option<usize>, bool)>,
}

/// What exists at a path now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Folder,
    Link,
    File,
    Nothing,
}

/// Events or folders that were lost.
#[derive(Debug, PartialEq, Eq)]
enum Loss {
    /// A folder was lost.
    Folder(PathBuf),
    /// Events were lost because the system failed.
    Failure(String),
    /// Events were lost because a queue overflowed.
    Overflow,
    /// The root was lost, even if a different folder has taken its place.
    Root,
}

impl Worker {
    /// Creates a worker for a tree that is already watched.
    pub(crate) fn new(tree: Tree, inbox: Arc<Inbox>, mailbox: Arc<Mailbox>) -> Self {
        Self { tree, inbox, mailbox, next_check: Instant::now() + ROOT_CHECK, renamed: None }
    }

    /// Handles signals until the inbox is closed.
    pub(crate) fn run(mut self) -> Result<(), WatchError> {
        while let Some(signals) = self.inbox.wait(self.next_check.saturating_duration_since(Instant::now())) {
            let loss = self.handle(signals)?;
            self.tree.restore_watches()?;
            if let Some(loss) = loss {
                self.recover(loss)?;
            }
            if self.next_check <= Instant::now() {
                self.check_root()?;
            }
        }
        Ok(())
    }

    fn handle(&mut self, signals: Vec<Signal>) -> Result<Option<Loss>, WatchError> {
        let (mut files, mut loss) = (Vec::new(), None);
        for signal in signals {
            let lost = match signal {
                Signal::Written(path) => {
                    files.push(path);
                    None
                }
                Signal::Entry(path, change) => self.update_entry(path, change, &mut files)?,
                Signal::Overflow => Some(Loss::Overflow),
                Signal::Failed(error) => Some(Loss::Failure(error)),
                Signal::Limit(folder) => return Err(WatchError::TooManyFolders { folder }),
            };
            loss = Loss::greater(loss, lost);
        }
        if !files.is_empty() {
            self.mailbox.add(files);
        }
        Ok(loss)
    }

    /// Handles a changed entry. Signals arrive in the order of the changes, but the entry is examined in its current state: a
    /// folder at this path may not be the one that the signal is about.
    fn update_entry(
        &mut self,
        path: PathBuf,
        change: Change,
        files: &mut Vec<PathBuf>,
    ) -> Result<Option<Loss>, WatchError> {
        if path == self.tree.root() {
            return Ok(Some(Loss::Root));
        }
        let found = find(&path);
        let left = matches!(change, Change::Removed { .. } | Change::MovedFrom(_)) || found != Found::Folder;
        let was_folder = left && self.tree.remove_folder(&path);
        let folder_gone = was_folder | self.folder_gone(change, found, was_folder);
        match found {
            Found::Folder
                if matches!(change, Change::Created { .. } | Change::Unknown) && self.tree.contains(&path) => {}
            Found::Folder => self.tree.add_folder(&path)?,
            Found::Link => self.tree.add_link(&path)?,
            Found::File | Found::Nothing => {}
        }
        if folder_gone {
            return Ok(Some(Loss::Folder(path)));
        }
        if found != Found::Folder {
            files.push(path);
        }
        Ok(None)
    }

    /// Whether the change affected a folder that disappeared before it was listed, so that its files are unknown. Remembers the
    /// first half of a rename for the second: if the path that moved away was not a known folder, it was a file.
    fn folder_gone(&mut self, change: Change, found: Found, was_folder: bool) -> bool {
        match change {
            Change::Created { folder } | Change::Removed { folder } => folder && found != Found::Folder,
            Change::MovedFrom(number) => {
                self.renamed = Some((number, was_folder));
                false
            }
            Change::MovedTo(number) => {
                let file = self.renamed.take().is_some_and(|(from, was_folder)| from == number && !was_folder);
                found == Found::Nothing && !file
            }
            Change::Moved | Change::Altered | Change::Unknown => false,
        }
    }

    /// Reports a loss after everything is watched again, so that all missed changes happened before the report.
    fn recover(&mut self, loss: Loss) -> Result<(), WatchError> {
        match loss {
            Loss::Folder(folder) => self.mailbox.rescan(RescanReason::FolderGone(folder)),
            Loss::Failure(error) => self.restart(RescanReason::Backend(error))?,
            Loss::Overflow => self.restart(RescanReason::QueueOverflow)?,
            Loss::Root => self.restart(RescanReason::RootReturned)?,
        }
        Ok(())
    }

    /// Watches the root again, whether it is the old or a new folder. If it does not exist, waits for it.
    fn restart(&mut self, reason: RescanReason) -> Result<(), WatchError> {
        match self.tree.arm() {
            Ok(()) => {
                self.next_check = Instant::now() + ROOT_CHECK;
                self.mailbox.rescan(reason);
            }
            Err(WatchError::Root { .. }) => {
                self.tree.disarm();
                self.next_check = Instant::now() + ROOT_SEARCH;
                self.mailbox.rescan(RescanReason::RootGone);
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn check_root(&mut self) -> Result<(), WatchError> {
        let (was, is) = (self.tree.root_id(), tree::root_id(self.tree.root()).ok());
        self.next_check = Instant::now() + if is.is_some() { ROOT_CHECK } else { ROOT_SEARCH };
        if was == is { Ok(()) } else { self.restart(RescanReason::RootReturned) }
    }
}

impl Loss {
    /// Returns the loss that requires the larger recovery. Of two folders, returns the later one, because a folder is removed
    /// after its contents.
    fn greater(earlier: Option<Self>, later: Option<Self>) -> Option<Self> {
        if later.as_ref().map(Self::weight) < earlier.as_ref().map(Self::weight) { earlier } else { later }
    }

    fn weight(&self) -> u8 {
        match self {
            Self::Folder(_) => 0,
            Self::Failure(_) => 1,
            Self::Overflow => 2,
            Self::Root => 3,
        }
    }
}

fn find(path: &Path) -> Found {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => Found::Folder,
        Ok(metadata) if metadata.is_symlink() => Found::Link,
        Ok(_) => Found::File,
        Err(_) => Found::Nothing,
    }
}
