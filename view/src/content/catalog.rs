//! [`Catalog`]: the listed assets, and when each of them last changed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rigmill_format::ContentType;
use serde::Serialize;

use super::listing::{ContentFile, Listing, name_of};
use super::picture_key::PictureKey;
use crate::edition::{AssetBuild, AssetState};

/// The maximum number of names of removed assets that are kept. A tab whose last known edition is older than the oldest of them
/// reloads the whole list.
const MAX_GONE: usize = 10_000;

/// The types that the picture of a clip may show, besides the clip.
const MOVED: [ContentType; 4] =
    [ContentType::Skeleton, ContentType::Model, ContentType::Texture, ContentType::ClipWeights];

/// An entry in the page's list: a content file, or an asset that has no content because its build failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Asset {
    pub(crate) name: String,
    /// The name of the content type, as in docs/format.md; empty if there is no content.
    #[serde(rename = "type")]
    pub(crate) content_type: String,
    /// The size of the content file, in bytes.
    pub(crate) bytes: u64,
    /// The project's asset that this content belongs to; `None` if it has the same name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) asset: Option<String>,
    /// The result of the asset's last build, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) state: Option<AssetState>,
    /// The number of the edition in which the asset last changed.
    pub(crate) since: u64,
    #[serde(skip)]
    pub(crate) file: Option<ContentFile>,
}

impl Asset {
    /// The content type, if there is content.
    pub(crate) fn of(&self) -> Option<ContentType> {
        self.file.map(|file| file.of)
    }
}

/// The changes since an edition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// The new or changed assets, sorted by name.
    pub(crate) assets: Vec<Arc<Asset>>,
    /// The names that are no longer listed.
    pub(crate) gone: Vec<String>,
}

/// The assets by name. The catalog does not read files; its caller does.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    assets: BTreeMap<String, Arc<Asset>>,
    /// The last build of each asset of the project, as far as it is known, by the asset's source.
    builds: BTreeMap<String, Arc<AssetBuild>>,
    /// The sources of these assets, by the asset's name. Several sources can share a name.
    sources: BTreeMap<String, BTreeSet<String>>,
    /// For each content file, the build of the project's asset that makes it.
    makers: BTreeMap<String, Arc<AssetBuild>>,
    /// The names that are no longer listed, each with the edition that removed it.
    gone: BTreeMap<String, u64>,
    /// The edition before which removed names are no longer known.
    horizon: u64,
    /// The last edition that changed anything.
    changed: u64,
}

impl Catalog {
    /// Returns all assets, sorted by name.
    pub(crate) fn assets(&self) -> Vec<Arc<Asset>> {
        self.assets.values().cloned().collect()
    }

    /// Returns the content file of an asset, as it was when it was last examined.
    pub(crate) fn file(&self, name: &str) -> Option<ContentFile> {
        self.assets.get(name)?.file
    }

    /// Returns the key of everything that the picture of an asset depends on, as far as it is known (a model may use any
    /// texture, and a clip may play on any model). Returns `None` for assets without a picture.
    pub(crate) fn picture_key(&self, name: &str) -> Option<PictureKey> {
        let file = self.file(name)?;
        let key = PictureKey::default().with_file(&file);
        let with_all = |types: &[ContentType]| {
            let files = self.assets.iter().filter_map(|(name, asset)| Some((name, asset.file?)));
            let used = files.filter(|(_, file)| types.contains(&file.of));
            used.fold(key, |key, (name, file)| key.with(name.as_bytes()).with_file(&file))
        };
        match file.of {
            ContentType::Model => Some(with_all(&[ContentType::Texture])),
            // The clip's own name matters, too: it may name the model.
            of if of.is_clip() => Some(with_all(&MOVED).with(name.as_bytes())),
            ContentType::Skeleton | ContentType::Texture | ContentType::CollisionMesh => Some(key),
            _ => None,
        }
    }

    /// Returns the last build of the entry with this name.
    pub(crate) fn build(&self, name: &str) -> Option<Arc<AssetBuild>> {
        self.maker(name, self.file(name)).cloned()
    }

    /// Returns the names of the content that an asset had before this build, or has now.
    pub(crate) fn names_of<'a>(&'a self, build: &'a AssetBuild) -> impl Iterator<Item = &'a str> {
        let before = self.builds.get(&build.source).into_iter().flat_map(|it| &it.outputs);
        before.chain(&build.outputs).filter_map(|path| name_of(path))
    }

    /// Returns what changed after an edition; `None` if this is no longer known.
    pub(crate) fn since(&self, number: u64) -> Option<Changes> {
        let assets = self.assets.values().filter(|asset| asset.since > number).cloned().collect();
        let gone = self.gone.iter().filter(|(_, since)| **since > number).map(|(name, _)| name.clone()).collect();
        (number >= self.horizon).then_some(Changes { assets, gone })
    }

