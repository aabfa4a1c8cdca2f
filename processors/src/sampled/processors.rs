//! The processors themselves, one for each type of source.

use std::iter;
use std::sync::Arc;

use rigmill_dom::{AnimationSource, KeyFrameSource, SampledClipSource, SampledTrackSource, Scene};
use rigmill_format::{CurveTrack, SampledClip, Skeleton};
use rigmill_pipeline::{AssetError, Diagnostic, Labelled, NoParams, ProcessContext, Processor, SourcePath, StageError};

use super::bones::Bones;
use super::key_budget::check_keys;
use super::key_times::own_rate;
use super::params::{SampledAnimationParams, SampledSceneParams};
use super::sampler::{self, CURVES, TooManyKeys};
use crate::scene::NamedClip;
use crate::unit_ratio::other_unit;
use crate::{SampleRate, animation, codes, curves, scene};

/// Samples an [`AnimationSource`] into a [`SampledClip`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SampledAnimationProcessor;

impl Processor for SampledAnimationProcessor {
    type Input = AnimationSource;
    type Output = SampledClip;
    type Params = SampledAnimationParams;
    const NAME: &'static str = "sampled-clip";
    const VERSION: u32 = 2;

    fn process(
        &self,
        input: &AnimationSource,
        params: &SampledAnimationParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<SampledClip, StageError> {
        let clip = animation::convert(input, ctx)?;
        let rate = params.rate.map_or_else(|| own_rate(&clip.sequences), SampleRate::get);
        check_keys(iter::once((&clip, rate)), CURVES, params.max_keys, ctx)?;
        let skeleton = skeleton(&params.skeleton, ctx)?;
        let bones = Bones::of(skeleton.as_deref());
        let warning = skeleton.as_ref().and_then(|skeleton| other_unit(&clip, "the clip", skeleton));
        warning.into_iter().for_each(|warning| ctx.report(warning));
        tell_unknown(&bones, input, "its path is its name alone", ctx);
        tell_missing(&bones, input, ctx);
        let sampled = sampler::sample(&clip, &bones, rate).map_err(|fault| too_many(&fault, ctx))?;
        Ok(SampledClip { id: params.id, name: file_stem(ctx.source()), ..sampled })
    }
}

/// Samples each clip of a [`Scene`] that moves anything into a [`SampledClip`], labelled with its name: `@Run`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampledSceneProcessor;

impl Processor for SampledSceneProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = SampledSceneParams;
    const NAME: &'static str = "sampled-clip";
    const VERSION: u32 = 3;

    fn process(
        &self,
        input: &Scene,
        params: &SampledSceneParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<Labelled, StageError> {
        let scene_bones = scene::named_bones(input, false, ctx);
        let clips = scene::named_clips(input, &scene_bones, ctx);
        let rate = |clip: &NamedClip<'_>| params.rate.map_or(clip.source.rate, SampleRate::get);
        check_keys(clips.iter().map(|it| (&it.clip, rate(it))), CURVES, params.max_keys, ctx)?;
        let skeleton = scene_bones.to_skeleton();
        let bones = Bones::of_scene(&skeleton, &scene_bones);
        let mut products = Labelled::default();
        let mut id = params.id;
        for named in clips {
            let sampled = sampler::sample(&named.clip, &bones, rate(&named)).map_err(|fault| too_many(&fault, ctx))?;
            let name = named.label.trim_start_matches('@').to_owned();
            products.push(named.label, SampledClip { id, name, ..sampled });
            id = id.saturating_add(1);
        }
        Ok(products)
    }
}

/// Turns a [`SampledClipSource`] into a [`SampledClip`]. Every key arrives as it was.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampledClipProcessor;

impl Processor for SampledClipProcessor {
    type Input = SampledClipSource;
    type Output = SampledClip;
    type Params = NoParams;
    const NAME: &'static str = "sampled-clip";
    const VERSION: u32 = 1;

