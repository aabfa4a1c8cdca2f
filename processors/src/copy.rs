//! [`CopyProcessor`]: files as they are.

use rigmill_dom::RawSource;
use rigmill_format::RawFile;
use rigmill_pipeline::{Labelled, NoParams, ProcessContext, Processor, StageError};

/// Hands a file's bytes on, under the name that the file has.
#[derive(Clone, Copy, Debug, Default)]
pub struct CopyProcessor;

impl Processor for CopyProcessor {
    type Input = RawSource;
    type Output = Labelled;
    type Params = NoParams;
    const NAME: &'static str = "copy";
    const VERSION: u32 = 1;

    fn process(
        &self,
        input: &RawSource,
        _params: &NoParams,
        _ctx: &mut ProcessContext<'_>,
    ) -> Result<Labelled, StageError> {
        let mut products = Labelled::default();
        products.push(input.extension.as_str(), RawFile { bytes: input.bytes.clone() });
        Ok(products)
    }
}
