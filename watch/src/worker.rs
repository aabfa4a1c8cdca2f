//! [`Worker`]: makes of signals what is told.

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

/// How often the root is looked at. Only a folder above it being renamed shows in no event.
const ROOT_CHECK: Duration = Duration::from_secs(1);

/// How often the root is looked for while it is gone.
const ROOT_SEARCH: Duration = Duration::from_millis(100);

/// Makes of signals what is told, and keeps the tree watched.
#[derive(Debug)]
pub(crate) struct Worker {
    tree: Tree,
    inbox: Arc<Inbox>,
    mailbox: Arc<Mailbox>,
    next_check: Instant,
    /// The last rename's number, and whether it was a known folder that was renamed.
    renamed: Option<(usize, bool)>,
}

/// What has become of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    Folder,
    Link,
    File,
    Nothing,
}

/// What was lost.
#[derive(Debug, PartialEq, Eq)]
enum Loss {
    /// A folder.
    Folder(PathBuf),
    /// Events.
    Failure(String),
    /// Events.
    Overflow,
    /// The root, even if there is another one by now.
    Root,
}

impl Worker {
    /// A worker for a tree that is watched already.
    pub(crate) fn new(tree: Tree, inbox: Arc<Inbox>, mailbox: Arc<Mailbox>) -> Self {
        Self { tree, inbox, mailbox, next_check: Instant::now() + ROOT_CHECK, renamed: None }
    }

    /// Works until the inbox is closed.
    pub(crate) fn run(mut self) -> Result<(), WatchError> {
        while let Some(signals) = self.inbox.wait(self.next_check.saturating_duration_since(Instant::now())) {
            let loss = self.handle(signals)?;
            self.tree.mend()?;
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
                Signal::Entry(path, change) => self.look_up(path, change, &mut files)?,
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

    /// Looks up what has become of an entry. The order of the signals is that of the changes, but the look is at the
    /// present: a folder that is there may be another one than that which the signal is about.
    fn look_up(&mut self, path: PathBuf, change: Change, files: &mut Vec<PathBuf>) -> Result<Option<Loss>, WatchError> {
        if path == self.tree.root() {
            return Ok(Some(Loss::Root));
        }
        let found = find(&path);
        let left = matches!(change, Change::Gone { .. } | Change::MovedFrom(_)) || found != Found::Folder;
        let was_folder = left && self.tree.forget(&path);
        let folder_gone = was_folder | self.folder_gone(change, found, was_folder);
        match found {
            Found::Folder if matches!(change, Change::Made { .. } | Change::Unclear) && self.tree.covers(&path) => {}
            Found::Folder => self.tree.cover(&path)?,
            Found::Link => self.tree.note_link(&path)?,
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

    /// Whether the change was to a folder that came and went before it was looked at, so that nobody knows its files.
    /// Keeps the first half of a rename for the second: a path that left without being a known folder was a file.
    fn folder_gone(&mut self, change: Change, found: Found, was_folder: bool) -> bool {
        match change {
            Change::Made { folder } | Change::Gone { folder } => folder && found != Found::Folder,
            Change::MovedFrom(number) => {
                self.renamed = number.map(|number| (number, was_folder));
                false
            }
            Change::MovedTo(number) => {
                let file = self.renamed.is_some_and(|(from, was_folder)| Some(from) == number && !was_folder);
                found == Found::Nothing && !file
            }
            Change::Moved | Change::Altered | Change::Unclear => false,
        }
    }

    /// Tells of a loss, when all is watched anew that may be unwatched: so that what was missed happened before.
    fn recover(&mut self, loss: Loss) -> Result<(), WatchError> {
        match loss {
            Loss::Folder(folder) => self.mailbox.rescan(RescanReason::FolderGone(folder)),
            Loss::Failure(error) => self.restart(RescanReason::Backend(error))?,
            Loss::Overflow => self.restart(RescanReason::QueueOverflow)?,
            Loss::Root => self.restart(RescanReason::RootReturned)?,
        }
        Ok(())
    }

    /// Watches the root again, be it the old or a new one. When there is none, looks out for it.
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
    /// The one that takes more to mend; of two folders the later, as a folder goes after those in it.
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
