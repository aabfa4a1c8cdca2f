//! Processors for the content of XNB files.

use std::fmt;

use rigmill_dom::{CollisionSource, Holds, XnbSource};
use rigmill_format::CollisionMesh;
use rigmill_pipeline::{Diagnostic, NoParams, ProcessContext, Processor, Product, Products, StageError, ValueType};

use crate::codes;
use crate::report::Result;
use crate::scene::stored_collision;
use crate::{
    AnimationProcessor, CollisionParams, CollisionProcessor, CurveClipProcessor, DataProcessor, EffectProcessor,
    ModelParams, ModelProcessor, ModelWithClipsProcessor, SoundProcessor, StoredFontProcessor, StoredSongProcessor,
    StoredTextureProcessor,
};

/// Adapts a processor to sources in XNB files. The name, the parameters and the result are those of the adapted processor.
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

    fn process(&self, input: &XnbSource, params: &P::Params, ctx: &mut ProcessContext<'_>) -> Result<P::Output> {
        let loses_collision = |collision: &CollisionSource| match P::NAME {
            ModelProcessor::NAME => collision.model.tag.is_none(),
            name => name == ModelWithClipsProcessor::NAME,
        };
        if matches!(input, XnbSource::Collision(collision) if loses_collision(collision)) {
            let message = "the collision mesh in the model's Tag is left out";
            let help = "to build the collision mesh, set `processor = \"collision\"`";
            ctx.report(Diagnostic::warning(codes::XNB_HALF, message).help(help));
        }
        match input.held() {
            Some(held) => self.0.process(held, params, ctx),
            None => Err(other_type::<P>(input, ctx)),
        }
    }
}

fn other_type<P: Processor>(input: &XnbSource, ctx: &mut ProcessContext<'_>) -> StageError {
    let taken = ValueType::of::<P::Input>();
    let message =
        format!("the `{}` processor accepts {}, but the file contains {}", P::NAME, taken.name(), input.name());
    let help = "remove `processor` from the rule; Rigmill then chooses the right processor for the file";
    ctx.fail(Diagnostic::error(codes::XNB_OTHER_TYPE, message).help(help))
}

/// Makes the collision mesh of a model in an XNB file. Uses the mesh in the model's Tag if there is one, or else makes a mesh
/// of all triangles, like [`CollisionProcessor`].
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbCollisionProcessor;

impl Processor for XnbCollisionProcessor {
    type Input = XnbSource;
    type Output = CollisionMesh;
    type Params = CollisionParams;
    const NAME: &'static str = CollisionProcessor::NAME;
    const VERSION: u32 = 2;

    fn process(
        &self,
        input: &XnbSource,
        params: &CollisionParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<CollisionMesh> {
        match input {
            XnbSource::Collision(collision) => Ok(stored_collision(collision, params, ctx)),
            XnbSource::Scene(scene) => CollisionProcessor.process(scene, params, ctx),
            other => Err(other_type::<CollisionProcessor>(other, ctx)),
        }
    }
}

/// Processes the content of an XNB file with the processor for its type and with default parameters.
#[derive(Clone, Copy, Debug, Default)]
pub struct XnbProcessor;

impl Processor for XnbProcessor {
    type Input = XnbSource;
    type Output = Made;
    type Params = NoParams;
    const NAME: &'static str = "xnb";
    const VERSION: u32 = 6;

    fn process(&self, input: &XnbSource, _: &NoParams, ctx: &mut ProcessContext<'_>) -> Result<Made> {
        match input {
            XnbSource::Animation(_) => made(FromXnb(AnimationProcessor), input, &Default::default(), ctx),
            XnbSource::Collision(collision) => {
                if !collision.model.meshes.is_empty() {
                    let message = "the collision mesh in the model's Tag is built, but the model's meshes are left out";
                    let help = "to build the meshes, set `processor = \"model\"`; to build only the collision mesh without this warning, set `processor = \"collision\"`";
                    ctx.report(Diagnostic::warning(codes::XNB_HALF, message).help(help));
                }
                made(XnbCollisionProcessor, input, &Default::default(), ctx)
            }
            XnbSource::Scene(_) => {
                // The vertices in the file already have tangents if the game needs them.
                let params = ModelParams { tangents: false, ..ModelParams::default() };
                made(FromXnb(ModelProcessor), input, &params, ctx)
            }
            XnbSource::Texture(_) => made(FromXnb(StoredTextureProcessor), input, &Default::default(), ctx),
            XnbSource::Effect(_) => made(FromXnb(EffectProcessor), input, &NoParams::default(), ctx),
            XnbSource::Font(_) => made(FromXnb(StoredFontProcessor), input, &Default::default(), ctx),
            XnbSource::Curves(_) => made(FromXnb(CurveClipProcessor), input, &Default::default(), ctx),
            XnbSource::Sound(_) => made(FromXnb(SoundProcessor), input, &Default::default(), ctx),
            XnbSource::Song(_) => made(FromXnb(StoredSongProcessor), input, &Default::default(), ctx),
            XnbSource::Data(_) => made(FromXnb(DataProcessor), input, &Default::default(), ctx),
        }
    }
}

/// The products of another processor.
#[derive(Debug)]
pub struct Made(Result<Vec<Product>, String>);

impl Products for Made {
    fn into_products(self) -> Result<Vec<Product>, String> {
        self.0
    }
}

fn made<P: Processor>(
    processor: P,
    input: &P::Input,
    params: &P::Params,
    ctx: &mut ProcessContext<'_>,
) -> Result<Made> {
    Ok(Made(processor.process(input, params, ctx)?.into_products()))
}
