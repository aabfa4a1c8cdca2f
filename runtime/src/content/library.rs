//! [`Content`]: a game's built files by asset name, each loaded once and shared.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rigmill_format::{AlignedBytes, ContentType, DecodeError, DecodeLimits};
use thiserror::Error;

use super::asset_name;
use super::folder::Folder;
use super::pack::Pack;
use super::source::ContentSource;
use crate::content::Loadable;

/// The built content of a game, in a folder, in a pack, or in any other [`ContentSource`]. A game loads assets by name, such as
/// `Animation/Players/Robot/Low_Run`. `Content` keeps loaded assets: if a game loads an asset again, it gets the same shared
/// value.
///
/// Content can change while a game runs, because `rigmill watch` rebuilds it. A [`Follower`](crate::content::Follower) then
/// reloads it. An existing `Arc` keeps the old content: to play the new content, load it again by its name. If a file is
/// missing or damaged, the old content stays loaded.
///
/// A `Content` can be shared between threads. Its lock is held only for map accesses, never while a file is read or a clip
/// plays.
#[derive(Debug)]
pub struct Content {
    source: Box<dyn ContentSource>,
    limits: DecodeLimits,
    loaded: Mutex<BTreeMap<Key, Entry>>,
}

/// An asset can be loaded as several types. Each type has a separate entry.
type Key = (String, TypeId);

type Shared = Arc<dyn Any + Send + Sync>;

#[derive(Clone, Debug)]
struct Entry {
    value: Shared,
    /// The head of the file at the last check. `None` if the head could not be read.
    head: Option<Head>,
    load: fn(AlignedBytes, DecodeLimits) -> Result<Shared, DecodeError>,
    expected: ContentType,
}

/// The first bytes of a content file: magic, versions, and the checksum of the rest. Files with equal heads are taken as equal.
type Head = [u8; 16];

/// The result of reloading a changed file.
#[derive(Debug)]
pub struct Reload {
    /// The asset's name.
    pub name: String,
    /// Whether the new file was loaded. After an error, the old content stays loaded.
    pub result: Result<(), LoadError>,
}

/// An error that prevents loading an asset.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The path is neither a folder nor a pack.
    #[error("{}: no such content folder; build the content with `rigmill build`", .path.display())]
    NoFolder {
        /// The path.
        path: PathBuf,
    },
    /// The file is not a valid pack, or cannot be read.
    #[error("{}: {source}", .path.display())]
    Pack {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The name is not a valid asset name.
    #[error("invalid asset name {name:?}: {reason}")]
    Name {
        /// The name.
        name: String,
        /// The reason why it is not valid.
        reason: &'static str,
    },
    /// The file does not exist.
    #[error("{name}: there is no file {place} (expected type: {expected}); {remedy}")]
    NotFound {
        /// The asset's name.
        name: String,
        /// The location where the file was searched.
        place: String,
        /// The requested content type.
        expected: ContentType,
        /// What to do, such as `did you mean "Models/Robot"?`.
        remedy: String,
    },
    /// The file cannot be read.
    #[error("{name}: cannot read {place}: {source}")]
    Io {
        /// The asset's name.
        name: String,
        /// The location of the asset's file.
        place: String,
        /// The cause.
        source: io::Error,
    },
    /// The file is damaged, or does not have the requested type or version.
    #[error("{name}: {place}: {source}")]
    Decode {
        /// The asset's name.
        name: String,
        /// The location of the asset's file.
        place: String,
        /// The cause.
        source: DecodeError,
    },
}

