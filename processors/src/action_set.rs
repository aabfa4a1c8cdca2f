//! [`ActionSetProcessor`]: a character's table of actions, as a game loads it.

use std::collections::BTreeSet;

use rigmill_dom::{ActionSetSource, ActionSource, LayerSource, Located, PlayMode as SourceMode, Position};
use rigmill_format::{Action, ActionLayer, ActionSet, AnimationSequence, PlayMode, Skeleton};
use rigmill_pipeline::{
    AssetError, Diagnostic, NoParams, ProcessContext, Processor, SourcePath, SourcePathError, StageError, ValueType,
};

use crate::codes;
use crate::place::place;
use crate::unit_ratio::other_unit;

/// Turns an [`ActionSetSource`] into an [`ActionSet`] whose clips and skeleton are named by their full asset names.
///
/// Each of them must be an asset of the build, and of the type it is used as.
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionSetProcessor;

impl Processor for ActionSetProcessor {
    type Input = ActionSetSource;
    type Output = ActionSet;
    type Params = NoParams;
    const NAME: &'static str = "action-set";
    const VERSION: u32 = 2;

    fn process(
        &self,
        input: &ActionSetSource,
        _params: &NoParams,
        ctx: &mut ProcessContext<'_>,
    ) -> Result<ActionSet, StageError> {
        let mut references = References { ctx, told: 0, untold: 0 };
        let set = action_set(input, &mut references);
        references.tell_how_many_more();
        let set = set.ok_or(StageError::Diagnosed)?;
        tell_other_units(input, &set, ctx);
        Ok(set)
    }
}

/// The set; `None` when an asset is missing. All that are missing have been reported.
fn action_set(source: &ActionSetSource, references: &mut References<'_, '_>) -> Option<ActionSet> {
    let skeleton = source.skeleton.as_ref().map(|name| references.resolve(name, &Use::skeleton()));
    let layers: Vec<_> = source.layers.iter().map(|source| layer(source, references)).collect();
    Some(ActionSet {
        skeleton: skeleton.map_or(Some(String::new()), |name| name)?,
        layers: layers.into_iter().collect::<Option<_>>()?,
    })
}

fn layer(source: &LayerSource, references: &mut References<'_, '_>) -> Option<ActionLayer> {
    let actions: Vec<_> = source.actions.iter().map(|source| action(source, references)).collect();
    Some(ActionLayer { name: source.name.value.clone(), actions: actions.into_iter().collect::<Option<_>>()? })
}

fn action(source: &ActionSource, references: &mut References<'_, '_>) -> Option<Action> {
    Some(Action {
        name: source.name.value.clone(),
        clip: references.resolve(&source.clip, &Use::clip())?,
        mode: match source.mode.value {
            SourceMode::Once => PlayMode::Once,
            SourceMode::Repeat => PlayMode::Repeat,
        },
        blend_time: source.blend.value,
        start_time: source.start.value,
        time_scale: source.speed.value,
    })
}

/// Warns of each clip that is in another unit than the set's skeleton. An asset that failed has its own diagnostics.
fn tell_other_units(source: &ActionSetSource, set: &ActionSet, ctx: &mut ProcessContext<'_>) {
    if set.skeleton.is_empty() {
        return;
    }
    let Ok(skeleton) = ctx.value::<Skeleton>(&set.skeleton) else { return };
    let written = source.layers.iter().flat_map(|layer| &layer.actions);
    let actions = set.layers.iter().flat_map(|layer| &layer.actions);
    let mut seen = BTreeSet::new();
    for (written, action) in written.zip(actions).filter(|(_, action)| seen.insert(&action.clip)) {
        let clip = ctx.value::<AnimationSequence>(&action.clip).ok();
        let warning = clip.and_then(|clip| other_unit(&clip, &format!("clip `{}`", action.clip), &skeleton));
        warning.into_iter().for_each(|warning| ctx.report(warning.at(place(written.clip.position))));
    }
}

/// How many missing assets of a set are told; the others are counted.
const MOST_TOLD: usize = 50;

/// What an asset is named for.
struct Use {
    name: &'static str,
    value_type: ValueType,
    missing: &'static str,
}

impl Use {
    fn skeleton() -> Self {
        Self { name: "skeleton", value_type: ValueType::of::<Skeleton>(), missing: codes::MISSING_SKELETON }
    }

    fn clip() -> Self {
        Self { name: "clip", value_type: ValueType::of::<AnimationSequence>(), missing: codes::MISSING_CLIP }
    }
}

/// Resolves the names of assets and tells which are missing.
struct References<'c, 'a> {
    ctx: &'c mut ProcessContext<'a>,
    told: usize,
    untold: usize,
}

impl References<'_, '_> {
    /// The full name of the asset that the source calls `name`; `None` when there is none, which has been reported.
    fn resolve(&mut self, name: &Located<String>, used_as: &Use) -> Option<String> {
        let told = match self.ctx.source().relative(&name.value) {
            Ok(path) => match self.ctx.refer(path.as_str(), &[used_as.value_type]) {
                Ok(()) => return Some(path.as_str().to_owned()),
                Err(_) if self.told == MOST_TOLD => None,
                Err(error) => Some(no_reference(&error, path.as_str(), used_as.missing, self.ctx)),
            },
            Err(error) => Some(no_asset_name(used_as.name, &error)),
        };
        match told.filter(|_| self.told < MOST_TOLD) {
            Some(diagnostic) => self.tell(diagnostic, name.position),
            None => self.untold += 1,
        }
        None
    }

    fn tell(&mut self, diagnostic: Diagnostic, position: Position) {
        self.told += 1;
        self.ctx.report(diagnostic.at(place(position)));
    }

    fn tell_how_many_more(self) {
        if self.untold > 0 {
            let message = format!("and {} more error{}", self.untold, if self.untold == 1 { "" } else { "s" });
            let diagnostic = Diagnostic::error(codes::MORE_MISSING, message);
            self.ctx.report(diagnostic.help("mend those above first; many have one cause"));
        }
    }
}

fn no_reference(error: &AssetError, asset: &str, missing: &'static str, ctx: &ProcessContext<'_>) -> Diagnostic {
    let AssetError::Missing { .. } = error else {
        return Diagnostic::error(codes::OTHER_TYPE, error.to_string())
            .help("name an asset of the type that is needed");
    };
    let help = match ctx.nearest_asset(asset) {
        Some(near) => format!("did you mean `{}`?", shortest(ctx.source(), &near)),
        None => "names are relative to this file's folder, or to the project's when they begin with `/`".to_owned(),
    };
    Diagnostic::error(missing, error.to_string()).help(help)
}

fn no_asset_name(what: &str, error: &SourcePathError) -> Diagnostic {
    let message = format!("the {what}'s name is no asset name: {error}");
    Diagnostic::error(codes::ASSET_NAME, message).help("name an asset of this project")
}

/// The shortest form in which `source` can name an asset: relative, in its own folder or below.
fn shortest(source: &SourcePath, asset: &str) -> String {
    let relative = match source.folder() {
        "" => Some(asset),
        folder => asset.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')),
    };
    let names_it = |name: &&str| source.relative(name).is_ok_and(|path| path.as_str() == asset);
    relative.filter(names_it).map_or_else(|| format!("/{asset}"), str::to_owned)
}
