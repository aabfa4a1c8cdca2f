//! [`View`]: the world as one asset sees it.

use std::ffi::OsString;
use std::io;

use rigmill_pipeline::{
    AssetError, AssetIndex, Dependency, Digest, DynValue, Probe, ProductInfo, SourcePath, Sources, nearest,
};

use super::project_files::World;

/// Answers for other assets. Who asks matters: no asset may wait for itself.
pub(crate) trait Assets: Sync {
    /// What is known of a product, once it is made; `asker` is the file of the asset that asks.
    fn product(&self, asker: usize, name: &str) -> Result<ProductInfo, AssetError>;

    /// What is known of the product that goes by the bare name of the asset made from `source`.
    fn product_of(&self, asker: usize, source: &SourcePath) -> Result<ProductInfo, AssetError>;

    /// A product's value.
    fn value(&self, asker: usize, name: &str) -> Result<DynValue, AssetError>;
}

/// Answers what the stages of one asset ask, and answers it again to see whether anything changed.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) world: &'a World<'a>,
    pub(crate) assets: &'a dyn Assets,
    /// The file of the asset.
    pub(crate) asker: usize,
}

impl View<'_> {
    /// How many bytes the asset's source had when the project was looked at.
    pub(crate) fn source_size(&self) -> u64 {
        self.world.plan().tree.files[self.asker].stamp.size()
    }

    /// The answer to a probe now, to be compared with the answer then.
    pub(crate) fn observe(&self, probe: &Probe) -> io::Result<Option<Digest>> {
        match probe {
            Probe::File(path) => self.world.digest(path),
            Probe::Listing(pattern) => {
                let found = self.world.list(pattern)?;
                Digest::of_value(&found).map(Some).map_err(io::Error::other)
            }
            Probe::Presence(path) => Ok(Dependency::seen_of_presence(self.world.size(path)?.is_some())),
            Probe::Size(path) => Ok(Dependency::seen_of_size(self.world.size(path)?)),
            Probe::Env(name) => Ok(Dependency::seen_of_env(self.world.env(name).as_deref())),
            Probe::LookUp(name) => {
                Dependency::seen_of_look_up(&self.world.plan().tree.look_up(name)).map_err(io::Error::other)
            }
            Probe::ReferenceTo(source) => Ok(Dependency::seen_of_reference(&self.product_of(source))),
            Probe::Reference(name) => Ok(Dependency::seen_of_reference(&self.product(name))),
            Probe::Value(name) => Ok(Dependency::seen_of_value(&self.product(name).map(|product| product.digest))),
        }
    }

    /// Whether a dependency's answer is still what it was.
    pub(crate) fn holds(&self, dependency: &Dependency) -> bool {
        self.observe(&dependency.probe).is_ok_and(|now| now == dependency.seen)
    }
}

impl Sources for View<'_> {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        self.world.read(path)
    }

    fn size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        self.world.size(path)
    }

    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        self.world.list(pattern)
    }

    fn env(&self, name: &str) -> Option<OsString> {
        self.world.env(name)
    }
}

impl AssetIndex for View<'_> {
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError> {
        self.assets.product(self.asker, name)
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        self.assets.value(self.asker, name)
    }

    fn nearest(&self, name: &str) -> Option<String> {
        let names: Vec<String> = self.world.plan().asset_names().collect();
        nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
    }

    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        self.world.list(pattern)
    }

    fn look_up(&self, name: &str) -> Vec<SourcePath> {
        self.world.plan().tree.look_up(name)
    }

    fn product_of(&self, source: &SourcePath) -> Result<ProductInfo, AssetError> {
        self.assets.product_of(self.asker, source)
    }
}
