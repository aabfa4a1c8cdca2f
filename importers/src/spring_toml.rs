//! [`SpringToml`]: chains of bones that swing, written by hand.

use std::collections::HashMap;

use rigmill_dom::{Located, SpringChainSource, SpringColliderSource, SpringSource};
use rigmill_pipeline::{ImportContext, Importer, NoParams, StageError};

use crate::codes;
use crate::problems::{Stop, words};
use crate::toml_source::{Codes, Field, Form, Table, import};

/// How many chains and colliders there may be, and how many exclusions in all.
const MOST_CHAINS: usize = 256;
const MOST_EXCLUSIONS: usize = 4_096;

const PART: [f32; 2] = [0.0, 1.0];
const LENGTH: [f32; 2] = [0.0, 1e6];
const ANY: [f32; 2] = [-1e6, 1e6];

const CODES: Codes = Codes {
    syntax: codes::SPRING_TOML,
    key: codes::SPRING_KEY,
    value: codes::SPRING_VALUE,
    range: codes::SPRING_OUT_OF_RANGE,
    limit: codes::SPRING_LIMIT,
    more: codes::SPRING_MORE_PROBLEMS,
};

/// Imports `.spring.toml`.
///
/// ```toml
/// rate = 60                           # updates a second, 10 to 240
///
/// [[chain]]
/// root = "Hair"                       # it and all bones below it
/// exclude = ["Ribbon"]                # but these and what is below them
/// damping = 0.1                       # the part of the velocity lost in 1/60 s
/// elasticity = 0.1                    # the part of the way back covered in 1/60 s
/// stiffness = 0.1                     # how much of the pose is kept, 0 to 1
/// inertia = 0.0                       # the part of the first bone's way that is taken along
/// radius = 0.0                        # of each bone against colliders
/// end_length = 0.0                    # adds an end behind each last bone, as part of the bone before it
/// end_offset = [0.0, 0.0, 0.0]        # or adds it here, in the first bone's axes
/// gravity = [0.0, -9.81, 0.0]         # m/s², which the bind pose already gives way to; 0 by default
/// force = [0.0, 0.0, 0.0]             # m/s²
///
/// [[collider]]
/// bone = "Head"
/// center = [0.0, 0.1, 0.0]            # in the bone's space
/// radius = 0.15
/// height = 0.0                        # above twice the radius it is a capsule
/// axis = "y"                          # along which the capsule lies
/// bound = "outside"                   # or "inside"
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SpringToml;

impl Importer for SpringToml {
    type Output = SpringSource;
    type Params = NoParams;
    const NAME: &'static str = "spring-toml";
    const VERSION: u32 = 1;
    const EXTENSIONS: &'static [&'static str] = &["spring.toml"];
    const DEFAULT_PROCESSOR: &'static str = "spring";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<SpringSource, StageError> {
        import(ctx, &CODES, read_springs)
    }
}

fn read_springs(form: &mut Form<'_>, mut table: Table<'_>) -> Result<SpringSource, Stop> {
    form.check_keys(&mut table, &["rate", "chain", "collider"]);
    let rate = form.number_within(&table, "rate", 60.0, [10.0, 240.0]).located;
    let chains = form.tables(&table, "chain", "[[chain]]");
    let colliders = form.optional_tables(&table, "collider", "[[collider]]");
    let excess = chains.get(MOST_CHAINS).or(colliders.get(MOST_CHAINS));
    if let Some(excess) = excess {
        let fact = format!("there are more than {MOST_CHAINS} chains or colliders");
        return Err(form.problems.fatal(codes::SPRING_LIMIT, excess.span, || words(fact, "split the file")));
    }
    let mut roots = HashMap::new();
    let chains: Vec<_> = chains.into_iter().filter_map(|table| read_chain(form, table, &mut roots)).collect();
    if chains.iter().map(|chain| chain.exclude.len()).sum::<usize>() > MOST_EXCLUSIONS {
        let fact = format!("there are more than {MOST_EXCLUSIONS} exclusions");
        return Err(form.problems.fatal(codes::SPRING_LIMIT, table.span, || words(fact, "split the file")));
    }
    let colliders = colliders.into_iter().filter_map(|table| read_collider(form, table)).collect();
    Ok(SpringSource { rate, chains, colliders })
}

const CHAIN_KEYS: [&str; 11] = [
    "root",
    "exclude",
    "damping",
    "elasticity",
    "stiffness",
    "inertia",
    "radius",
    "end_length",
    "end_offset",
    "gravity",
    "force",
];

fn read_chain(
    form: &mut Form<'_>,
    mut table: Table<'_>,
    roots: &mut HashMap<String, u32>,
) -> Option<SpringChainSource> {
    form.check_keys(&mut table, &CHAIN_KEYS);
    let root = form.name(&table, "root");
    let exclude = form.names(&table, "exclude").into_iter().map(|name| name.located).collect();
    let [damping, elasticity, stiffness, inertia] =
        [("damping", 0.1), ("elasticity", 0.1), ("stiffness", 0.1), ("inertia", 0.0)]
            .map(|(key, usual)| form.number_within(&table, key, usual, PART).located.value);
    let radius = form.number_within(&table, "radius", 0.0, LENGTH).located.value;
    let end_length = form.number_within(&table, "end_length", 0.0, [0.0, 1_000.0]).located.value;
    let [end_offset, gravity, force] =
        ["end_offset", "gravity", "force"].map(|key| form.numbers_within(&table, key, [0.0; 3], ANY).located.value);
    let root = root?;
    note_root(form, &root, roots);
    Some(SpringChainSource {
        root: root.located,
        exclude,
        damping,
        elasticity,
        stiffness,
        inertia,
        radius,
        end_length,
        end_offset,
        gravity,
        force,
    })
}

fn note_root(form: &mut Form<'_>, root: &Field<String>, roots: &mut HashMap<String, u32>) {
    let Located { value, position } = &root.located;
    if let Some(line) = roots.insert(value.clone(), position.line) {
        form.problems.error(codes::SPRING_DUPLICATE, root.span, || {
            let fact = format!("a second chain begins at {value:?}, the first is on line {line}");
            words(fact, "a bone belongs to one chain")
        });
    }
}

fn read_collider(form: &mut Form<'_>, mut table: Table<'_>) -> Option<SpringColliderSource> {
    form.check_keys(&mut table, &["bone", "center", "radius", "height", "axis", "bound"]);
    let bone = form.name(&table, "bone");
    let center = form.numbers_within(&table, "center", [0.0; 3], ANY).located.value;
    let [radius, height] = [("radius", 0.5), ("height", 0.0)]
        .map(|(key, usual)| form.number_within(&table, key, usual, LENGTH).located.value);
    let axis = form.choice(&table, "axis", "y", &["x", "y", "z"], codes::UNKNOWN_COLLIDER_KIND).value;
    let bound = form.choice(&table, "bound", "outside", &["outside", "inside"], codes::UNKNOWN_COLLIDER_KIND).value;
    let axis = match axis {
        "x" => 0,
        "y" => 1,
        _ => 2,
    };
    Some(SpringColliderSource { bone: bone?.located, center, radius, height, axis, inside: bound == "inside" })
}