    /// Whether anything changed in an edition.
    pub(crate) fn changed_in(&self, number: u64) -> bool {
        self.changed == number
    }

    /// Records the result of an asset's build. The list itself changes only with [`set`](Self::set) and
    /// [`settle`](Self::settle).
    pub(crate) fn set_build(&mut self, mut build: AssetBuild) {
        let old = self.builds.remove(&build.source);
        if let Some(old) = &old {
            self.forget_source(old);
        }
        if build.state == AssetState::Failed && build.outputs.is_empty() {
            build.outputs = old.map(|old| old.outputs.clone()).unwrap_or_default();
        }
        let build = Arc::new(build);
        let names = build.outputs.iter().filter_map(|path| name_of(path));
        if build.state == AssetState::Removed {
            for name in names {
                // Another asset may already make this content.
                if self.makers.get(name).is_some_and(|maker| maker.source == build.source) {
                    self.makers.remove(name);
                }
            }
        } else {
            names.for_each(|name| drop(self.makers.insert(name.to_owned(), build.clone())));
            self.sources.entry(build.asset.clone()).or_default().insert(build.source.clone());
            self.builds.insert(build.source.clone(), build);
        }
    }

    /// Records the content of an asset, or that it has none.
    pub(crate) fn set(&mut self, name: &str, file: Option<ContentFile>, number: u64) {
        if file.is_some() || self.failed_without_content(name) {
            self.list(name, file, number);
        } else if self.assets.remove(name).is_some() {
            self.makers.remove(name);
            self.bury(name, number);
        }
    }

    /// Records a complete listing of the content.
    pub(crate) fn set_all(&mut self, listing: &Listing, number: u64) {
        listing.iter().for_each(|(name, file)| self.set(name, Some(*file), number));
        let former: Vec<String> = self.assets.keys().filter(|name| !listing.contains_key(*name)).cloned().collect();
        former.iter().for_each(|name| self.set(name, None, number));
    }

    /// Lists an asset of the project that failed and has never had content. Must be called after its content was recorded.
    pub(crate) fn settle(&mut self, asset: &str, source: &str, number: u64) {
        let namesakes = self.sources.get(asset).cloned().unwrap_or_default();
        for name in namesakes.iter().map(String::as_str).chain([asset, source]) {
            self.set(name, self.file(name), number);
        }
    }

    /// Returns the build of the asset that an entry belongs to.
    fn maker(&self, entry: &str, file: Option<ContentFile>) -> Option<&Arc<AssetBuild>> {
        file.and_then(|_| self.makers.get(entry)).or_else(|| self.build_of(entry))
    }

    /// Returns the build of the asset that is listed as this entry if it has no content: under its name or, if another asset
    /// has the same name, under its source.
    fn build_of(&self, entry: &str) -> Option<&Arc<AssetBuild>> {
        let is_alone = |build: &&Arc<AssetBuild>| self.sources.get(&build.asset).is_none_or(|all| all.len() == 1);
        let named = || self.builds.get(self.sources.get(entry)?.first()?).filter(is_alone);
        named().or_else(|| self.builds.get(entry).filter(|build| !is_alone(build)))
    }

    fn failed_without_content(&self, entry: &str) -> bool {
        let Some(build) = self.build_of(entry) else { return false };
        let mut names = build.outputs.iter().filter_map(|path| name_of(path));
        build.state == AssetState::Failed && !names.any(|name| name != entry && self.file(name).is_some())
    }

    fn forget_source(&mut self, build: &AssetBuild) {
        if let Some(sources) = self.sources.get_mut(&build.asset) {
            sources.remove(&build.source);
            if sources.is_empty() {
                self.sources.remove(&build.asset);
            }
        }
    }

    fn list(&mut self, name: &str, file: Option<ContentFile>, number: u64) {
        let maker = self.maker(name, file);
        let asset = Asset {
            name: name.to_owned(),
            content_type: file.map(|file| file.of.to_string()).unwrap_or_default(),
            bytes: file.map_or(0, |file| file.bytes),
            asset: maker.map(|it| it.asset.clone()).filter(|asset| asset != name),
            state: maker.map(|it| it.state),
            since: number,
            file,
        };
        let old = self.assets.get(name);
        if old.is_none_or(|old| asset != Asset { since: number, ..(**old).clone() }) {
            self.changed = number;
            self.gone.remove(name);
            self.assets.insert(name.to_owned(), Arc::new(asset));
        }
    }

    fn bury(&mut self, name: &str, number: u64) {
        if self.gone.len() >= MAX_GONE {
            self.gone.clear();
            self.horizon = number;
        }
        self.changed = number;
        self.gone.insert(name.to_owned(), number);
    }
}
