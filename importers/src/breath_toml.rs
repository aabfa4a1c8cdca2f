//! [`BreathToml`]: how a character breathes, written by hand.

use std::collections::HashMap;

use rigmill_dom::{BreathSource, Located};
use rigmill_pipeline::{ImportContext, Importer, NoParams, StageError};

use crate::codes;
use crate::problems::{Stop, words};
use crate::toml_source::{Codes, Field, Form, Table, import};

/// How many bones may turn, and how many keep their rotation.
const MOST_BONES: usize = 256;

const SECONDS: [f32; 2] = [0.0, 86_400.0];
const DEGREES: [f32; 2] = [-360.0, 360.0];
const DURATION_RATE: [f32; 2] = [1e-6, 1_000.0];
const EFFECT_RATE: [f32; 2] = [-1_000.0, 1_000.0];

/// Name, usual seconds and usual easing.
const PHASES: [(&str, f32, &str); 2] = [("inhale", 1.2, "out-sine"), ("exhale", 2.4, "in-out-quad")];
/// Usual seconds.
const REST: f32 = 0.2;
const EASINGS: [&str; 7] =
    ["in-out-quad", "out-sine", "in-out-sine", "out-cubic", "out-quart", "in-out-quart", "out-expo"];

/// Parts that turn, with their usual degrees at the end of inhale and of exhale.
const TURNING: [(&str, [f32; 2]); 4] =
    [("spine", [2.0, -2.0]), ("chest", [-3.0, 3.0]), ("neck", [0.5, -0.5]), ("head", [0.5, -0.5])];
/// Parts that keep their rotation: a side's shoulder, else its upper arm.
const KEEPING: [[&str; 2]; 2] = [["left_shoulder", "left_upper_arm"], ["right_shoulder", "right_upper_arm"]];
const PARTS: [&str; 8] =
    ["spine", "chest", "neck", "head", "left_shoulder", "left_upper_arm", "right_shoulder", "right_upper_arm"];

const CODES: Codes = Codes {
    syntax: codes::BREATH_TOML,
    key: codes::BREATH_KEY,
    value: codes::BREATH_VALUE,
    range: codes::BREATH_OUT_OF_RANGE,
    limit: codes::BREATH_LIMIT,
    more: codes::BREATH_MORE_PROBLEMS,
};

/// Imports `.breath.toml`.
///
/// ```toml
/// duration_rate = 1.0                 # a factor of all durations
/// effect_rate = 1.0                   # a factor of all angles; below 0 they turn the other way
/// right = [1.0, 0.0, 0.0]             # the character's right in the model's space
///
/// [inhale]                            # and [exhale]; each may be left out
/// duration = 1.2
/// easing = "out-sine"
///
/// [rest]                              # holds the angles of exhale
/// duration = 0.2
///
/// [humanoid]                          # the bones by their part; each may be left out
/// spine = "Bip01 Spine"               # chest, neck, head
/// left_shoulder = "Bip01 L Clavicle"  # or left_upper_arm; right_shoulder, right_upper_arm
///
/// [angles]                            # degrees at the end of inhale and of exhale
/// spine = [2.0, -2.0]
///
/// [[bone]]                            # other rigs: bones by name
/// name = "Tail1"
/// angles = [4.0, -4.0]
///
/// keep = ["Wing"]                     # above the tables: other bones that keep their rotation
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BreathToml;

impl Importer for BreathToml {
    type Output = BreathSource;
    type Params = NoParams;
    const NAME: &'static str = "breath-toml";
    const VERSION: u32 = 2;
    const EXTENSIONS: &'static [&'static str] = &["breath.toml"];
    const DEFAULT_PROCESSOR: &'static str = "breath";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<BreathSource, StageError> {
        import(ctx, &CODES, read_breath)
    }
}

fn read_breath(form: &mut Form<'_>, mut table: Table<'_>) -> Result<BreathSource, Stop> {
    form.check_keys(
        &mut table,
        &["duration_rate", "effect_rate", "right", "inhale", "exhale", "rest", "humanoid", "angles", "bone", "keep"],
    );
    let phases = PHASES.map(|(name, seconds, easing)| read_phase(form, &table, name, seconds, easing));
    let rest = read_rest(form, &table);
    let duration_rate = form.number_within(&table, "duration_rate", 1.0, DURATION_RATE).located;
    let effect_rate = form.number_within(&table, "effect_rate", 1.0, EFFECT_RATE).located;
    let right = read_right(form, &table);
    let mut bones = Bones::default();
    read_humanoid(form, &table, &mut bones);
    for mut table in form.optional_tables(&table, "bone", "[[bone]]") {
        form.check_keys(&mut table, &["name", "angles"]);
        let name = form.name(&table, "name");
        let angles = read_angles(form, &table, "angles", [0.0; 2]);
        bones.turn(form, name, angles);
    }
    for name in form.names(&table, "keep") {
        bones.keep(form, name);
    }
    bones.check_count(form, &table)?;
    let Bones { turns, keeps, .. } = bones;
    Ok(BreathSource { phases, rest, duration_rate, effect_rate, right, turns, keeps })
}

