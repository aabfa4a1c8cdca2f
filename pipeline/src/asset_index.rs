//! [`AssetIndex`]: the other assets of a build, as processors see them.

use std::io;

use thiserror::Error;

use crate::{Digest, DynValue, SourcePath, ValueType};

/// The products of all other assets of a build, by name: an asset's name (its source without the extension), then the
/// product's label. `Models/Grund@Run` is the product `@Run` of the asset `Models/Grund`.
///
/// An answer may take as long as it takes to build the asset that is asked for. The graph lends an index; tests lend
/// their own.
pub trait AssetIndex: Sync {
    /// What is known of a product, once it is made.
    ///
    /// # Errors
    /// [`AssetError`] when there is no such product, its asset failed, or the asset waits for the one that asks.
    fn product(&self, name: &str) -> Result<ProductInfo, AssetError>;

    /// The product itself.
    ///
    /// # Errors
    /// As [`product`](Self::product).
    fn value(&self, name: &str) -> Result<DynValue, AssetError>;

    /// The asset whose name looks most like `name`, for a "did you mean".
    fn nearest(&self, name: &str) -> Option<String>;

    /// The sources, assets or not, whose [asset name](SourcePath::asset_name) is `name` where upper and lower case are
    /// the same, in order of their paths.
    fn look_up(&self, _name: &str) -> Vec<SourcePath> {
        Vec::new()
    }

    /// The sources, assets or not, that match a glob (`*` within a folder, `**` across folders), in order of their paths. An index
    /// without sources has none.
    ///
    /// # Errors
    /// `InvalidInput` for a malformed glob.
    fn list(&self, _pattern: &str) -> io::Result<Vec<SourcePath>> {
        Ok(Vec::new())
    }

    /// What is known of the product that goes by the bare name of the asset made from `source`: of that asset alone,
    /// whatever else is called so.
    ///
    /// # Errors
    /// As [`product`](Self::product).
    fn product_of(&self, source: &SourcePath) -> Result<ProductInfo, AssetError> {
        self.product(source.asset_name())
    }
}

/// What is known of a product without having it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductInfo {
    /// The [path](ValueType::path) of its type.
    pub type_path: String,
    /// The digest of its value.
    pub digest: Digest,
}

/// Why another asset's product cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AssetError {
    /// The build has no such asset, or the asset has no such product.
    #[error("there is no asset `{name}`")]
    Missing {
        /// The product's name.
        name: String,
    },
    /// It is of another type than the asker can use.
    #[error("`{name}` is {found}, and {wanted} is needed")]
    OtherType {
        /// The product's name.
        name: String,
        /// Its type, without the module path.
        found: String,
        /// The types that would do.
        wanted: String,
    },
    /// Its asset could not be built.
    #[error("the asset `{name}`, which it needs, could not be built")]
    Failed {
        /// The product's name.
        name: String,
    },
    /// Its asset waits, itself or through others, for the one that asks.
    #[error("assets need each other in a ring: {}", ring.join(" -> "))]
    Ring {
        /// The sources of the assets in the ring, from one of them back to it.
        ring: Vec<String>,
    },
}

impl AssetError {
    pub(crate) fn other_type(name: &str, found: &str, wanted: &[ValueType]) -> Self {
        let short = |path: &str| path.rsplit("::").next().unwrap_or(path).to_owned();
        let wanted: Vec<_> = wanted.iter().map(|it| it.name().to_owned()).collect();
        Self::OtherType { name: name.to_owned(), found: short(found), wanted: wanted.join(" or ") }
    }
}