impl Content {
    /// Opens the content below a folder, such as `build/native`, or in a pack, such as `game.rmp`.
    ///
    /// # Errors
    /// The folder does not exist, or the file is not a pack.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        let path = path.as_ref();
        match path.metadata() {
            Ok(found) if found.is_dir() => Ok(Self::from_source(Folder::new(path))),
            Ok(_) => match Pack::open(path) {
                Ok(pack) => Ok(Self::from_source(pack)),
                Err(source) => Err(LoadError::Pack { path: path.to_owned(), source }),
            },
            Err(_) => Err(LoadError::NoFolder { path: path.to_owned() }),
        }
    }

    /// Creates content that is loaded from a source.
    #[must_use]
    pub fn from_source(source: impl ContentSource + 'static) -> Self {
        Self { source: Box::new(source), limits: DecodeLimits::default(), loaded: Mutex::default() }
    }

    /// Sets the limits for files that are decompressed when they are loaded.
    #[must_use]
    pub fn with_limits(self, limits: DecodeLimits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the asset called `name`. The first call for a name and type loads the file.
    ///
    /// # Errors
    /// The name is invalid, or the file is missing, unreadable or damaged, has a different version, or contains a different
    /// type.
    pub fn load<T: Loadable>(&self, name: &str) -> Result<Arc<T>, LoadError> {
        self.load_if_there(name)?.ok_or_else(|| self.not_found(name, T::TYPE))
    }

    /// Like [`load`](Self::load), but returns `None` if the file is missing.
    pub(crate) fn load_if_there<T: Loadable>(&self, name: &str) -> Result<Option<Arc<T>>, LoadError> {
        let key = (name.to_owned(), TypeId::of::<T>());
        if let Some(value) = self.lock().get(&key).and_then(downcast) {
            return Ok(Some(value));
        }
        let Some((value, head)) = self.read(name, T::from_bytes_within)? else { return Ok(None) };
        let value = Arc::new(value);
        let entry = Entry { value: value.clone(), head, load: from_bytes::<T>, expected: T::TYPE };
        // Another thread may have loaded the asset in the meantime. All threads share the value that was inserted first.
        let first = downcast(self.lock().entry(key).or_insert(entry));
        Ok(Some(first.unwrap_or(value)))
    }

    /// Adds an asset that the caller loaded, for example through an engine's asset server, and replaces the asset with this
    /// name and type. [`Player::load`](crate::Player::load) and similar functions then find the asset by its name. The asset
    /// stays until its file in the source changes, if the source has a file for it.
    ///
    /// # Errors
    /// The name is invalid.
    pub fn add<T: Loadable>(&self, name: &str, value: Arc<T>) -> Result<(), LoadError> {
        check(name)?;
        let key = (name.to_owned(), TypeId::of::<T>());
        let entry = Entry { value, head: self.first_bytes(name), load: from_bytes::<T>, expected: T::TYPE };
        self.lock().insert(key, entry);
        Ok(())
    }

    /// The type of the asset called `name`: the type that its file states or, without a file, the type with which it
    /// was [added](Self::add). `None` if the asset does not exist.
    #[must_use]
    pub fn content_type(&self, name: &str) -> Option<ContentType> {
        let stated = self.first_bytes::<24>(name).and_then(|head| rigmill_format::stated_type(&head));
        stated.or_else(|| self.entries(|loaded| loaded == name).first().map(|(_, entry)| entry.expected))
    }

    /// The names of all loaded assets, in order.
    #[must_use]
    pub fn loaded(&self) -> Vec<String> {
        let mut names: Vec<_> = self.lock().keys().map(|(name, _)| name.clone()).collect();
        names.dedup();
        names
    }

    /// Drops an asset, so that the next [`load`](Self::load) reads its file again. Existing handles stay valid. Returns whether
    /// the asset was loaded.
    pub fn unload(&self, name: &str) -> bool {
        let mut loaded = self.lock();
        let before = loaded.len();
        loaded.retain(|(loaded, _), _| loaded != name);
        loaded.len() < before
    }

    /// Reads the file of a loaded asset again. Existing handles keep the old content; later loads return the new content.
    /// Returns whether the asset was loaded.
    ///
    /// # Errors
    /// Same as [`load`](Self::load). After an error, the old content stays loaded.
    pub fn reload(&self, name: &str) -> Result<bool, LoadError> {
        let entries = self.entries(|loaded| loaded == name);
        for (key, entry) in &entries {
            self.renew(key, entry)?;
        }
        Ok(!entries.is_empty())
    }

    /// Reloads every asset whose file has changed since the last check, and returns the reloaded assets. For all other assets,
    /// this method reads only the first bytes of their files.
    ///
    /// A file that cannot be loaded is reported once, and again only after it has changed again.
    pub fn reload_changed(&self) -> Vec<Reload> {
        self.renew_changed(self.entries(|_| true))
    }

    /// Like [`reload_changed`](Self::reload_changed), but only for one asset: for its own name, and for its name with a label
    /// or suffix, such as `Robot.skeleton` and `Robot@Run` for `Robot`.
    pub fn reload_changed_of(&self, asset: &str) -> Vec<Reload> {
        self.renew_changed(self.entries(|name| name.starts_with(asset)))
    }

    fn renew_changed(&self, entries: Vec<(Key, Entry)>) -> Vec<Reload> {
        let mut changes = Vec::new();
        for (key, entry) in entries {
            let head: Option<Head> = self.first_bytes(&key.0);
            if head == entry.head {
                continue;
            }
            let result = self.renew(&key, &entry);
            if result.is_err() {
                // Remembers the head from before the attempt. If the file was fixed since then, its head differs.
                self.remember_head(&key, head);
            }
            changes.push(Reload { name: key.0, result });
        }
        changes
    }

    fn renew(&self, key: &Key, entry: &Entry) -> Result<(), LoadError> {
        let read = self.read(&key.0, entry.load)?;
        let (value, head) = read.ok_or_else(|| self.not_found(&key.0, entry.expected))?;
        if let Some(entry) = self.lock().get_mut(key) {
            (entry.value, entry.head) = (value, head);
        }
        Ok(())
    }

    fn remember_head(&self, key: &Key, head: Option<Head>) {
        if let Some(entry) = self.lock().get_mut(key) {
            entry.head = head;
        }
    }

    fn first_bytes<const N: usize>(&self, name: &str) -> Option<[u8; N]> {
        check(name).ok()?;
        let mut bytes = [0; N];
        self.source.read_head(name, &mut bytes).ok()?;
        Some(bytes)
    }

    fn entries(&self, wanted: impl Fn(&str) -> bool) -> Vec<(Key, Entry)> {
        let loaded = self.lock();
        let entries = loaded.iter().filter(|((name, _), _)| wanted(name));
        entries.map(|(key, entry)| (key.clone(), entry.clone())).collect()
    }

    /// No operation can panic while the map is only partly changed, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Key, Entry>> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn not_found(&self, name: &str, expected: ContentType) -> LoadError {
        let remedy = self.source.suggest(name).unwrap_or_else(|| "build the content with `rigmill build`".to_owned());
        LoadError::NotFound { name: name.to_owned(), place: self.source.place(name), expected, remedy }
    }

    /// Reads and decodes a file; `None` if it is missing.
    fn read<T>(
        &self,
        name: &str,
        decode: impl Fn(AlignedBytes, DecodeLimits) -> Result<T, DecodeError>,
    ) -> Result<Option<(T, Option<Head>)>, LoadError> {
        check(name)?;
        let [owned, place] = [name.to_owned(), self.source.place(name)];
        match self.source.read(name) {
            Ok(bytes) => {
                let head = bytes.first_chunk().copied();
                let value = decode(bytes, self.limits);
                let value = value.map_err(|source| LoadError::Decode { name: owned, place, source })?;
                Ok(Some((value, head)))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(LoadError::Io { name: owned, place, source }),
        }
    }
}

fn check(name: &str) -> Result<(), LoadError> {
    asset_name::check(name).map_err(|reason| LoadError::Name { name: name.to_owned(), reason })
}

fn downcast<T: Loadable>(entry: impl std::borrow::Borrow<Entry>) -> Option<Arc<T>> {
    Arc::clone(&entry.borrow().value).downcast().ok()
}

fn from_bytes<T: Loadable>(bytes: AlignedBytes, limits: DecodeLimits) -> Result<Shared, DecodeError> {
    Ok(Arc::new(T::from_bytes_within(bytes, limits)?))
}
