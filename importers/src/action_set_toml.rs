//! [`ActionSetToml`]: a character's table of actions written by hand.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use rigmill_dom::{ActionSetSource, ActionSource, LayerSource, Located, PlayMode};
use rigmill_pipeline::{ImportContext, Importer, NoParams, StageError, nearest};

use crate::codes;
use crate::problems::{Stop, words};
use crate::toml_source::{Codes, Field, Form, Table, import};

/// How many layers, and how many actions in all, a set may have.
const MOST_ENTRIES: usize = 65_535;

const CODES: Codes = Codes {
    syntax: codes::ACTIONS_TOML,
    key: codes::ACTIONS_KEY,
    value: codes::ACTIONS_VALUE,
    range: codes::ACTIONS_OUT_OF_RANGE,
    limit: codes::ACTIONS_LIMIT,
    more: codes::ACTIONS_MORE_PROBLEMS,
};

/// Imports `.actions.toml`.
///
/// ```toml
/// skeleton = "/Models/Grund.skeleton" # optional
///
/// [[layer]]
/// name = "lower"
///
/// [[layer.action]]
/// name = "Idle"
/// clip = "Low_Idle"                   # relative to this file's folder; to the project's when it begins with "/"
/// mode = "repeat"                     # or "once"
/// blend = 0.5                         # seconds of cross-fade; 0 by default
/// start = 0.0                         # seconds into the clip; 0 by default
/// speed = 1.0                         # 1 by default; below 0 plays backwards
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ActionSetToml;

impl Importer for ActionSetToml {
    type Output = ActionSetSource;
    type Params = NoParams;
    const NAME: &'static str = "action-set-toml";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["actions.toml"];
    const DEFAULT_PROCESSOR: &'static str = "action-set";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<ActionSetSource, StageError> {
        import(ctx, &CODES, read_set)
    }
}

fn read_set(form: &mut Form<'_>, mut table: Table<'_>) -> Result<ActionSetSource, Stop> {
    form.check_keys(&mut table, &["skeleton", "layer"]);
    let skeleton = form.optional_name(&table, "skeleton").map(|field| field.located);
    let tables = form.tables(&table, "layer", "[[layer]]");
    let mut names = Names::new("layer", codes::DUPLICATE_LAYER);
    let mut layers = Vec::new();
    let mut actions = 0;
    for mut table in tables {
        let layer = read_layer(form, &mut table, &mut names);
        actions += layer.as_ref().map_or(0, |layer| layer.actions.len());
        if actions > MOST_ENTRIES || layers.len() == MOST_ENTRIES {
            let fact = format!("there are more than {MOST_ENTRIES} layers or actions");
            return Err(form.problems.fatal(codes::ACTIONS_LIMIT, table.span, || words(fact, "split the set")));
        }
        layers.extend(layer);
    }
    Ok(ActionSetSource { skeleton, layers })
}

fn read_layer(form: &mut Form<'_>, table: &mut Table<'_>, layers: &mut Names) -> Option<LayerSource> {
    form.check_keys(table, &["name", "action"]);
    let name = form.name(table, "name");
    let mut names = Names::new("action", codes::DUPLICATE_ACTION);
    let tables = form.tables(table, "action", "[[layer.action]]");
    let actions = tables.into_iter().filter_map(|mut table| read_action(form, &mut table, &mut names)).collect();
    let name = name?;
    layers.note(form, &name);
    Some(LayerSource { name: name.located, actions })
}

fn read_action(form: &mut Form<'_>, table: &mut Table<'_>, names: &mut Names) -> Option<ActionSource> {
    form.check_keys(table, &["name", "clip", "mode", "blend", "start", "speed"]);
    let name = form.name(table, "name");
    let clip = form.name(table, "clip");
    let mode = form.name(table, "mode").and_then(|mode| play_mode(form, &mode));
    let blend = form.number(table, "blend", 0.0);
    check_blend(form, &blend);
    let start = form.number(table, "start", 0.0).located;
    let speed = form.number(table, "speed", 1.0).located;
    let name = name?;
    names.note(form, &name);
    Some(ActionSource { name: name.located, clip: clip?.located, mode: mode?, blend: blend.located, start, speed })
}

fn check_blend(form: &mut Form<'_>, blend: &Field<f32>) {
    let seconds = blend.located.value;
    if seconds < 0.0 {
        form.problems.error(codes::NEGATIVE_BLEND, blend.span, || {
            words(format!("`blend` is {seconds} s, expected at least 0"), "write 0 for a cut")
        });
    }
}

fn play_mode(form: &mut Form<'_>, mode: &Field<String>) -> Option<Located<PlayMode>> {
    let Located { value, position } = &mode.located;
    let found = match value.as_str() {
        "once" => Some(PlayMode::Once),
        "repeat" => Some(PlayMode::Repeat),
        _ => None,
    };
    if found.is_none() {
        form.problems.error(codes::UNKNOWN_MODE, mode.span, || {
            let help = match nearest(value, ["once", "repeat"]) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "write \"once\" or \"repeat\"".to_owned(),
            };
            words(format!("there is no play mode {value:?}"), help)
        });
    }
    found.map(|mode| Located::new(mode, *position))
}

/// The names given so far, each with its line.
struct Names {
    what: &'static str,
    code: &'static str,
    lines: HashMap<String, u32>,
}

impl Names {
    fn new(what: &'static str, code: &'static str) -> Self {
        Self { what, code, lines: HashMap::new() }
    }

    /// Notes a name, or reports that it has been given before.
    fn note(&mut self, form: &mut Form<'_>, name: &Field<String>) {
        let Located { value, position } = &name.located;
        let what = self.what;
        match self.lines.entry(value.clone()) {
            Entry::Vacant(entry) => drop(entry.insert(position.line)),
            Entry::Occupied(entry) => form.problems.error(self.code, name.span, || {
                let fact = format!("a second {what} {value:?}, the first is on line {}", entry.get());
                words(fact, format!("give each {what} a name of its own"))
            }),
        }
    }
}