    fn process(
        &self,
        input: &SampledClipSource,
        _params: &NoParams,
        _ctx: &mut ProcessContext<'_>,
    ) -> Result<SampledClip, StageError> {
        let track = |source: &SampledTrackSource| CurveTrack {
            path: source.path.clone(),
            curves: curves::present(source.position.iter().chain(&source.rotation)),
        };
        Ok(SampledClip {
            id: input.id,
            name: input.name.clone(),
            length: input.length,
            frame_rate: input.frame_rate,
            tracks: input.tracks.iter().map(track).collect(),
        })
    }
}

fn file_stem(source: &SourcePath) -> String {
    let name = source.asset_name();
    name.rsplit_once('/').map_or(name, |(_, stem)| stem).to_owned()
}

/// The skeleton that a parameter names; none for an empty name.
pub(crate) fn skeleton(name: &str, ctx: &mut ProcessContext<'_>) -> Result<Option<Arc<Skeleton>>, StageError> {
    if name.is_empty() {
        return Ok(None);
    }
    let fault = match SourcePath::new(name.trim_start_matches('/')) {
        Ok(path) => match ctx.value::<Skeleton>(path.as_str()) {
            Ok(skeleton) => return Ok(Some(skeleton)),
            Err(error) => no_skeleton(&error, path.as_str(), ctx),
        },
        Err(error) => {
            Diagnostic::error(codes::SAMPLED_SKELETON, at_fault(&error)).help("name an asset of this project")
        }
    };
    Err(ctx.fail(fault))
}

fn at_fault(fact: &dyn std::fmt::Display) -> String {
    format!("parameter `skeleton` of rigmill.toml: {fact}")
}

fn no_skeleton(error: &AssetError, name: &str, ctx: &ProcessContext<'_>) -> Diagnostic {
    let near = ctx.nearest_asset(name).filter(|_| matches!(error, AssetError::Missing { .. }));
    let help =
        near.map_or_else(|| "name a Skeleton of this project".to_owned(), |near| format!("did you mean `{near}`?"));
    Diagnostic::error(codes::SAMPLED_SKELETON, at_fault(error)).help(help)
}

/// Tells which bones of a clip the skeleton does not have, and what becomes of them: the first, and how many more.
pub(crate) fn tell_unknown(bones: &Bones<'_>, clip: &AnimationSource, fate: &str, ctx: &mut ProcessContext<'_>) {
    let mut unknown = clip.sequences.iter().filter(|sequence| bones.lacks(&sequence.bone_name.value));
    let Some(first) = unknown.next() else { return };
    let more = match unknown.count() {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let message = format!("bone {:?}: the skeleton has no such bone, {fate}{more}", first.bone_name.value);
    let diagnostic =
        Diagnostic::warning(codes::SAMPLED_BONE, message).at(crate::place::place(first.bone_name.position));
    ctx.report(diagnostic.help("name the skeleton that the clip is for"));
}

/// Warns of bones without a position or a rotation, where no bind pose fills it in: the first, and how many more.
fn tell_missing(bones: &Bones<'_>, clip: &AnimationSource, ctx: &mut ProcessContext<'_>) {
    let missing = |sequence: &KeyFrameSource| match (sequence.has_translation.value, sequence.has_rotation.value) {
        (true, true) => None,
        (true, false) => Some("rotation"),
        (false, true) => Some("position"),
        (false, false) => Some("position and no rotation"),
    };
    let unfilled = |sequence: &&KeyFrameSource| bones.bind(&sequence.bone_name.value).is_none();
    let all = clip.sequences.iter().filter(unfilled);
    let mut missing = all.filter_map(|sequence| Some((&sequence.bone_name, missing(sequence)?)));
    let Some((first, channel)) = missing.next() else { return };
    let more = match missing.count() {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let message = format!("bone {:?} has no {channel}, so it gets no curves for that{more}", first.value);
    let diagnostic = Diagnostic::warning(codes::SAMPLED_CHANNEL, message).at(crate::place::place(first.position));
    ctx.report(diagnostic.help("name the `skeleton` that the clip is for: its bind pose fills in what is missing"));
}

/// Tells that sampling would make more keys than is allowed.
pub(crate) fn too_many(fault: &TooManyKeys, ctx: &mut ProcessContext<'_>) -> StageError {
    ctx.fail(Diagnostic::error(codes::SAMPLED_KEYS, fault.to_string()).help("lower `rate`, or split the clip"))
}
