//! [`ActionSetProcessor`]: converts a character's table of actions to the form that a game loads.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rigmill_dom::{ActionSetSource, ActionSource, LayerBlend as SourceBlend, LayerSource, PlayMode as SourceMode};
use rigmill_format::{Action, ActionLayer, ActionSet, LayerBlend, PlayMode, Skeleton};
use rigmill_pipeline::{Diagnostic, NoParams, ProcessContext, Processor, StageError, ValueType};

use super::clip_fit::ClipFit;
use super::played_clip::{PlayedClip, is_late};
use super::references::{RELATIVE_NAMES, References, Use};
use crate::codes;
use crate::report::{Result, location, similar_name};

/// Turns an [`ActionSetSource`] into an [`ActionSet`], which names clips and the skeleton by their full asset names.
///
/// Each of them must be an asset of the build and have a suitable type. Clips may have any clip type.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionSetProcessor;

impl Processor for ActionSetProcessor {
    type Input = ActionSetSource;
    type Output = ActionSet;
    type Params = NoParams;
    const NAME: &'static str = "action-set";
    const VERSION: u32 = 6;

    fn process(&self, input: &ActionSetSource, _: &NoParams, ctx: &mut ProcessContext<'_>) -> Result<ActionSet> {
        let mut references = References::new(ctx);
        let skeleton = input.skeleton.as_ref().map(|name| references.resolve(name, &skeleton_use()));
        let layers = input.layers.iter().map(|source| layer(source, &mut references)).collect();
        let set = ActionSet { skeleton: skeleton.unwrap_or_default(), layers };
        references.finish()?;
        check_bones(input, &set, ctx)?;
        check_clips(input, &set, ctx)?;
        Ok(set)
    }
}

fn layer(source: &LayerSource, references: &mut References<'_, '_>) -> ActionLayer {
    let actions = source.actions.iter().map(|source| action(source, references)).collect();
    ActionLayer {
        name: source.name.value.clone(),
        bones: source.bones.iter().map(|bone| bone.value.clone()).collect(),
        blend: match source.blend {
            SourceBlend::Override => LayerBlend::Override,
            SourceBlend::AdditiveToBind => LayerBlend::AdditiveToBind,
            SourceBlend::AdditiveToFirstFrame => LayerBlend::AdditiveToFirstFrame,
        },
        actions,
    }
}

/// Checks that the skeleton contains the bones of each layer. If the skeleton's asset failed, it has its own diagnostics.
fn check_bones(source: &ActionSetSource, set: &ActionSet, ctx: &mut ProcessContext<'_>) -> Result<()> {
    let mut bones = source.layers.iter().flat_map(|layer| &layer.bones).peekable();
    if bones.peek().is_none() {
        return Ok(());
    }
    let Ok(skeleton) = ctx.value::<Skeleton>(&set.skeleton) else { return Ok(()) };
    let has = |name: &str| skeleton.bones.iter().any(|bone| bone.name == name);
    let mut result = Ok(());
    for bone in bones.filter(|bone| !has(&bone.value)) {
        let names = skeleton.bones.iter().map(|bone| bone.name.as_str());
        let help = similar_name(&bone.value, names, "choose a bone of the skeleton");
        let message = format!("the skeleton `{}` has no bone {:?}", set.skeleton, bone.value);
        ctx.report(Diagnostic::error(codes::ACTIONS_LAYER_BONE, message).help(help).at(location(bone.position)));
        result = Err(StageError::Diagnosed);
    }
    result
}

fn action(source: &ActionSource, references: &mut References<'_, '_>) -> Action {
    Action {
        name: source.name.value.clone(),
        clip: references.resolve(&source.clip, &Use::clip(RELATIVE_NAMES)),
        mode: match source.mode.value {
            SourceMode::Once => PlayMode::Once,
            SourceMode::Repeat => PlayMode::Repeat,
        },
        blend_time: source.blend.value,
        start_time: source.start.value,
        time_scale: source.speed.value,
    }
}

/// Checks that each clip can play on the set's skeleton. Warns about clips with a different unit of length, and about actions that
/// start after the end of their clips. If an asset failed, it has its own diagnostics.
fn check_clips(source: &ActionSetSource, set: &ActionSet, ctx: &mut ProcessContext<'_>) -> Result<()> {
    let skeleton = if set.skeleton.is_empty() { None } else { ctx.value::<Skeleton>(&set.skeleton).ok() };
    let mut fit = skeleton.as_ref().map(|skeleton| ClipFit::new(&set.skeleton, skeleton));
    let sources = source.layers.iter().flat_map(|layer| &layer.actions);
    let actions = set.layers.iter().flat_map(|layer| &layer.actions);
    let mut clips: BTreeMap<&str, Option<PlayedClip>> = BTreeMap::new();
    let has_fit = fit.is_some();
    for (source, action) in sources.zip(actions).filter(|(_, action)| has_fit || action.start_time > 0.0) {
        let clip = match clips.entry(&action.clip) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let clip = PlayedClip::find(&action.clip, ctx);
                if let (Some(clip), Some(fit)) = (&clip, &mut fit) {
                    fit.check(&action.clip, source.clip.position, clip);
                }
                new.insert(clip)
            }
        };
        if let Some(end) = clip.as_ref().map(PlayedClip::end).filter(|&end| is_late(action.start_time, end)) {
            ctx.report(starts_late(source, action, end));
        }
    }
    fit.map_or(Ok(()), |fit| fit.finish(ctx))
}

fn starts_late(source: &ActionSource, action: &Action, end: f32) -> Diagnostic {
    let message = format!(
        "action {:?} starts at {} s, but its clip `{}` ends at {end} s",
        action.name, action.start_time, action.clip
    );
    let help = "set `start` to a time within the clip, in seconds";
    Diagnostic::warning(codes::ACTIONS_START_LATE, message).help(help).at(location(source.start.position))
}

fn skeleton_use() -> Use {
    Use {
        name: "skeleton",
        types: vec![ValueType::of::<Skeleton>()],
        missing: codes::ACTIONS_MISSING_SKELETON,
        remedy: RELATIVE_NAMES,
    }
}
