//! Why batches are not made by notify-debouncer-full: the reason, held against the real thing.

use std::path::Path;
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use notify::event::{CreateKind, ModifyKind, RemoveKind, RenameMode};
use notify::{Config, Event, EventHandler, EventKind, RecursiveMode, Watcher, WatcherKind};
use notify_debouncer_full::{DebounceEventResult, NoCache, new_debouncer_opt};

/// Instead of watching a path: says that a file was moved there, and removed; and that another one was made.
struct Puppet(Mutex<Box<dyn EventHandler>>);

impl Watcher for Puppet {
    fn new<F: EventHandler>(handler: F, _: Config) -> notify::Result<Self> {
        Ok(Self(Mutex::new(Box::new(handler))))
    }

    fn watch(&mut self, path: &Path, _: RecursiveMode) -> notify::Result<()> {
        let mut handler = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tell = |kind, path: &Path| handler.handle_event(Ok(Event::new(kind).add_path(path.to_owned())));
        tell(EventKind::Modify(ModifyKind::Name(RenameMode::To)), path);
        tell(EventKind::Remove(RemoveKind::File), path);
        tell(EventKind::Create(CreateKind::File), Path::new("/other"));
        Ok(())
    }

    fn unwatch(&mut self, _: &Path) -> notify::Result<()> {
        Ok(())
    }

    fn kind() -> WatcherKind {
        WatcherKind::NullWatcher
    }
}

/// If this fails, the debouncer may be good enough by now: see the notes on the crate.
#[test]
fn the_debouncer_forgets_a_file_that_was_replaced_and_removed() {
    let (sender, told) = mpsc::channel::<DebounceEventResult>();
    let window = Duration::from_millis(20);
    let mut debouncer = new_debouncer_opt::<_, Puppet, _>(window, None, sender, NoCache, Config::default()).unwrap();
    debouncer.watch("/replaced-and-removed", RecursiveMode::Recursive).unwrap();

    let mut paths = Vec::new();
    while !paths.iter().any(|path| path == Path::new("/other")) {
        let batch = told.recv_timeout(Duration::from_secs(60)).unwrap().unwrap();
        paths.extend(batch.into_iter().flat_map(|event| event.event.paths));
    }
    assert_eq!(paths, [Path::new("/other")]);
}
