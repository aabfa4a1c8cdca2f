//! [`Answers`]: what one asset was answered about other assets.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rigmill_pipeline::{AssetError, ProductInfo, SourcePath};

use crate::records::ProductRecord;
use crate::sources::FileId;

/// A product and the asset that makes it.
pub(super) type Found = Result<(FileId, ProductRecord), AssetError>;

/// What one asset was answered about other assets in this build. The same query has the same answer again, even if the asset
/// turned out to be in a cycle in between: whether the object cache or a stage asked first decides nothing.
#[derive(Default)]
pub(super) struct Answers {
    by_name: Mutex<BTreeMap<String, Found>>,
    by_source: Mutex<BTreeMap<SourcePath, Result<ProductInfo, AssetError>>>,
}

impl Answers {
    /// The product with a name; `find` is called for the first answer.
    pub(super) fn by_name(&self, name: &str, find: impl FnOnce() -> Found) -> Found {
        first_answer(&self.by_name, name.to_owned(), find)
    }

    /// The product without a label of the asset made from a source; `find` is called for the first answer.
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
    // Not under the lock: to find a product may take a build.
    known.unwrap_or_else(|| {
        let found = find();
        lock().entry(key).or_insert(found).clone()
    })
}
