//! What an XNB file holds, processed as if it had come from a file of its own.

use std::fmt;

use rigmill_dom::{Holds, XnbSource};
use rigmill_pipeline::{Diagnostic, NoParams, ProcessContext, Processor, Product, Products, StageError, Value};

use crate::codes;
use crate::{AnimationProcessor, CurveClipProcessor, DataProcessor, ModelProcessor, StoredTextureProcessor};

/// A processor of sources, for those that XNB files hold: same name, same parameters, same result.
#[derive(Clone, Copy, Debug, Default)]
pub struct FromXnb<P>(pub P);

impl<P: Processor + fmt::Debug> Processor for FromXnb<P>
where
    XnbSource: Holds<P::Input>,
{
    type Input = XnbSource;
    type Output = P::Output;
    type Params = P::Params;
    const NAME: &'static str = P::NAME;
    const VERSION: u32 = P::VERSION;

    fn process(
        &self,
        input: &XnbSource,
        params: &P::Params,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<P::Output, StageError> {
        match input.held() {
            Some(held) => self.0.process(held, params, ctx),
            None => {
                let taken = rigmill_pipeline::ValueType::of::<P::Input>();
                let message =
                    format!("processor `{}` takes {}, but the file holds {}", P::NAME, taken.name(), input.name());
                let help = "leave `processor` out of the rule: each file then goes to the one that fits";
                Err(ctx.fail(Diagnostic::error(codes::XNB_OTHER_TYPE, message).help(help)))
            }
        }
    }
}

/// Hands what an XNB file holds to the processor that takes it, with that one's default parameters.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbProcessor;

impl Processor for XnbProcessor {
    type Input = XnbSource;
    type Output = Made;
    type Params = NoParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 1;

    fn process(&self, input: &XnbSource, _params: &NoParams, ctx: &mut ProcessContext<'_>) -> Result<Made, StageError> {
        match input {
            XnbSource::Animation(_) => made(FromXnb(AnimationProcessor), input, ctx),
            XnbSource::Scene(_) => made(FromXnb(ModelProcessor), input, ctx),
            XnbSource::Texture(_) => made(FromXnb(StoredTextureProcessor), input, ctx),
            XnbSource::Curves(_) => made(FromXnb(CurveClipProcessor), input, ctx),
            XnbSource::Data(_) => made(FromXnb(DataProcessor), input, ctx),
        }
    }
}

/// What another processor made.
#[derive(Debug)]
pub struct Made(Result<Vec<Product>, String>);

impl Products for Made {
    fn into_products(self) -> Result<Vec<Product>, String> {
        self.0
    }
}

fn made<P: Processor>(processor: P, input: &P::Input, ctx: &mut ProcessContext<'_>) -> Result<Made, StageError>
where
    P::Input: Value,
{
    let products = processor.process(input, &P::Params::default(), ctx)?;
    Ok(Made(products.into_products()))
}
