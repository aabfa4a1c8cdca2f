//! [`Recorded`]: other assets as the last build left them.

use rigmill_pipeline::{AssetError, Diagnostic, DynValue, ProductInfo, SourcePath};

use crate::check::Assets;
use crate::plan::Plan;
use crate::records::{AssetRecord, Failure, ProductMemo};
use crate::run::RING;
use crate::state::State;

/// Other assets as their last builds left them: a survey builds nothing.
pub(crate) struct Recorded<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) state: &'a State,
}

impl Recorded<'_> {
    fn record(&self, file: usize) -> Option<AssetRecord> {
        self.state.record(self.plan.old_of.get(file)?.checked_sub(1)?).ok()
    }

    /// The product with this label of the asset made from `file`; `None` where the asset has none.
    fn product_with(
        &self,
        asker: usize,
        file: usize,
        label: &str,
        name: &str,
    ) -> Result<Option<ProductInfo>, AssetError> {
        let record = self.record(file);
        if let Some(failure) = record.as_ref().and_then(|it| it.failure.as_ref()) {
            let ring = self.common_ring(asker, failure);
            return Err(ring.unwrap_or_else(|| AssetError::Failed { name: name.to_owned() }));
        }
        let products = record.and_then(|it| it.good).map(|good| good.process.products).unwrap_or_default();
        let found = products.into_iter().find(|it| it.label == label);
        Ok(found.map(|ProductMemo { type_path, digest, .. }| ProductInfo { type_path, digest }))
    }

    /// The ring that kept both assets from being built.
    fn common_ring(&self, asker: usize, asked: &Failure) -> Option<AssetError> {
        let asker = self.record(asker)?.failure?;
        let ring = asker.diagnostics.into_iter().find(|it| it.code == RING)?;
        let message = |it: &Diagnostic| it.code == RING && it.message == ring.message;
        asked.diagnostics.iter().any(message).then(|| AssetError::Ring { ring: Vec::new() })
    }
}

impl Assets for Recorded<'_> {
    fn product(&self, asker: usize, name: &str) -> Result<ProductInfo, AssetError> {
        let mut failed = None;
        for (file, label) in self.plan.makers(name).into_iter().filter(|(file, _)| *file != asker) {
            match self.product_with(asker, file, &label, name) {
                Ok(Some(product)) => return Ok(product),
                Ok(None) => {}
                Err(error) => failed = Some(error),
            }
        }
        Err(failed.unwrap_or_else(|| AssetError::Missing { name: name.to_owned() }))
    }

    fn product_of(&self, asker: usize, source: &SourcePath) -> Result<ProductInfo, AssetError> {
        let name = source.asset_name();
        let file = self.plan.asset_of(source).filter(|&file| file != asker);
        let product = file.map(|file| self.product_with(asker, file, "", name)).transpose()?.flatten();
        product.ok_or_else(|| AssetError::Missing { name: name.to_owned() })
    }

    fn value(&self, _: usize, name: &str) -> Result<DynValue, AssetError> {
        Err(AssetError::Failed { name: name.to_owned() })
    }
}
