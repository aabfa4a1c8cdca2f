//! [`Answers`]: the answers that one asset got about other assets.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rigmill_pipeline::{AssetError, ProductInfo, SourcePath};

use crate::records::ProductRecord;
use crate::sources::FileId;

/// A product and the asset that makes it.
pub(super) type Found = Result<(FileId, ProductRecord), AssetError>;

/// The answers that one asset got about other assets in this build. The same query always gets the same answer, even if the
/// asset turned out to be in a cycle in the meantime. Therefore it does not matter whether a cache lookup or a stage asked
/// first.
#[derive(Default)]
pub(super) struct Answers {
    by_name: Mutex<BTreeMap<String, Found>>,
    by_source: Mutex<BTreeMap<SourcePath, Result<ProductInfo, AssetError>>>,
}

impl Answers {
    /// Returns the product with a name. Calls `find` only for the first answer.
    pub(super) fn by_name(&self, name: &str, find: impl FnOnce() -> Found) -> Found {
        first_answer(&self.by_name, name.to_owned(), find)
    }

    /// Returns the unlabelled product of the asset made from a source. Calls `find` only for the first answer.
    pub(super) fn by_source(
        &self,
        source: &SourcePath,
        find: impl FnOnce() -> Result<ProductInfo, AssetError>,
    ) -> Result<ProductInfo, AssetError> {
        first_answer(&self.by_source, source.clone(), find)
    }
}

fn first_answer<K: Ord, V: Clone>(answers: &Mutex<BTreeMap<K, V>>, key: K, find: impl FnOnce() -> V) -> V {
    let lock = || answers.lock().unwrap_or_else(PoisonError::into_inner);
    let known = lock().get(&key).cloned();
    // The lock is not held here, because finding a product may require building an asset.
    known.unwrap_or_else(|| {
        let found = find();
        lock().entry(key).or_insert(found).clone()
    })
}
