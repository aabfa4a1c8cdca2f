//! [`ProjectFiles`]: answers queries about files and the environment.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, ThreadId};

use rigmill_disk::{Disk, Fingerprint, Instant, Links, Reading, SourceFile, Stamp, read};
use rigmill_pipeline::{Digest, Globs, SourcePath, Sources, nearest_assets};

use crate::plan::Plan;
use crate::project::Project;
use crate::sources::{SourcesByName, env_value};
use crate::state::State;

/// The maximum size in bytes of a file that is kept in memory after it was hashed. Each thread keeps one file.
const LARGEST_KEPT: u64 = 1 << 20;

/// The project's files during a build.
pub(crate) struct ProjectFiles<'a> {
    root: &'a Path,
    links: Links,
    disk: &'a dyn Disk,
    plan: &'a Plan,
    state: &'a State,
    /// The time when the build began, by the clock of the output folder's file system; `None` for a survey, which records
    /// nothing.
    started: Option<Instant>,
    /// The files that this build read, with their stamps. The stamps are not necessarily trusted.
    read: Mutex<BTreeMap<SourcePath, (Fingerprint, Stamp)>>,
    /// The sources by name. Created at the first lookup of a name.
    names: OnceLock<SourcesByName>,
    /// The names of all assets. Created when a similar name is first needed.
    asset_names: OnceLock<Vec<String>>,
    /// The results of globs, which do not change during a build.
    listed: Mutex<BTreeMap<String, Arc<[SourcePath]>>>,
    /// The file that each thread hashed last.
    kept: Mutex<HashMap<ThreadId, Kept>>,
}

/// A file that was hashed.
struct Kept {
    path: SourcePath,
    bytes: Vec<u8>,
    digest: Digest,
}

impl<'a> ProjectFiles<'a> {
    pub(crate) fn new(
        project: &'a Project,
        disk: &'a dyn Disk,
        plan: &'a Plan,
        state: &'a State,
        started: Option<Instant>,
    ) -> Self {
        let (read, listed) = (Mutex::default(), Mutex::default());
        let (root, links) = (project.root(), project.manifest().links());
        let (names, asset_names, kept) = (OnceLock::new(), OnceLock::new(), Mutex::default());
        Self { root, links, disk, plan, state, started, read, names, asset_names, listed, kept }
    }

