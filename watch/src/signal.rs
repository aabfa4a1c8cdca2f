//! [`Signal`]: a system event, reduced to what the worker needs.

use std::path::PathBuf;

use notify::event::{AccessKind, AccessMode, CreateKind, ModifyKind, RemoveKind, RenameMode};
use notify::{Event, EventKind};

use crate::scope::Scope;

/// A system event, reduced to what the worker needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// A file's bytes changed.
    Written(PathBuf),
    /// An entry of a folder changed. The worker has to find out what the entry is now.
    Entry(PathBuf, Change),
    /// The system dropped events.
    Overflow,
    /// The system cannot watch any more folders.
    Limit(PathBuf),
    /// The system failed to deliver events.
    Failed(String),
}

/// How an entry of a folder changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The entry was created, as a folder or as something else.
    Created { folder: bool },
    /// The entry was removed. `folder` is true if the system says that it was a folder.
    Removed { folder: bool },
    /// The entry was renamed or moved away. The number matches that of the corresponding [`Change::MovedTo`].
    MovedFrom(Option<usize>),
    /// The entry appeared because something was renamed or moved to this path.
    MovedTo(Option<usize>),
    /// The entry appeared or disappeared because something was renamed.
    Moved,
    /// The attributes of the entry changed.
    Altered,
    /// The system does not say what happened.
    Unknown,
}

impl Signal {
    /// Passes the signals of an event to `sink`, for the paths in scope.
    pub(crate) fn each(event: notify::Result<Event>, scope: &Scope, mut sink: impl FnMut(Self)) {
        let event = match event {
            Ok(event) if event.need_rescan() => return sink(Self::Overflow),
            Ok(event) => event,
            Err(error) => return sink(failure(error, scope)),
        };
        let Some(kind) = Kind::new(&event) else { return };
        for path in event.paths.into_iter().filter_map(|path| scope.admit(path)) {
            sink(match kind {
                Kind::Written => Self::Written(path),
                Kind::Entry(change) => Self::Entry(path, change),
            });
        }
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Written,
    Entry(Change),
}

impl Kind {
    /// Returns `None` for events that change nothing: opening, reading, and the summary of a rename whose two halves were
    /// already reported.
    fn new(event: &Event) -> Option<Self> {
        Some(Self::Entry(match event.kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write)) | EventKind::Modify(ModifyKind::Data(_)) => {
                return Some(Self::Written);
            }
            EventKind::Access(_) | EventKind::Modify(ModifyKind::Name(RenameMode::Both)) => return None,
            EventKind::Create(kind) => Change::Created { folder: kind == CreateKind::Folder },
            EventKind::Remove(kind) => Change::Removed { folder: kind == RemoveKind::Folder },
            EventKind::Modify(ModifyKind::Name(RenameMode::From)) => Change::MovedFrom(event.tracker()),
            EventKind::Modify(ModifyKind::Name(RenameMode::To)) => Change::MovedTo(event.tracker()),
            EventKind::Modify(ModifyKind::Name(_)) => Change::Moved,
            EventKind::Modify(ModifyKind::Metadata(_)) => Change::Altered,
            EventKind::Modify(_) | EventKind::Any | EventKind::Other => Change::Unknown,
        }))
    }
}

fn failure(error: notify::Error, scope: &Scope) -> Signal {
    match error.kind {
        notify::ErrorKind::MaxFilesWatch => {
            Signal::Limit(error.paths.into_iter().next().unwrap_or_else(|| scope.root().to_owned()))
        }
        _ => Signal::Failed(error.to_string()),
    }
}
