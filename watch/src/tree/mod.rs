//! [`Tree`]: the watched folders.

mod links;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, ReadDir};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use file_id::{FileId, get_file_id};
use notify::Event;

use crate::backend::{Backend, Watching};
use crate::error::WatchError;
use crate::hint::RescanReason;
use crate::inbox::Inbox;
use crate::mailbox::Mailbox;
use crate::scope::Scope;
use crate::signal::{Change, Signal};
use links::Links;

/// The watched folders.
#[derive(Debug)]
pub(crate) struct Tree {
    scope: Arc<Scope>,
    inbox: Arc<Inbox>,
    mailbox: Arc<Mailbox>,
    watched: Option<Watched>,
}

/// The state that exists while the root exists.
#[derive(Debug)]
struct Watched {
    root: FileId,
    backend: Backend,
    links: Links,
    /// Every folder that was found in scope and is not known to be removed, readable or not. Contains its identity if it is
    /// known.
    folders: BTreeMap<PathBuf, Option<FileId>>,
    /// The folders that lost their paths since the last [`Tree::restore_watches`].
    renamed_or_removed: Vec<FileId>,
    /// Whether folders appeared since the last [`Tree::restore_watches`].
    has_new: bool,
}

/// Whether a walk reports the files it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Report {
    Files,
    Nothing,
}

impl Tree {
    pub(crate) fn new(scope: Arc<Scope>, inbox: Arc<Inbox>, mailbox: Arc<Mailbox>) -> Self {
        Self { scope, inbox, mailbox, watched: None }
    }

    pub(crate) fn root(&self) -> &Path {
        self.scope.root()
    }

    /// Returns the identity that the root had when watching began; `None` while it does not exist.
    pub(crate) fn root_id(&self) -> Option<FileId> {
        self.watched.as_ref().map(|watched| watched.root)
    }

    /// Watches all folders from scratch.
    ///
    /// # Errors
    /// Returns [`WatchError::Root`] if the root does not exist or cannot be read. Otherwise, returns the error for what the
    /// system refused.
    pub(crate) fn arm(&mut self) -> Result<(), WatchError> {
        self.disarm();
        let failed = |error| WatchError::Root { path: self.root().to_owned(), error };
        let root = root_id(self.root()).map_err(failed)?;
        let mut backend = self.connect()?;
        if !Backend::is_per_folder() {
            backend.watch_tree()?;
        }
        let links = Links::new(self.inbox.clone());
        self.watched = Some(Watched {
            root,
            backend,
            links,
            folders: BTreeMap::new(),
            renamed_or_removed: Vec::new(),
            has_new: false,
        });
        self.walk(self.root().to_owned(), Report::Nothing)
    }

    /// Stops watching.
    pub(crate) fn disarm(&mut self) {
        self.watched = None;
    }

    /// Restores watches that may have been lost because folders appeared or disappeared. When a folder loses its path, the
    /// backend ends its watch. If a walk had already found the folder under its new path, the watch for the new path ends as
    /// well.
    pub(crate) fn restore_watches(&mut self) -> Result<(), WatchError> {
        let Some(watched) =
            self.watched.as_mut().filter(|watched| watched.has_new || !watched.renamed_or_removed.is_empty())
        else {
            return Ok(());
        };
        watched.has_new = false;
        watched.links.resolve_again()?;
        let moved: BTreeSet<FileId> = watched.renamed_or_removed.drain(..).collect();
        let found = watched.folders.iter().filter(|(_, id)| id.is_some_and(|id| moved.contains(&id)));
        let again: Vec<PathBuf> = found.map(|(folder, _)| folder.clone()).collect();
        again.into_iter().try_for_each(|folder| self.walk(folder, Report::Nothing))
    }

    /// Watches a folder and everything below it, and reports the files that it finds.
    pub(crate) fn add_folder(&mut self, folder: &Path) -> Result<(), WatchError> {
        self.walk(folder.to_owned(), Report::Files)?;
        self.watched.iter_mut().for_each(|watched| watched.has_new = true);
        Ok(())
    }

