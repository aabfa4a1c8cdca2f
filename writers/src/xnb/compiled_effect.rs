//! Writes compiled effects in the form that XNA's `EffectReader` reads.

use rigmill_codec_xnb::{Effect, Value};
use rigmill_format::CompiledEffect;
use rigmill_pipeline::{WriteContext, Writer};

use super::encoding::encoded;
use super::params::XnbWriterParams;
use crate::written::Written;

/// Writes a [`CompiledEffect`] as the `.xnb` file of an `Effect`. The compiler's output stays unchanged.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbEffectWriter;

impl Writer for XnbEffectWriter {
    type Input = CompiledEffect;
    type Params = XnbWriterParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 1;
    const TARGET: &'static str = "xna";
    const EXTENSION: &'static str = "xnb";

    fn write(&self, value: &CompiledEffect, params: &XnbWriterParams, ctx: &mut WriteContext) -> Written {
        let effect = Effect { bytes: value.bytes.clone() };
        encoded(params.platform, params.profile, Value::Effect(effect), Vec::new(), ctx)
    }
}
