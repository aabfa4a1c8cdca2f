//! [`AssetIndex`]: the other assets of a build, for processors.

use std::io;

use thiserror::Error;

use crate::{Digest, DynValue, SourcePath, ValueType};

/// The products of all other assets of a build, by name. The name of a product is the asset's name (its source without
/// the extension, unless a rule names the asset), followed by the product's label. For example, `Models/Grund@Run` is
/// the product `@Run` of the asset `Models/Grund`.
///
/// A query may build another asset first, and then takes as long as this build. The build graph provides the index.
/// Tests provide their own index.
pub trait AssetIndex: Sync {
    /// The type and digest of a product. The index builds the product's asset first.
    ///
    /// # Errors
    /// [`AssetError`] if the product does not exist, its asset failed, or the assets depend on each other.
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError>;

    /// The value of a product.
    ///
    /// # Errors
    /// As [`product`](Self::product).
    fn value(&self, name: &str) -> Result<DynValue, AssetError>;

    /// The asset name most similar to `name`, for a message "did you mean …?".
    fn nearest(&self, name: &str) -> Option<String>;

    /// The sources whose [asset name](SourcePath::asset_name) is `name`, ignoring case, even if they are not assets;
    /// sorted by path.
    fn sources_named(&self, _name: &str) -> Vec<SourcePath> {
        Vec::new()
    }

    /// The sources that match a glob (`*` within a folder, `**` across folders), even if they are not assets; sorted by
    /// path. An index without sources returns an empty list.
    ///
    /// # Errors
    /// `InvalidInput` for a malformed glob.
    fn list(&self, _pattern: &str) -> io::Result<Vec<SourcePath>> {
        Ok(Vec::new())
    }

    /// The product without a label of the asset that is made from `source`, even if other assets have the same name.
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
    /// The stage cannot use the product's type.
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
    /// The product's asset depends, directly or through other assets, on the asset that is being built.
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
