//! [`ActionSetProcessor`]: converts a character's table of actions to the form that a game loads.

use std::collections::BTreeSet;

use rigmill_dom::{ActionSetSource, ActionSource, LayerBlend as SourceBlend, LayerSource, PlayMode as SourceMode};
use rigmill_format::{Action, ActionLayer, ActionSet, LayerBlend, PlayMode, Skeleton};
use rigmill_pipeline::{Diagnostic, NoParams, ProcessContext, Processor, StageError, ValueType};

use super::clip_fit::{PlayedClip, misfit};
use super::references::{RELATIVE_NAMES, References, Use};
use crate::codes;
use crate::report::{Result, location, similar_name};
use crate::skeletons::other_unit;

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
    const VERSION: u32 = 5;

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
        ctx.report(Diagnostic::error(codes::LAYER_BONE, message).help(help).at(location(bone.position)));
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

/// Checks that each clip can play on the set's skeleton, and warns if it has a different unit of length. If an asset failed, it
/// has its own diagnostics.
fn check_clips(source: &ActionSetSource, set: &ActionSet, ctx: &mut ProcessContext<'_>) -> Result<()> {
    if set.skeleton.is_empty() {
        return Ok(());
    }
    let Ok(skeleton) = ctx.value::<Skeleton>(&set.skeleton) else { return Ok(()) };
    let mut result = Ok(());
    let sources = source.layers.iter().flat_map(|layer| &layer.actions);
    let actions = set.layers.iter().flat_map(|layer| &layer.actions);
    let mut seen = BTreeSet::new();
    for (source, action) in sources.zip(actions).filter(|(_, action)| seen.insert(&action.clip)) {
        let Some(clip) = PlayedClip::find(&action.clip, ctx) else { continue };
        let at = location(source.clip.position);
        if let Some(error) = misfit((&action.clip, &clip), (&set.skeleton, &skeleton)) {
            ctx.report(error.at(at.clone()));
            result = Err(StageError::Diagnosed);
        }
        if let PlayedClip::Sequence(clip) = &clip {
            let warning = other_unit(clip, &format!("clip `{}`", action.clip), &skeleton);
            warning.into_iter().for_each(|warning| ctx.report(warning.at(at.clone())));
        }
    }
    result
}

fn skeleton_use() -> Use {
    Use {
        name: "skeleton",
        types: vec![ValueType::of::<Skeleton>()],
        missing: codes::MISSING_SKELETON,
        remedy: RELATIVE_NAMES,
    }
}
