//! [`SpringToml`]: imports chains of bones that swing, written by hand.

use rigmill_dom::{Located, SpringChainSource, SpringColliderSource, SpringSource};
use rigmill_pipeline::{ImportContext, Importer, NoParams, StageError};

use super::names::Names;
use super::table::{Codes, Table, import};
use crate::codes;
use crate::report::Problem;

/// The maximum number of chains, and of colliders; the maximum number of exclusions in all chains.
const MOST: usize = 256;
const MAX_EXCLUSIONS: usize = 4_096;

const PART: [f32; 2] = [0.0, 1.0];
const LENGTH: [f32; 2] = [0.0, 1e6];
const ANY: [f32; 2] = [-1e6, 1e6];

const AXES: [(&str, u32); 3] = [("x", 0), ("y", 1), ("z", 2)];
const BOUNDS: [(&str, bool); 2] = [("outside", false), ("inside", true)];

const CODES: Codes = Codes {
    syntax: codes::SPRING_TOML,
    key: codes::SPRING_KEY,
    value: codes::SPRING_VALUE,
    range: codes::SPRING_OUT_OF_RANGE,
    limit: codes::SPRING_LIMIT,
    more: codes::SPRING_MORE_PROBLEMS,
    too_large: "split the file",
    above: &[("rate", "the first table")],
    nested: &[],
};

/// Imports `.spring.toml`.
///
/// ```toml
/// rate = 60                           # updates per second, 10 to 240
///
/// [[chain]]
/// root = "Hair"                       # the chain is this bone and all bones below it
/// exclude = ["Ribbon"]                # bones to leave out, with the bones below them
/// damping = 0.1                       # the part of the velocity lost in 1/60 s
/// elasticity = 0.1                    # the part of the way back covered in 1/60 s
/// stiffness = 0.1                     # how closely the bones keep their pose, 0 to 1
/// inertia = 0.0                       # the part of the first bone's movement that the chain follows
/// radius = 0.0                        # the radius of each bone for collisions
/// end_length = 0.0                    # adds an end point after each last bone, relative to the bone's length
/// end_offset = [0.0, 0.0, 0.0]        # or adds the end point at this offset, in the first bone's axes
/// gravity = [0.0, -9.81, 0.0]         # m/s², already part of the bind pose; 0 by default
/// force = [0.0, 0.0, 0.0]             # m/s²
///
/// [[collider]]
/// bone = "Head"
/// center = [0.0, 0.1, 0.0]            # in the bone's space
/// radius = 0.15
/// height = 0.0                        # more than twice the radius makes a capsule
/// axis = "y"                          # the direction of the capsule
/// bound = "outside"                   # or "inside"
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SpringToml;

impl Importer for SpringToml {
    type Output = SpringSource;
    type Params = NoParams;
    const NAME: &'static str = "spring-toml";
    const VERSION: u32 = 2;
    const EXTENSIONS: &'static [&'static str] = &["spring.toml"];
    const DEFAULT_PROCESSOR: &'static str = "spring";

    fn import(&self, ctx: &mut ImportContext<'_>, _params: &NoParams) -> Result<SpringSource, StageError> {
        import(ctx, &CODES, read_springs)
    }
}

fn read_springs(springs: &Table<'_>) -> SpringSource {
    let rate = springs.number_within("rate", 60.0, [10.0, 240.0]);
    let mut roots = Names::default();
    let chains = springs.required_tables("[[chain]]", MOST, |chain| read_chain(chain, &mut roots));
    if chains.iter().map(|chain| chain.exclude.len()).sum::<usize>() > MAX_EXCLUSIONS {
        let fact = format!("there are more than {MAX_EXCLUSIONS} exclusions");
        springs.error(|| Problem::new(codes::SPRING_LIMIT, fact, CODES.too_large).at(springs.span));
    }
    let colliders = springs.tables("[[collider]]", MOST, read_collider);
    SpringSource { rate, chains, colliders }
}

fn read_chain(chain: &Table<'_>, roots: &mut Names) -> Option<SpringChainSource> {
    let root = chain.name("root");
    let number = |key, default, range| chain.number_within(key, default, range).value;
    let vector = |key| chain.numbers_within(key, [0.0; 3], ANY).located.value;
    let source = SpringChainSource {
        root: Located::default(),
        exclude: chain.names("exclude").into_iter().map(|name| name.located).collect(),
        damping: number("damping", 0.1, PART),
        elasticity: number("elasticity", 0.1, PART),
        stiffness: number("stiffness", 0.1, PART),
        inertia: number("inertia", 0.0, PART),
        radius: number("radius", 0.0, LENGTH),
        end_length: number("end_length", 0.0, [0.0, 1_000.0]),
        end_offset: vector("end_offset"),
        gravity: vector("gravity"),
        force: vector("force"),
    };
    let root = root?;
    let help = "remove one of the two chains, or change its `root`";
    roots.add(chain, &root, "chain with the root", codes::SPRING_DUPLICATE, help);
    Some(SpringChainSource { root: root.located, ..source })
}

fn read_collider(collider: &Table<'_>) -> Option<SpringColliderSource> {
    let bone = collider.name("bone");
    let center = collider.numbers_within("center", [0.0; 3], ANY).located.value;
    let radius = collider.number_within("radius", 0.5, LENGTH).value;
    let height = collider.number_within("height", 0.0, LENGTH).value;
    let [axis, bound] = ["axis", "bound"].map(|key| collider.optional_name(key));
    let axis = axis.and_then(|axis| collider.choice(&axis, "axis", &AXES, codes::SPRING_UNKNOWN_COLLIDER));
    let bound = bound.and_then(|bound| collider.choice(&bound, "bound", &BOUNDS, codes::SPRING_UNKNOWN_COLLIDER));
    let (axis, inside) = (axis.map_or(1, |axis| axis.value), bound.is_some_and(|bound| bound.value));
    Some(SpringColliderSource { bone: bone?.located, center, radius, height, axis, inside })
}