fn read_phase(
    form: &mut Form<'_>,
    table: &Table<'_>,
    name: &str,
    seconds: f32,
    easing: &'static str,
) -> (Located<f32>, Located<&'static str>) {
    let mut phase = form.table(table, name);
    if let Some(phase) = &mut phase {
        form.check_keys(phase, &["duration", "easing"]);
    }
    let phase = phase.as_ref().unwrap_or(table);
    // Neither key is one of the top table's, where a phase that is left out finds nothing.
    let duration = form.number_within(phase, "duration", seconds, SECONDS).located;
    (duration, form.choice(phase, "easing", easing, &EASINGS, codes::UNKNOWN_EASING))
}

/// Rest holds the angles of exhale, so an easing of its own is left out with a warning.
fn read_rest(form: &mut Form<'_>, table: &Table<'_>) -> Located<f32> {
    let mut rest = form.table(table, "rest");
    if let Some(rest) = &mut rest {
        form.check_keys(rest, &["duration", "easing"]);
        if let Some(easing) = rest.get("easing") {
            form.problems.warning(codes::BREATH_REST, easing.span().into(), || {
                words(
                    "the easing of rest is left out: rest holds the angles of exhale",
                    "remove `easing` from `[rest]`",
                )
            });
        }
    }
    form.number_within(rest.as_ref().unwrap_or(table), "duration", REST, SECONDS).located
}

/// Degrees at the end of inhale and of exhale; a third number, for rest, is left out with a warning.
fn read_angles(form: &mut Form<'_>, table: &Table<'_>, key: &str, usual: [f32; 2]) -> Field<[f32; 2]> {
    let numbers = table.get(key).and_then(|value| value.get_ref().as_array()).map_or(0, |list| list.len());
    if numbers != 3 {
        return form.numbers_within(table, key, usual, DEGREES);
    }
    let [inhale, exhale] = usual;
    let Field { located, span } = form.numbers_within(table, key, [inhale, exhale, 0.0], DEGREES);
    let [inhale, exhale, _] = located.value;
    form.problems.warning(codes::BREATH_REST, span, || {
        let fact = format!("the third number of `{key}` is left out: rest holds the angle of exhale");
        words(fact, format!("write `{key} = [{inhale:?}, {exhale:?}]`"))
    });
    Field { located: Located::new([inhale, exhale], located.position), span }
}

fn read_right(form: &mut Form<'_>, table: &Table<'_>) -> Located<[f32; 3]> {
    let right = form.numbers(table, "right", [1.0, 0.0, 0.0]);
    if right.located.value.iter().all(|component| *component == 0.0) {
        form.problems.error(codes::BREATH_OUT_OF_RANGE, right.span, || {
            words("`right` is zero, which is no direction", "write `[1.0, 0.0, 0.0]` for x")
        });
    }
    right.located
}

fn read_humanoid(form: &mut Form<'_>, table: &Table<'_>, bones: &mut Bones) {
    let mut angles = form.table(table, "angles");
    if let Some(angles) = &mut angles {
        form.check_keys(angles, &TURNING.map(|(part, _)| part));
    }
    let Some(mut humanoid) = form.table(table, "humanoid") else {
        if let Some(angles) = &angles {
            form.problems.error(codes::BREATH_VALUE, angles.span, || {
                words("`[angles]` are those of `[humanoid]`, which is missing", "name the bones in `[humanoid]`")
            });
        }
        return;
    };
    form.check_keys(&mut humanoid, &PARTS);
    // No key of the top table is called as a part: without `[angles]` all are the usual ones.
    for (part, usual) in TURNING {
        let turned = read_angles(form, angles.as_ref().unwrap_or(table), part, usual);
        if let Some(name) = form.optional_name(&humanoid, part) {
            bones.turn(form, Some(name), turned);
        }
    }
    for side in KEEPING {
        let [shoulder, upper_arm] = side.map(|part| form.optional_name(&humanoid, part));
        if let Some(name) = shoulder.or(upper_arm) {
            bones.keep(form, name);
        }
    }
}

/// The bones given so far.
#[derive(Default)]
struct Bones {
    turns: Vec<(Located<String>, Located<[f32; 2]>)>,
    keeps: Vec<Located<String>>,
    /// Each name's line.
    lines: HashMap<String, u32>,
}

impl Bones {
    fn turn(&mut self, form: &mut Form<'_>, name: Option<Field<String>>, angles: Field<[f32; 2]>) {
        let Some(name) = name else { return };
        self.note(form, &name);
        self.turns.push((name.located, angles.located));
    }

    fn keep(&mut self, form: &mut Form<'_>, name: Field<String>) {
        self.note(form, &name);
        self.keeps.push(name.located);
    }

    fn note(&mut self, form: &mut Form<'_>, name: &Field<String>) {
        let Located { value, position } = &name.located;
        if let Some(line) = self.lines.insert(value.clone(), position.line) {
            form.problems.error(codes::BREATH_DUPLICATE, name.span, || {
                let fact = format!("bone {value:?} is named a second time, the first is on line {line}");
                words(fact, "a bone turns once, or keeps its rotation")
            });
        }
    }

    fn check_count(&self, form: &mut Form<'_>, table: &Table<'_>) -> Result<(), Stop> {
        if self.turns.len().max(self.keeps.len()) > MOST_BONES {
            let fact = format!("more than {MOST_BONES} bones turn or keep their rotation");
            return Err(form.problems.fatal(codes::BREATH_LIMIT, table.span, || words(fact, "name fewer")));
        }
        if self.turns.is_empty() && !form.problems.any_error() {
            form.problems.error(codes::BREATH_VALUE, table.span, || {
                words("no bone turns", "name bones in `[humanoid]` or below `[[bone]]`")
            });
        }
        Ok(())
    }
}
