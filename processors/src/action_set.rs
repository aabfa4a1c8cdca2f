//! [`ActionSetProcessor`]: a character's table of actions, as a game loads it.

use rigmill_dom::{ActionSetSource, ActionSource, LayerSource, Located, PlayMode as SourceMode};
use rigmill_format::{Action, ActionLayer, ActionSet, PlayMode};
use rigmill_pipeline::{Diagnostic, NoParams, ProcessContext, Processor, StageError};

use crate::codes;
use crate::place::place;

/// Turns an [`ActionSetSource`] into an [`ActionSet`] whose clips and skeleton are named by their full asset names.
///
/// Each of them must be an asset of the build.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionSetProcessor;

impl Processor for ActionSetProcessor {
    type Input = ActionSetSource;
    type Output = ActionSet;
    type Params = NoParams;
    const NAME: &'static str = "action-set";
    const VERSION: u32 = 1;

    fn process(
        &self,
        input: &ActionSetSource,
        _params: &NoParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<ActionSet, StageError> {
        let skeleton = input.skeleton.as_ref().map(|name| refer(ctx, name, "skeleton", codes::MISSING_SKELETON));
        let layers: Vec<_> = input.layers.iter().map(|source| layer(ctx, source)).collect();
        let layers = layers.into_iter().collect::<Option<_>>().ok_or(StageError::Diagnosed)?;
        let skeleton = skeleton.map_or(Ok(String::new()), |name| name.ok_or(StageError::Diagnosed))?;
        Ok(ActionSet { skeleton, layers })
    }
}

/// The layer; `None` when one of its clips is missing. All that are missing have been reported.
fn layer(ctx: &mut ProcessContext<'_>, source: &LayerSource) -> Option<ActionLayer> {
    let actions: Vec<_> = source.actions.iter().map(|source| action(ctx, source)).collect();
    Some(ActionLayer { name: source.name.value.clone(), actions: actions.into_iter().collect::<Option<_>>()? })
}

fn action(ctx: &mut ProcessContext<'_>, source: &ActionSource) -> Option<Action> {
    Some(Action {
        name: source.name.value.clone(),
        clip: refer(ctx, &source.clip, "clip", codes::MISSING_CLIP)?,
        mode: match source.mode.value {
            SourceMode::Once => PlayMode::Once,
            SourceMode::Repeat => PlayMode::Repeat,
        },
        blend_time: source.blend.value,
        start_time: source.start.value,
        time_scale: source.speed.value,
    })
}

/// The full name of the asset that the source calls `name`; `None` when there is none, which has been reported.
fn refer(ctx: &mut ProcessContext<'_>, name: &Located<String>, what: &str, missing: &'static str) -> Option<String> {
    let path = match ctx.source().relative(&name.value) {
        Ok(path) => path,
        Err(error) => {
            let diagnostic =
                Diagnostic::error(codes::ASSET_NAME, format!("the {what}'s name is no asset name: {error}"));
            ctx.report(diagnostic.at(place(name.position)).help("name an asset of this project"));
            return None;
        }
    };
    let asset = path.as_str();
    if ctx.refer(asset) {
        return Some(asset.to_owned());
    }
    let help = match ctx.nearest_asset(asset) {
        Some(near) => format!("did you mean `/{near}`?"),
        None => "names are relative to this file's folder, or to the project's when they begin with `/`".to_owned(),
    };
    ctx.report(Diagnostic::error(missing, format!("there is no asset `{asset}`")).at(place(name.position)).help(help));
    None
}
