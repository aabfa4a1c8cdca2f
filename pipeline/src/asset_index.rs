//! [`AssetIndex`]: the other assets of a build, for processors.

use std::io;

use thiserror::Error;

use crate::{Digest, DynValue, SourcePath, ValueType};

/// The products of all other assets of a build, by name: an asset's name (its source without the extension, unless a rule names it), then the
/// product's label. `Models/Grund@Run` is the product `@Run` of the asset `Models/Grund`.
///
/// A query may take as long as building the other asset. The graph provides the index; tests provide their own.
pub trait AssetIndex: Sync {
    /// The type and digest of a product, which is built first.
    ///
    /// # Errors
    /// [`AssetError`] when there is no such product, its asset failed, or the assets depend on each other.
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError>;

    /// The value of a product.
    ///
    /// # Errors
    /// As [`product`](Self::product).
    fn value(&self, name: &str) -> Result<DynValue, AssetError>;

    /// The asset name most similar to `name`, for a "did you mean".
    fn nearest(&self, name: &str) -> Option<String>;

    /// The sources, assets or not, whose [asset name](SourcePath::asset_name) is `name`, ignoring case; sorted by path.
    fn sources_named(&self, _name: &str) -> Vec<SourcePath> {
        Vec::new()
    }

    /// The sources, assets or not, that match a glob (`*` within a folder, `**` across folders), sorted by path. An index
    /// without sources has none.
    ///
    /// # Errors
    /// `InvalidInput` for a malformed glob.
    fn list(&self, _pattern: &str) -> io::Result<Vec<SourcePath>> {
        Ok(Vec::new())
    }

    /// The product without a label of the asset made from `source`, even if other assets share its name.
    ///
    /// # Errors
    /// As [`product`](Self::product).
    fn product_of(&self, source: &SourcePath) -> Result<ProductInfo, AssetError> {
        self.product(source.asset_name())
    }
}

/// The type and digest of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductInfo {
    /// Its name, by which the game loads it.
    pub name: String,
    /// The [path](ValueType::path) of its type.
    pub type_path: String,
    /// The digest of its value.
    pub digest: Digest,
}

/// Why a product of another asset is not available.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AssetError {
    /// No such asset exists, or the asset has no such product.
    #[error("there is no asset `{name}`")]
    Missing {
        /// The product's name.
        name: String,
    },
    /// Its type is not one that the stage can use.
    #[error("the type of `{name}` is {found}, expected {wanted}")]
    OtherType {
        /// The product's name.
        name: String,
        /// Its type, without the module path.
        found: String,
        /// The types that the stage can use.
        wanted: String,
    },
    /// Its asset failed to build.
    #[error("the asset `{name}`, which it needs, could not be built")]
    Failed {
        /// The product's name.
        name: String,
    },
    /// Its asset depends, directly or through others, on the asset that is being built.
    #[error("assets depend on each other in a cycle: {}", sources.join(" -> "))]
    Cycle {
        /// The sources of the assets in the cycle; the first is repeated at the end.
        sources: Vec<String>,
    },
}

impl AssetError {
    pub(crate) fn other_type(name: &str, found: &str, wanted: &[ValueType]) -> Self {
        let short = |path: &str| path.rsplit("::").next().unwrap_or(path).to_owned();
        Self::OtherType { name: name.to_owned(), found: short(found), wanted: ValueType::one_of(wanted) }
    }
}
