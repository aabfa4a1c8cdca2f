//! [`Tree`]: the watched folders.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, ReadDir};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notify::Event;
use notify_debouncer_full::file_id::{FileId, get_file_id};

use crate::backend::{Backend, Watching};
use crate::error::WatchError;
use crate::hint::RescanReason;
use crate::inbox::Inbox;
use crate::links::Links;
use crate::mailbox::Mailbox;
use crate::scope::Scope;
use crate::signal::{Change, Signal};

/// The watched folders.
#[derive(Debug)]
pub(crate) struct Tree {
    scope: Arc<Scope>,
    inbox: Arc<Inbox>,
    mailbox: Arc<Mailbox>,
    watched: Option<Watched>,
}

/// What there is to keep while the root is there.
#[derive(Debug)]
struct Watched {
    root: FileId,
    backend: Backend,
    links: Links,
    /// Every folder ever found in scope and not known to have gone, readable or not. Which one it was, where known.
    folders: BTreeMap<PathBuf, Option<FileId>>,
    /// Which folders have left their names since the last [`Tree::mend`].
    gone: Vec<FileId>,
    /// Whether folders came since then.
    came: bool,
}

/// Whether the files that a walk finds are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tell {
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

    /// The root as it was when watching began; `None` while there is none.
    pub(crate) fn root_id(&self) -> Option<FileId> {
        self.watched.as_ref().map(|watched| watched.root)
    }

    /// Watches all folders, from nothing.
    ///
    /// # Errors
    /// [`WatchError::Root`] if the root is not there or cannot be read; otherwise what the system refused.
    pub(crate) fn arm(&mut self) -> Result<(), WatchError> {
        self.disarm();
        let failed = |error| WatchError::Root { path: self.root().to_owned(), error };
        let root = root_id(self.root()).map_err(failed)?;
        let mut backend = self.connect()?;
        if !Backend::is_per_folder() {
            backend.watch_tree()?;
        }
        let links = Links::new(self.inbox.clone());
        self.watched = Some(Watched { root, backend, links, folders: BTreeMap::new(), gone: Vec::new(), came: false });
        self.walk(self.root().to_owned(), Tell::Nothing)
    }

    /// Watches nothing any more.
    pub(crate) fn disarm(&mut self) {
        self.watched = None;
    }

    /// Watches again what may have lost its watch, where folders came or went. The backend ends the watch of a folder
    /// that left its name; if a walk had found the folder under its new name by then, it was that name's watch, too.
    pub(crate) fn mend(&mut self) -> Result<(), WatchError> {
        let Some(watched) = self.watched.as_mut().filter(|watched| watched.came || !watched.gone.is_empty()) else {
            return Ok(());
        };
        watched.came = false;
        watched.links.renew()?;
        let gone: BTreeSet<FileId> = watched.gone.drain(..).collect();
        let found = watched.folders.iter().filter(|(_, id)| id.is_some_and(|id| gone.contains(&id)));
        let again: Vec<PathBuf> = found.map(|(folder, _)| folder.clone()).collect();
        again.into_iter().try_for_each(|folder| self.walk(folder, Tell::Nothing))
    }

    /// Watches a folder and those in it, and tells their files.
    pub(crate) fn cover(&mut self, folder: &Path) -> Result<(), WatchError> {
        self.walk(folder.to_owned(), Tell::Files)?;
        self.watched.iter_mut().for_each(|watched| watched.came = true);
        Ok(())
    }

    pub(crate) fn covers(&self, folder: &Path) -> bool {
        self.watched.as_ref().is_some_and(|watched| watched.folders.contains_key(folder))
    }

    /// Takes note that a folder has gone, with those in it. Returns whether it was known.
    pub(crate) fn forget(&mut self, folder: &Path) -> bool {
        let Some(watched) = &mut self.watched else { return false };
        let below = watched.folders.range(folder.to_owned()..).take_while(|(path, _)| path.starts_with(folder));
        let gone: Vec<PathBuf> = below.map(|(path, _)| path.clone()).collect();
        let known = watched.folders.get(folder).copied();
        watched.gone.extend(known.flatten());
        for path in &gone {
            watched.folders.remove(path);
        }
        known.is_some()
    }

    /// Watches the file that a link points to.
    pub(crate) fn note_link(&mut self, link: &Path) -> Result<(), WatchError> {
        match &mut self.watched {
            Some(watched) => watched.links.note(link),
            None => Ok(()),
        }
    }

    fn walk(&mut self, top: PathBuf, tell: Tell) -> Result<(), WatchError> {
        let mut folders = vec![top];
        while let Some(folder) = folders.pop() {
            if self.inbox.is_closed() {
                return Ok(());
            }
            let Some(entries) = self.enter(folder)? else { continue };
            let files = self.list(entries, &mut folders)?;
            if tell == Tell::Files {
                self.mailbox.add(files);
            }
        }
        Ok(())
    }

    /// Watches a folder, then opens it: in this order, so that nothing can appear unseen. `None` if it has gone, which
    /// an event of the folder above tells.
    fn enter(&mut self, folder: PathBuf) -> Result<Option<ReadDir>, WatchError> {
        let Some(watched) = &mut self.watched else { return Ok(None) };
        let watching = if Backend::is_per_folder() { watched.backend.watch_folder(&folder)? } else { Watching::On };
        watched.folders.insert(folder.clone(), get_file_id(&folder).ok());
        match (fs::read_dir(&folder), watching) {
            (Ok(entries), Watching::On) => return Ok(Some(entries)),
            // Made again since: once more, then.
            (Ok(_), Watching::Gone) => self.inbox.put(Signal::Entry(folder, Change::Altered)),
            (Ok(_), Watching::Refused) => {
                return Err(WatchError::Backend { path: folder, error: "it may be read, but not watched".to_owned() });
            }
            (Err(error), _) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
            (Err(error), _) => self.mailbox.rescan(RescanReason::Unreadable { folder, error: error.to_string() }),
        }
        Ok(None)
    }

    /// The files of a folder; the folders in it join `folders`.
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
                    self.note_link(&path)?;
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

/// Which folder is at `path`; an error if there is none that may be read. The system uses numbers again, so another
/// folder may well have the same.
pub(crate) fn root_id(path: &Path) -> io::Result<FileId> {
    fs::read_dir(path)?;
    get_file_id(path)
}
