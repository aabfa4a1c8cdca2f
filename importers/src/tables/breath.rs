//! [`BreathToml`]: imports the parameters of a character's breathing, written by hand.

use rigmill_dom::{BreathSource, Located};
use rigmill_pipeline::{ImportContext, Importer, NoParams, StageError};

use super::names::Names;
use super::table::{Codes, Field, Table, import};
use crate::codes;
use crate::report::Problem;

/// The maximum number of bones that rotate, and of bones that keep their rotation.
const MAX_BONES: usize = 256;

const SECONDS: [f32; 2] = [0.0, 86_400.0];
const DEGREES: [f32; 2] = [-360.0, 360.0];
const DURATION_RATE: [f32; 2] = [1e-6, 1_000.0];
const EFFECT_RATE: [f32; 2] = [-1_000.0, 1_000.0];

/// The name, default duration in seconds and default easing of each phase.
const PHASES: [(&str, f32, &str); 2] = [("inhale", 1.2, "out-sine"), ("exhale", 2.4, "in-out-quad")];
/// The default duration in seconds.
const REST: f32 = 0.2;
const EASINGS: [&str; 7] =
    ["in-out-quad", "out-sine", "in-out-sine", "out-cubic", "out-quart", "in-out-quart", "out-expo"];

/// The parts that rotate, with their default angles in degrees at the end of inhale and of exhale.
const ROTATING: [(&str, [f32; 2]); 4] =
    [("spine", [2.0, -2.0]), ("chest", [-3.0, 3.0]), ("neck", [0.5, -0.5]), ("head", [0.5, -0.5])];
/// The parts that keep their rotation: on each side, the shoulder, or else the upper arm.
const KEEPING: [[&str; 2]; 2] = [["left_shoulder", "left_upper_arm"], ["right_shoulder", "right_upper_arm"]];

const CODES: Codes = Codes {
    syntax: codes::BREATH_TOML,
    key: codes::BREATH_KEY,
    value: codes::BREATH_VALUE,
    range: codes::BREATH_OUT_OF_RANGE,
    limit: codes::BREATH_LIMIT,
    more: codes::BREATH_MORE_PROBLEMS,
    too_large: "list fewer bones",
    above: &[
        ("duration_rate", "the first table"),
        ("effect_rate", "the first table"),
        ("right", "the first table"),
        ("keep", "the first table"),
    ],
    nested: &[],
};

/// Imports `.breath.toml`.
///
/// ```toml
/// duration_rate = 1.0                 # a factor for all durations
/// effect_rate = 1.0                   # a factor for all angles; a negative value reverses the rotations
/// right = [1.0, 0.0, 0.0]             # the direction to the character's right, in model space
///
/// [inhale]                            # and [exhale]; both are optional
/// duration = 1.2
/// easing = "out-sine"
///
/// [rest]                              # holds the angles at the end of exhale
/// duration = 0.2
///
/// [humanoid]                          # bones by body part; all are optional
/// spine = "Bip01 Spine"               # chest, neck, head
/// left_shoulder = "Bip01 L Clavicle"  # or left_upper_arm; right_shoulder, right_upper_arm
///
/// [angles]                            # degrees at the end of inhale and of exhale
/// spine = [2.0, -2.0]
///
/// [[bone]]                            # bones by name, for other rigs
/// name = "Tail1"
/// angles = [4.0, -4.0]
///
/// keep = ["Wing"]                     # write this above the tables: other bones that keep their rotation
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BreathToml;

impl Importer for BreathToml {
    type Output = BreathSource;
    type Params = NoParams;
    const NAME: &'static str = "breath-toml";
    const VERSION: u32 = 4;
    const EXTENSIONS: &'static [&'static str] = &["breath.toml"];
    const DEFAULT_PROCESSOR: &'static str = "breath";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<BreathSource, StageError> {
        import(ctx, &CODES, read_breath)
    }
}

fn read_breath(breath: &Table<'_>) -> BreathSource {
    let phases = PHASES.map(|(name, seconds, easing)| breath.table(name, |phase| read_phase(phase, seconds, easing)));
    let rest = breath.table("rest", read_rest);
    let duration_rate = breath.number_within("duration_rate", 1.0, DURATION_RATE);
    let effect_rate = breath.number_within("effect_rate", 1.0, EFFECT_RATE);
    let right = read_right(breath);
    let mut bones = Bones::default();
    breath.table("angles", |angles| {
        let angles_of = ROTATING.map(|(part, default)| read_angles(angles, part, default));
        breath.table("humanoid", |humanoid| read_humanoid(humanoid, angles, angles_of, &mut bones));
    });
    breath.tables("[[bone]]", usize::MAX, |bone| {
        let angles = read_angles(bone, "angles", [0.0; 2]);
        bones.rotate(bone, bone.name("name"), angles)
    });
    for name in breath.names("keep") {
        bones.keep(breath, name);
    }
    bones.check_count(breath);
    let Bones { rotating, keeping, .. } = bones;
    BreathSource { phases, rest, duration_rate, effect_rate, right, rotating, keeping }
}

