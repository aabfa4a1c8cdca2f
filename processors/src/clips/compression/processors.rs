//! The processors with the name `compress`, one for each type of source.

use rigmill_dom::{AnimationSource, Scene};
use rigmill_format::{CompressedClip, Skeleton};
use rigmill_math::to_f32;
use rigmill_pipeline::{Diagnostic, Labelled, ProcessContext, Processor};

use super::error::CompressError;
use super::millimetres::millimetres;
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
    const VERSION: u32 = 5;

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
    const VERSION: u32 = 9;

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
    let compressed =
        compressed.map_err(|error| ctx.fail(refusal(&error, &bound, clip.skeleton, params.metres_per_unit.get())))?;
    if !compressed.is_within {
        ctx.report(jumps(&compressed, &bound, clip.skeleton, params.metres_per_unit.get()));
    }
    let resting = clip.resting();
    Ok(CompressedClip { skeleton: clip.skeleton_name, resting, storage: params.storage, ..compressed.clip })
}

/// Returns the error bound in units of the clip.
fn bound(params: &CompressParams, skeleton: &Skeleton, ctx: &mut ProcessContext<'_>) -> Bound {
    let units = |metres: f64| to_f32(metres / params.metres_per_unit.get());
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
    let message = format!("the skeleton has no bone named {name:?}");
    let known = skeleton.bones.iter().map(|bone| bone.name.as_str());
    let help = similar_name(name, known, "choose a bone of the skeleton");
    ctx.report(Diagnostic::warning(codes::COMPRESS_BONE, message).of_parameter("bones").in_key(name).help(help));
}

/// Creates the warning that a clip exceeds its bound between frames, for the bone that exceeds its own bound most. `unit` is in
/// metres.
fn jumps(compressed: &Compressed, bound: &Bound, skeleton: &Skeleton, unit: f64) -> Diagnostic {
    let part = |bone: usize, error: f32| error / bound.error_of(bone).0;
    let worst = compressed.errors.iter().copied().enumerate();
    let worst = worst.max_by(|&(a, of_a), &(b, of_b)| part(a, of_a).total_cmp(&part(b, of_b)));
    let (bone, found) = worst.unwrap_or_default();
    let name = skeleton.bones.get(bone).map_or("", |bone| &bone.name);
    let [found, allowed] = errors(bone, found, bound, unit);
    let rate = compressed.clip.frame_rate;
    let message = format!(
        "bone {name:?}: the error between frames is up to {found}, but {allowed} (the built clip runs \
         at {rate} frames per second)"
    );
    let help =
        "move all keys to whole frames of one frame rate, or use the `animation` processor (for scenes: `clips`)";
    Diagnostic::warning(codes::COMPRESS_JUMP, message).help(help)
}

/// Formats the error of a bone, and what its bound allows. `unit` is in metres.
fn errors(bone: usize, found: f32, bound: &Bound, unit: f64) -> [String; 2] {
    let (allowed, is_own) = bound.error_of(bone);
    let [found, allowed] = [found, allowed].map(|units| f64::from(units) * unit * 1e3);
    let [found, allowed] = millimetres(found, allowed);
    let parameter = if is_own { "its `error_mm` in `bones`" } else { "`error_mm`" };
    [format!("{found} mm"), format!("{parameter} allows {allowed} mm")]
}

/// Creates the diagnostic for an error. `unit` is in metres.
fn refusal(error: &CompressError, bound: &Bound, skeleton: &Skeleton, unit: f64) -> Diagnostic {
    match *error {
        CompressError::OverBound { bone, found, .. } => {
            let name = skeleton.bones.get(bone).map_or("", |bone| &bone.name);
            let [found, allowed] = errors(bone, found, bound, unit);
            let message = format!("bone {name:?}: the smallest possible error is {found}, but {allowed}");
            let help = "raise `error_mm`, reduce `shell_cm`, or use the `animation` processor (for scenes: `clips`)";
            Diagnostic::error(codes::COMPRESS_BOUND, message).help(help)
        }
        CompressError::TooManyKeys(ref message) => {
            Diagnostic::error(codes::SAMPLED_KEYS, message).help("lower `rate`, or split the clip")
        }
        ref other => {
            let help = "check that the skeleton has bones and that `metres_per_unit` is right, or use the `animation` processor (for scenes: `clips`)";
            Diagnostic::error(codes::COMPRESS_REFUSED, other.to_string()).help(help)
        }
    }
}

#[cfg(test)]
mod tests {
    use rigmill_format::Bone;

    use super::*;

    fn skeleton() -> Skeleton {
        let bone = |name: &str| Bone { name: name.to_owned(), ..Bone::default() };
        Skeleton { bones: ["Root", "Hand", "Head"].map(bone).into(), ..Skeleton::default() }
    }

    #[test]
    fn the_bone_that_exceeds_its_own_bound_most_is_named_with_this_bound() {
        let compressed =
            |errors: [f32; 3]| Compressed { clip: CompressedClip::default(), errors: errors.into(), is_within: false };
        let bound = Bound { error: 1e-3, shell: 0.1, bones: vec![(1, 1e-5, 0.1)] };
        let message = |errors| jumps(&compressed(errors), &bound, &skeleton(), 1.0).message;
        let own = message([9e-4, 5e-5, 1.1e-3]);
        let expected = "bone \"Hand\": the error between frames is up to 0.0500 mm, but its `error_mm` in `bones` allows 0.0100 mm (";
        assert!(own.starts_with(expected), "{own}");
        let general = message([9e-4, 1e-5, 2e-3]);
        let expected = "bone \"Head\": the error between frames is up to 2.0000 mm, but `error_mm` allows 1.0000 mm (";
        assert!(general.starts_with(expected), "{general}");
    }

    #[test]
    fn a_small_bound_is_not_shown_as_nothing() {
        let bound = Bound { error: 1e-12, shell: 0.1, bones: Vec::new() };
        let error = CompressError::OverBound { bone: 0, found: 3e-7, bound: bound.error };
        let message = refusal(&error, &bound, &skeleton(), 1.0).message;
        assert!(message.ends_with("but `error_mm` allows 0.0000000010 mm"), "{message}");
    }
}
