//! The processors with the name `compress`, one for each type of source.

use rigmill_dom::{AnimationSource, Scene};
use rigmill_format::{CompressedClip, Skeleton};
use rigmill_math::to_f32;
use rigmill_pipeline::{Diagnostic, Labelled, ProcessContext, Processor};

use super::error::CompressError;
use super::params::CompressParams;
use super::reference::ReferenceClip;
use super::search::{Bound, Compressed, compress};
use crate::clips::frames::{ClipOnSkeleton, Sampling};
use crate::codes;
use crate::motion::WithMotion;
use crate::report::{Result, similar_name};

/// Compresses an [`AnimationSource`] into a [`CompressedClip`].
#[derive(Clone, Copy, Debug, Default)]
pub struct CompressAnimationProcessor;

impl Processor for CompressAnimationProcessor {
    type Input = AnimationSource;
    type Output = WithMotion<CompressedClip>;
    type Params = CompressParams;
    const NAME: &'static str = "compress";
    const VERSION: u32 = 3;

    fn process(
        &self,
        input: &AnimationSource,
        params: &CompressParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<WithMotion<CompressedClip>> {
        sampling(params).animation(input, ctx, |clip, ctx| compressed(clip, params, ctx))
    }
}

/// Compresses each clip of a [`Scene`] that moves anything into a [`CompressedClip`], labelled with its name, such as `@Run`.
/// Also makes the scene's [`Skeleton`] (`.skeleton`), if the clips use it.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompressSceneProcessor;

impl Processor for CompressSceneProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = CompressParams;
    const NAME: &'static str = "compress";
    const VERSION: u32 = 7;

    fn process(&self, input: &Scene, params: &CompressParams, ctx: &mut ProcessContext<'_>) -> Result<Labelled> {
        sampling(params).scene(input, ctx, |clip, ctx| compressed(clip, params, ctx))
    }
}

fn sampling(params: &CompressParams) -> Sampling<'_> {
    Sampling {
        rate: params.rate,
        max_keys: params.max_keys,
        skeleton: &params.skeleton,
        root_motion: params.root_motion.as_ref(),
    }
}

fn compressed(
    clip: ClipOnSkeleton<'_>,
    params: &CompressParams,
    ctx: &mut ProcessContext<'_>,
) -> Result<CompressedClip> {
    let bound = bound(params, clip.skeleton, ctx);
    let played = clip.played();
    let compressed = compress(&played, &clip.rates(&played.key_times()), &bound);
    let compressed = compressed.map_err(|error| ctx.fail(refusal(&error, clip.skeleton, params.unit.get())))?;
    if !compressed.is_within {
        ctx.report(jumps(&compressed, &bound, clip.skeleton, params.unit.get()));
    }
    let resting = clip.resting();
    Ok(CompressedClip { skeleton: clip.skeleton_name, resting, storage: params.storage, ..compressed.clip })
}

/// Returns the error bound in units of the clip.
fn bound(params: &CompressParams, skeleton: &Skeleton, ctx: &mut ProcessContext<'_>) -> Bound {
    let units = |metres: f64| to_f32(metres / params.unit.get());
    let (error, shell) = (params.error_mm.metres(), params.shell_cm.metres());
    let mut bones = Vec::new();
    for (name, own) in &params.bones.0 {
        let Some(bone) = skeleton.bones.iter().position(|bone| bone.name == *name) else {
            warn_of_unknown(name, skeleton, ctx);
            continue;
        };
        let own_error = own.error_mm.map_or(error, |error| error.metres());
        let own_shell = own.shell_cm.map_or(shell, |shell| shell.metres());
        bones.push((bone, units(own_error), units(own_shell)));
    }
    Bound { error: units(error), shell: units(shell), bones }
}

fn warn_of_unknown(name: &str, skeleton: &Skeleton, ctx: &mut ProcessContext<'_>) {
    let message = format!("the skeleton has no bone {name:?}");
    let known = skeleton.bones.iter().map(|bone| bone.name.as_str());
    let help = similar_name(name, known, "choose a bone of the skeleton");
    ctx.report(Diagnostic::warning(codes::COMPRESS_BONE, message).of_parameter("bones").help(help));
}

/// Creates the warning that a clip exceeds its bound between frames. `unit` is in metres.
fn jumps(compressed: &Compressed, bound: &Bound, skeleton: &Skeleton, unit: f64) -> Diagnostic {
    let largest = compressed.errors.iter().enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b));
    let (bone, found) = largest.map_or((0, 0.0), |(bone, error)| (bone, *error));
    let name = skeleton.bones.get(bone).map_or("", |bone| &bone.name);
    let (found, bound) = (f64::from(found) * unit * 1e3, f64::from(bound.error) * unit * 1e3);
    let rate = compressed.clip.frame_rate;
    let message = format!(
        "bone {name:?}: the error between frames is up to {found:.4} mm, but `error_mm` allows {bound:.4} mm; at every frame rate \
         that Rigmill tried, some keys are between frames (the built clip has {rate} frames per second)"
    );
    let help = "move the keys of all bones to whole frames of one frame rate, or use the processor `animation` (for scenes: `clips`)";
    Diagnostic::warning(codes::COMPRESS_JUMP, message).help(help)
}

/// Creates the diagnostic for an error. `unit` is in metres.
fn refusal(error: &CompressError, skeleton: &Skeleton, unit: f64) -> Diagnostic {
    let millimetres = |units: f32| f64::from(units) * unit * 1e3;
    match *error {
        CompressError::OverBound { bone, found, bound } => {
            let name = skeleton.bones.get(bone).map_or("", |bone| &bone.name);
            let (found, bound) = (millimetres(found), millimetres(bound));
            let message = format!(
                "bone {name:?}: the smallest possible error is {found:.4} mm, but `error_mm` allows {bound:.4} mm"
            );
            let help = "raise `error_mm` or reduce `shell_cm` (`bones` sets them for one bone), or use the processor `animation` (for scenes: `clips`)";
            Diagnostic::error(codes::COMPRESS_BOUND, message).help(help)
        }
        CompressError::TooManyKeys(ref message) => {
            Diagnostic::error(codes::SAMPLED_KEYS, message).help("lower `rate`, or split the clip")
        }
        ref other => {
            let help = "check that the skeleton has bones, and that `unit` is right if the clip is not in metres; or use the processor `animation` (for scenes: `clips`)";
            Diagnostic::error(codes::COMPRESS_REFUSED, other.to_string()).help(help)
        }
    }
}
