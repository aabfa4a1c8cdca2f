//! [`World`]: answers what stages ask of files and the environment.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use rigmill_pipeline::{Digest, SourcePath, Sources};

use crate::disk::{Disk, OpenFile};
use crate::globs::Globs;
use crate::plan::Plan;
use crate::project::Project;
use crate::source_file::{Links, SourceFile};
use crate::stamp::{Instant, Stamp};
use crate::state::{FileRecord, State};

/// How often a file that changes while it is read is read again before the build gives up on it.
const READ_TRIES: usize = 16;

/// The largest file a stage may read into memory, in bytes: 4 GiB. Importers have limits of their own, far lower.
const LARGEST: u64 = 1 << 32;

/// The largest file that is kept in memory after it was hashed, in bytes. Each thread keeps one.
const SMALL: u64 = 1 << 20;

/// The project's files as this build sees them.
pub(crate) struct World<'a> {
    root: &'a Path,
    links: Links,
    disk: &'a dyn Disk,
    plan: &'a Plan,
    state: &'a State,
    /// Stamps not settled before this moment are not remembered.
    started: Option<Instant>,
    /// Files read by this build: their digest, and their stamp when it may be remembered.
    read: Mutex<BTreeMap<SourcePath, (Digest, Option<Stamp>)>>,
    /// Globs asked for by this build: which files match does not change while it runs.
    listed: Mutex<BTreeMap<String, Arc<[SourcePath]>>>,
    /// For each thread the file it hashed last.
    kept: Mutex<HashMap<ThreadId, Kept>>,
}

/// A file that was hashed.
struct Kept {
    path: SourcePath,
    bytes: Vec<u8>,
    digest: Digest,
}

impl<'a> World<'a> {
    pub(crate) fn new(
        project: &'a Project,
        disk: &'a dyn Disk,
        plan: &'a Plan,
        state: &'a State,
        started: Option<Instant>,
    ) -> Self {
        let (read, listed) = (Mutex::default(), Mutex::default());
        let (root, links) = (project.root(), project.manifest().links());
        Self { root, links, disk, plan, state, started, read, listed, kept: Mutex::default() }
    }

    /// The assets of the build.
    pub(crate) fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// The digest of a file, from its stamp when that is one we know.
    pub(crate) fn digest(&self, path: &SourcePath) -> io::Result<Option<Digest>> {
        if let Some(digest) = self.unchanged(path) {
            return Ok(Some(digest));
        }
        if let Some((digest, _)) = self.read.lock().map_err(poisoned)?.get(path) {
            return Ok(Some(*digest));
        }
        let Some((digest, stamp)) = self.hash(path)? else { return Ok(None) };
        self.remember(path, digest, stamp)?;
        Ok(Some(digest))
    }

    /// The digest of a file that did not change meanwhile; in memory is never more than a block of a large one.
    fn hash(&self, path: &SourcePath) -> io::Result<Option<(Digest, Stamp)>> {
        let settled = self.settled(path, |file, stamp| match stamp.size() {
            ..=SMALL => read_all(file, stamp).map(|bytes| (Digest::of(&bytes), Some(bytes))),
            _ => Digest::of_reader(file).map(|digest| (digest, None)),
        })?;
        let Some(((digest, bytes), stamp)) = settled else { return Ok(None) };
        if let Some(bytes) = bytes {
            self.keep(Kept { path: path.clone(), bytes, digest })?;
        }
        Ok(Some((digest, stamp)))
    }

    /// Whether a change of a file while it is read shows in its stamp. Not so in the tick of the clock in which the file
    /// was changed before: what was read then may be half of one change and half of the next.
    fn tells_changes(&self, stamp: Stamp) -> bool {
        self.started.is_none_or(|started| stamp.settled_before(started))
    }

    fn remember(&self, path: &SourcePath, digest: Digest, stamp: Stamp) -> io::Result<()> {
        let stamp = self.started.filter(|&started| stamp.settled_before(started)).map(|_| stamp);
        self.read.lock().map_err(poisoned)?.insert(path.clone(), (digest, stamp));
        Ok(())
    }

    /// The digest remembered for a file, when the file has still the stamp it had then.
    fn unchanged(&self, path: &SourcePath) -> Option<Digest> {
        self.state.digest(path, self.stamp(path)?)
    }

    /// The stamp a file had when the project was looked at; for a link and for a hidden file, the one it has now, if it
    /// may be read.
    fn stamp(&self, path: &SourcePath) -> Option<Stamp> {
        match self.plan.tree.find(path).map(|file| &self.plan.tree.files[file]) {
            Some(file) if !file.is_link() => Some(file.stamp),
            _ => self.disk.source_stamp(&self.source(path)).ok().flatten(),
        }
    }

