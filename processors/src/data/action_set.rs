//! [`ActionSetProcessor`]: a character's table of actions, as a game loads it.

use std::collections::BTreeSet;

use rigmill_dom::{ActionSetSource, ActionSource, LayerSource, PlayMode as SourceMode};
use rigmill_format::{
    Action, ActionLayer, ActionSet, AnimationSequence, CompressedClip, PlayMode, Skeleton, UniformClip,
};
use rigmill_pipeline::{NoParams, ProcessContext, Processor, ValueType};

use super::references::{RELATIVE_NAMES, References, Use};
use crate::codes;
use crate::report::{Result, location};
use crate::skeletons::other_unit;

/// Turns an [`ActionSetSource`] into an [`ActionSet`] whose clips and skeleton are named by their full asset names.
///
/// Each of them must be an asset of the build, and of the type it is used as. A clip is an [`AnimationSequence`], which a
/// player plays bone by bone, or a [`CompressedClip`] or [`UniformClip`], which a crowd plays.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionSetProcessor;

impl Processor for ActionSetProcessor {
    type Input = ActionSetSource;
    type Output = ActionSet;
    type Params = NoParams;
    const NAME: &'static str = "action-set";
    const VERSION: u32 = 3;

    fn process(&self, input: &ActionSetSource, _: &NoParams, ctx: &mut ProcessContext<'_>) -> Result<ActionSet> {
        let mut references = References::new(ctx);
        let skeleton = input.skeleton.as_ref().map(|name| references.resolve(name, &skeleton_use()));
        let layers = input.layers.iter().map(|source| layer(source, &mut references)).collect();
        let set = ActionSet { skeleton: skeleton.unwrap_or_default(), layers };
        references.finish()?;
        warn_of_units(input, &set, ctx);
        Ok(set)
    }
}

fn layer(source: &LayerSource, references: &mut References<'_, '_>) -> ActionLayer {
    let actions = source.actions.iter().map(|source| action(source, references)).collect();
    ActionLayer { name: source.name.value.clone(), actions }
}

fn action(source: &ActionSource, references: &mut References<'_, '_>) -> Action {
    Action {
        name: source.name.value.clone(),
        clip: references.resolve(&source.clip, &clip_use()),
        mode: match source.mode.value {
            SourceMode::Once => PlayMode::Once,
            SourceMode::Repeat => PlayMode::Repeat,
        },
        blend_time: source.blend.value,
        start_time: source.start.value,
        time_scale: source.speed.value,
    }
}

/// Warns of each clip that is in a different unit than the set's skeleton. An asset that failed has its own diagnostics.
fn warn_of_units(source: &ActionSetSource, set: &ActionSet, ctx: &mut ProcessContext<'_>) {
    if set.skeleton.is_empty() {
        return;
    }
    let Ok(skeleton) = ctx.value::<Skeleton>(&set.skeleton) else { return };
    let sources = source.layers.iter().flat_map(|layer| &layer.actions);
    let actions = set.layers.iter().flat_map(|layer| &layer.actions);
    let mut seen = BTreeSet::new();
    for (source, action) in sources.zip(actions).filter(|(_, action)| seen.insert(&action.clip)) {
        let clip = ctx.value::<AnimationSequence>(&action.clip).ok();
        let warning = clip.and_then(|clip| other_unit(&clip, &format!("clip `{}`", action.clip), &skeleton));
        warning.into_iter().for_each(|warning| ctx.report(warning.at(location(source.clip.position))));
    }
}

fn skeleton_use() -> Use {
    Use {
        name: "skeleton",
        types: vec![ValueType::of::<Skeleton>()],
        missing: codes::MISSING_SKELETON,
        remedy: RELATIVE_NAMES,
    }
}

fn clip_use() -> Use {
    let types =
        vec![ValueType::of::<AnimationSequence>(), ValueType::of::<CompressedClip>(), ValueType::of::<UniformClip>()];
    Use { name: "clip", types, missing: codes::MISSING_CLIP, remedy: RELATIVE_NAMES }
}
