//! [`ActionSetToml`]: imports a character's table of actions, written by hand.

use rigmill_dom::{ActionSetSource, ActionSource, LayerBlend, LayerSource, PlayMode};
use rigmill_pipeline::{ImportContext, Importer, NoParams, StageError};

use super::names::Names;
use super::table::{Codes, Table, import};
use crate::codes;
use crate::report::Problem;

/// The maximum number of layers, and of actions in all layers together.
const MAX_ENTRIES: usize = 65_535;
const MODES: [(&str, PlayMode); 2] = [("once", PlayMode::Once), ("repeat", PlayMode::Repeat)];

const ADDITIVE: [(&str, LayerBlend); 2] =
    [("bind", LayerBlend::AdditiveToBind), ("first-frame", LayerBlend::AdditiveToFirstFrame)];

const CODES: Codes = Codes {
    syntax: codes::ACTIONS_TOML,
    key: codes::ACTIONS_KEY,
    value: codes::ACTIONS_VALUE,
    range: codes::ACTIONS_OUT_OF_RANGE,
    limit: codes::ACTIONS_LIMIT,
    more: codes::ACTIONS_MORE_PROBLEMS,
    too_large: "split the action set",
    above: &[
        ("skeleton", "the first `[[layer]]`"),
        ("bones", "the first `[[layer.action]]` of its layer"),
        ("additive", "the first `[[layer.action]]` of its layer"),
    ],
    nested: &["[[layer.action]]"],
};

/// Imports `.actions.toml`.
///
/// ```toml
/// skeleton = "/Models/Grund.skeleton" # optional
///
/// [[layer]]
/// name = "lower"
/// bones = ["Pelvis"]                  # the layer's bones, with all bones below; by default, those that its clips move
/// additive = "bind"                   # adds the clips' difference from the bind pose, or from their "first-frame"; optional
///
/// [[layer.action]]
/// name = "Idle"
/// clip = "Low_Idle"                   # relative to this file's folder, or to the project folder if it begins with "/"
/// mode = "repeat"                     # or "once"
/// blend = 0.5                         # seconds of cross-fade; 0 by default
/// start = 0.0                         # seconds into the clip; 0 by default
/// speed = 1.0                         # 1 by default; negative values play backwards
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionSetToml;

impl Importer for ActionSetToml {
    type Output = ActionSetSource;
    type Params = NoParams;
    const NAME: &'static str = "action-set-toml";
    const VERSION: u32 = 3;
    const EXTENSIONS: &'static [&'static str] = &["actions.toml"];
    const DEFAULT_PROCESSOR: &'static str = "action-set";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<ActionSetSource, StageError> {
        import(ctx, &CODES, read_set)
    }
}

fn read_set(set: &Table<'_>) -> ActionSetSource {
    let skeleton = set.optional_name("skeleton").map(|field| field.located);
    let mut names = Names::default();
    let layers = set.required_tables("[[layer]]", MAX_ENTRIES, |layer| read_layer(layer, &mut names));
    if layers.iter().map(|layer| layer.actions.len()).sum::<usize>() > MAX_ENTRIES {
        let fact = format!("there are more than {MAX_ENTRIES} actions");
        set.error(|| Problem::new(codes::ACTIONS_LIMIT, fact, CODES.too_large).at(set.span));
    }
    ActionSetSource { skeleton, layers }
}

fn read_layer(layer: &Table<'_>, names: &mut Names) -> Option<LayerSource> {
    let name = layer.name("name");
    let bones = layer.names("bones").into_iter().map(|bone| bone.located).collect();
    let additive = layer.optional_text("additive", "write \"bind\" or \"first-frame\"");
    let blend = additive.map(|found| layer.choice(&found, "`additive` value", &ADDITIVE, codes::ACTIONS_VALUE));
    let mut own = Names::default();
    let actions = layer.required_tables("[[layer.action]]", MAX_ENTRIES, |action| read_action(action, &mut own));
    let name = name?;
    names.add(layer, &name, "layer", codes::ACTIONS_DUPLICATE_LAYER, "give each layer a different name");
    let blend = blend.flatten().map_or(LayerBlend::Override, |blend| blend.value);
    Some(LayerSource { name: name.located, bones, blend, actions })
}

fn read_action(action: &Table<'_>, names: &mut Names) -> Option<ActionSource> {
    let name = action.name("name");
    let clip = action.name("clip");
    let mode = action.name("mode");
    let mode = mode.and_then(|mode| action.choice(&mode, "play mode", &MODES, codes::ACTIONS_UNKNOWN_MODE));
    let blend = action.number("blend", 0.0);
    if blend.located.value < 0.0 {
        let fact = format!("`blend` is {} s, expected at least 0", blend.located.value);
        action.error(|| {
            Problem::new(codes::ACTIONS_NEGATIVE_BLEND, fact, "write 0 to start without a fade").at(blend.span)
        });
    }
    let start = action.number("start", 0.0).located;
    let speed = action.number("speed", 1.0).located;
    let name = name?;
    names.add(action, &name, "action", codes::ACTIONS_DUPLICATE_ACTION, "give each action a different name");
    Some(ActionSource { name: name.located, clip: clip?.located, mode: mode?, blend: blend.located, start, speed })
}