    pub(crate) fn contains(&self, folder: &Path) -> bool {
        self.watched.as_ref().is_some_and(|watched| watched.folders.contains_key(folder))
    }

    /// Removes a folder and everything below it. Returns whether it was known.
    pub(crate) fn remove_folder(&mut self, folder: &Path) -> bool {
        let Some(watched) = &mut self.watched else { return false };
        let below = watched.folders.range(folder.to_owned()..).take_while(|(path, _)| path.starts_with(folder));
        let removed: Vec<PathBuf> = below.map(|(path, _)| path.clone()).collect();
        let known = watched.folders.get(folder).copied();
        watched.renamed_or_removed.extend(known.flatten());
        for path in &removed {
            watched.folders.remove(path);
        }
        known.is_some()
    }

    /// Watches the target of a link to a file.
    pub(crate) fn add_link(&mut self, link: &Path) -> Result<(), WatchError> {
        match &mut self.watched {
            Some(watched) => watched.links.add(link),
            None => Ok(()),
        }
    }

    fn walk(&mut self, top: PathBuf, report: Report) -> Result<(), WatchError> {
        let mut folders = vec![top];
        while let Some(folder) = folders.pop() {
            if self.inbox.is_closed() {
                return Ok(());
            }
            let Some(entries) = self.enter(folder)? else { continue };
            let files = self.list(entries, &mut folders)?;
            if report == Report::Files {
                self.mailbox.add(files);
            }
        }
        Ok(())
    }

    /// Watches a folder, then opens it. This order ensures that nothing can appear unnoticed. Returns `None` if the folder was
    /// removed; an event of its parent reports this.
    fn enter(&mut self, folder: PathBuf) -> Result<Option<ReadDir>, WatchError> {
        let Some(watched) = &mut self.watched else { return Ok(None) };
        let watching = if Backend::is_per_folder() { watched.backend.watch_folder(&folder)? } else { Watching::On };
        watched.folders.insert(folder.clone(), get_file_id(&folder).ok());
        match (fs::read_dir(&folder), watching) {
            (Ok(entries), Watching::On) => return Ok(Some(entries)),
            // The folder was created again in the meantime, so it is handled once more.
            (Ok(_), Watching::Gone) => self.inbox.put(Signal::Entry(folder, Change::Altered)),
            (Ok(_), Watching::Refused) => {
                return Err(WatchError::Backend {
                    path: folder,
                    error: "the folder may be read but not watched".to_owned(),
                });
            }
            (Err(error), _) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
            (Err(error), _) => self.mailbox.rescan(RescanReason::Unreadable { folder, error: error.to_string() }),
        }
        Ok(None)
    }

    /// Returns the files in a folder, and adds its subfolders to `folders`.
    fn list(&mut self, entries: ReadDir, folders: &mut Vec<PathBuf>) -> Result<Vec<PathBuf>, WatchError> {
        let mut files = Vec::new();
        for entry in entries.flatten() {
            let path = entry.path();
            if !self.scope.admits_entry(&path) {
                continue;
            }
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(kind) if kind.is_symlink() => {
                    self.add_link(&path)?;
                    files.push(path);
                }
                _ => files.push(path),
            }
        }
        Ok(files)
    }

    fn connect(&self) -> Result<Backend, WatchError> {
        let (scope, inbox) = (self.scope.clone(), self.inbox.clone());
        let handler = move |event: notify::Result<Event>| Signal::each(event, &scope, |signal| inbox.put(signal));
        Backend::new(self.root(), handler)
    }
}

/// Returns the identity of the folder at `path`. Returns an error if there is no readable folder. The system reuses ids, so a
/// different folder may have the same identity.
pub(crate) fn root_id(path: &Path) -> io::Result<FileId> {
    fs::read_dir(path)?;
    get_file_id(path)
}
