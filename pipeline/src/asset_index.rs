//! [`AssetIndex`]: the other assets of a build, for processors.

use std::io;

use thiserror::Error;

use crate::{Digest, DynValue, SourcePath, ValueType};

/// The products of all other assets of a build, by name.
///
/// A product's name is the name of its asset, followed by the product's label. The asset's name is its source path without the
/// extension, unless a rule sets a different name. For example, `Models/Grund@Run` is the product `@Run` of the asset
/// `Models/Grund`.
///
/// A query may build another asset first, and returns only when this build has finished. The build graph provides the index of
/// a real build; tests provide their own.
pub trait AssetIndex: Sync {
    /// Returns the type and digest of a product. Builds the product's asset first, if necessary.
    ///
    /// # Errors
    /// [`AssetError`] if the product does not exist, its asset failed, or the assets depend on each other.
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError>;

    /// Returns the value of a product.
    ///
    /// # Errors
    /// The same as for [`product`](Self::product).
    fn value(&self, name: &str) -> Result<DynValue, AssetError>;

    /// Returns the names of the assets that the user may have meant by `name`, most likely first, for messages such as "did you
    /// mean …?". See [`nearest_assets`](crate::nearest_assets).
    fn nearest(&self, name: &str) -> Vec<String>;

    /// Returns the sources whose [asset name](SourcePath::asset_name) is `name`, ignoring case, even if they are not assets.
    /// The list is sorted by path.
    fn sources_named(&self, _name: &str) -> Vec<SourcePath> {
        Vec::new()
    }

    /// Returns the sources that match a glob (`*` within a folder, `**` across folders), even if they are not assets. The list
    /// is sorted by path. An index without sources returns an empty list.
    ///
    /// # Errors
    /// `InvalidInput` for a malformed glob.
    fn list(&self, _pattern: &str) -> io::Result<Vec<SourcePath>> {
        Ok(Vec::new())
    }

    /// Returns the product without a label of the asset that is made from `source`, even if other assets have the same name.
    ///
    /// # Errors
    /// The same as for [`product`](Self::product).
    fn product_of(&self, source: &SourcePath) -> Result<ProductInfo, AssetError> {
        self.product(source.asset_name())
    }
}

/// The type and digest of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductInfo {
    /// The name by which the game loads the product.
    pub name: String,
    /// The [path](ValueType::path) of the product's type.
    pub type_path: String,
    /// The digest of the product's value.
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
        /// The product's type, without the module path.
        found: String,
        /// The types that the stage can use.
        wanted: String,
    },
    /// The product's asset failed to build.
    #[error("the required asset `{name}` could not be built")]
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