    fn source<'b>(&'b self, path: &'b SourcePath) -> SourceFile<'b> {
        SourceFile { root: self.root, path, links: self.links }
    }

    /// What to remember of a file after this build; `None` when it must be read again next time.
    pub(crate) fn file_record(&self, path: &SourcePath) -> Option<FileRecord> {
        if let Some((digest, stamp)) = self.read.lock().ok()?.get(path) {
            return stamp.map(|stamp| FileRecord { stamp, digest: *digest });
        }
        Some(FileRecord { stamp: self.stamp(path)?, digest: self.unchanged(path)? })
    }

    /// What `read` makes of a file, done again until the file does not change meanwhile, and the file's stamp. Stamps
    /// are those of the open file: one that is put in its place is for the next build to see.
    fn settled<T: PartialEq>(
        &self,
        path: &SourcePath,
        read: impl Fn(&mut dyn OpenFile, Stamp) -> io::Result<T>,
    ) -> io::Result<Option<(T, Stamp)>> {
        let once = || match self.disk.open_source(&self.source(path))? {
            Some((mut file, before)) => {
                let result = read(&mut *file, before)?;
                Ok::<_, io::Error>(Some((file.stamp()? == before).then_some((result, before))))
            }
            None => Ok(None),
        };
        for _ in 0..READ_TRIES {
            match once()? {
                None => return Ok(None),
                Some(Some(found)) if self.tells_changes(found.1) || once()?.flatten().as_ref() == Some(&found) => {
                    return Ok(Some(found));
                }
                Some(_) => {}
            }
        }
        Err(io::Error::new(io::ErrorKind::ResourceBusy, "it keeps changing while it is read"))
    }

    /// Keeps a file that was hashed for the stage that this thread is likely to run next.
    fn keep(&self, file: Kept) -> io::Result<()> {
        self.kept.lock().map_err(poisoned)?.insert(thread::current().id(), file);
        Ok(())
    }

    /// The file that this thread keeps, if it is this one.
    fn take_kept(&self, path: &SourcePath) -> io::Result<Option<Kept>> {
        match self.kept.lock().map_err(poisoned)?.entry(thread::current().id()) {
            Entry::Occupied(kept) if kept.get().path == *path => Ok(Some(kept.remove())),
            _ => Ok(None),
        }
    }

    /// The size of the file that this thread keeps, if it is this one.
    fn kept_size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        let kept = self.kept.lock().map_err(poisoned)?;
        let kept = kept.get(&thread::current().id()).filter(|kept| kept.path == *path);
        Ok(kept.map(|kept| kept.bytes.len() as u64))
    }
}

/// The bytes of an open file. One that is as long as its stamp says is read by a single call.
fn read_all(file: &mut dyn OpenFile, stamp: Stamp) -> io::Result<Vec<u8>> {
    if stamp.size() > LARGEST {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("it is larger than {LARGEST} bytes")));
    }
    let size = usize::try_from(stamp.size()).map_err(io::Error::other)?;
    let mut bytes = vec![0; size + 1];
    let mut filled = 0;
    while filled < size.max(1) {
        match file.read(&mut bytes[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(filled);
    if filled > size {
        // It grew, or it is none whose length is known beforehand.
        file.take(LARGEST).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

impl Sources for World<'_> {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        if let Some(kept) = self.take_kept(path)? {
            return Ok(Some((kept.bytes, kept.digest)));
        }
        let Some((bytes, stamp)) = self.settled(path, read_all)? else { return Ok(None) };
        let digest = Digest::of(&bytes);
        self.remember(path, digest, stamp)?;
        Ok(Some((bytes, digest)))
    }

    fn size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        if let Some(size) = self.kept_size(path)? {
            return Ok(Some(size));
        }
        Ok(self.disk.source_stamp(&self.source(path))?.map(|stamp| stamp.size()))
    }

    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        if let Some(found) = self.listed.lock().map_err(poisoned)?.get(pattern) {
            return Ok(found.to_vec());
        }
        let globs = Globs::new([pattern]).map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        let mut found: Vec<SourcePath> =
            self.plan.tree.paths().map(|(_, path)| path).filter(|path| globs.is_match(path.as_str())).collect();
        found.sort_unstable();
        self.listed.lock().map_err(poisoned)?.insert(pattern.to_owned(), found.as_slice().into());
        Ok(found)
    }

    fn env(&self, name: &str) -> Option<OsString> {
        // What no variable can be called would make the system's look-up panic.
        let impossible = name.is_empty() || name.contains(['=', '\0']);
        #[allow(clippy::disallowed_methods, reason = "a stage asks for it, and it becomes a dependency")]
        let value = || std::env::var_os(name);
        if impossible { None } else { value() }
    }
}

fn poisoned<T>(_: std::sync::PoisonError<T>) -> io::Error {
    io::Error::other("a thread of the build panicked")
}
