//! [`CopyProcessor`]: files that are copied.

use rigmill_dom::RawSource;
use rigmill_format::RawFile;
use rigmill_pipeline::{Labelled, NoParams, ProcessContext, Processor};

use crate::report::Result;

/// Copies a file's bytes, under the file's own name.
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
