//! The processors themselves, one for each type of source.

use std::iter;
use std::sync::Arc;

use rigmill_dom::{AnimationSource, Scene};
use rigmill_format::{AnimationSequence, CompressedClip, Skeleton};
use rigmill_pipeline::{Diagnostic, Labelled, ProcessContext, Processor, StageError, nearest};

use super::params::CompressParams;
use crate::compression::{self, Bound, CompressError};
use crate::sampled::on_skeleton::{NUMBERS, on_skeleton};
use crate::sampled::{self, Bones};
use crate::scene::NamedClip;
use crate::unit_ratio::other_unit;
use crate::{SampleRate, animation, codes, scene};

/// Compresses an [`AnimationSource`] into a [`CompressedClip`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CompressAnimationProcessor;

impl Processor for CompressAnimationProcessor {
    type Input = AnimationSource;
    type Output = CompressedClip;
    type Params = CompressParams;
    const NAME: &'static str = "compress";
    const VERSION: u32 = 2;

    fn process(
        &self,
        input: &AnimationSource,
        params: &CompressParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<CompressedClip, StageError> {
        let clip = animation::convert(input, ctx)?;
        let rate = params.rate.map_or_else(|| sampled::own_rate(&clip.sequences), SampleRate::get);
        sampled::check_keys(iter::once((&clip, rate)), NUMBERS, params.max_keys, ctx)?;
        let Some(skeleton) = named(params, ctx)? else {
            let message = "parameter `skeleton` of rigmill.toml: it is empty, and the clip has no skeleton of its own";
            let help = "name the skeleton that the clip is for: params = { skeleton = \"…\" }";
            return Err(ctx.fail(Diagnostic::error(codes::SAMPLED_SKELETON, message).help(help)));
        };
        sampled::tell_unknown(&Bones::of(Some(&skeleton)), input, "it is left out", ctx);
        compressed(("", &clip, rate), &skeleton, params.skeleton.trim_start_matches('/'), params, ctx)
    }
}

/// Compresses each clip of a [`Scene`] that moves anything into a [`CompressedClip`], labelled with its name: `@Run`;
/// and makes the scene's [`Skeleton`] (`.skeleton`) where they are for that.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompressSceneProcessor;

impl Processor for CompressSceneProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = CompressParams;
    const NAME: &'static str = "compress";
    const VERSION: u32 = 3;

    fn process(
        &self,
        input: &Scene,
        params: &CompressParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Labelled, StageError> {
        let (own, clips) = scene::clips_on_skeleton(input, ctx);
        let rate = |clip: &NamedClip<'_>| params.rate.map_or(clip.source.rate, SampleRate::get);
        sampled::check_keys(clips.iter().map(|it| (&it.clip, rate(it))), NUMBERS, params.max_keys, ctx)?;
        let mut products = Labelled::default();
        let (skeleton, name) = match named(params, ctx)? {
            Some(skeleton) => (skeleton, params.skeleton.trim_start_matches('/').to_owned()),
            None => {
                products.push(".skeleton", own.clone());
                (Arc::new(own), format!("{}.skeleton", ctx.source().asset_name()))
            }
        };
        for named in clips {
            let compressed = compressed(
                (named.label.trim_start_matches('@'), &named.clip, rate(&named)),
                &skeleton,
                &name,
                params,
                ctx,
            )?;
            products.push(named.label, compressed);
        }
        Ok(products)
    }
}

/// The skeleton that the parameters name, if they do.
fn named(params: &CompressParams, ctx: &mut ProcessContext<'_>) -> Result<Option<Arc<Skeleton>>, StageError> {
    sampled::skeleton(&params.skeleton, ctx)
}

fn compressed(
    (label, clip, rate): (&str, &AnimationSequence, f64),
    skeleton: &Skeleton,
    name: &str,
    params: &CompressParams,
    ctx: &mut ProcessContext<'_>,
) -> Result<CompressedClip, StageError> {
    let of_scene = if label.is_empty() { "the clip".to_owned() } else { format!("clip `{label}`") };
    other_unit(clip, &of_scene, skeleton).into_iter().for_each(|warning| ctx.report(warning));
    let source = on_skeleton(clip, skeleton, rate).map_err(|fault| sampled::too_many(&fault, ctx))?;
    let bound = bound(params, skeleton, ctx);
    match compression::compress(&source, &bound) {
        Ok(compressed) => {
            let (skeleton, duration, storage) = (name.to_owned(), clip.duration, params.storage);
            Ok(CompressedClip { skeleton, duration, storage, ..compressed.clip })
        }
        Err(error) => Err(ctx.fail(told(&error, skeleton, params.unit.get()))),
    }
}

/// The bound in units of the clip.
fn bound(params: &CompressParams, skeleton: &Skeleton, ctx: &mut ProcessContext<'_>) -> Bound {
    #[expect(clippy::cast_possible_truncation, reason = "bounds are f32")]
    let units = |metres: f64| (metres / params.unit.get()) as f32;
    let (error, shell) = (params.error_mm.metres(), params.shell_cm.metres());
    let mut bones = Vec::new();
    for (name, own) in &params.bones.0 {
        let Some(bone) = skeleton.bones.iter().position(|bone| bone.name == *name) else {
            tell_unknown(name, skeleton, ctx);
            continue;
        };
        let own_error = own.error_mm.map_or(error, |error| error.metres());
        let own_shell = own.shell_cm.map_or(shell, |shell| shell.metres());
        bones.push((bone, units(own_error), units(own_shell)));
    }
    Bound { error: units(error), shell: units(shell), bones }
}

fn tell_unknown(name: &str, skeleton: &Skeleton, ctx: &mut ProcessContext<'_>) {
    let message = format!("parameter `bones` of rigmill.toml: the skeleton has no bone {name:?}");
    let near = nearest(name, skeleton.bones.iter().map(|bone| bone.name.as_str()));
    let help = near.map_or_else(|| "name a bone of the skeleton".to_owned(), |near| format!("did you mean {near:?}?"));
    ctx.report(Diagnostic::warning(codes::COMPRESS_BONE, message).help(help));
}

fn told(error: &CompressError, skeleton: &Skeleton, unit: f64) -> Diagnostic {
    let millimetres = |units: f32| f64::from(units) * unit * 1e3;
    match *error {
        CompressError::OverBound { bone, found, bound } => {
            let name = skeleton.bones.get(bone).map_or("", |bone| &bone.name);
            let (found, bound) = (millimetres(found), millimetres(bound));
            let message = format!("bone {name:?}: off by {found:.4} mm at best, the bound is {bound:.4} mm");
            let help =
                "raise `error_mm` or lower `shell_cm`, for this bone alone by `bones`; or keep the clip uncompressed";
            Diagnostic::error(codes::COMPRESS_BOUND, message).help(help)
        }
        ref other => {
            let help =
                "see that the skeleton has bones and the clip is in metres, or say its `unit`; or keep it uncompressed";
            Diagnostic::error(codes::COMPRESS_REFUSED, other.to_string()).help(help)
        }
    }
}