fn read_phase(phase: &Table<'_>, seconds: f32, easing: &'static str) -> (Located<f32>, Located<&'static str>) {
    let duration = phase.number_within("duration", seconds, SECONDS);
    let easings = EASINGS.map(|easing| (easing, easing));
    let chosen = phase.optional_name("easing");
    let chosen = chosen.and_then(|name| phase.choice(&name, "easing", &easings, codes::BREATH_UNKNOWN_EASING));
    (duration, chosen.unwrap_or_else(|| Located::new(easing, phase.position())))
}

/// Rest holds the angles of exhale, so an easing has no effect and causes a warning.
fn read_rest(rest: &Table<'_>) -> Located<f32> {
    if let Some(easing) = rest.get("easing") {
        rest.warning(|| {
            let fact = "the easing of `[rest]` is ignored, because bones keep their exhale angles during the rest";
            Problem::new(codes::BREATH_REST, fact, "remove `easing` from `[rest]`").at(easing.span().into())
        });
    }
    rest.number_within("duration", REST, SECONDS)
}

/// Reads the angles in degrees at the end of inhale and of exhale. A third number, for rest, has no effect and causes a
/// warning.
fn read_angles(table: &Table<'_>, key: &'static str, default: [f32; 2]) -> Located<[f32; 2]> {
    let value = table.get(key);
    let numbers = value.and_then(|value| value.get_ref().as_array()).map_or(0, |list| list.len());
    if numbers != 3 {
        return table.numbers_within(key, default, DEGREES).located;
    }
    let [inhale, exhale] = default;
    let Field { located, span } = table.numbers_within(key, [inhale, exhale, 0.0], DEGREES);
    let [inhale, exhale, _] = located.value;
    table.warning(|| {
        let fact =
            format!("the third number of `{key}` is ignored, because the bone keeps its exhale angle during the rest");
        Problem::new(codes::BREATH_REST, fact, format!("write `{key} = [{inhale:?}, {exhale:?}]`")).at(span)
    });
    Located::new([inhale, exhale], located.position)
}

fn read_right(breath: &Table<'_>) -> Located<[f32; 3]> {
    let right = breath.numbers("right", [1.0, 0.0, 0.0]);
    if right.located.value == [0.0; 3] {
        let fact = "`right` is zero, which is not a direction";
        let problem = || Problem::new(codes::BREATH_OUT_OF_RANGE, fact, "write `[1.0, 0.0, 0.0]` for the x axis");
        breath.error(|| problem().at(right.span));
    }
    right.located
}

fn read_humanoid(humanoid: &Table<'_>, angles_table: &Table<'_>, angles_of: [Located<[f32; 2]>; 4], bones: &mut Bones) {
    if humanoid.is_absent() && !angles_table.is_absent() {
        let fact = "`[angles]` needs `[humanoid]`, which is missing";
        let problem = || Problem::new(codes::BREATH_VALUE, fact, "list the bones in `[humanoid]`");
        angles_table.error(|| problem().at(angles_table.span));
    }
    for ((part, _), angles) in ROTATING.into_iter().zip(angles_of) {
        let name = humanoid.optional_name(part);
        if let (Some(value), None, false) = (angles_table.get(part), humanoid.get(part), humanoid.is_absent()) {
            angles_table.warning(|| {
                let fact =
                    format!("the angles of `{part}` are ignored, because `[humanoid]` does not name a bone for it");
                let help = format!("add `{part} = \"…\"` to `[humanoid]`, or remove the angles");
                Problem::new(codes::BREATH_NO_BONE, fact, help).at(value.span().into())
            });
        }
        bones.rotate(humanoid, name, angles);
    }
    for side in KEEPING {
        let [shoulder, upper_arm] = side.map(|part| humanoid.optional_name(part));
        if let Some(name) = shoulder.or(upper_arm) {
            bones.keep(humanoid, name);
        }
    }
}

/// The bones that were read so far.
#[derive(Default)]
struct Bones {
    rotating: Vec<(Located<String>, Located<[f32; 2]>)>,
    keeping: Vec<Located<String>>,
    names: Names,
}

impl Bones {
    fn rotate(&mut self, table: &Table<'_>, name: Option<Field<String>>, angles: Located<[f32; 2]>) -> Option<()> {
        let name = name?;
        self.add(table, &name);
        self.rotating.push((name.located, angles));
        Some(())
    }

    fn keep(&mut self, table: &Table<'_>, name: Field<String>) {
        self.add(table, &name);
        self.keeping.push(name.located);
    }

    fn add(&mut self, table: &Table<'_>, name: &Field<String>) {
        let help = "list each bone once: a bone either rotates or keeps its rotation";
        self.names.add(table, name, "bone", codes::BREATH_DUPLICATE, help);
    }

    fn check_count(&self, breath: &Table<'_>) {
        let counts = [(self.rotating.len(), "rotate"), (self.keeping.len(), "keep their rotation")];
        let problem = if let Some((_, what)) = counts.into_iter().find(|(count, _)| *count > MAX_BONES) {
            let fact = format!("more than {MAX_BONES} bones {what}");
            Problem::new(codes::BREATH_LIMIT, fact, CODES.too_large)
        } else if self.rotating.is_empty() && !breath.any_error() {
            Problem::new(codes::BREATH_VALUE, "no bone rotates", "add bones in `[humanoid]` or with `[[bone]]`")
        } else {
            return;
        };
        breath.error(|| problem.at(breath.span));
    }
}
