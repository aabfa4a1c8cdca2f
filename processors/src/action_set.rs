//! [`ActionSetProcessor`]: a character's table of actions, as a game loads it.

use rigmill_dom::{ActionSetSource, ActionSource, LayerSource, Located, PlayMode as SourceMode, Position};
use rigmill_format::{Action, ActionLayer, ActionSet, PlayMode};
use rigmill_pipeline::{Diagnostic, NoParams, ProcessContext, Processor, SourcePath, SourcePathError, StageError};

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
        let mut references = References { ctx, told: 0, untold: 0 };
        let set = action_set(input, &mut references);
        references.tell_how_many_more();
        set.ok_or(StageError::Diagnosed)
    }
}

/// The set; `None` when an asset is missing. All that are missing have been reported.
fn action_set(source: &ActionSetSource, references: &mut References<'_, '_>) -> Option<ActionSet> {
    let skeleton = source.skeleton.as_ref().map(|name| references.resolve(name, "skeleton", codes::MISSING_SKELETON));
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
        clip: references.resolve(&source.clip, "clip", codes::MISSING_CLIP)?,
        mode: match source.mode.value {
            SourceMode::Once => PlayMode::Once,
            SourceMode::Repeat => PlayMode::Repeat,
        },
        blend_time: source.blend.value,
        start_time: source.start.value,
        time_scale: source.speed.value,
    })
}

/// How many missing assets of a set are told; the others are counted.
const MOST_TOLD: usize = 50;

/// Resolves the names of assets and tells which are missing.
struct References<'c, 'a> {
    ctx: &'c mut ProcessContext<'a>,
    told: usize,
    untold: usize,
}

impl References<'_, '_> {
    /// The full name of the asset that the source calls `name`; `None` when there is none, which has been reported.
    fn resolve(&mut self, name: &Located<String>, what: &str, missing: &'static str) -> Option<String> {
        let path = self.ctx.source().relative(&name.value);
        match path {
            Ok(path) if self.ctx.refer(path.as_str()) => return Some(path.as_str().to_owned()),
            _ if self.told == MOST_TOLD => self.untold += 1,
            Ok(path) => self.tell(missing_asset(path.as_str(), missing, self.ctx), name.position),
            Err(error) => self.tell(no_asset_name(what, &error), name.position),
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

fn missing_asset(asset: &str, code: &'static str, ctx: &ProcessContext<'_>) -> Diagnostic {
    let help = match ctx.nearest_asset(asset) {
        Some(near) => format!("did you mean `{}`?", shortest(ctx.source(), &near)),
        None => "names are relative to this file's folder, or to the project's when they begin with `/`".to_owned(),
    };
    Diagnostic::error(code, format!("there is no asset `{asset}`")).help(help)
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
