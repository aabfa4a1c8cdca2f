//! [`RecordedAssets`]: answers queries about other assets from the results of the last build.

use rigmill_pipeline::{AssetError, DynValue, ProductInfo, SourcePath};

use crate::check::OtherAssets;
use crate::plan::Plan;
use crate::records::{AssetRecord, Failure, ProductRecord};
use crate::sources::FileId;
use crate::state::State;

/// Answers queries about other assets from the results of the last build. Surveys use it because they build nothing.
pub(crate) struct RecordedAssets<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) state: &'a State,
}

impl RecordedAssets<'_> {
    fn record(&self, file: FileId) -> Option<AssetRecord> {
        self.state.record(self.plan.previous(file)?).ok()
    }

    /// Returns the product with this label of the asset made from `file`; `None` if the asset has no such product.
    fn product_with(
        &self,
        dependent: FileId,
        file: FileId,
        label: &str,
        name: &str,
    ) -> Result<Option<ProductInfo>, AssetError> {
        let record = self.record(file);
        if let Some(failure) = record.as_ref().and_then(|it| it.failure.as_ref()) {
            let cycle = self.common_cycle(dependent, failure);
            return Err(cycle.unwrap_or_else(|| AssetError::Failed { name: name.to_owned() }));
        }
        let products = record.and_then(|it| it.built).map(|built| built.process.products).unwrap_or_default();
        let found = products.into_iter().find(|it| it.label == label);
        Ok(found.map(|ProductRecord { type_path, digest, .. }| ProductInfo {
            name: name.to_owned(),
            type_path: type_path.into_owned(),
            digest,
        }))
    }

    /// Returns the cycle error if both assets failed because of the same cycle.
    fn common_cycle(&self, dependent: FileId, other: &Failure) -> Option<AssetError> {
        let cycle = self.record(dependent)?.failure?.cycle;
        (!cycle.is_empty() && cycle == other.cycle).then_some(AssetError::Cycle { sources: cycle })
    }
}

impl OtherAssets for RecordedAssets<'_> {
    fn product(&self, dependent: FileId, name: &str) -> Result<ProductInfo, AssetError> {
        let mut failed = None;
        for (file, label) in self.plan.possible_makers(name).into_iter().filter(|(file, _)| *file != dependent) {
            match self.product_with(dependent, file, &label, name) {
                Ok(Some(product)) => return Ok(product),
                Ok(None) => {}
                Err(error) => failed = Some(error),
            }
        }
        Err(failed.unwrap_or_else(|| AssetError::Missing { name: name.to_owned() }))
    }

    fn product_of(&self, dependent: FileId, source: &SourcePath) -> Result<ProductInfo, AssetError> {
        let name = source.asset_name();
        let missing = || AssetError::Missing { name: name.to_owned() };
        let file = self.plan.asset_of(source).filter(|&file| file != dependent).ok_or_else(missing)?;
        let product = self.product_with(dependent, file, "", name)?.ok_or_else(missing)?;
        Ok(ProductInfo { name: self.plan.asset_name(file, source).to_owned(), ..product })
    }

    fn value(&self, _: FileId, name: &str) -> Result<DynValue, AssetError> {
        Err(AssetError::Failed { name: name.to_owned() })
    }
}