    /// Returns the plan of the build.
    pub(crate) fn plan(&self) -> &'a Plan {
        self.plan
    }

    /// Returns the sources with an asset name, ignoring case.
    pub(crate) fn sources_named(&self, name: &str) -> &[SourcePath] {
        self.names.get_or_init(|| SourcesByName::new(&self.plan.tree)).get(name)
    }

    /// Returns the names of the assets that the user may have meant by `name`.
    pub(crate) fn nearest_assets(&self, name: &str) -> Vec<String> {
        let names = self.asset_names.get_or_init(|| self.plan.asset_names());
        nearest_assets(name, names.iter().map(String::as_str)).into_iter().map(str::to_owned).collect()
    }

    /// Returns the digest of a file. Reads the file only if its stamp is unknown.
    pub(crate) fn digest(&self, path: &SourcePath) -> io::Result<Option<Digest>> {
        if let Some(digest) = self.known_digest(path) {
            return Ok(Some(digest));
        }
        if let Some((found, _)) = self.read.lock().map_err(poisoned)?.get(path) {
            return Ok(Some(found.digest()));
        }
        let Some(found) = self.read_file(path, LARGEST_KEPT)? else { return Ok(None) };
        let digest = found.fingerprint.digest();
        if let Some(bytes) = found.bytes {
            self.keep(Kept { path: path.clone(), bytes, digest })?;
        }
        Ok(Some(digest))
    }

    /// Reads a file, and returns its bytes if there are at most `keep` of them.
    fn read_file(&self, path: &SourcePath, keep: u64) -> io::Result<Option<Reading>> {
        let open = || self.disk.open_source(&self.source(path));
        let found = read(open, keep, |stamp| self.trusts(path.as_str(), stamp))?;
        if let Some(found) = &found {
            self.read.lock().map_err(poisoned)?.insert(path.clone(), (found.fingerprint, found.stamp));
        }
        Ok(found)
    }

    /// Whether every change of a file or folder since the build began is certain to change its stamp.
    pub(crate) fn trusts(&self, path: &str, stamp: Stamp) -> bool {
        self.started.is_none_or(|started| self.state.meta.untrusted_stamps.trust(path, stamp, started))
    }

    /// Returns the recorded digest of a file, if its stamp is unchanged.
    fn known_digest(&self, path: &SourcePath) -> Option<Digest> {
        self.state.digest(path, self.stamp(path)?)
    }

    /// Returns the stamp that a file had when the build was planned. For links and hidden files, returns the current stamp if
    /// they may be read.
    fn stamp(&self, path: &SourcePath) -> Option<Stamp> {
        match self.plan.tree.find(path).map(|file| &self.plan.tree[file]) {
            Some(file) if !file.is_link() => Some(file.stamp),
            _ => self.disk.source_stamp(&self.source(path)).ok().flatten(),
        }
    }

    /// Checks that links on the path of a file lead only to places that `links` allows.
    ///
    /// # Errors
    /// Returns an error if a link leads elsewhere.
    pub(crate) fn may_read(&self, path: &SourcePath, links: Links) -> io::Result<()> {
        // All reads already follow the links setting of the manifest.
        if links == self.links {
            return Ok(());
        }
        self.disk.source_stamp(&SourceFile { links, ..self.source(path) }).map(drop)
    }

    fn source<'b>(&'b self, path: &'b SourcePath) -> SourceFile<'b> {
        SourceFile { root: self.root, path, links: self.links }
    }

    /// Returns the fingerprint to record for a file that other assets than its own depend on.
    pub(crate) fn fingerprint(&self, path: &SourcePath) -> Option<Fingerprint> {
        let known = || self.state.meta.files.get(path).copied();
        let found = self.read.lock().ok()?.get(path).map(|(found, _)| *found).or_else(known)?;
        (found.stamp() != Stamp::UNKNOWN).then_some(found)
    }

    /// Returns the stamp to record for a source that an asset read with this digest.
    pub(crate) fn source_stamp(&self, path: &SourcePath, digest: Digest) -> Stamp {
        let read = self.read.lock().ok().and_then(|read| read.get(path).copied());
        let stamp = match read {
            Some((found, _)) => Some(found.stamp()).filter(|_| found.digest() == digest),
            None => self.stamp(path).filter(|&now| self.state.digest(path, now) == Some(digest)),
        };
        stamp.unwrap_or(Stamp::UNKNOWN)
    }

    /// Returns the files that this build read. Each has a stamp if its stamp is not trusted.
    pub(crate) fn untrusted(&self) -> Vec<(SourcePath, Option<Stamp>)> {
        let Ok(read) = self.read.lock() else { return Vec::new() };
        let untrusted = |found: &Fingerprint, stamp: Stamp| (!found.matches(stamp)).then_some(stamp);
        read.iter().map(|(path, (found, stamp))| (path.clone(), untrusted(found, *stamp))).collect()
    }

    /// Keeps a hashed file in memory for the stage that this thread will probably run next.
    fn keep(&self, file: Kept) -> io::Result<()> {
        self.kept.lock().map_err(poisoned)?.insert(thread::current().id(), file);
        Ok(())
    }

    /// Removes and returns the file that this thread keeps, if it has this path.
    fn take_kept(&self, path: &SourcePath) -> io::Result<Option<Kept>> {
        match self.kept.lock().map_err(poisoned)?.entry(thread::current().id()) {
            Entry::Occupied(kept) if kept.get().path == *path => Ok(Some(kept.remove())),
            _ => Ok(None),
        }
    }

    /// Returns the size of the file that this thread keeps, if it has this path.
    fn kept_size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        let kept = self.kept.lock().map_err(poisoned)?;
        let kept = kept.get(&thread::current().id()).filter(|kept| kept.path == *path);
        Ok(kept.map(|kept| kept.bytes.len() as u64))
    }
}

impl Sources for ProjectFiles<'_> {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        if let Some(kept) = self.take_kept(path)? {
            return Ok(Some((kept.bytes, kept.digest)));
        }
        let found = self.read_file(path, u64::MAX)?;
        Ok(found.and_then(|found| Some((found.bytes?, found.fingerprint.digest()))))
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
        let found = self.plan.tree.matching(&globs);
        self.listed.lock().map_err(poisoned)?.insert(pattern.to_owned(), found.as_slice().into());
        Ok(found)
    }

    fn env(&self, name: &str) -> Option<OsString> {
        env_value(name)
    }
}

fn poisoned<T>(_: std::sync::PoisonError<T>) -> io::Error {
    io::Error::other("a thread of the build panicked")
}
