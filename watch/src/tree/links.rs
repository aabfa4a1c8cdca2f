//! [`Links`]: watches the targets of symbolic links to files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use notify::Event;

use crate::backend::Backend;
use crate::error::WatchError;
use crate::inbox::Inbox;
use crate::signal::Signal;

/// The links to files. The system reports a change under the path of the target, wherever that is. This type reports it under
/// the path of the link.
#[derive(Debug)]
pub(crate) struct Links {
    inbox: Arc<Inbox>,
    targets: Arc<Mutex<LinksByTarget>>,
    /// `None` until there is a link. This backend is separate from the tree's backend, which may watch the same folder under a
    /// different path.
    backend: Option<Backend>,
    folders: BTreeSet<PathBuf>,
}

/// For each link target, whether or not it exists, the links to it.
type LinksByTarget = BTreeMap<PathBuf, BTreeSet<PathBuf>>;

impl Links {
    pub(crate) fn new(inbox: Arc<Inbox>) -> Self {
        Self { inbox, targets: Arc::default(), backend: None, folders: BTreeSet::new() }
    }

    /// Watches the target of `link`.
    pub(crate) fn add(&mut self, link: &Path) -> Result<(), WatchError> {
        let Some((folder, target)) = target(link) else { return Ok(()) };
        self.targets().entry(target).or_default().insert(link.to_owned());
        if self.folders.insert(folder.clone()) {
            // If the folder disappears in between, it is watched when it exists again and the links are resolved again.
            self.backend(&folder)?.watch_folder(&folder)?;
        }
        Ok(())
    }

    /// Resolves all links again after folders were created or removed. Reports all links, because their targets may have
    /// changed before they were found.
    pub(crate) fn resolve_again(&mut self) -> Result<(), WatchError> {
        let targets = mem::take(&mut *self.targets());
        self.folders.clear();
        let links: BTreeSet<PathBuf> = targets.into_values().flatten().collect();
        for link in links.iter().filter(|link| link.is_symlink()) {
            self.add(link)?;
        }
        self.inbox.put_written(links);
        Ok(())
    }

    fn targets(&self) -> MutexGuard<'_, LinksByTarget> {
        self.targets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn backend(&mut self, folder: &Path) -> Result<&mut Backend, WatchError> {
        let backend = match self.backend.take() {
            Some(backend) => backend,
            None => self.connect(folder)?,
        };
        Ok(self.backend.insert(backend))
    }

    fn connect(&self, folder: &Path) -> Result<Backend, WatchError> {
        let (targets, inbox) = (self.targets.clone(), self.inbox.clone());
        Backend::new(folder, move |event: notify::Result<Event>| match event {
            Ok(event) if event.need_rescan() => inbox.put(Signal::Overflow),
            Ok(event) if event.kind.is_access() => {}
            Ok(event) => event.paths.iter().for_each(|path| inbox.put_written(links_to(&targets, path))),
            Err(error) => inbox.put(Signal::Failed(error.to_string())),
        })
    }
}

/// Returns the folder and the path of the file that `link` points to, whether or not the file exists. Returns `None` for links
/// to folders.
fn target(link: &Path) -> Option<(PathBuf, PathBuf)> {
    let target = fs::canonicalize(link).ok().or_else(|| {
        let next = link.parent()?.join(fs::read_link(link).ok()?);
        // If the folder does not exist, there is nothing to watch yet. Its path is kept for the next attempt.
        let folder = next.parent()?;
        Some(fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned()).join(next.file_name()?))
    })?;
    if target.is_dir() { None } else { Some((target.parent()?.to_owned(), target)) }
}

/// Returns the links to `path` or, if `path` is a folder, the links to files in it.
fn links_to(targets: &Mutex<LinksByTarget>, path: &Path) -> Vec<PathBuf> {
    let targets = targets.lock().unwrap_or_else(PoisonError::into_inner);
    let at_or_below = targets.range(path.to_owned()..).take_while(|(target, _)| target.starts_with(path));
    at_or_below.flat_map(|(_, links)| links.iter().cloned()).collect()
}
