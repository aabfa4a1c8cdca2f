//! [`Variants`]: a processor that runs several times for each asset.

use std::sync::Arc;

use super::{BoundParams, ErasedProcessor, StageParams};
use crate::{DynValue, ParamDoc, ParamError, ParamShape, ProcessContext, Product, StageError, StageId, ValueType};

/// A processor that makes an asset's products once with the asset's own parameters, and once more for each variant, with the
/// variant's parameters. The labels of a variant's products begin with the variant's own label.
pub struct Variants {
    processor: Arc<dyn ErasedProcessor>,
    variants: Vec<(String, BoundParams)>,
}

impl Variants {
    /// Creates a processor from another one, and from the labels and parameters of the variants.
    #[must_use]
    pub fn new(processor: Arc<dyn ErasedProcessor>, variants: Vec<(String, BoundParams)>) -> Self {
        Self { processor, variants }
    }

    /// Returns the parameters of this processor: those of the asset itself, which are bound by the other processor, and those of
    /// the variants.
    #[must_use]
    pub fn params(&self, own: &BoundParams) -> BoundParams {
        let variants = self.variants.iter().flat_map(|(label, params)| {
            params.canonical().iter().map(move |(name, value)| (format!("variants.{label}.{name}"), value.clone()))
        });
        own.with_canonical(variants)
    }
}

impl StageParams for Variants {
    fn param_docs(&self) -> Vec<ParamDoc> {
        self.processor.param_docs()
    }

    fn param_shapes(&self) -> Vec<ParamShape> {
        self.processor.param_shapes()
    }

    fn bind(&self, given: &toml::Table) -> Result<BoundParams, ParamError> {
        self.processor.bind(given).map(|own| self.params(&own))
    }
}

impl ErasedProcessor for Variants {
    fn id(&self) -> StageId {
        self.processor.id()
    }

    fn input(&self) -> ValueType {
        self.processor.input()
    }

    fn process(
        &self,
        input: &DynValue,
        params: &BoundParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Vec<Product>, StageError> {
        let mut products = self.processor.process(input, params, ctx)?;
        for (label, params) in &self.variants {
            let made = self.processor.process(input, params, ctx)?;
            products.extend(made.into_iter().map(|it| Product { label: format!("{label}{}", it.label), ..it }));
        }
        // The same facts about the source are reported for each variant.
        ctx.merge_equal_diagnostics();
        Ok(products)
    }
}
