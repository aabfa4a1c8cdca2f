//! [`AssetView`]: answers the queries of one asset's stages.

use std::ffi::OsString;
use std::io;

use rigmill_pipeline::{AssetError, AssetIndex, Dependency, Digest, DynValue, ProductInfo, Query, SourcePath, Sources};

use super::project_files::ProjectFiles;
use crate::report::Change;
use crate::sources::FileId;

/// Provides the products of other assets. `dependent` is the asset that depends on them. An asset must never wait for itself.
pub(crate) trait OtherAssets: Sync {
    /// Returns the type and digest of a product. Builds the product first if necessary.
    fn product(&self, dependent: FileId, name: &str) -> Result<ProductInfo, AssetError>;

    /// Returns the type and digest of the unlabelled product of the asset made from `source`.
    fn product_of(&self, dependent: FileId, source: &SourcePath) -> Result<ProductInfo, AssetError>;

    /// Returns the value of a product.
    fn value(&self, dependent: FileId, name: &str) -> Result<DynValue, AssetError>;
}

/// Answers the queries of one asset's stages, and repeats earlier queries to find out whether an answer changed.
#[derive(Clone, Copy)]
pub(crate) struct AssetView<'a> {
    pub(crate) files: &'a ProjectFiles<'a>,
    pub(crate) assets: &'a dyn OtherAssets,
    pub(crate) asset: FileId,
}

impl AssetView<'_> {
    /// Returns the size in bytes that the asset's source had when the build was planned.
    pub(crate) fn source_size(&self) -> u64 {
        self.files.plan().tree[self.asset].stamp.size()
    }

    /// Returns the current answer to a query.
    pub(crate) fn answer(&self, query: &Query) -> io::Result<Option<Digest>> {
        query.answer(self, self)
    }

    /// Returns how the answer to a query has changed; `None` if the recorded answer still holds.
    pub(crate) fn change(&self, dependency: &Dependency) -> io::Result<Option<Change>> {
        Ok(match (dependency.answer, self.answer(&dependency.query)?) {
            (was, now) if was == now => None,
            (None, Some(_)) => Some(Change::Appeared),
            (Some(_), None) => Some(Change::Vanished),
            (_, _) => Some(Change::Differs),
        })
    }

    /// Whether all of these recorded answers still hold.
    pub(crate) fn holds<'d>(&self, dependencies: impl IntoIterator<Item = &'d Dependency>) -> bool {
        dependencies.into_iter().all(|dependency| matches!(self.change(dependency), Ok(None)))
    }
}

impl Sources for AssetView<'_> {
    fn read(&self, path: &SourcePath) -> io::Result<Option<(Vec<u8>, Digest)>> {
        self.files.read(path)
    }

    fn digest(&self, path: &SourcePath) -> io::Result<Option<Digest>> {
        self.files.digest(path)
    }

    fn size(&self, path: &SourcePath) -> io::Result<Option<u64>> {
        self.files.size(path)
    }

    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        self.files.list(pattern)
    }

    fn env(&self, name: &str) -> Option<OsString> {
        self.files.env(name)
    }
}

impl AssetIndex for AssetView<'_> {
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError> {
        self.assets.product(self.asset, name)
    }

    fn value(&self, name: &str) -> Result<DynValue, AssetError> {
        self.assets.value(self.asset, name)
    }

    fn nearest(&self, name: &str) -> Vec<String> {
        self.files.nearest_assets(name)
    }

    fn list(&self, pattern: &str) -> io::Result<Vec<SourcePath>> {
        self.files.list(pattern)
    }

    fn sources_named(&self, name: &str) -> Vec<SourcePath> {
        self.files.sources_named(name).to_vec()
    }

    fn product_of(&self, source: &SourcePath) -> Result<ProductInfo, AssetError> {
        self.assets.product_of(self.asset, source)
    }
}
