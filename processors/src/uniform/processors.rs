//! The processors themselves, one for each type of source.

use std::iter;
use std::sync::Arc;

use rigmill_dom::{AnimationSource, Scene};
use rigmill_format::{AnimationSequence, Skeleton, UniformClip};
use rigmill_pipeline::{Diagnostic, Labelled, ProcessContext, Processor, StageError};

use super::make::uniform_clip;
use super::params::UniformClipParams;
use crate::sampled::on_skeleton::{NUMBERS, on_skeleton};
use crate::sampled::{self, Bones};
use crate::scene::NamedClip;
use crate::unit_ratio::other_unit;
use crate::{SampleRate, animation, codes, scene};

/// Samples an [`AnimationSource`] on a skeleton into a [`UniformClip`].
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformAnimationProcessor;

impl Processor for UniformAnimationProcessor {
    type Input = AnimationSource;
    type Output = UniformClip;
    type Params = UniformClipParams;
    const NAME: &'static str = "uniform-clip";
    const VERSION: u32 = 2;

    fn process(
        &self,
        input: &AnimationSource,
        params: &UniformClipParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<UniformClip, StageError> {
        let clip = animation::convert(input, ctx)?;
        let rate = params.rate.map_or_else(|| sampled::own_rate(&clip.sequences), SampleRate::get);
        sampled::check_keys(iter::once((&clip, rate)), NUMBERS, params.max_keys, ctx)?;
        let Some(skeleton) = sampled::skeleton(&params.skeleton, ctx)? else {
            let message = "parameter `skeleton` of rigmill.toml: it is empty, and the clip has no skeleton of its own";
            let help = "name the skeleton that the clip is for: params = { skeleton = \"…\" }";
            return Err(ctx.fail(Diagnostic::error(codes::SAMPLED_SKELETON, message).help(help)));
        };
        sampled::tell_unknown(&Bones::of(Some(&skeleton)), input, "it is left out", ctx);
        uniform(("", &clip, rate), &skeleton, params.skeleton.trim_start_matches('/'), ctx)
    }
}

/// Samples each clip of a [`Scene`] that moves anything into a [`UniformClip`], labelled with its name: `@Run`; and makes the
/// scene's [`Skeleton`] (`.skeleton`) where they are for that.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformSceneProcessor;

impl Processor for UniformSceneProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = UniformClipParams;
    const NAME: &'static str = "uniform-clip";
    const VERSION: u32 = 3;

    fn process(
        &self,
        input: &Scene,
        params: &UniformClipParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Labelled, StageError> {
        let (own, clips) = scene::clips_on_skeleton(input, ctx);
        let rate = |clip: &NamedClip<'_>| params.rate.map_or(clip.source.rate, SampleRate::get);
        sampled::check_keys(clips.iter().map(|it| (&it.clip, rate(it))), NUMBERS, params.max_keys, ctx)?;
        let mut products = Labelled::default();
        let (skeleton, name) = match sampled::skeleton(&params.skeleton, ctx)? {
            Some(skeleton) => (skeleton, params.skeleton.trim_start_matches('/').to_owned()),
            None => {
                products.push(".skeleton", own.clone());
                (Arc::new(own), format!("{}.skeleton", ctx.source().asset_name()))
            }
        };
        for named in clips {
            let uniform =
                uniform((named.label.trim_start_matches('@'), &named.clip, rate(&named)), &skeleton, &name, ctx)?;
            products.push(named.label, uniform);
        }
        Ok(products)
    }
}

/// The clip as it is sampled; it lasts as long as it did.
fn uniform(
    (label, clip, rate): (&str, &AnimationSequence, f64),
    skeleton: &Skeleton,
    name: &str,
    ctx: &mut ProcessContext<'_>,
) -> Result<UniformClip, StageError> {
    let of_scene = if label.is_empty() { "the clip".to_owned() } else { format!("clip `{label}`") };
    other_unit(clip, &of_scene, skeleton).into_iter().for_each(|warning| ctx.report(warning));
    let source = on_skeleton(clip, skeleton, rate).map_err(|fault| sampled::too_many(&fault, ctx))?;
    Ok(UniformClip { skeleton: name.to_owned(), duration: clip.duration, ..uniform_clip(&source) })
}
