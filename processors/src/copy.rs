//! [`CopyProcessor`] and [`EffectProcessor`], which do not change the bytes of their files.

use rigmill_dom::{EffectSource, RawSource};
use rigmill_format::{CompiledEffect, RawFile};
use rigmill_pipeline::{Labelled, NoParams, ProcessContext, Processor};

use crate::report::Result;

/// Copies a file's bytes, and keeps the file's name.
#[derive(Clone, Copy, Debug, Default)]
pub struct CopyProcessor;

impl Processor for CopyProcessor {
    type Input = RawSource;
    type Output = Labelled;
    type Params = NoParams;
    const NAME: &'static str = "copy";
    const VERSION: u32 = 1;

    fn process(&self, input: &RawSource, _: &NoParams, _: &mut ProcessContext<'_>) -> Result<Labelled> {
        let mut products = Labelled::default();
        products.push(input.extension.as_str(), RawFile { bytes: input.bytes.clone() });
        Ok(products)
    }
}

/// Passes on a compiled effect unchanged.
#[derive(Clone, Copy, Debug, Default)]
pub struct EffectProcessor;

impl Processor for EffectProcessor {
    type Input = EffectSource;
    type Output = CompiledEffect;
    type Params = NoParams;
    const NAME: &'static str = "effect";
    const VERSION: u32 = 1;

    fn process(&self, input: &EffectSource, _: &NoParams, _: &mut ProcessContext<'_>) -> Result<CompiledEffect> {
        Ok(CompiledEffect { bytes: input.bytes.clone() })
    }
}
