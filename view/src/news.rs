//! [`News`]: the results of the builds so far, for all tabs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::content::{Asset, Catalog, Changes, ContentFile, Listing, PictureKey, Shelf, list, look};
use crate::edition::{AssetBuild, Edition, Problem};

/// If more files than this have changed, all loaded content is compared with its files.
const MANY: usize = 64;

/// The editions so far, and the resulting catalog.
///
/// Files are read while only `editing` is locked, so that no tab waits for them.
#[derive(Debug, Default)]
pub(crate) struct News {
    last: Mutex<Last>,
    editing: Mutex<()>,
}

/// The last edition.
#[derive(Debug, Default)]
struct Last {
    /// The number of the edition. It increases with every edition that differs from the one before.
    number: u64,
    problems: Arc<[Problem]>,
    catalog: Catalog,
    /// Whether the folder was ever listed.
    listed: bool,
}

/// The changes that a tab does not know yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unread {
    pub(crate) number: u64,
    pub(crate) problems: Arc<[Problem]>,
    /// The changes since the edition that the tab knows; `None` if they are not known, and the tab must reload the list.
    pub(crate) changes: Option<Changes>,
}

/// The files that were found in the folder.
enum Found {
    Everything(Listing),
    Files(Vec<(String, Option<ContentFile>)>),
}

impl News {
    /// Adds the results of a build, and reloads changed content. An edition without any difference gets no number of its own.
    pub(crate) fn add(&self, shelf: &Shelf, edition: Edition) {
        let _editing = self.editing.lock().unwrap_or_else(PoisonError::into_inner);
        let found = self.find(shelf, &edition);
        self.reload(shelf, &found);
        let mut last = self.lock();
        let number = last.number + 1;
        last.listed |= matches!(found, Found::Everything(_));
        let changed = apply(&mut last.catalog, edition.assets, &found, number);
        if changed || *last.problems != *edition.problems {
            last.problems = edition.problems.into();
            last.number = number;
        }
    }

    /// Looks for files that changed without a build by the caller.
    pub(crate) fn add_changed_files(&self, shelf: &Shelf) {
        let problems = self.lock().problems.to_vec();
        self.add(shelf, Edition { problems, relist: true, ..Edition::default() });
    }

    /// Returns the changes that a tab does not know. `known` is the last edition that it knows, if any.
    pub(crate) fn since(&self, known: Option<u64>) -> Option<Unread> {
        let last = self.lock();
        (known != Some(last.number)).then(|| Unread {
            number: last.number,
            problems: last.problems.clone(),
            changes: known.and_then(|number| last.catalog.since(number)),
        })
    }

    /// Returns the number of the last edition, and all assets sorted by name.
    pub(crate) fn assets(&self, shelf: &Shelf) -> (u64, Vec<Arc<Asset>>) {
        self.list_once(shelf);
        let last = self.lock();
        (last.number, last.catalog.assets())
    }

    /// Returns the last build of the entry with this name.
    pub(crate) fn build(&self, name: &str) -> Option<Arc<AssetBuild>> {
        self.lock().catalog.build(name)
    }

    /// Returns the key of everything that the picture of an asset depends on; `None` for an asset without a picture.
    pub(crate) fn picture_key(&self, name: &str) -> Option<PictureKey> {
        self.lock().catalog.picture_key(name)
    }

    /// Whether the content with this name is a clip.
    pub(crate) fn is_clip(&self, name: &str) -> bool {
        self.lock().catalog.file(name).is_some_and(|file| file.of.is_clip())
    }

    /// Lists the files that earlier builds left, unless a build of this run has already ended.
    fn list_once(&self, shelf: &Shelf) {
        let _editing = self.editing.lock().unwrap_or_else(PoisonError::into_inner);
        if !self.lock().listed && shelf.folder().is_dir() {
            let found = Found::Everything(list(shelf.folder(), &|_| None));
            let mut last = self.lock();
            let number = last.number;
            last.listed = true;
            apply(&mut last.catalog, Vec::new(), &found, number);
        }
    }

    /// Reads the files that an edition may have changed.
    fn find(&self, shelf: &Shelf, edition: &Edition) -> Found {
        let last = self.lock();
        if edition.relist || !last.listed {
            drop(last);
            return Found::Everything(list(shelf.folder(), &|name| self.lock().catalog.file(name)));
        }
        let mut names: Vec<String> =
            edition.assets.iter().flat_map(|build| last.catalog.names_of(build)).map(str::to_owned).collect();
        drop(last);
        names.sort_unstable();
        names.dedup();
        Found::Files(names.into_iter().map(|name| (name.clone(), look(shelf.folder(), &name))).collect())
    }

    /// Reloads content whose file has changed. Content that was never loaded is skipped.
    fn reload(&self, shelf: &Shelf, found: &Found) {
        let Ok(content) = shelf.content() else { return };
        let Found::Files(files) = found else {
            content.reload_changed();
            return;
        };
        if files.len() > MANY {
            content.reload_changed();
        } else {
            files.iter().for_each(|(name, _)| drop(content.reload_changed_of(name)));
        }
    }

    /// An edition is replaced as a whole, so a poisoned lock is safe to use.
    fn lock(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Records builds, and the files that were found after them. Returns whether anything changed.
fn apply(catalog: &mut Catalog, builds: Vec<AssetBuild>, found: &Found, number: u64) -> bool {
    let assets: Vec<_> = builds.iter().map(|build| (build.asset.clone(), build.source.clone())).collect();
    builds.into_iter().for_each(|build| catalog.set_build(build));
    match found {
        Found::Everything(listing) => catalog.set_all(listing, number),
        Found::Files(files) => files.iter().for_each(|(name, file)| catalog.set(name, *file, number)),
    }
    assets.iter().for_each(|(asset, source)| catalog.settle(asset, source, number));
    catalog.changed_in(number)
}
