//! The processors with the name `sampled-clip`, one for each type of source.

use std::iter;

use rigmill_dom::{AnimationSource, KeyFrameSource, SampledClipSource, SampledTrackSource, Scene};
use rigmill_format::{CurveTrack, SampledClip};
use rigmill_pipeline::{Diagnostic, Labelled, NoParams, ProcessContext, Processor, SourcePath};

use super::params::{SampledAnimationParams, SampledSceneParams};
use super::sampler::{self, CURVES};
use crate::clips::animation::convert;
use crate::clips::curves;
use crate::clips::frames::{check_keys, own_rate};
use crate::codes;
use crate::data::push_events;
use crate::numbers::SampleRate;
use crate::report::{Result, and_more, location};
use crate::scene::{self, NamedClip, push_weights};
use crate::skeletons::{BonePaths, named_skeleton, other_unit, warn_of_units};

/// Samples an [`AnimationSource`] into a [`SampledClip`].
#[derive(Clone, Copy, Debug, Default)]
pub struct SampledAnimationProcessor;

impl Processor for SampledAnimationProcessor {
    type Input = AnimationSource;
    type Output = SampledClip;
    type Params = SampledAnimationParams;
    const NAME: &'static str = "sampled-clip";
    const VERSION: u32 = 3;

    fn process(
        &self,
        input: &AnimationSource,
        params: &SampledAnimationParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<SampledClip> {
        let clip = convert(input, ctx)?;
        let rate = params.rate.map_or_else(|| own_rate(&clip.sequences), SampleRate::get);
        check_keys(iter::once((&clip, rate)), CURVES, params.max_keys, ctx)?;
        let skeleton = named_skeleton(&params.skeleton, ctx)?;
        let bones = BonePaths::new(skeleton.as_deref());
        if let Some(skeleton) = &skeleton {
            warn_of_units(other_unit(&clip, "the clip", skeleton), ctx);
        }
        bones.warn_of_unknown(input, "so the clip stores the bone's name instead of a path", ctx);
        warn_of_missing(&bones, input, ctx);
        let sampled = sampler::sample(&clip, &bones, rate).map_err(|error| error.report(ctx))?;
        Ok(SampledClip { id: params.id, name: file_stem(ctx.source()), ..sampled })
    }
}

/// Samples each clip of a [`Scene`] that moves anything into a [`SampledClip`], labelled with its name, such as `@Run`.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampledSceneProcessor;

impl Processor for SampledSceneProcessor {
    type Input = Scene;
    type Output = Labelled;
    type Params = SampledSceneParams;
    const NAME: &'static str = "sampled-clip";
    const VERSION: u32 = 7;

    fn process(&self, input: &Scene, params: &SampledSceneParams, ctx: &mut ProcessContext<'_>) -> Result<Labelled> {
        let scene_bones = scene::named_bones(input, ctx);
        let clips = scene::named_clips(input, &scene_bones, ctx);
        let rate = |clip: &NamedClip<'_>| params.rate.map_or(clip.source.rate, SampleRate::get);
        check_keys(clips.iter().map(|it| (&it.clip, rate(it))), CURVES, params.max_keys, ctx)?;
        let skeleton = scene_bones.to_skeleton();
        let bones = BonePaths::of_scene(&skeleton, &scene_bones);
        let mut products = Labelled::default();
        let mut id = params.id;
        for it in clips {
            let sampled = sampler::sample(&it.clip, &bones, rate(&it)).map_err(|error| error.report(ctx))?;
            push_events(&mut products, &it.label, it.source);
            push_weights(&mut products, &it.label, input, it.source);
            let name = it.label.trim_start_matches('@').to_owned();
            products.push(it.label, SampledClip { id, name, ..sampled });
            id = id.saturating_add(1);
        }
        Ok(products)
    }
}

/// Turns a [`SampledClipSource`] into a [`SampledClip`]. All keys stay the same.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampledClipProcessor;

impl Processor for SampledClipProcessor {
    type Input = SampledClipSource;
    type Output = SampledClip;
    type Params = NoParams;
    const NAME: &'static str = "sampled-clip";
    const VERSION: u32 = 1;

    fn process(&self, input: &SampledClipSource, _: &NoParams, _: &mut ProcessContext<'_>) -> Result<SampledClip> {
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

/// Warns about bones that have no position or rotation, and no bind pose that supplies it. The warning names the first bone and
/// the number of other bones.
fn warn_of_missing(bones: &BonePaths<'_>, clip: &AnimationSource, ctx: &mut ProcessContext<'_>) {
    let missing = |sequence: &KeyFrameSource| match (sequence.has_translation.value, sequence.has_rotation.value) {
        (true, true) => None,
        (true, false) => Some("rotation"),
        (false, true) => Some("position"),
        (false, false) => Some("position or rotation"),
    };
    let unfilled = |sequence: &&KeyFrameSource| bones.bind(&sequence.bone_name.value).is_none();
    let all = clip.sequences.iter().filter(unfilled);
    let mut missing = all.filter_map(|sequence| Some((&sequence.bone_name, missing(sequence)?)));
    let Some((first, channel)) = missing.next() else { return };
    let more = and_more(missing.count(), ["bone", "bones"]);
    let bone = &first.value;
    let message =
        format!("bone {bone:?} has no {channel} in the clip, so the built clip has no {channel} curves for it{more}");
    let diagnostic = Diagnostic::warning(codes::SAMPLED_CHANNEL, message).at(location(first.position));
    let help = "set `skeleton` to the clip's skeleton, so that its bind pose supplies the missing values";
    ctx.report(diagnostic.help(help));
}
