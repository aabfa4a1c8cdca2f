//! [`Catalog`]: which assets there are, and what changed when.

use std::collections::BTreeMap;
use std::sync::Arc;

use rigmill_format::ContentType;
use serde::Serialize;

use super::listing::{ContentFile, Listing, name_of};
use super::picture_key::PictureKey;
use crate::edition::{AssetBuild, AssetState};

/// The most names of former assets that are kept. A tab that knows nothing later than the oldest of them lists everything.
const MAX_GONE: usize = 10_000;

/// What the page lists: a content file, or an asset that has none because it failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Asset {
    pub(crate) name: String,
    /// The content type's name in docs/format.md; empty without content.
    #[serde(rename = "type")]
    pub(crate) content_type: String,
    /// The size of its file in bytes.
    pub(crate) bytes: u64,
    /// The asset of the project that it belongs to, unless that has the same name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) asset: Option<String>,
    /// The result of its last build, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) state: Option<AssetState>,
    /// The number of the edition in which it last changed.
    pub(crate) since: u64,
    #[serde(skip)]
    pub(crate) file: Option<ContentFile>,
}

impl Asset {
    /// The type of its content, if it has any.
    pub(crate) fn of(&self) -> Option<ContentType> {
        self.file.map(|file| file.of)
    }
}

/// What changed since an edition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// The assets that are new or different, in order of their names.
    pub(crate) assets: Vec<Arc<Asset>>,
    /// The names that are listed no more.
    pub(crate) gone: Vec<String>,
}

/// The assets by name. It reads no files: the caller does.
#[derive(Debug, Default)]
pub(crate) struct Catalog {
    assets: BTreeMap<String, Arc<Asset>>,
    /// The last build of each asset of the project, as far as it is known.
    builds: BTreeMap<String, Arc<AssetBuild>>,
    /// For each content file the asset of the project that makes it.
    makers: BTreeMap<String, Arc<AssetBuild>>,
    /// The names that are listed no more, with the edition that removed them.
    gone: BTreeMap<String, u64>,
    /// Names that were removed before this edition are not known.
    horizon: u64,
    /// The last edition that changed anything.
    changed: u64,
}

impl Catalog {
    /// All assets, in order of their names.
    pub(crate) fn assets(&self) -> Vec<Arc<Asset>> {
        self.assets.values().cloned().collect()
    }

    /// The content file of an asset, as it was when it was last looked at.
    pub(crate) fn file(&self, name: &str) -> Option<ContentFile> {
        self.assets.get(name)?.file
    }

    /// What the picture of an asset depends on, as far as that is known: a model may have any texture. `None` for assets without a
    /// picture.
    pub(crate) fn picture_key(&self, name: &str) -> Option<PictureKey> {
        let file = self.file(name)?;
        let key = PictureKey::default().with_file(&file);
        let texture = |asset: &Arc<Asset>| asset.file.filter(|file| file.of == ContentType::Texture);
        let textures = self.assets.iter().filter_map(|(name, asset)| Some((name, texture(asset)?)));
        match file.of {
            ContentType::Model => {
                Some(textures.fold(key, |key, (name, file)| key.with(name.as_bytes()).with_file(&file)))
            }
            ContentType::Skeleton | ContentType::Texture | ContentType::CollisionMesh => Some(key),
            _ => None,
        }
    }

    /// The last build of what is listed under a name.
    pub(crate) fn build(&self, name: &str) -> Option<Arc<AssetBuild>> {
        self.makers.get(name).or_else(|| self.builds.get(name)).cloned()
    }

    /// The names of the content that an asset had before this build of it, or has now.
    pub(crate) fn names_of<'a>(&'a self, build: &'a AssetBuild) -> impl Iterator<Item = &'a str> {
        let before = self.builds.get(&build.asset).into_iter().flat_map(|it| &it.outputs);
        before.chain(&build.outputs).filter_map(|path| name_of(path))
    }

    /// What changed after an edition; `None` if that is no longer known.
    pub(crate) fn since(&self, number: u64) -> Option<Changes> {
        let assets = self.assets.values().filter(|asset| asset.since > number).cloned().collect();
        let gone = self.gone.iter().filter(|(_, since)| **since > number).map(|(name, _)| name.clone()).collect();
        (number >= self.horizon).then_some(Changes { assets, gone })
    }

    /// Whether anything changed in an edition.
    pub(crate) fn changed_in(&self, number: u64) -> bool {
        self.changed == number
    }

    /// Notes what came of an asset's build. What is listed changes with [`set`](Self::set) and [`settle`](Self::settle).
    pub(crate) fn set_build(&mut self, mut build: AssetBuild) {
        let old = self.builds.remove(&build.asset);
        if build.state == AssetState::Failed && build.outputs.is_empty() {
            build.outputs = old.map(|old| old.outputs.clone()).unwrap_or_default();
        }
        let build = Arc::new(build);
        for name in build.outputs.iter().filter_map(|path| name_of(path)) {
            self.makers.insert(name.to_owned(), build.clone());
        }
        if build.state != AssetState::Removed {
            self.builds.insert(build.asset.clone(), build);
        }
    }

    /// Notes the content of an asset, or that there is none.
    pub(crate) fn set(&mut self, name: &str, file: Option<ContentFile>, number: u64) {
        if file.is_some() || self.failed_without_content(name) {
            self.list(name, file, number);
        } else if self.assets.remove(name).is_some() {
            self.makers.remove(name);
            self.bury(name, number);
        }
    }

    /// Notes all content that there is.
    pub(crate) fn set_all(&mut self, listing: &Listing, number: u64) {
        listing.iter().for_each(|(name, file)| self.set(name, Some(*file), number));
        let former: Vec<String> = self.assets.keys().filter(|name| !listing.contains_key(*name)).cloned().collect();
        former.iter().for_each(|name| self.set(name, None, number));
    }

    /// Lists an asset of the project that failed before it had any content, once its content is noted.
    pub(crate) fn settle(&mut self, asset: &str, number: u64) {
        self.set(asset, self.file(asset), number);
    }

    fn failed_without_content(&self, asset: &str) -> bool {
        let Some(build) = self.builds.get(asset) else { return false };
        let mut names = build.outputs.iter().filter_map(|path| name_of(path));
        build.state == AssetState::Failed && !names.any(|name| name != asset && self.file(name).is_some())
    }

    fn list(&mut self, name: &str, file: Option<ContentFile>, number: u64) {
        let maker = self.makers.get(name).or_else(|| self.builds.get(name));
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
